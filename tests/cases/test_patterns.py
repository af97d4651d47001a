"""C. Index patterns, aliases, schemas that drift."""

import pytest

from data.cluster import ClusterError
from support.client import Client

KEYWORD, LONG, TEXT = {"type": "keyword"}, {"type": "long"}, {"type": "text"}


def typed(**types: str) -> dict:
    return {name: {"type": type_} for name, type_ in types.items()}


def test_c028_text_in_one_index_and_keyword_in_another(table, gives):
    for suffix, field in (("log1", TEXT), ("log2", KEYWORD)):
        table({"msg": field}, [{"msg": "status=200"}], suffix=suffix)
    pattern = f'"{table.name("log*")}"'
    gives(f"SELECT msg FROM {pattern} WHERE msg LIKE '%200%'", "status=200", "status=200")
    gives(f"SELECT msg, count(*) FROM {pattern} WHERE msg = 'status=200' GROUP BY msg", ("status=200", 2))


def test_c029_ip_in_most_and_keyword_in_one(table, gives, ask):
    for number in range(4):
        table({"host": {"properties": {"ip": {"type": "ip" if number else "keyword"}}}}, [{"host": {"ip": f"10.0.0.{number}"}}], suffix=f"-{number}")
    pattern = f'"{table.name("-*")}"'
    gives(f"SELECT host.ip FROM {pattern}", *(f"10.0.0.{number}" for number in range(4)))
    gives(f"SELECT host.ip FROM {pattern} WHERE host.ip = '10.0.0.0'", "10.0.0.0")
    gives(f"SELECT host.ip FROM {pattern} WHERE host.ip = '10.0.0.2'", "10.0.0.2")
    assert ask.types(f"SELECT host.ip FROM {pattern}") == {"ip": "string"}


@pytest.mark.parametrize("left, right, widened", [
    ("byte", "short", "int16"), ("short", "integer", "int32"), ("integer", "long", "int64"),
    ("half_float", "float", "float"), ("float", "double", "double"), ("integer", "double", "double"),
    ("keyword", "text", "string"), ("ip", "text", "string"),
])
def test_c031_widening(table, gives, ask, left, right, widened):
    text = widened == "string"
    for suffix, type_ in (("a", left), ("b", right)):
        table({"v": {"type": type_}}, [{"v": "10.0.0.1" if text else 1}], suffix=suffix)
    both = f'"{table.name("a")},{table.name("b")}"'
    assert ask.types(f"SELECT v FROM {both}") == {"v": widened}
    value = "10.0.0.1" if text else 1 if widened.startswith("int") else 1.0
    gives(f"SELECT v FROM {both}", value, value)
    gives(f"SELECT count(*) FROM {both} WHERE v = {value!r}", 2)


def test_c031_what_cannot_be_widened_is_text(table, gives):
    table(typed(v="long", id="long"), ['{"v":9007199254740993,"id":1}'], suffix="a")
    table(typed(v="keyword", id="long"), ['{"v":"x","id":2}'], suffix="b")
    gives(f'SELECT id, v FROM "{table.name("*")}"', (1, "9007199254740993"), (2, '"x"'))


def test_c032_a_difference_in_a_column_nobody_uses(table, gives, ask):
    table(typed(v="float", w="date"), [{"v": 0.5, "w": 0}], suffix="1")
    table(typed(v="double", w="boolean"), [{"v": 0.25, "w": True}], suffix="2")
    pattern = f'"{table.name("*")}"'
    gives(f"SELECT count(*) FROM {pattern}", 2)
    gives(f"SELECT v FROM {pattern}", 0.5, 0.25)
    assert ask.types(f"SELECT v FROM {pattern}") == {"v": "double"}


@pytest.mark.parametrize("limits", [{"index.max_result_window": 7}, {"index.max_docvalue_fields_search": 1}], ids=str)
def test_c034_one_index_has_lower_limits(table, gives, limits):
    fields = typed(a="long", b="long", c="long")
    for suffix, settings in (("1", {}), ("2", limits)):
        table(fields, [{"a": n, "b": n, "c": n} for n in range(40)], suffix=suffix, settings=settings, shards=2)
    pattern = f'"{table.name("*")}"'
    gives(f"SELECT count(*), sum(a), sum(b), sum(c) FROM {pattern}", (80, 1560, 1560, 1560))
    gives(f"SELECT a, b, c FROM {pattern}", *[(n, n, n) for n in range(40)] * 2)
    gives(f"SELECT a FROM {pattern} WHERE b < 30 AND c >= 10", *list(range(10, 30)) * 2)


def test_c035_patterns_over_other_clusters(fails):
    fails('SELECT 1 FROM "*:prefix*" LIMIT 1', "unsupported", "remote cluster")
    fails('SELECT 1 FROM "far:prefix*" LIMIT 1', "unsupported", "remote cluster")


def test_c037_an_alias_with_a_closed_index(table, cluster, gives, fails):
    for suffix in ("_open", "_closed"):
        cluster.add_alias(table.name("_alias"), table({"n": LONG}, [{"n": 1}], suffix=suffix))
    cluster.api.call("POST", f"/{table.name('_closed')}/_close")
    fails(f"SELECT count(*) FROM {table.name('_alias')}", table.name("_closed"), "closed")
    gives(f"SELECT count(*) FROM {table.name('_open')}", 1)


def test_c038_exclusions_and_hidden_names(table, cluster, gives):
    for suffix in ("-new", "-old", "-older"):
        table({"n": LONG}, [{"n": 1}], suffix=suffix)
    stem = table.name()
    gives(f'SELECT DISTINCT _index FROM "{stem}-*,-{stem}-old"', f"{stem}-new", f"{stem}-older")
    gives(f'SELECT DISTINCT _index FROM "{stem}-*,-{stem}-old*"', f"{stem}-new")
    hidden = f".ds-{stem}-2024.01.01-000001"
    cluster.create(hidden, {"n": LONG})
    try:
        cluster.load(hidden, [("1", '{"n":5}')])
        gives(f'SELECT n FROM "{hidden}"', 5)
    finally:
        cluster.api.call("DELETE", f"/{hidden}")


@pytest.mark.only("es-7.10", "es-7.17", "es-8.19", "os-1.3", "os-2.19", "os-3.9", why="there are no hidden indices")
def test_c038_hidden_indices(table, gives):
    table({"n": LONG}, [{"n": 5}], suffix="-seen")
    hidden = table({"n": LONG}, [{"n": 6}], suffix="-unseen", settings={"index.hidden": True})
    gives(f'SELECT n FROM "{hidden}"', 6)
    gives(f'SELECT n FROM "{table.name("*")}"', 5)


@pytest.mark.only("es-7.17", "os-2.19", "os-3.9", why="its jars have no match_only_text")
def test_c040_a_young_kind_of_text(table, gives, ask):
    t = table(typed(body="match_only_text"), [{"body": "Some words"}])
    gives(f"SELECT body FROM {t} WHERE body = 'Some words'", "Some words")
    assert ask.types(f"SELECT body FROM {t}") == {"body": "string"}


def test_c040_a_type_without_a_column_type_is_its_json_text(table, gives):
    t = table({"v": {"type": "completion"}, "n": LONG}, ['{"n":1,"v":{"input":["a","b"],"weight":3}}', '{"n":2,"v":"c"}'])
    gives(f"SELECT n, v FROM {t}", (1, '{"input":["a","b"],"weight":3}'), (2, '"c"'))
    gives(f"SELECT column_name FROM (DESCRIBE {t})", "n", "v")


def test_c041_a_field_that_appears_after_planning(table, cluster, ask):
    t = table({"n": LONG}, [{"n": 1}])
    for session in ask.sessions.values():
        info = session.flight_info(f"SELECT * FROM {t}")
        table.add(t, ['{"n":1,"brought_%d":"x"}' % id(session)])
        with session.stream(info) as stream:
            assert stream.schema.equals(info.schema), "the stream has what was planned"
            assert {n for batch in stream.batches() for n in batch.column("n").to_pylist()} == {1}


def test_c041_a_type_that_changes_after_planning(table, cluster, ask):
    for session in ask.sessions.values():
        t = table({"n": LONG}, [{"n": 1}], suffix=f"_{id(session)}")
        info = session.flight_info(f"SELECT n FROM {t}")
        cluster.api.call("DELETE", f"/{t}")
        cluster.create(t, {"n": KEYWORD})
        cluster.load(t, [("1", '{"n":"one"}')])
        with pytest.raises(Exception) as raised:
            with session.stream(info) as stream:
                assert stream.schema.equals(info.schema), "columns changed"
                list(stream.batches())
        assert "changed" in str(raised.value) or "bad_value" in str(raised.value), raised.value


def test_c043_doc_values_in_one_index_only(table, gives):
    table({"k": KEYWORD}, [{"k": "a"}, {"k": "b"}], suffix="1")
    table({"k": {**KEYWORD, "doc_values": False}}, [{"k": "a"}], suffix="2")
    gives(f'SELECT k, count(*) FROM "{table.name("*")}" GROUP BY k ORDER BY k', ("a", 2), ("b", 1), ordered=True)
    gives(f'SELECT k FROM "{table.name("*")}" WHERE k = \'a\' ORDER BY k LIMIT 5', "a", "a")


def test_c044_a_column_that_has_just_come(table, cluster, gives, fails):
    t = table({"a": LONG}, [{"a": 1}])
    fails(f"SELECT c FROM {t}", "not_found")
    cluster.extend_mapping(t, {"c": KEYWORD})
    table.add(t, [{"a": 2, "c": "new"}], first=2)
    gives(f"SELECT a, c FROM {t}", (1, None), (2, "new"))


def test_c152_an_index_with_an_empty_mapping(table, gives):
    t = table({}, ["{}", "{}"])
    gives(f"SELECT count(*) FROM {t}", 2)
    gives(f"SELECT 1 FROM {t}", 1, 1)
    gives(f"SELECT _id, _index FROM {t}", ("1", t), ("2", t))


def test_c152_all_columns_of_an_empty_mapping(table, gives):
    t = table({}, ["{}", "{}"])
    gives(f"SELECT * FROM {t}", ("1", t), ("2", t))


def test_c154_everything_a_table_name_can_be(table, cluster, gives):
    day = cluster.api.call("GET", "/%3C" + table.name() + "-%7Bnow%2Fd-1d%7D%3E/_search?ignore_unavailable=true")  # the node's clock
    assert day["_shards"]["total"] == 0
    yesterday = _yesterday(cluster, table.name())
    suffixes = ["-app-2024.01.02", "-old.1", yesterday.removeprefix(table.name())]
    for suffix in suffixes:
        table({"n": LONG}, [{"n": 1}], suffix=suffix)
    stem = table.name()
    for name, count in ((f"{stem}-app-2024.01.02", 1), (f"{stem}-*", 3), (f"{stem}-old.1,{stem}-app-2024.01.02", 2),
                        (f"{stem}-*,-{stem}-old*", 2), (f"<{stem}-{{now/d-1d}}>", 1), (f"<{stem}-{{now/d-1d{{yyyy.MM.dd|UTC}}}}>,{stem}-old.1", 2)):
        gives(f'SELECT count(*) FROM "{name}"', count)


def _yesterday(cluster, stem: str) -> str:
    """The name that date math stands for; the cluster says it when it is missing."""
    with pytest.raises(ClusterError) as raised:
        cluster.api.call("GET", f"/%3C{stem}-%7Bnow%2Fd-1d%7D%3E/_count")
    return next(word for word in str(raised.value).replace('"', " ").replace("[", " ").replace("]", " ").split() if word.startswith(f"{stem}-2"))


def test_c154_a_dash_without_quotes_is_told(table, fails):
    t = table({"n": LONG}, [{"n": 1}], suffix="-dashed")
    fails(f"SELECT count(*) FROM {t}", "invalid_sql", f'"{t}"')


def test_c155_a_remote_cluster_that_is_down(table, cluster, fails):
    table({"n": LONG}, [{"n": 1}], suffix="-here")
    far = {"cluster.remote.far.seeds": ["127.0.0.1:1"], "cluster.remote.far.skip_unavailable": True}
    cluster.api.call("PUT", "/_cluster/settings", {"transient": far})
    try:
        fails(f'SELECT count(*) FROM "{table.name("-*")},far:logs-*"', "far")
    finally:
        cluster.api.call("PUT", "/_cluster/settings", {"transient": dict.fromkeys(far)})


def test_c157_one_id_in_two_indices(table, gives):
    run, old = (table({"id": LONG}, [{"id": 1}], suffix=suffix) for suffix in ("run", "old"))
    both = f'"{run},{old}"'
    gives(f"SELECT _index, _id FROM {both}", (run, "1"), (old, "1"))
    gives(f"SELECT _index FROM {both} WHERE _id = '1'", run, old)
    gives(f"SELECT _index FROM {both} WHERE _id IN ('1', '2') AND _index = '{old}'", old)
    gives(f"SELECT count(*) FROM {both} a JOIN {both} b ON a._id = b._id AND a._index = b._index", 2)


@pytest.mark.only("es-8.19", why="no synthetic source")
def test_c173_synthetic_source(table, gives):
    raw = {"type": "text", "fields": {"raw": KEYWORD}}
    fields = {"t": raw, "o": {"properties": {"a": LONG, "b": KEYWORD}}, "k": KEYWORD}
    documents = [{"t": None, "k": "x"}, {"t": "Word", "o": {"a": 1, "b": "y"}}]
    stored = table(fields, documents, suffix="1")
    rebuilt = table(fields, documents, suffix="2", settings={"index.mapping.source.mode": "synthetic"})
    for t in (stored, rebuilt):
        gives(f"SELECT t, k, o.a, o.b FROM {t}", (None, "x", None, None), ("Word", None, 1, "y"))
    gives(f'SELECT t FROM "{table.name("*")}" WHERE k IS NULL', "Word", "Word")
