"""Mappings that change, and mappings that are wide."""

import pytest

from support.deadline import wait_until

FRESH = 3.0  # `catalog.max_age` is one second


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
