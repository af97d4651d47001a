"""The keys of a join's small side reach the scan of the large side."""

import re

import pytest

from support.client import Client

ROWS = 40_000


@pytest.fixture
def large(make_index):
    return make_index("joined-large", ROWS, shards=3, pad=200)


@pytest.fixture
def small(cluster):
    """small(name, keys): an index whose documents hold these values of `k`."""

    def make(name: str, keys, type_: str = "long") -> str:
        index = f"{cluster.prefix}joined-keys-{name}"
        cluster.create(index, {"k": {"type": type_}})
        cluster.load(index, [(str(place), f'{{"k":{key}}}') for place, key in enumerate(keys)])
        return index

    return make


def analyzed(client, sql: str) -> str:
    """The plan with what each operator did, without the frames around it."""
    return re.sub(r"[^\w\s:,.()<>=-]+", " ", client.run("EXPLAIN ANALYZE " + sql).column(1)[0].as_py())


def bytes_read(plan: str) -> int:
    return max(int(found) for found in re.findall(r"Bytes:\s*(\d+)", plan))


JOINS = {
    "inner": ('SELECT l.n FROM "{large}" l JOIN "{small}" s ON l.n = s.k', lambda keys: keys),
    "written the other way": ('SELECT l.n FROM "{small}" s JOIN "{large}" l ON l.n = s.k', lambda keys: keys),
    "in a subquery": ('SELECT n FROM "{large}" WHERE n IN (SELECT k FROM "{small}")', lambda keys: sorted(set(keys))),
    "left of the small side": ('SELECT l.n FROM "{small}" s LEFT JOIN "{large}" l ON l.n = s.k', lambda keys: keys),
}
KEYS = {"one": [77], "few": [5, 7, 7, 39_999], "thousands": list(range(0, 39_000, 13)), "a range": list(range(500, 700))}


@pytest.mark.parametrize("keys", KEYS)
@pytest.mark.parametrize("join", JOINS)
def test_keys_reach_the_large_side(client, server, large, small, join, keys):
    sql, matching = JOINS[join]
    sql = sql.format(large=large, small=small(f"{list(KEYS).index(keys)}-{list(JOINS).index(join)}", KEYS[keys]))
    wanted = matching(KEYS[keys])
    assert sorted(client.run(sql).column(0).to_pylist()) == wanted
    with Client(server.uri, recurve_pushdown=False) as whole:
        assert sorted(whole.run(sql).column(0).to_pylist()) == wanted
        all_bytes = bytes_read(analyzed(whole, sql))
    plan = analyzed(client, sql)
    assert "Join keys" in plan, plan
    assert bytes_read(plan) < all_bytes / 5, plan


def test_rows_outside_of_the_keys_are_kept_where_they_are_results(client, large, small):
    side = small("kept", [3, 4])
    for sql, rows in ((f'SELECT count(*) FROM "{large}" l LEFT JOIN "{side}" s ON l.n = s.k', ROWS),
                      (f'SELECT count(*) FROM "{large}" l ANTI JOIN "{side}" s ON l.n = s.k', ROWS - 2),
                      (f'SELECT count(*) FROM "{large}" l FULL JOIN "{side}" s ON l.n = s.k', ROWS),
                      (f'SELECT count(*) FROM "{large}" WHERE n NOT IN (SELECT k FROM "{side}")', ROWS - 2)):
        assert client.run(sql).column(0).to_pylist() == [rows], sql


def test_keys_stop_where_rows_are_picked(client, large, small):
    """Each statement joins the first rows of the large side, whatever the keys are."""
    side = small("picked", [3, 4, 39_998])
    first = f'(SELECT n FROM "{large}" ORDER BY n DESC LIMIT 2)'
    assert client.run(f'SELECT l.n FROM {first} l JOIN "{side}" s ON l.n = s.k').column(0).to_pylist() == [39_998]
    picked = f'(SELECT DISTINCT ON (word) n, word FROM "{large}" ORDER BY word, n)'
    assert sorted(client.run(f'SELECT l.n FROM {picked} l JOIN "{side}" s ON l.n = s.k').column(0).to_pylist()) == [3, 4]
    ranked = f'(SELECT n, row_number() OVER (ORDER BY n DESC) AS r FROM "{large}")'
    assert client.run(f'SELECT l.r FROM {ranked} l JOIN "{side}" s ON l.n = s.k ORDER BY 1').column(0).to_pylist() == [2, 39_996, 39_997]


def test_keys_of_a_field_with_several_values_are_not_used(client, cluster, small):
    """Their proof fails, and the scan goes on without them to the document that is an error on every road."""
    index = cluster.prefix + "joined-several"
    cluster.create(index, {"k": {"type": "long"}, "n": {"type": "long"}})
    cluster.load(index, [(str(n), f'{{"k":{n},"n":{n}}}') for n in range(100)] + [("two", '{"k":[7,900],"n":100}')])
    side = small("several", [1, 900])
    with pytest.raises(Exception, match="several values.*two"):
        client.run(f'SELECT b.n FROM "{index}" b JOIN "{side}" s ON b.k = s.k')


def test_keys_longer_than_the_index_takes(client, cluster, small):
    """A text that `ignore_above` keeps out of the index is found all the same."""
    index = cluster.prefix + "joined-ignored"
    cluster.create(index, {"k": {"type": "keyword", "ignore_above": 5}, "n": {"type": "long"}})
    cluster.load(index, [(str(n), f'{{"k":"key-{n}","n":{n}}}') for n in range(150)])
    side = small("ignored", ['"key-1"', '"key-123"', '"nothing"'], "keyword")
    rows = client.run(f'SELECT b.n FROM "{index}" b JOIN "{side}" s ON b.k = s.k').column(0).to_pylist()
    assert sorted(rows) == [1, 123]


def test_a_recursive_statement_sends_new_keys_each_time(client, large):
    sql = f"""WITH RECURSIVE steps(n) AS (
        SELECT 1::BIGINT UNION ALL SELECT l.n * 3 FROM steps s JOIN "{large}" l ON l.n = s.n WHERE l.n < 3000)
        SELECT n FROM steps ORDER BY n"""
    assert client.run(sql).column(0).to_pylist() == [3**power for power in range(9)]
