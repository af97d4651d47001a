"""K. Aggregates, and L. joins and long IN lists."""

import pytest

KEYWORD, LONG = {"type": "keyword"}, {"type": "long"}
ROWS = 6_000


@pytest.fixture(scope="module")
def groups(cluster):
    """6,000 documents over three shards: a has 15 values, b 20, c 20; every group of all three is one document."""
    index = cluster.prefix + "cases_groups"
    cluster.create(index, {"a": KEYWORD, "b": KEYWORD, "c": LONG, "x": LONG, "u": LONG}, settings={"number_of_shards": 3})
    cluster.load(index, ((str(n), _document(n)) for n in range(ROWS)))
    yield index
    cluster.api.call("DELETE", f"/{index}")


def _document(n: int) -> str:
    return f'{{"a":"a{n // 400}","b":"b{n // 20 % 20}","c":{n % 20},"x":{n},"u":{n % 13}}}'


def test_c127_every_inner_group(groups, ask, gives):
    for session in ask.sessions.values():
        got = session.run(f"SELECT a, b, c, sum(x) FROM {groups} GROUP BY a, b, c").to_pylist()
        assert sorted(int(row["sum(x)"]) for row in got) == list(range(ROWS))
        assert len({(row["a"], row["b"], row["c"]) for row in got}) == ROWS
    gives(f"SELECT count(*) FROM (SELECT a, b FROM {groups} GROUP BY a, b)", 300)


def test_c128_the_lowest_sum_over_shards(groups, gives):
    sums = {f"a{k}": sum(range(400 * k, 400 * k + 400)) for k in range(15)}
    gives(f"SELECT a, sum(x) AS s FROM {groups} GROUP BY a ORDER BY s LIMIT 1", ("a0", sums["a0"]))
    gives(f"SELECT a, sum(x) AS s FROM {groups} GROUP BY a ORDER BY s DESC LIMIT 2", ("a14", sums["a14"]), ("a13", sums["a13"]), ordered=True)
    gives(f"SELECT x, count(*) AS n FROM {groups} GROUP BY x ORDER BY n, x LIMIT 3", (0, 1), (1, 1), (2, 1), ordered=True)


def test_c130_very_many_groups_of_two_keys(groups, ask):
    for session in ask.sessions.values():
        (row,) = session.run(f"SELECT count(*) AS groups, max(n) AS most, sum(n)::BIGINT AS total FROM "
                             f"(SELECT a, x, count(*) AS n FROM {groups} GROUP BY a, x)").to_pylist()
        assert row == {"groups": ROWS, "most": 1, "total": ROWS}


def test_c133_order_by_count_distinct(groups, table, gives):
    t = table({"t": KEYWORD, "u": LONG}, [{"t": "many", "u": 1}] * 5 + [{"t": "varied", "u": u} for u in range(3)] + [{"t": "none"}])
    gives(f"SELECT t, count(DISTINCT u) AS c FROM {t} GROUP BY t ORDER BY c DESC", ("varied", 3), ("many", 1), ("none", 0), ordered=True)
    gives(f"SELECT count(DISTINCT u), count(DISTINCT x), count(DISTINCT b) FROM {groups}", (13, ROWS, 20))


def test_c134_a_join_under_a_limit(groups, ask):
    for session in ask.sessions.values():
        got = session.run(f"SELECT p.x, q.x AS y FROM {groups} p JOIN {groups} q ON p.x = q.x LIMIT 5").to_pylist()
        assert len(got) == 5 and all(row["x"] == row["y"] for row in got)


def test_c134_a_join_with_a_small_side(groups, table, gives):
    t = table({"k": LONG, "w": KEYWORD}, [{"k": 7, "w": "seven"}, {"k": ROWS - 1, "w": "last"}, {"k": 50_000, "w": "none"}, {}])
    gives(f"SELECT w, a FROM {t} t JOIN {groups} g ON g.x = t.k", ("seven", "a0"), ("last", "a14"))
    gives(f"SELECT count(*) FROM {groups} WHERE x IN (SELECT k FROM {t})", 2)
    gives(f"SELECT count(*) FROM {groups} WHERE x NOT IN (SELECT k FROM {t} WHERE k IS NOT NULL)", ROWS - 2)
    gives(f"SELECT count(*) FROM {groups} WHERE x NOT IN (SELECT k FROM {t})", 0)
    gives(f"SELECT w, g.x FROM {t} t LEFT JOIN {groups} g ON g.x = t.k", ("seven", 7), ("last", ROWS - 1), ("none", None), (None, None))


def test_c136_a_join_that_spills_keeps_its_rows(groups, serve):
    ask = serve("--engine-memory-limit", "64MiB", "--engine-threads", "2")
    keys = "SELECT y * 2 AS k, repeat('x', 40) || y AS pad FROM range(600000) r(y)"
    ask.gives(f"SELECT count(*) FROM range(1000000) a(x) WHERE x IN (SELECT k FROM ({keys}))", 500_000)
    ask.gives(f"SELECT count(*), count(DISTINCT pad) FROM ({keys}) JOIN {groups} g ON g.x = k", (ROWS // 2, ROWS // 2))


@pytest.mark.parametrize("count", [1_000, 5_000])
def test_c137_long_in_lists(groups, gives, count):
    values = ", ".join(str(n * 3) for n in range(count))
    hits = len([n for n in range(0, ROWS, 3) if n < count * 3])
    gives(f"SELECT count(*) FROM {groups} WHERE x IN ({values})", hits)
    gives(f"SELECT count(*) FROM {groups} WHERE x NOT IN ({values}) AND u IS NOT NULL", ROWS - hits)


def test_c137_more_values_than_a_terms_query_takes(groups, gives):
    values = ", ".join(str(n * 3) for n in range(70_000))  # the cluster's limit is 65,536
    gives(f"SELECT count(*) FROM {groups} WHERE x IN ({values})", ROWS // 3)


def test_c137_long_in_lists_of_words(groups, gives):
    values = ", ".join(f"'a{n}'" for n in range(10, 3_010))
    gives(f"SELECT count(*) FROM {groups} WHERE a IN ({values})", 5 * 400)
