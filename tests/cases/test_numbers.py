"""G. Numbers and booleans."""

import pytest

KEYWORD, LONG, DOUBLE = {"type": "keyword"}, {"type": "long"}, {"type": "double"}
ODD = 2**53 + 1


def test_c076_longs_above_2_to_the_53(table, gives):
    t = table({"id": LONG}, [{"id": ODD}, {"id": ODD - 1}, {"id": ODD + 1}, {"id": 2**63 - 1}, {"id": -(2**63)}])
    gives(f"SELECT id FROM {t} WHERE id = {ODD}", ODD)
    gives(f"SELECT id FROM {t} WHERE id > {ODD} AND id < {2**62}", ODD + 1)
    gives(f"SELECT id FROM {t} WHERE id BETWEEN {ODD} AND {ODD}", ODD)
    gives(f"SELECT min(id), max(id), count(DISTINCT id) FROM {t}", (-(2**63), 2**63 - 1, 5))
    gives(f"SELECT sum(id), min(id) FROM {t} WHERE id > 0 AND id < {2**62}", (3 * ODD, ODD - 1))
    gives(f"SELECT id, count(*) FROM {t} WHERE id > 0 AND id < {2**62} GROUP BY id ORDER BY id",
          (ODD - 1, 1), (ODD, 1), (ODD + 1, 1), ordered=True)


def test_c077_small_and_large_literals_in_any_order(table, gives):
    t = table({"id": LONG, "i": {"type": "integer"}}, [{"id": 172303, "i": 172303}, {"id": 1126991323731648, "i": 5}])
    for values in ("172303, 1126991323731648", "1126991323731648, 172303"):
        gives(f"SELECT id FROM {t} WHERE id IN ({values})", 172303, 1126991323731648)
        gives(f"SELECT i FROM {t} WHERE i IN ({values})", 172303)


def test_c079_coerced_and_malformed_values(table, gives):
    t = table({"n": {"type": "long", "ignore_malformed": True}}, [{"n": value} for value in (1.9, "7", "", "null", "abc")])
    gives(f"SELECT n FROM {t}", 1, 7, None, None, None)
    gives(f"SELECT n FROM {t} WHERE n = 1", 1)
    gives(f"SELECT n FROM {t} WHERE n IS NULL", None, None, None)


def test_c079_coerced_values_without_ignore_malformed(table, gives):
    t = table({"n": LONG}, [{"n": 1.9}, {"n": "7"}, {"n": -0.5}])
    gives(f"SELECT n FROM {t}", 1, 7, 0)
    gives(f"SELECT n FROM {t} WHERE n <= 1", 1, 0)
    gives(f"SELECT sum(n), min(n), max(n) FROM {t}", (8, 0, 7))


def test_c080_a_word_is_never_the_number_0(table, gives, fails):
    t = table({"k": KEYWORD}, [{"k": "Hello"}])
    fails(f"SELECT CAST(k AS INTEGER) FROM {t}", "invalid_sql", "Hello")
    fails(f"SELECT k FROM {t} WHERE CAST(k AS INTEGER) = 0", "invalid_sql")
    gives(f"SELECT TRY_CAST(k AS INTEGER) FROM {t}", None)


def test_c082_infinity_and_empty_averages(table, gives):
    t = table({"x": DOUBLE, "id": LONG}, [{"x": 1.7e308, "id": 1}, {"x": 1.7e308, "id": 2}, {"x": -1, "id": 3}])
    gives(f"SELECT avg(x), sum(x), min(x) FROM {t} WHERE x > 5e307 AND x < 6e307", (None, None, None))
    gives(f"SELECT x + x FROM {t} WHERE id = 1", float("inf"))
    gives(f"SELECT id FROM {t} WHERE x < 'infinity'::DOUBLE AND x <> 'nan'::DOUBLE", 1, 2, 3)


def test_c082_a_sum_that_overflows_is_not_a_number_made_up(table, ask):
    """As in the embedded engine, whatever is pushed: infinity, or its error."""
    t = table({"x": DOUBLE}, [{"x": 1.7e308}, {"x": 1.7e308}])
    outcomes = set()
    for session in ask.sessions.values():
        try:
            outcomes.add(str(session.run(f"SELECT sum(x) FROM {t}").column(0).to_pylist()))
        except Exception as error:
            outcomes.add("invalid_sql" if "invalid_sql" in str(error) else str(error))
    assert outcomes in ({"[inf]"}, {"invalid_sql"})


@pytest.mark.only("es-6.8", "es-7.10", "es-7.17", "os-1.3", "os-2.19", "os-3.9", why="its jars have no scaled_float")
def test_c083_one_rule_for_scaled_floats(table, gives):
    t = table({"p": {"type": "scaled_float", "scaling_factor": 100}}, [{"p": 1.239}, {"p": 0.005}, {"p": 7}])
    gives(f"SELECT p FROM {t} WHERE p = 1.24", 1.24)
    gives(f"SELECT p FROM {t} WHERE p = 1.239")
    gives(f"SELECT p FROM {t}", 1.24, 0.01, 7.0)


def test_c085_integers_in_floating_columns_and_the_reverse(table, gives):
    t = table({"d": DOUBLE, "f": {"type": "float"}, "l": LONG}, ['{"d":5,"f":5,"l":5.0}', '{"d":1e2,"f":"5","l":1e2}'])
    gives(f"SELECT d, f, l FROM {t}", (5.0, 5.0, 5), (100.0, 5.0, 100))


def test_c086_overflow_does_not_wrap(table, gives, fails):
    t = table({"n": {"type": "integer"}, "l": LONG}, [{"n": 2147483647, "l": 2**63 - 1}])
    fails(f"SELECT l + 1 FROM {t}", "invalid_sql", "verflow")
    fails(f"SELECT n + 1::INTEGER FROM {t} WHERE n = 2147483647", "invalid_sql", "verflow")
    gives(f"SELECT n + 1::BIGINT FROM {t}", 2147483648)


def test_c166_averages_of_integers(table, gives, ask):
    t = table({"n": LONG, "g": KEYWORD}, [{"n": 1, "g": "a"}, {"n": 2, "g": "a"}])
    gives(f"SELECT avg(n) FROM {t}", 1.5)
    gives(f"SELECT g, avg(n) FROM {t} GROUP BY g", ("a", 1.5))
    assert ask.types(f"SELECT avg(n) AS a FROM {t}") == {"a": "double"}
