"""Lists by the configuration of a server: by cluster, pattern and path."""

import pytest

from support.client import Client
from support.server import Server

CONFIG = """
[cluster.es.tables."{prefix}logs-*".columns]
tags = "list"
user.roles = "list"

[cluster.es.tables."{prefix}found-*"]
lists = "auto"

[cluster.es.tables."{prefix}found-*".columns]
declared = "json"
solo = "scalar"

[cluster.es.tables."{prefix}logs-odd".columns]
tags = "json"
"""


@pytest.fixture(scope="module")
def declared(cluster, tmp_path_factory):
    """A server that knows lists, in front of logs of two days and odd ones."""
    file = tmp_path_factory.mktemp("config") / "recurve.toml"
    file.write_text(CONFIG.format(prefix=cluster.prefix))
    properties = {"tags": {"type": "keyword"}, "user": {"properties": {"name": {"type": "keyword"}, "roles": {"type": "keyword"}}}}
    for name, source in {"logs-1": '{"tags":["a","b"],"user":{"name":"ana","roles":"admin"}}',
                         "logs-2": '{"tags":"c","user":[{"roles":"x"},{"roles":["y","z"]}]}',
                         "logs-odd": '{"tags":["d"]}'}.items():
        cluster.create(cluster.prefix + name, properties)
        cluster.load(cluster.prefix + name, [("1", source)])
    cluster.add_alias(cluster.prefix + "days", cluster.prefix + "logs-1")
    server = Server(cluster.url, "--config", str(file))
    with Client(server.uri) as client:
        yield client
    server.close()


def _values(client, sql: str) -> list:
    return sorted(client.run(sql).column(0).to_pylist(), key=str)


def test_a_pattern_declares_its_indices(declared, cluster):
    assert _values(declared, f'SELECT tags FROM "{cluster.prefix}logs-1"') == [["a", "b"]]
    assert _values(declared, f'SELECT tags FROM "{cluster.prefix}logs-2"') == [["c"]]


def test_an_alias_is_what_its_indices_are(declared, cluster):
    assert _values(declared, f'SELECT tags FROM "{cluster.prefix}days"') == [["a", "b"]]


def test_the_longest_pattern_wins(declared, cluster):
    assert _values(declared, f'SELECT tags FROM "{cluster.prefix}logs-odd"') == ['["d"]']


def test_several_indices_are_one_column(declared, cluster):
    assert _values(declared, f'SELECT tags FROM "{cluster.prefix}logs-1,{cluster.prefix}logs-2"') == [["a", "b"], ["c"]]


def test_a_member_is_a_list(declared, cluster):
    rows = _values(declared, f'SELECT "user" FROM "{cluster.prefix}logs-1,{cluster.prefix}logs-2"')
    assert rows == [{"name": "ana", "roles": ["admin"]}, {"name": None, "roles": ["x", "y", "z"]}]


def test_a_statement_speaks_last(declared, cluster):
    assert _values(declared, f"SELECT tags FROM es_scan('{cluster.prefix}logs-1', json := ['tags'])") == ['["a","b"]']


def test_the_schema_tells_before_the_first_row(declared, cluster):
    schema = declared.flight_info(f'SELECT tags FROM "{cluster.prefix}logs-1"').schema
    assert str(schema.field("tags").type) == "list<item: string>"


FOUND = {"declared": {"type": "keyword"}, "n": {"type": "long"}, "obj": {"properties": {"k": {"type": "keyword"}}},
         "one": {"type": "keyword"}, "solo": {"type": "keyword"}, "tags": {"type": "keyword"}, "txt": {"type": "text"}}


def test_lists_are_found_where_there_are_several_values(declared, cluster):
    index = cluster.prefix + "found-1"
    cluster.create(index, FOUND)
    cluster.load(index, [("1", '{"one":["x"],"tags":["a","b"],"n":1,"declared":["p","q"],"obj":[{"k":"u"},{"k":"v"}]}'),
                         ("2", '{"one":"y","tags":"c","n":[2]}')])
    table = declared.run(f'SELECT * FROM "{index}" ORDER BY one')
    assert table.to_pylist() == [
        {"declared": '["p","q"]', "n": 1, "obj": {"k": ["u", "v"]}, "one": "x", "solo": None, "tags": ["a", "b"], "txt": None},
        {"declared": None, "n": 2, "obj": None, "one": "y", "solo": None, "tags": ["c"], "txt": None}]


def test_a_list_that_comes_later_is_found(declared, cluster):
    index = cluster.prefix + "found-later"
    cluster.create(index, {"n": {"type": "long"}, "solo": {"type": "keyword"}})
    cluster.load(index, [("1", '{"n":1}')])
    assert _values(declared, f'SELECT n FROM "{index}"') == [1]
    cluster.load(index, [("2", '{"n":[2,3]}')])
    assert _values(declared, f'SELECT n FROM "{index}"') == [[1], [2, 3]]
    cluster.load(index, [("3", '{"solo":["a","b"]}')])
    with pytest.raises(Exception, match="field solo, _id 3"):
        declared.run(f'SELECT solo FROM "{index}"')


def test_a_promised_schema_is_kept_or_refused(declared, cluster):
    index = cluster.prefix + "found-between"
    cluster.create(index, {"n": {"type": "long"}})
    cluster.load(index, [("1", '{"n":1}')])
    info = declared.flight_info(f'SELECT n FROM "{index}"')
    cluster.load(index, [("2", '{"n":[2,3]}')])
    with pytest.raises(Exception, match="columns of the statement changed"), declared.stream(info) as reader:
        list(reader.batches())
