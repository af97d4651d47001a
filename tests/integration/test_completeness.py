"""As many rows as the cluster counts, each once, whatever the size, the shards, the window and the documents."""

import pytest

from integration.numbered import assert_complete
from support.client import Client

SIZES = (0, 1, 9_999, 10_000, 10_001, 25_000)


@pytest.mark.parametrize("shards", [1, 5])
@pytest.mark.parametrize("rows", SIZES)
def test_every_row_once(make_index, cluster, client, rows, shards):
    index = make_index(f"size-{rows}-{shards}", rows, shards=shards)
    assert cluster.count(index) == rows
    assert_complete(column(client, f'SELECT n FROM "{index}"'), range(rows))
    assert column(client, f'SELECT count(*) FROM "{index}"') == [rows]
    assert_complete(column(client, f'SELECT n FROM "{index}" WHERE even AND word <> \'w3\''),
                    [n for n in range(rows) if n % 2 == 0 and n % 7 != 3])


@pytest.mark.parametrize("settings", [{"recurve_pushdown": False}, {"recurve_straight_road": False}], ids=str)
def test_every_row_once_on_the_other_roads(make_index, server, settings):
    index = make_index("size-25000-5", 25_000, shards=5)
    with Client(server.uri, **settings) as client:
        assert_complete(column(client, f'SELECT n FROM "{index}"'), range(25_000))
        assert column(client, f'SELECT count(*), sum(n) FROM "{index}"') == [25_000]


@pytest.mark.parametrize("limit", [1, 9_999, 10_000, 10_001, 24_999, 25_000, 25_001])
def test_limits_around_the_page_size(make_index, client, limit):
    index = make_index("size-25000-5", 25_000, shards=5)
    numbers = column(client, f'SELECT n FROM "{index}" LIMIT {limit}')
    assert len(numbers) == len(set(numbers)) == min(limit, 25_000)
    filtered = column(client, f'SELECT n FROM "{index}" WHERE n >= 5 LIMIT {limit}')
    assert len(filtered) == len(set(filtered)) == min(limit, 24_995)
    assert min(filtered) >= 5


def test_offset_beyond_the_window(make_index, client):
    index = make_index("size-25000-5", 25_000, shards=5)
    assert column(client, f'SELECT n FROM "{index}" ORDER BY n LIMIT 5 OFFSET 20000') == list(range(20_000, 20_005))


@pytest.mark.parametrize("limit", [1, 9_999, 10_000, 10_001])
@pytest.mark.parametrize("offset", [0, 1, 20_000])
def test_first_rows_around_the_window(make_index, client, limit, offset):
    index = make_index("size-25000-5", 25_000, shards=5)
    for order, numbers in (("n", range(25_000)), ("n DESC", range(24_999, -1, -1))):
        wanted = list(numbers)[offset:offset + limit]
        assert column(client, f'SELECT n FROM "{index}" ORDER BY {order} LIMIT {limit} OFFSET {offset}') == wanted


def test_first_rows_too_wide_for_one_response(make_index, client):
    index = make_index("fat-3", 300, shards=3, pad=100_000)
    table = client.run(f'SELECT n, pad FROM "{index}" ORDER BY n DESC LIMIT 290')
    assert table.column("n").to_pylist() == list(range(299, 9, -1))
    assert {len(text) for text in table.column("pad").to_pylist()} == {100_000}


@pytest.mark.parametrize("shards", [1, 3])
def test_a_small_result_window(make_index, client, shards):
    index = make_index(f"window-{shards}", 1_234, shards=shards, settings={"index.max_result_window": 50})
    assert_complete(column(client, f'SELECT n FROM "{index}"'), range(1_234))
    assert_complete(column(client, f'SELECT n FROM "{index}" WHERE n < 777'), range(777))
    assert len(column(client, f'SELECT n FROM "{index}" LIMIT 100')) == 100
    for limit in (50, 51):
        assert column(client, f'SELECT n FROM "{index}" ORDER BY n LIMIT {limit}') == list(range(limit))


def test_deleted_and_overwritten_documents(make_index, cluster, client):
    index = make_index("deleted", 12_000, shards=2)
    cluster.delete_documents(index, [str(number) for number in range(0, 12_000, 3)])
    cluster.load(index, [(str(number), f'{{"n":{number}}}') for number in range(1, 12_000, 3)])
    wanted = [number for number in range(12_000) if number % 3]
    assert cluster.count(index) == len(wanted)
    assert_complete(column(client, f'SELECT n FROM "{index}"'), wanted)
    assert column(client, f'SELECT count(*) FROM "{index}" WHERE word IS NULL') == [4_000]


def test_deleted_documents_again(client, cluster, make_index):
    """The same result when a merge has removed what was deleted."""
    index = make_index("merged", 3_000)
    cluster.delete_documents(index, [str(number) for number in range(1_000)])
    assert_complete(column(client, f'SELECT n FROM "{index}"'), range(1_000, 3_000))
    cluster.api.call("POST", f"/{index}/_forcemerge?max_num_segments=1")
    cluster.refresh(index)
    assert_complete(column(client, f'SELECT n FROM "{index}"'), range(1_000, 3_000))


@pytest.mark.parametrize("shards", [1, 3])
def test_documents_of_100_kilobytes(make_index, client, shards):
    index = make_index(f"fat-{shards}", 300, shards=shards, pad=100_000)
    assert_complete(column(client, f'SELECT n FROM "{index}"'), range(300))
    table = client.run(f'SELECT n, pad FROM "{index}"')
    assert_complete(table.column("n").to_pylist(), range(300))
    assert {len(text) for text in table.column("pad").to_pylist()} == {100_000}


def test_one_document_of_5_megabytes(make_index, client):
    index = make_index("huge", 2, pad=5_000_000)
    assert [len(text) for text in column(client, f'SELECT pad FROM "{index}"')] == [5_000_000, 5_000_000]


def test_routed_documents_on_few_shards(cluster, client):
    """Shards that hold nothing are no trouble."""
    index = cluster.prefix + "sparse"
    cluster.create(index, {"n": {"type": "long"}}, settings={"number_of_shards": 8})
    cluster.load(index, [("only", '{"n":1}')])
    assert column(client, f'SELECT n FROM "{index}"') == [1]


def column(client, sql: str) -> list:
    return client.run(sql).column(0).to_pylist()
