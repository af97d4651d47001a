"""Mappings that change, and mappings that are wide."""

import itertools
import json

import pyarrow as pa
import pytest

from support.client import Client
from support.deadline import wait_until

FRESH = 3.0  # `catalog.max_age` is one second

_numbers = itertools.count(1)


def test_a_new_column_is_seen(cluster, client):
    index = cluster.prefix + "growing"
    cluster.create(index, {"a": {"type": "long"}})
    cluster.load(index, [("1", '{"a":1}')])
    assert client.run(f'SELECT * FROM "{index}"').column_names == ["a"]
    cluster.extend_mapping(index, {"b": {"type": "keyword"}})
    cluster.load(index, [("2", '{"a":2,"b":"new"}')])
    wait_until(lambda: client.run(f'SELECT * FROM "{index}"').column_names == ["a", "b"], FRESH, "the column is seen")
    assert sorted(client.run(f'SELECT a, b FROM "{index}"').to_pylist(), key=str) == [{"a": 1, "b": None}, {"a": 2, "b": "new"}]


def test_a_column_that_documents_bring(cluster, client):
    index = cluster.prefix + "dynamic"
    cluster.create(index, {"a": {"type": "long"}})
    cluster.load(index, [("1", '{"a":1,"brought":{"by":"a document"}}')])
    table = client.run(f'SELECT a, brought.by FROM "{index}"')
    assert table.to_pylist() == [{"a": 1, "by": "a document"}]


@pytest.fixture
def growing(cluster):
    """(index, grow): four documents, two and two alike; grow() brings a field, a member, a multi-field and one document more."""
    index = f"{cluster.prefix}grows_{next(_numbers)}"
    cluster.create(index, {"k": {"type": "keyword"}, "o": {"properties": {"n": {"type": "long"}}}}, settings={"number_of_shards": 2})
    cluster.load(index, [(str(i), json.dumps({"k": f"k{i % 2}", "o": {"n": i % 2}})) for i in range(4)])

    def grow() -> None:
        cluster.extend_mapping(index, {"k": {"type": "keyword", "fields": {"text": {"type": "text"}}}})
        cluster.load(index, [("4", '{"k":"k0","o":{"n":0,"brought":1},"come":true}')])

    return index, grow


@pytest.mark.parametrize(("select", "rows"), [
    ("SELECT * FROM {}", [("k0", 0)] * 3 + [("k1", 1)] * 2),
    ("SELECT DISTINCT * FROM {}", [("k0", 0), ("k1", 1)]),
    ("SELECT * FROM {0} UNION SELECT * FROM {0}", [("k0", 0), ("k1", 1)]),
    ("SELECT * FROM {} WHERE k = 'k0' LIMIT 10", [("k0", 0)] * 3),
    ("SELECT * FROM es_scan('{}', lists := ['k']) WHERE list_contains(k, 'k0')", [(["k0"], 0)] * 3),
    ("SELECT k, o, count(*) FROM (SELECT * FROM {}) GROUP BY ALL", [("k0", 0, 3), ("k1", 1, 2)]),
])
def test_a_field_that_comes_after_planning(growing, client, select, rows):
    index, grow = growing
    info = client.flight_info(select.format(f'"{index}"' if "es_scan" not in select else index))
    grow()
    with client.stream(info) as stream:
        assert stream.schema.equals(info.schema)
        found = [tuple(row.values()) for batch in stream.batches() for row in batch.to_pylist()]
    assert sorted((k, o["n"], *more) for k, o, *more in found) == rows
    assert {tuple(o) for _, o, *_ in found} == {("n",)}, "no member that came later"


def test_groups_that_the_cluster_computes_after_a_field_has_come(growing, client):
    index, grow = growing
    sql = f'SELECT k, count(*) AS c FROM "{index}" GROUP BY k'
    assert any("composite" in str(value) for value in client.run(f"EXPLAIN {sql}").column(1).to_pylist())
    info = client.flight_info(sql)
    grow()
    with client.stream(info) as stream:
        rows = [(row["k"], row["c"]) for batch in stream.batches() for row in batch.to_pylist()]
    assert sorted(rows) == [("k0", 3), ("k1", 2)]


def _prepared(client, sql: str, before_running, parameters: pa.Table | None = None) -> pa.Table:
    """The rows of a statement that is prepared, and run after something has happened."""
    with client.cursor() as cursor:
        statement = cursor.adbc_statement
        statement.set_sql_query(sql)
        statement.prepare()
        before_running()
        if parameters is not None:
            statement.bind_stream(parameters.to_reader())
        stream, _ = statement.execute_query()
        return pa.RecordBatchReader._import_from_c(stream.address).read_all()


def test_a_prepared_statement_outlives_a_field_that_comes(growing, client):
    index, grow = growing
    rows = _prepared(client, f'SELECT DISTINCT * FROM "{index}" WHERE k >= ?', grow, pa.table({"x": ["k0", "k1"]}))
    assert rows.column_names == ["k", "o"]
    assert sorted((row["k"], row["o"]["n"]) for row in rows.to_pylist()) == [("k0", 0), ("k1", 1), ("k1", 1)]


def test_a_prepared_star_outlives_a_field_that_comes(growing, client):
    index, grow = growing
    rows = _prepared(client, f'SELECT * FROM "{index}"', grow)
    assert (rows.num_rows, rows.column_names) == (5, ["k", "o"])


def test_a_ticket_is_good_at_a_server_that_did_not_plan_it(growing, client, own_server):
    index, grow = growing
    info = client.flight_info(f'SELECT * FROM "{index}"')
    grow()
    with Client(own_server.uri) as other, other.stream(info) as stream:
        assert stream.schema.equals(info.schema)
        assert sum(batch.num_rows for batch in stream.batches()) == 5


@pytest.mark.parametrize(("properties", "names"), [({}, ["_id", "_index"]), ({"o": {"type": "object"}}, ["o"])])
def test_the_first_field_comes_after_planning(cluster, client, properties, names):
    index = f"{cluster.prefix}first_{next(_numbers)}"
    cluster.create(index, properties)
    info = client.flight_info(f'SELECT * FROM "{index}"')
    cluster.load(index, [("1", '{"o":{"n":1}}')])
    with client.stream(info) as stream:
        assert stream.schema.equals(info.schema) and stream.schema.names == names
        (row,) = [row for batch in stream.batches() for row in batch.to_pylist()]
    assert row == {"_id": "1", "_index": index} if not properties else json.loads(row["o"]) == {"n": 1}


def test_an_index_that_joins_a_pattern_after_planning(growing, cluster, client):
    index, _ = growing
    stem = index.removeprefix(cluster.prefix)
    info = client.flight_info(f'SELECT * FROM "{cluster.prefix}*{stem}"')
    # It comes first by its name, so its columns do: o before k.
    first = f"{cluster.prefix}a{stem}"
    cluster.create(first, {"a": {"type": "long"}, "o": {"properties": {"n": {"type": "long"}}}})
    cluster.load(first, [("1", '{"a":1,"o":{"n":2}}')])
    with client.stream(info) as stream:
        assert stream.schema.equals(info.schema)
        rows = [row for batch in stream.batches() for row in batch.to_pylist()]
    assert sorted((row["k"] or "", row["o"]["n"]) for row in rows) == [("", 2), ("k0", 0), ("k0", 0), ("k1", 1), ("k1", 1)]


def test_a_column_that_goes_after_planning(growing, cluster, client):
    index, _ = growing
    info = client.flight_info(f'SELECT * FROM "{index}"')
    cluster.api.call("DELETE", f"/{index}")
    cluster.create(index, {"k": {"type": "keyword"}, "come": {"type": "long"}})
    with pytest.raises(Exception, match="columns of the statement changed"):
        with client.stream(info) as stream:
            list(stream.batches())


def test_an_index_made_again_with_other_types(cluster, client):
    index = cluster.prefix + "again"
    cluster.create(index, {"a": {"type": "long"}})
    cluster.load(index, [("1", '{"a":1}')])
    assert client.run(f'SELECT a FROM "{index}"').to_pylist() == [{"a": 1}]
    cluster.api.call("DELETE", f"/{index}")
    cluster.create(index, {"a": {"type": "keyword"}})
    cluster.load(index, [("1", '{"a":"one"}')])
    wait_until(lambda: _rows(client, f'SELECT a FROM "{index}"') == [{"a": "one"}], FRESH, "the new index is read")


def test_an_alias_that_moves(cluster, client):
    old, new, alias = (cluster.prefix + name for name in ("before", "after", "moving-alias"))
    for index, value in ((old, "old"), (new, "new")):
        cluster.create(index, {"a": {"type": "keyword"}})
        cluster.load(index, [("1", f'{{"a":"{value}"}}')])
    cluster.add_alias(alias, old)
    assert _rows(client, f'SELECT a, _index FROM "{alias}"') == [{"a": "old", "_index": old}]
    cluster.api.call("POST", "/_aliases", {"actions": [{"remove": {"index": old, "alias": alias}}, {"add": {"index": new, "alias": alias}}]})
    wait_until(lambda: _rows(client, f'SELECT a, _index FROM "{alias}"') == [{"a": "new", "_index": new}], FRESH, "the alias has moved")


def test_an_index_that_joins_a_pattern(cluster, client):
    for name in ("day-1", "day-2"):
        cluster.create(cluster.prefix + name, {"a": {"type": "long"}})
        cluster.load(cluster.prefix + name, [("1", '{"a":1}')])
        expected = {"day-1": 1, "day-2": 2}[name]
        wait_until(lambda: _rows(client, f'SELECT count(*) AS c FROM "{cluster.prefix}day-*"') == [{"c": expected}], FRESH, f"{name} counts")


@pytest.fixture(scope="module")
def wide(cluster):
    index = cluster.prefix + "thousand"
    properties = {f"f{number:04}": {"type": ("long", "keyword", "double", "date", "boolean")[number % 5]} for number in range(1_000)}
    cluster.create(index, properties, settings={"index.mapping.total_fields.limit": 2_000})
    documents = []
    for row in range(200):
        members = [f'"f{number:04}":{_value(number, row)}' for number in range(row % 10, 1_000, 10)]
        documents.append((str(row), "{" + ",".join(members) + "}"))
    cluster.load(index, documents)
    return index


def _value(number: int, row: int) -> str:
    return (str(row), f'"k{row}"', f"{row}.5", f'"2024-01-{row % 28 + 1:02}"', "true")[number % 5]


def test_two_columns_of_a_thousand(wide, client):
    table = client.run(f'SELECT f0000, f0001 FROM "{wide}" WHERE f0010 = 50 OR f0001 = \'k1\'')
    assert sorted(table.to_pylist(), key=str) == [{"f0000": 50, "f0001": None}, {"f0000": None, "f0001": "k1"}]


def test_all_columns_of_a_thousand(wide, client):
    table = client.run(f'SELECT * FROM "{wide}"')
    assert (table.num_rows, table.num_columns) == (200, 1_000)
    filled = sum(column.length() - column.null_count for column in table.columns)
    assert filled == 200 * 100


def test_a_thousand_columns_described(wide, client):
    assert client.run(f'DESCRIBE "{wide}"').num_rows == 1_000
    counts = client.run(f"SELECT count(*) AS c FROM information_schema.columns WHERE table_name = '{wide}'")
    assert counts.column("c").to_pylist() == [1_000]


def test_a_thousand_columns_aggregated(wide, client):
    columns = ", ".join(f"count(f{number:04})" for number in range(0, 1_000, 7))
    (row,) = client.run(f'SELECT {columns} FROM "{wide}"').to_pylist()
    assert set(row.values()) == {20}


def _rows(client, sql: str) -> list[dict]:
    try:
        return client.run(sql).to_pylist()
    except Exception as error:
        return [{"error": str(error)}]
