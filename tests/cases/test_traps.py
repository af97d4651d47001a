"""Appendix A: traps without (or with thin) reports. The numbers are those of its list; others of it are under their case."""

import json

import pytest

from data.cluster import ClusterError
from support.client import Client

KEYWORD, LONG, DOUBLE = {"type": "keyword"}, {"type": "long"}, {"type": "double"}


def test_trap01_null_value_is_not_a_value_of_the_row(table, gives):
    t = table({"id": LONG, "k": {**KEYWORD, "null_value": "none"}, "n": {**LONG, "null_value": 7}},
              [{"id": 1, "k": None, "n": None}, {"id": 2, "k": "none", "n": 7}, {"id": 3}])
    gives(f"SELECT id, k, n FROM {t}", (1, None, None), (2, "none", 7), (3, None, None))
    gives(f"SELECT id FROM {t} WHERE k IS NULL AND n IS NULL", 1, 3)
    gives(f"SELECT id FROM {t} WHERE k = 'none' OR n = 7", 2)
    gives(f"SELECT count(k), count(n), sum(n), count(DISTINCT k) FROM {t}", (1, 1, 7, 1))
    gives(f"SELECT k, count(*) FROM {t} GROUP BY k", ("none", 1), (None, 2))


def test_trap02_copy_to_does_not_change_other_rows(table, gives):
    t = table({"a": {**KEYWORD, "copy_to": "both"}, "b": {**KEYWORD, "copy_to": "both"}, "both": KEYWORD, "id": LONG},
              [{"id": 1, "a": "x", "b": "y"}, {"id": 2, "a": "y"}])
    gives(f"SELECT id, a, b FROM {t} WHERE a = 'x' OR b = 'x'", (1, "x", "y"))


@pytest.mark.parametrize("parameters", [{"index": False}, {"doc_values": False}, {"index": False, "doc_values": False}, {"store": True}], ids=str)
def test_trap03_leaves_that_lack_something(table, gives, parameters):
    t = table({"id": LONG, "k": {**KEYWORD, **parameters}, "n": {**LONG, **parameters}},
              [{"id": 1, "k": "b", "n": 5}, {"id": 2, "k": "a", "n": 6}, {"id": 3}])
    gives(f"SELECT id FROM {t} WHERE k = 'a'", 2)
    gives(f"SELECT id FROM {t} WHERE n < 6", 1)
    gives(f"SELECT id FROM {t} WHERE k IS NULL AND n IS NULL", 3)
    gives(f"SELECT id FROM {t} WHERE NOT (k = 'a')", 1)
    gives(f"SELECT id FROM {t} ORDER BY k, n LIMIT 2", 2, 1, ordered=True)
    gives(f"SELECT k, sum(n) FROM {t} GROUP BY k", ("a", 6), ("b", 5), (None, None))
    gives(f"SELECT min(n), max(k), count(DISTINCT k) FROM {t}", (5, "b", 2))


def test_trap04_skipped_shards_are_healthy(table, proxy, serve):
    t = table({"n": LONG}, [{"n": n} for n in range(20)], shards=2)

    def skip(request, answer):
        if request.is_search and answer.status == 200:
            page = json.loads(answer.body)
            if "_shards" in page:
                page["_shards"]["skipped"] = page["_shards"]["total"]
                answer.body = json.dumps(page).encode()

    proxy.change = skip
    serve(through=proxy.url).gives(f"SELECT n FROM {t} WHERE n >= 5", *range(5, 20))


def test_trap05_filtered_aliases(table, cluster, gives):
    t = table({"n": LONG, "k": KEYWORD}, [{"n": n, "k": "ab"[n % 2]} for n in range(20)], shards=3)
    alias = f"{t}_alias"
    cluster.add_alias(alias, t, {"term": {"k": "a"}})
    gives(f"SELECT n FROM {alias}", *range(0, 20, 2))
    gives(f"SELECT count(*), count(n), min(k), max(k) FROM {alias}", (10, 10, "a", "a"))
    gives(f"SELECT n FROM {alias} WHERE n < 5 OR k = 'b'", 0, 2, 4)
    gives(f"SELECT count(*) FROM {alias} WHERE k = 'b'", 0)
    gives(f"SELECT k, count(*) FROM {alias} GROUP BY k", ("a", 10))
    gives(f"SELECT DISTINCT _index FROM {alias} WHERE n IS NOT NULL", t)
    gives(f"SELECT n FROM {alias} ORDER BY n DESC LIMIT 2", 18, 16, ordered=True)


def test_trap05_aliases_with_routing(table, cluster, gives):
    t = table({"n": LONG}, [{"n": n} for n in range(60)], shards=3)
    alias = f"{t}_routed"
    cluster.api.call("POST", "/_aliases", {"actions": [{"add": {"index": t, "alias": alias, "routing": "1"}}]})
    hits = cluster.api.call("POST", f"/{alias}/_search", {"size": 100})["hits"]["hits"]
    wanted = sorted(hit["_source"]["n"] for hit in hits)
    assert 0 < len(wanted) < 60
    gives(f"SELECT n FROM {alias}", *wanted)
    gives(f"SELECT count(*) FROM {alias}", len(wanted))
    gives(f"SELECT n FROM {alias} WHERE n >= 30", *[n for n in wanted if n >= 30])
    gives(f"SELECT max(n) FROM {alias}", max(wanted))


def test_trap07_nested_children_are_no_rows(table, gives):
    t = table({"n": LONG, "c": {"type": "nested", "properties": {"x": LONG}}}, [{"n": n, "c": [{"x": 1}, {"x": 2}, {"x": 3}]} for n in range(4)])
    gives(f"SELECT count(*) FROM {t}", 4)
    gives(f"SELECT n FROM {t}", 0, 1, 2, 3)
    gives(f"SELECT n FROM {t} WHERE n <> 2", 0, 1, 3)
    gives(f"SELECT n, len(c) FROM {t} WHERE n IN (1, 2)", (1, 3), (2, 3))
    gives(f"SELECT count(*) FROM {t} AS t, unnest(t.c) AS u(v)", 12)


def test_trap08_a_snapshot_hides_deletes_and_updates(table, cluster, server):
    rows, pad = 15_000, "x" * 2_000
    t = table({"n": LONG, "pad": {**KEYWORD, "index": False, "doc_values": False}}, (f'{{"n":{n},"pad":"{pad}"}}' for n in range(rows)), shards=2)
    with Client(server.uri) as client, client.stream(client.flight_info(f"SELECT n, pad FROM {t}")) as stream:
        batches = stream.batches()
        numbers = next(batches).column(0).to_pylist()
        cluster.delete_documents(t, [str(number) for number in range(1, rows, 2)])
        cluster.load(t, [(str(number), f'{{"n":{-number}}}') for number in range(2, 2_000, 2)])
        for batch in batches:
            numbers += batch.column(0).to_pylist()
    assert sorted(numbers) == list(range(rows))


@pytest.mark.parametrize("shards", [1, 2])
def test_trap10_a_sorted_index(table, gives, shards):
    settings = {"index.sort.field": ["n"], "index.sort.order": ["desc"]}
    t = table({"n": LONG, "k": KEYWORD}, [{"n": n, "k": f"k{n % 3}"} for n in range(50)] + [{}], settings=settings, shards=shards)
    gives(f"SELECT n FROM {t} WHERE n >= 45", *range(45, 50))
    gives(f"SELECT n FROM {t} ORDER BY n LIMIT 3", 0, 1, 2, ordered=True)
    gives(f"SELECT n FROM {t} ORDER BY n NULLS FIRST LIMIT 2", None, 0, ordered=True)
    gives(f"SELECT count(*), count(n) FROM {t}", (51, 50))
    gives(f"SELECT k, count(*) FROM {t} GROUP BY k", ("k0", 17), ("k1", 17), ("k2", 16), (None, 1))


def test_trap10_index_and_id_as_columns(table, gives):
    t = table({"n": LONG}, [{"n": 5}, {"n": 6}])
    gives(f"SELECT _index, _id, n FROM {t} WHERE _id = '2'", (t, "2", 6))
    gives(f"SELECT count(*) FROM {t} WHERE _index = '{t}' AND _index LIKE '%'", 2)
    gives(f"SELECT n FROM {t} WHERE _index <> '{t}'")


def test_trap10_source_and_ignored_as_columns(table, ask):
    t = table({"n": {**LONG, "ignore_malformed": True}}, ['{"n":"x"}', '{"n":1}'])
    ask.gives(f"SELECT _source FROM {t} WHERE n = 1", '{"n":1}')
    ask.gives(f"SELECT count(*) FROM {t} WHERE _ignored IS NOT NULL", 1)


@pytest.mark.only("es-8.19", why="no index modes")
def test_trap11_time_series(table, gives):
    fields = {"@timestamp": {"type": "date"}, "host": {**KEYWORD, "time_series_dimension": True}, "v": {**DOUBLE, "time_series_metric": "gauge"}}
    settings = {"index.mode": "time_series", "index.routing_path": ["host"], "index.time_series.start_time": "2024-01-01T00:00:00Z",
                "index.time_series.end_time": "2024-02-01T00:00:00Z"}
    t = table(fields, settings=settings)
    _index_without_ids(table, t, [{"@timestamp": f"2024-01-0{day}T00:00:00Z", "host": host, "v": day} for day in (1, 2, 3) for host in "ab"])
    gives(f"SELECT count(*), sum(v) FROM {t}", (6, 12.0))
    gives(f"SELECT host, v FROM {t} WHERE \"@timestamp\" >= TIMESTAMPTZ '2024-01-02 12:00:00+00'", ("a", 3.0), ("b", 3.0))
    gives(f"SELECT host, max(v) FROM {t} WHERE v < 3 GROUP BY host", ("a", 2.0), ("b", 2.0))


@pytest.mark.only("es-8.19", why="no index modes")
def test_trap11_logsdb(table, gives):
    t = table({"@timestamp": {"type": "date"}, "msg": KEYWORD, "n": LONG}, settings={"index.mode": "logsdb"})
    _index_without_ids(table, t, [{"@timestamp": "2024-01-01T00:00:00Z", "msg": f"m{n % 2}", "n": n} for n in range(6)])
    gives(f"SELECT count(*), sum(n) FROM {t}", (6, 15))
    gives(f"SELECT n FROM {t} WHERE msg = 'm1'", 1, 3, 5)


def _index_without_ids(table, t: str, documents) -> None:
    """Such indices make `_id` themselves."""
    body = "".join(f'{{"create":{{}}}}\n{json.dumps(document)}\n' for document in documents)
    status, answer = table.cluster.api.send("POST", f"/{t}/_bulk?refresh=true", body.encode(), "application/x-ndjson")
    assert status == 200 and not json.loads(answer)["errors"], answer[:400]


def test_trap12_strange_text(table, gives):
    values = ["nul\x00inside", "\U0001f600", "e\u0301", "\u202eabc", "\ufeffbom", "a\u2028b", "\x7f\x01"]
    t = table({"id": LONG, "k": KEYWORD, "t": {"type": "text"}}, [{"id": number, "k": value, "t": value} for number, value in enumerate(values)])
    gives(f"SELECT id, k, t FROM {t}", *((number, value, value) for number, value in enumerate(values)))
    gives(f"SELECT id FROM {t} WHERE k = '\U0001f600' OR t = 'e\u0301'", 1, 2)
    gives(f"SELECT id FROM {t} WHERE k = 'nul' || chr(0) || 'inside'", 0)
    gives(f"SELECT length(k) FROM {t} WHERE id = 0", 10)


def test_trap12_half_a_surrogate_pair(table, ask):
    t = table({"k": {**KEYWORD, "index": False, "doc_values": False}}, ['{"k":"\\ud800x"}'])
    for session in ask.sessions.values():
        (value,) = session.run(f"SELECT k FROM {t}").column(0).to_pylist()
        assert value.endswith("x") and "\ufffd" in value


def test_trap12_a_text_of_a_megabyte(table, ask, gives):
    text = "é" * (1 << 19)
    t = table({"t": {"type": "text", "index": False}, "n": LONG}, [{"t": text, "n": 1}, {"t": "short", "n": 2}])
    for session in ask.sessions.values():
        assert session.run(f"SELECT t FROM {t} WHERE n = 1").column(0).to_pylist() == [text]
    gives(f"SELECT n, length(t) FROM {t} WHERE t LIKE 'é%'", (1, 1 << 19))


def test_trap13_one_key_twice_in_an_object(table, gives):
    """The cluster refuses it where it reads the object; where it does not, the text is kept."""
    t = table({"n": LONG, "off": {"type": "object", "enabled": False}})
    for text in ('{"n":1,"n":2}', '{"off":{"a":1,"a":2}}'):
        try:
            table.add(t, [text])
        except ClusterError:
            continue
        gives(f"SELECT off FROM {t}", '{"a":1,"a":2}')


def test_trap14_numbers_that_travel_badly(table, gives):
    t = table({"id": LONG, "d": DOUBLE, "l": LONG, "f": {"type": "float"}},
              ['{"id":1,"d":-0.0,"l":1.0,"f":0.1}', '{"id":2,"d":0.1,"l":1e3,"f":-0.0}', '{"id":3,"d":5e-324,"l":-7.0,"f":1e-45}',
               '{"id":4,"d":1.7976931348623157e308,"l":0,"f":3.4028235e38}'])
    gives(f"SELECT id, d, l FROM {t}", (1, -0.0, 1), (2, 0.1, 1000), (3, 5e-324, -7), (4, 1.7976931348623157e308, 0))
    gives(f"SELECT id FROM {t} WHERE d = 0", 1)
    gives(f"SELECT id FROM {t} WHERE d = 0.1::DOUBLE", 2)
    gives(f"SELECT id FROM {t} WHERE f = 0.1::FLOAT", 1)
    gives(f"SELECT id FROM {t} WHERE f = 0", 2)
    gives(f"SELECT id FROM {t} WHERE l = 1 OR l = 1000", 1, 2)
    gives(f"SELECT id FROM {t} WHERE d < 1e-300 AND d > 0", 3)


def test_trap14_a_number_beyond_double(table, gives):
    t = table({"d": DOUBLE, "off": {"type": "object", "enabled": False}}, ['{"off":{"x":1e400}}'])
    gives(f"SELECT d, off FROM {t}", (None, '{"x":1e400}'))
    with pytest.raises(ClusterError):
        table.add(t, ['{"d":1e400}'])
