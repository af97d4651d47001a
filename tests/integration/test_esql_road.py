"""Rows by ES|QL: all of them and those of one moment, whoever writes meanwhile."""

import threading

import pytest

from integration.numbered import PROPERTIES, assert_complete, documents
from support.client import Client

CEILING = "esql.query.result_truncation_max_size"
ROWS = 60_000


@pytest.fixture(autouse=True)
def only_where_it_is(kind):
    if kind != "es-8.19":
        pytest.skip("this kind of node has no ES|QL with Arrow")


@pytest.fixture
def esql(server):
    with Client(server.uri, recurve_road="esql") as client:
        yield client


@pytest.fixture
def ceiling(cluster):
    """ceiling(rows): ES|QL hands out at most so many."""

    def set_to(rows: int | None) -> None:
        cluster.api.call("PUT", "/_cluster/settings", {"transient": {CEILING: rows}})

    yield set_to
    set_to(None)


def numbers(client, sql: str) -> list[int]:
    return client.run(sql).column("n").to_pylist()


def explained(client, sql: str) -> str:
    rows = client.run("EXPLAIN " + sql).to_pylist()
    return "\n".join(row["explain_value"] for row in rows if row["explain_key"] == "request")


@pytest.mark.parametrize("rows_per_answer", [2_000, 10_000, 1_000_000])
def test_every_row_once(make_index, esql, ceiling, rows_per_answer):
    index = make_index("esql-60000-3", ROWS, shards=3)
    ceiling(rows_per_answer)
    assert explained(esql, f'SELECT n FROM "{index}"').startswith("esql")
    assert_complete(numbers(esql, f'SELECT n FROM "{index}"'), range(ROWS))
    assert_complete(numbers(esql, f'SELECT n, word FROM "{index}" WHERE even'), range(0, ROWS, 2))
    assert len(set(numbers(esql, f'SELECT n FROM "{index}" LIMIT 7000'))) == 7_000


def test_taken_by_itself_where_it_pays(make_index, client, ceiling):
    index = make_index("esql-60000-3", ROWS, shards=3)
    for rows in (10_000, 1_000_000):  # not taken, taken
        ceiling(rows)
        assert_complete(numbers(client, f'SELECT n FROM "{index}"'), range(ROWS))


def test_deleted_and_overwritten_documents(make_index, cluster, esql):
    """Numbers of operations have gaps, and several shards use the same ones."""
    index = make_index("esql-gaps", 12_000, shards=2)
    cluster.delete_documents(index, [str(number) for number in range(0, 12_000, 3)])
    cluster.load(index, [(str(number), f'{{"n":{number}}}') for number in range(1, 12_000, 3)])
    assert_complete(numbers(esql, f'SELECT n FROM "{index}"'), [n for n in range(12_000) if n % 3])


@pytest.mark.parametrize("rows_per_answer", [3_000, 1_000_000])
def test_writers_change_nothing(cluster, esql, ceiling, rows_per_answer):
    """Documents that come, change and go while the scan runs: the rows are those of its beginning."""
    index = cluster.prefix + f"esql-written-{rows_per_answer}"
    cluster.create(index, PROPERTIES, settings={"number_of_shards": 2})
    cluster.load(index, documents(ROWS))
    ceiling(rows_per_answer)
    for turn in range(5):
        before = numbers(esql, f'SELECT n FROM "{index}"')
        with esql.stream(esql.flight_info(f'SELECT n FROM "{index}"')) as stream:
            batches = stream.batches()
            first = next(batches)
            cluster.load(index, [(f"new-{turn}-{number}", '{"n":-1}') for number in range(50)])
            cluster.delete_documents(index, [str(1_000 * turn + number) for number in range(500)])
            got = first.column("n").to_pylist() + [n for batch in batches for n in batch.column("n").to_pylist()]
        assert sorted(got) == sorted(before)


def test_a_writer_that_never_rests(cluster, esql, ceiling):
    """Every refresh adds ten documents: whichever moment a scan sees, it has a multiple of ten."""
    index = cluster.prefix + "esql-restless"
    cluster.create(index, {"n": {"type": "long"}}, settings={"number_of_shards": 1})
    cluster.load(index, [(str(number), f'{{"n":{number}}}') for number in range(20_000)])
    ceiling(4_000)
    over = threading.Event()

    def write() -> None:
        turn = 0
        while not over.is_set():
            turn += 1
            cluster.load(index, [(f"w-{turn}-{number}", f'{{"n":{20_000 + 10 * turn + number}}}') for number in range(10)])

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for _ in range(10):
            got = numbers(esql, f'SELECT n FROM "{index}"')
            assert len(got) == len(set(got))
            assert len(got) % 10 == 0
    finally:
        over.set()
        writer.join()


def test_several_values_are_named(cluster, esql):
    index = cluster.prefix + "esql-lists"
    cluster.create(index, {"n": {"type": "long"}, "word": {"type": "keyword"}})
    cluster.load(index, [(str(number), f'{{"n":{number},"word":["a","a"]}}') for number in range(100)])
    assert len(numbers(esql, f'SELECT n, word FROM "{index}"')) == 100
    cluster.load(index, [("two", '{"n":[1,2]}')])
    with pytest.raises(Exception, match="two.*several values|several values.*two"):
        esql.run(f'SELECT n FROM "{index}"')


def test_values_that_are_not_indexed(cluster, esql):
    """A keyword beyond its ignore_above is in no doc value."""
    index = cluster.prefix + "esql-above"
    cluster.create(index, {"n": {"type": "long"}, "word": {"type": "keyword", "ignore_above": 5}})
    cluster.load(index, [(str(number), f'{{"n":{number},"word":"short"}}') for number in range(100)])
    assert esql.run(f'SELECT DISTINCT word FROM "{index}"').column("word").to_pylist() == ["short"]
    cluster.load(index, [("long", '{"n":-1,"word":"too long"}')])
    assert esql.run(f'SELECT word FROM "{index}" WHERE n = -1').column("word").to_pylist() == ["too long"]
    assert len(numbers(esql, f'SELECT n, word FROM "{index}"')) == 101


def test_aliases_with_filters(make_index, cluster, esql):
    index = make_index("esql-alias", 3_000, shards=2)
    alias = cluster.prefix + "esql-even"
    cluster.add_alias(alias, index, {"term": {"even": True}})
    assert_complete(numbers(esql, f'SELECT n FROM "{alias}"'), range(0, 3_000, 2))
    other = cluster.prefix + "esql-alias-2"
    cluster.create(other, PROPERTIES)
    cluster.load(other, documents(100))
    cluster.add_alias(alias, other, {"term": {"even": False}})
    assert "another filter" in explained(esql, f'SELECT n FROM "{alias}"')
    assert sorted(numbers(esql, f'SELECT n FROM "{alias}"')) == sorted([*range(0, 3_000, 2), *range(1, 100, 2)])


def test_a_refused_column_is_named(make_index, esql):
    index = make_index("esql-60000-3", ROWS, shards=3)
    assert "not esql: _id is a stored field" in explained(esql, f'SELECT _id, n FROM "{index}"')
    assert "not esql: pad has no doc values" in explained(esql, f'SELECT pad FROM "{index}"')


def test_nothing_is_left_open(make_index, esql, nothing_left_open):
    index = make_index("esql-60000-3", ROWS, shards=3)
    with esql.stream(esql.flight_info(f'SELECT n FROM "{index}"')) as stream:
        next(stream.batches())
    nothing_left_open(index)
