"""F. NULL, missing fields, three-valued logic."""

import pytest

KEYWORD, LONG = {"type": "keyword"}, {"type": "long"}


def test_c064_not_in_and_missing_fields(table, gives):
    t = table({"n": LONG}, [{"n": 42}, {"n": 7}, {"n": None}, {}])
    gives(f"SELECT n FROM {t} WHERE n NOT IN (42, -1)", 7)
    gives(f"SELECT n FROM {t} WHERE n NOT IN (42, NULL)")
    gives(f"SELECT n FROM {t} WHERE (n IN (42, -1)) IS NOT TRUE", 7, None, None)


def test_c065_negations_and_missing_fields(table, gives):
    t = table({"k": KEYWORD}, [{"k": "hello"}, {"k": "bye"}, {}])
    gives(f"SELECT k FROM {t} WHERE NOT (k LIKE '%ell%')", "bye")
    gives(f"SELECT k FROM {t} WHERE k NOT LIKE '%ell%'", "bye")
    gives(f"SELECT k FROM {t} WHERE k <> 'hello'", "bye")
    gives(f"SELECT k FROM {t} WHERE NOT (k = 'hello')", "bye")
    gives(f"SELECT k FROM {t} WHERE NOT (k = 'hello' OR k = 'x')", "bye")
    gives(f"SELECT k FROM {t} WHERE NOT (k = 'hello' AND k > 'a')", "bye")
    gives(f"SELECT k FROM {t} WHERE k IS DISTINCT FROM 'hello'", "bye", None)


def test_c067_or_beside_and_restricts(table, gives):
    rows = [(1, 2, 0), (1, 0, 3), (1, 0, 0), (0, 2, 3)]
    t = table({name: LONG for name in "abc"}, [dict(zip("abc", row)) for row in rows])
    gives(f"SELECT a, b, c FROM {t} WHERE a = 1 AND (b = 2 OR c = 3)", *rows[:2])
    gives(f"SELECT a, b, c FROM {t} WHERE (b = 2 OR c = 3) AND NOT (a = 1 AND c = 3)", rows[0], rows[3])


def test_c068_count_of_a_column(table, gives):
    t = table({"c": KEYWORD, "g": LONG}, [{"c": "x", "g": 1}, {"c": "x", "g": 1}, {"g": 1}])
    gives(f"SELECT count(*), count(c) FROM {t}", (3, 2))
    gives(f"SELECT g, count(*), count(c), count(DISTINCT c) FROM {t} GROUP BY g", (1, 3, 2, 1))
    gives(f"SELECT count(*) FILTER (WHERE c IS NULL) FROM {t}", 1)


def test_c070_explicit_null_and_a_page_without_the_field(table, gives):
    t = table({"d": {"type": "date"}, "k1": KEYWORD, "k2": KEYWORD}, [{"d": None}, {"k2": "x"}])
    gives(f"SELECT d, k1 FROM {t}", (None, None), (None, None))
    gives(f"SELECT d FROM {t} WHERE d IS NULL AND k1 IS NULL", None, None)


def test_c071_null_is_not_a_default_value(table, gives, ask):
    types = {"d": "date", "n": "long", "f": "double", "b": "boolean", "k": "keyword", "i": "ip"}
    t = table({name: {"type": type_} for name, type_ in types.items()}, [dict.fromkeys(types)])
    columns = ", ".join(types)
    gives(f"SELECT {columns} FROM {t}", (None,) * len(types))
    assert all(field.nullable for field in ask.session.flight_info(f"SELECT {columns} FROM {t}").schema)


def test_c073_null_tests_without_scripts(table, gives, ask):
    t = table({"a": KEYWORD}, [{"a": "x"}, {}])
    sql = f"SELECT a FROM {t} WHERE a IS NOT NULL"
    gives(sql, "x")
    request = ask.explain(sql)["request"]
    assert '"exists"' in request and "script" not in request


def test_c074_the_filter_and_the_group_look_at_one_thing(table, gives):
    t = table({"s": {"type": "text", "fields": {"keyword": {"type": "keyword", "ignore_above": 5}}}}, [{"s": "short"}, {"s": "longer one"}, {}])
    gives(f"SELECT s, count(*) FROM {t} WHERE s IS NOT NULL GROUP BY s", ("short", 1), ("longer one", 1))
    gives(f"SELECT s, count(*) FROM {t} GROUP BY s", ("short", 1), ("longer one", 1), (None, 1))


@pytest.mark.parametrize("type_", ["binary", "long", "keyword", "date", "boolean"])
def test_c148_is_null_where_the_index_knows_nothing(table, gives, type_):
    value = {"binary": "AAEC", "long": 5, "keyword": "x", "date": "2024-01-01", "boolean": False}[type_]
    hidden = {} if type_ == "binary" else {"index": False, "doc_values": False}
    t = table({"id": LONG, "v": {"type": type_, **hidden}}, [{"id": 1, "v": value}, {"id": 2}])
    gives(f"SELECT id FROM {t} WHERE v IS NULL", 2)
    gives(f"SELECT id FROM {t} WHERE v IS NOT NULL", 1)
    gives(f"SELECT count(*), count(v) FROM {t}", (2, 1))


def test_c149_three_valued_and_or_in_the_select_list(table, gives):
    t = table({"n": LONG}, [{"n": 2}, {"n": 3}, {}])
    gives(f"SELECT n = 2 OR NULL, n = 2 AND NULL FROM {t}", (True, None), (None, False), (None, None))
    gives(f"SELECT n FROM {t} WHERE (n = 2 OR NULL) IS NULL", 3, None)
    gives(f"SELECT n FROM {t} WHERE NOT (n = 2 AND NULL)", 3)


def test_c169_json_null_in_a_typed_column(table, gives):
    t = table({"agent": {"properties": {"id": KEYWORD}}, "n": LONG}, [{"agent": {"id": "a1"}, "n": None}])
    gives(f"SELECT agent.id, n FROM {t}", ("a1", None))
    gives(f"SELECT agent.id FROM {t} WHERE n IS NULL", "a1")
