"""Field types and places of values that plain documents do not have: the same rows with pushdown and without."""

import collections
import datetime
import json
import zoneinfo

import pytest

from support.client import Client

RUNTIME = ("es-7.17", "es-8.19")
VECTORS = ("es-8.19",)
CONSTANTS = ("os-2.19", "os-3.9")
SYNTHETIC = ("es-8.19",)


@pytest.fixture(scope="module")
def ask(server):
    """ask(sql): the rows, which must not depend on what is pushed or on the road."""
    sessions = [Client(server.uri), Client(server.uri, recurve_pushdown=False), Client(server.uri, recurve_straight_road=False)]

    def run(sql: str) -> list[dict]:
        answers = [sorted(session.run(sql).to_pylist(), key=repr) for session in sessions]
        assert answers[0] == answers[1] == answers[2], sql
        return answers[0]

    yield run
    for session in sessions:
        session.close()


@pytest.fixture
def refused(ask):
    """refused(sql): the error's text."""

    def run(sql: str) -> str:
        with pytest.raises(Exception) as raised:
            ask(sql)
        return str(raised.value)

    return run


@pytest.fixture(scope="module")
def make(cluster):
    """make(name, properties, documents, ...): an index of JSON documents with `_id` 1, 2, ..."""

    def create(name: str, properties: dict, documents: list, **mapping) -> str:
        index = cluster.prefix + name
        settings = mapping.pop("settings", None)
        cluster.create(index, properties, settings=settings, mapping=mapping)
        cluster.load(index, [(str(number), document if isinstance(document, str) else json.dumps(document))
                             for number, document in enumerate(documents, 1)])
        return index

    return create


def only(kinds, cluster):
    if cluster.kind not in kinds:
        pytest.skip("this kind of node lacks the type")


@pytest.fixture(scope="module")
def named(make):
    fields = {"raw": {"type": "keyword"}, "short": {"type": "keyword", "ignore_above": 5}, "number": {"type": "long", "ignore_malformed": True}}
    return make("named", {"name": {"type": "text", "fields": fields}, "o": {"properties": {"t": {"type": "text", "fields": {"k": {"type": "keyword"}}}}}}, [
        {"name": "Ann", "o": {"t": "x y"}}, {"name": "issue:SSLError"}, {"name": "12"}, {"name": None}, {"o": {"t": "x"}}])


def test_multi_fields_are_columns_beside_select_star(ask, named):
    assert set(ask(f'SELECT * FROM "{named}"')[0]) == {"name", "o"}
    rows = ask(f'SELECT _id, name, "name.raw", "name.short", "name.number", "o.t.k" FROM "{named}"')
    assert [list(row.values()) for row in rows] == [
        ["1", "Ann", "Ann", "Ann", None, "x y"], ["2", "issue:SSLError", "issue:SSLError", "issue:SSLError", None, None],
        ["3", "12", "12", "12", 12, None], ["4", None, None, None, None, None], ["5", None, None, None, None, "x"]]


def test_multi_fields_in_conditions(ask, named, client, cluster):
    for column in ("name", '"name.raw"', '"name.short"'):
        for condition, wanted in (("= 'Ann'", ["1"]), ("IN ('Ann', 'issue:SSLError')", ["1", "2"]), ("<> 'Ann'", ["2", "3"]),
                                  ("IS NULL", ["4", "5"]), ("IS NOT NULL", ["1", "2", "3"]), ("LIKE 'issue:S%'", ["2"]), ("= 'issue'", [])):
            rows = ask(f'SELECT _id FROM "{named}" WHERE {column} {condition}')
            assert [row["_id"] for row in rows] == wanted, (column, condition)
    plan = str(client.run(f'EXPLAIN SELECT _id FROM "{named}" WHERE name = \'Ann\'').to_pylist())
    assert "exact" in plan and "name.raw" in plan
    assert ask(f'SELECT _id FROM "{named}" WHERE "name.number" = 12') == [{"_id": "3"}]
    assert ask(f'SELECT "name.raw" AS n, count(*) AS c FROM "{named}" WHERE name IS NOT NULL GROUP BY 1')[0] == {"n": "12", "c": 1}


@pytest.fixture(scope="module")
def aliased(make):
    return make("aliased", {"@timestamp": {"type": "date"}, "ts": {"type": "alias", "path": "@timestamp"}, "n": {"type": "long"},
                            "o": {"properties": {"m": {"type": "alias", "path": "n"}, "x": {"type": "keyword"}}}}, [
        {"@timestamp": "2024-01-02T03:04:05Z", "n": 1}, {"@timestamp": "1969-12-31", "n": 2, "o": {"x": "y"}}, {}])


def test_aliases_are_their_targets(ask, aliased):
    assert set(ask(f'SELECT * FROM "{aliased}"')[0]) == {"@timestamp", "n", "o"}
    rows = ask(f'SELECT ts, "@timestamp" AS t, "o.m" AS m, n FROM "{aliased}"')
    assert all(row["ts"] == row["t"] and row["m"] == row["n"] for row in rows) and len(rows) == 3
    assert ask(f"SELECT _id FROM \"{aliased}\" WHERE ts > TIMESTAMPTZ '2024-01-01 00:00:00+00'") == [{"_id": "1"}]
    assert ask(f'SELECT _id FROM "{aliased}" WHERE "o.m" = 2') == [{"_id": "2"}]
    assert ask(f'SELECT _id FROM "{aliased}" WHERE ts IS NULL') == [{"_id": "3"}]


def test_source_and_ignored(ask, make):
    index = make("seen", {"n": {"type": "long", "ignore_malformed": True}}, ['{ "n" : "bad", "x":[1.5, 2.50] }', '{"n":1}'])
    assert ask(f'SELECT _id, _source, _ignored FROM "{index}"') == [
        {"_id": "1", "_source": '{ "n" : "bad", "x":[1.5, 2.50] }', "_ignored": ["n"]}, {"_id": "2", "_source": '{"n":1}', "_ignored": None}]
    assert ask(f"SELECT _id, n FROM \"{index}\" WHERE _source LIKE '%2.50%'") == [{"_id": "1", "n": None}]


COPIED = {"a": {"type": "keyword", "copy_to": ["all", "words", "sum"]}, "b": {"type": "keyword", "copy_to": "all"},
          "all": {"type": "keyword"}, "words": {"type": "text"}, "sum": {"type": "text", "fields": {"keyword": {"type": "keyword"}}}}


def test_targets_of_copy_to(ask, refused, make):
    index = make("copied", COPIED, [{"a": "x"}, {"b": "y"}, {}])
    assert set(ask(f'SELECT * FROM "{index}"')[0]) == {"a", "all", "b", "sum"}
    assert [list(row.values()) for row in ask(f'SELECT _id, a, "all", sum FROM "{index}"')] == [
        ["1", "x", "x", "x"], ["2", None, "y", None], ["3", None, None, None]]
    assert ask(f'SELECT _id FROM "{index}" WHERE "all" = \'y\'') == [{"_id": "2"}]
    assert ask(f'SELECT _id FROM "{index}" WHERE "all" IS NULL') == [{"_id": "3"}]
    text = refused(f'SELECT words FROM "{index}"')
    assert "words" in text and "copy_to" in text and index in text
    two = make("copied-twice", COPIED, [{"a": "x", "b": "y"}])
    text = refused(f'SELECT "all" FROM "{two}"')
    assert "several values" in text and "field all" in text


EVERY = {"b": {"type": "boolean"}, "d": {"type": "date", "format": "dd/MM/yyyy||epoch_second"}, "f": {"type": "float"}, "g": {"type": "geo_point"},
         "h": {"type": "half_float"}, "i": {"type": "integer"}, "ip": {"type": "ip"}, "k": {"type": "keyword"}, "l": {"type": "long"},
         "o": {"properties": {"k": {"type": "keyword"}}}, "t": {"type": "text", "fields": {"raw": {"type": "keyword"}}}, "w": {"type": "text"},
         "n": {"type": "nested", "properties": {"x": {"type": "long"}}}}
DOCUMENT = {"b": "true", "d": "31/12/1969", "f": 0.1, "g": [-2.25, 1.5], "h": 0.1, "i": "7", "ip": "10.0.0.1", "k": "x", "l": 9007199254740993,
            "o": {"k": "y"}, "t": "hello world", "w": "lost", "n": [{"x": 1}]}


@pytest.mark.parametrize("how", ["disabled", "excluded"])
def test_values_that_are_not_in_source(ask, refused, make, how):
    source = {"enabled": False} if how == "disabled" else {"excludes": ["*"]}
    index = make(f"source-{how}", EVERY, [DOCUMENT, {}], _source=source)
    columns = 'b, d::VARCHAR AS d, f, h, i, ip, k, l, "o.k", t, "t.raw"'
    first, second = (list(row.values()) for row in ask(f'SELECT _id, {columns} FROM "{index}"'))
    assert first == ["1", True, "1969-12-31 00:00:00+00", pytest.approx(0.1), 0.0999755859375, 7, "10.0.0.1", "x", 9007199254740993, "y",
                     "hello world", "hello world"]
    assert second == ["2"] + [None] * 11
    (place,) = ask(f'SELECT g.lat AS lat, g.lon AS lon FROM "{index}" WHERE k = \'x\'')
    assert (place["lat"], place["lon"]) == (pytest.approx(1.5, abs=1e-7), pytest.approx(-2.25, abs=1e-7))
    shown = set(ask(f'SELECT * FROM "{index}"')[0])
    assert shown == {"b", "d", "f", "g", "h", "i", "ip", "k", "l", "t"} | ({"o.k"} if how == "disabled" else set())
    for condition in ("k = 'x'", "\"o.k\" = 'y'", "l = 9007199254740993", "i > 6", "b", "t = 'hello world'", "d < TIMESTAMPTZ '1970-01-01 00:00:00+00'"):
        assert ask(f'SELECT _id FROM "{index}" WHERE {condition}') == [{"_id": "1"}], condition
    for column, why in (("w", "type text"), ('"n.x"', "nested")):
        assert why in refused(f'SELECT {column} FROM "{index}"')


def test_too_long_for_doc_values(ask, refused, make, cluster):
    index = make("cut", {"k": {"type": "keyword", "ignore_above": 5}, "l": {"type": "long"}}, [{"k": "short", "l": 1}, {"k": "much longer", "l": 2}],
                 _source={"enabled": False})
    assert len(ask(f'SELECT l FROM "{index}"')) == 2
    assert "ignore_above" in refused(f'SELECT k FROM "{index}"')


def test_more_doc_values_than_a_search_gives(refused, make):
    index = make("wide-without-source", {f"f{number}": {"type": "long"} for number in range(101)}, [{"f1": 1}], _source={"enabled": False})
    assert "select fewer columns" in refused(f'SELECT * FROM "{index}"')


def test_runtime_fields(ask, make, cluster):
    only(RUNTIME, cluster)
    index = make("runtime", {"k": {"type": "keyword"}}, [{"k": "x", "day": "2024-01-02", "n": 5}, {"k": "y"}], dynamic=False,
                 runtime={"day": {"type": "date"}, "n": {"type": "long"}, "o.p": {"type": "keyword"}})
    assert ask(f'SELECT k, day::VARCHAR AS d, n, "o.p" AS p FROM "{index}"') == [
        {"k": "x", "d": "2024-01-02 00:00:00+00", "n": 5, "p": None}, {"k": "y", "d": None, "n": None, "p": None}]
    assert ask(f'SELECT k FROM "{index}" WHERE n = 5') == [{"k": "x"}]


def test_constants(ask, make, cluster, client):
    only(CONSTANTS, cluster)
    for env in ("prod", "test"):
        make(f"constant-{env}", {"env": {"type": "constant_keyword", "value": env}, "o": {"properties": {"env": {"type": "constant_keyword", "value": env}}}},
             [{}, {"env": env, "o": {"env": env}}])
    pattern = f"{cluster.prefix}constant-*"
    rows = ask(f'SELECT _index, env, o.env AS inner_env FROM "{pattern}"')
    assert len(rows) == 4 and all(row["env"] == row["inner_env"] == row["_index"].rsplit("-", 1)[1] for row in rows)
    for condition, wanted in (("env = 'prod'", 2), ("env <> 'prod'", 2), ("env IN ('prod', 'x')", 2), ("env IS NULL", 0), ("env IS NOT NULL", 4), ("env > 'prod'", 2)):
        assert ask(f'SELECT count(*) AS c FROM "{pattern}" WHERE {condition}') == [{"c": wanted}], condition
    assert "exact" in str(client.run(f"EXPLAIN SELECT 1 FROM \"{pattern}\" WHERE env = 'prod'").to_pylist())


def test_geo_points_in_every_spelling(ask, make):
    index = make("places", {"g": {"type": "geo_point"}}, [{"g": {"lat": 1, "lon": 2}}, {"g": [2, 1]}, {"g": "1,2"}, {"g": "s01mtw037ms0"}, {"g": None}])
    rows = ask(f'SELECT _id, g.lat AS lat, g.lon AS lon FROM "{index}" ORDER BY _id')
    assert [(row["lat"], row["lon"]) for row in rows] == [(pytest.approx(1, abs=1e-6), pytest.approx(2, abs=1e-6))] * 4 + [(None, None)]


def test_vectors_are_lists(ask, make, cluster):
    only(VECTORS, cluster)
    index = make("vectors", {"v": {"type": "dense_vector", "dims": 3}}, [{"v": [0.5, -1, 2]}, {}])
    assert ask(f'SELECT v, list_sum(v) AS s FROM "{index}"') == [{"v": None, "s": None}, {"v": [0.5, -1.0, 2.0], "s": 1.5}]


def test_synthetic_source(ask, make, cluster):
    only(SYNTHETIC, cluster)
    index = make("synthetic", {"k": {"type": "keyword"}, "l": {"type": "long"}, "d": {"type": "date"}, "o": {"properties": {"x": {"type": "keyword"}, "y": {"type": "float"}}},
                               "t": {"type": "text"}, "ip": {"type": "ip"}, "b": {"type": "boolean"}},
                 ['{"k":"x","l":"5","o":{"x":"y","y":0.1},"d":"2024-01-02","t":"some text","ip":"10.0.0.1","b":"true"}', '{"o.x":"dotted"}', "{}"],
                 settings={"index.mapping.source.mode": "synthetic"})
    rows = ask(f'SELECT _id, k, l, d::VARCHAR AS d, o.x AS x, o.y AS y, t, ip, b FROM "{index}"')
    assert [list(row.values()) for row in rows] == [
        ["1", "x", 5, "2024-01-02 00:00:00+00", "y", pytest.approx(0.1), "some text", "10.0.0.1", True],
        ["2", None, None, None, "dotted", None, None, None, None], ["3"] + [None] * 8]
    assert ask(f"SELECT _id FROM \"{index}\" WHERE l = 5 AND o.x = 'y'") == [{"_id": "1"}]


def test_an_index_without_fields(ask, make, cluster):
    index = make("nothing", {}, ["{}", "{}"])
    assert ask(f'SELECT * FROM "{index}"') == [{"_id": "1", "_index": index}, {"_id": "2", "_index": index}]
    assert ask(f'SELECT count(*) AS c FROM "{index}"') == [{"c": 2}]
    assert ask(f'SELECT 1 AS one FROM "{index}" WHERE _id = \'2\'') == [{"one": 1}]


def test_an_alias_that_is_a_field_in_another_index(ask, make, cluster):
    make("two-a", {"at": {"type": "date"}, "ts": {"type": "alias", "path": "at"}}, [{"at": "2024-01-02"}])
    make("two-b", {"ts": {"type": "date"}}, [{"ts": "2024-01-03"}])
    rows = ask(f'SELECT ts::DATE::VARCHAR AS d FROM "{cluster.prefix}two-*"')
    assert rows == [{"d": "2024-01-02"}, {"d": "2024-01-03"}]


def test_a_multi_field_that_one_index_lacks(ask, make, cluster):
    make("some-a", {"t": {"type": "text", "fields": {"raw": {"type": "keyword"}}}}, [{"t": "x"}])
    make("some-b", {"t": {"type": "text"}}, [{"t": "x"}])
    pattern = f"{cluster.prefix}some-*"
    assert ask(f'SELECT "t.raw" AS r FROM "{pattern}"') == [{"r": "x"}, {"r": None}] or ask(f'SELECT "t.raw" AS r FROM "{pattern}"') == [{"r": None}, {"r": "x"}]
    assert ask(f'SELECT count(*) AS c FROM "{pattern}" WHERE t = \'x\'') == [{"c": 2}]
    assert ask(f'SELECT count(*) AS c FROM "{pattern}" WHERE "t.raw" = \'x\'') == [{"c": 1}]


def test_an_alias_of_a_closed_index_names_it(refused, make, cluster):
    here, closed = make("open-half", {"a": {"type": "long"}}, [{"a": 1}]), make("closed-half", {"a": {"type": "long"}}, [{"a": 2}])
    alias = cluster.prefix + "halves"
    cluster.add_alias(alias, here)
    cluster.add_alias(alias, closed)
    cluster.api.call("POST", f"/{closed}/_close")
    text = refused(f'SELECT count(*) AS c FROM "{alias}"')
    assert closed in text and "closed" in text


def test_a_pattern_with_a_closed_index_names_it(ask, refused, make, cluster):
    make("pattern-open", {"a": {"type": "long"}}, [{"a": 1}])
    closed = make("pattern-shut", {"a": {"type": "long"}}, [{"a": 2}])
    cluster.api.call("POST", f"/{closed}/_close")
    text = refused(f'SELECT a FROM "{cluster.prefix}pattern-*"')
    assert closed in text and "closed" in text
    assert ask(f'SELECT a FROM "{cluster.prefix}pattern-*,-{closed}"') == [{"a": 1}]


def test_members_by_their_full_path(ask, make):
    index = make("members", {"article": {"properties": {"date": {"type": "long"}, "t": {"type": "text"}}}},
                 ['{"article":{"date":1}}', '{"article.date":2}', '{"article":{"t":"x"}}'])
    assert ask(f'SELECT "article"."date" AS d, "article.date" AS e, article.date AS f FROM "{index}" WHERE "article.date" IS NOT NULL') == [
        {"d": 1, "e": 1, "f": 1}, {"d": 2, "e": 2, "f": 2}]


def test_a_multi_field_that_was_added_later(ask, make, cluster):
    """Documents from before show the value and lack it in the index."""
    index = make("later", {"title": {"type": "text"}, "code": {"type": "keyword", "ignore_above": 3}},
                 [{"title": "red fox", "code": "a"}, {"title": "", "code": "long code"}, {"code": None}])
    raw = {"fields": {"raw": {"type": "keyword"}}}
    cluster.extend_mapping(index, {"title": {"type": "text", **raw}, "code": {"type": "keyword", "ignore_above": 3, **raw}})
    cluster.load(index, [("4", json.dumps({"title": "red fox", "code": "a"}))])
    assert ask(f'SELECT _id FROM "{index}" WHERE title = \'red fox\'') == [{"_id": "1"}, {"_id": "4"}]
    assert ask(f'SELECT _id FROM "{index}" WHERE title LIKE \'r%\' OR title = \'\'') == [{"_id": "1"}, {"_id": "2"}, {"_id": "4"}]
    assert ask(f'SELECT _id FROM "{index}" WHERE "code.raw" = \'long code\'') == [{"_id": "2"}]
    assert ask(f'SELECT "title.raw" AS t, count(*) AS c FROM "{index}" GROUP BY 1') == [{"t": "", "c": 1}, {"t": "red fox", "c": 2}, {"t": None, "c": 1}]
    assert ask(f'SELECT _id FROM "{index}" ORDER BY "title.raw" DESC NULLS LAST, _id LIMIT 1') == [{"_id": "1"}]


def test_a_multi_field_of_a_field_without_an_index(ask, make):
    """No query tells which documents have `title`, so none tells which of them `title.raw` lacks."""
    index = make("unindexed", {"title": {"type": "text", "index": False, "fields": {"raw": {"type": "keyword"}}}}, [{"title": "red fox"}, {}])
    assert ask(f'SELECT _id FROM "{index}" WHERE title = \'red fox\'') == [{"_id": "1"}]


@pytest.mark.parametrize("zone, moments", [
    ("Europe/Berlin", ["2024-03-31T00:59:59.999Z", "2024-03-31T01:00:00Z", "2024-10-27T00:30:00Z", "2024-10-27T01:30:00Z", "2024-06-30T22:00:00Z"]),
    ("Asia/Kathmandu", ["2024-01-01T18:14:59.999Z", "2024-01-01T18:15:00Z"]),
    # One minute past midnight the clocks go on to one minute past one.
    ("America/St_Johns", ["2006-04-02T03:30:30Z", "2006-04-02T03:31:30Z", "2006-04-02T03:44:00Z"]),
    # 44 minutes and 30 seconds behind.
    ("Africa/Monrovia", ["1971-05-01T00:44:29Z", "1971-05-01T00:44:30Z", "1971-05-01T00:46:00Z"])])
def test_groups_by_the_clock_of_a_zone(ask, make, zone, moments):
    """The cluster groups by quarters of an hour, and only where no clock jumps inside of one."""
    index = make(f"clock-{zone.split('/')[1].lower()}", {"t": {"type": "date"}}, [{"t": moment} for moment in moments])
    local = [datetime.datetime.fromisoformat(moment.replace("Z", "+00:00")).astimezone(zoneinfo.ZoneInfo(zone)) for moment in moments]
    hours = collections.Counter(moment.replace(tzinfo=None, minute=0, second=0, microsecond=0, fold=0) for moment in local)
    days = collections.Counter(moment.date() for moment in local)
    rows = ask(f"SELECT date_trunc('hour', t AT TIME ZONE '{zone}') AS hour, count(*) AS n FROM \"{index}\" GROUP BY 1")
    assert {row["hour"]: row["n"] for row in rows} == hours
    rows = ask(f"SELECT (t AT TIME ZONE '{zone}')::DATE AS day, count(*) AS n, count(DISTINCT t) AS d FROM \"{index}\" GROUP BY 1")
    assert {row["day"]: row["n"] for row in rows} == {row["day"]: row["d"] for row in rows} == days


def test_documents_that_count_as_several(ask, make, cluster):
    """A filter aggregation counts `_doc_count`; SQL counts documents."""
    only(("es-7.17", "es-8.19"), cluster)
    index = make("weighted", {"k": {"type": "keyword"}, "n": {"type": "long"}}, [{"k": "a", "n": 1}, {"n": 2, "_doc_count": 9}, {"_doc_count": 5}, {"k": "b"}])
    assert ask(f'SELECT count(*) AS c, count(*) FILTER (WHERE k IS NULL) AS f FROM "{index}"') == [{"c": 4, "f": 2}]
    assert ask(f'SELECT k, count(*) AS c FROM "{index}" GROUP BY k') == [{"k": "a", "c": 1}, {"k": "b", "c": 1}, {"k": None, "c": 2}]
