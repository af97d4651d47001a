"""A slow reader holds the whole chain back: the server's memory does not follow the size of the result."""

import pytest

from integration.numbered import BIG_PAD, BIG_ROWS
from support.client import Client
from support.deadline import wait_until

MEBIBYTE = 1 << 20
SMALL_ROWS = 50_000  # 75 MB, which fills every buffer on the way
ALLOWED = 128 * MEBIBYTE  # of the 300 MB that the larger result has more
EVERY = 16  # batches between two pauses


@pytest.fixture
def small(make_index):
    return make_index("small", SMALL_ROWS, shards=3, pad=BIG_PAD)


def read_slowly(server, client, sql: str) -> tuple[int, int]:
    """Rows, and the largest resident memory seen between two batches."""
    rows = peak = 0
    with client.stream(client.flight_info(sql)) as stream:
        for position, batch in enumerate(stream.batches()):
            rows += batch.num_rows
            if position % EVERY == 0:
                peak = max(peak, settled_memory(server))
    return rows, peak


def settled_memory(server) -> int:
    """What the server holds once it has read ahead as far as it will; nobody reads meanwhile."""
    last = [server.resident_bytes(), 0]

    def settled() -> bool:
        now = server.resident_bytes()
        last[:] = (now, last[1] + 1) if abs(now - last[0]) < MEBIBYTE else (now, 0)
        return last[1] >= 3

    wait_until(settled, 10, "the server's memory settles")
    return last[0]


@pytest.mark.parametrize("straight", [True, False], ids=["straight road", "through DuckDB"])
def test_five_times_the_rows_in_the_same_memory(own_server, small, big, straight):
    with Client(own_server.uri, recurve_straight_road=straight) as client:
        for _ in range(2):  # the allocator's own pools fill once
            rows, small_peak = read_slowly(own_server, client, f'SELECT n, word, pad FROM "{small}"')
            assert rows == SMALL_ROWS
        rows, big_peak = read_slowly(own_server, client, f'SELECT n, word, pad FROM "{big}"')
        assert rows == BIG_ROWS
    assert big_peak - small_peak < ALLOWED, f"{small_peak / MEBIBYTE:.0f} MiB, then {big_peak / MEBIBYTE:.0f} MiB"


@pytest.mark.parametrize("straight", [True, False], ids=["straight road", "through DuckDB"])
def test_a_reader_that_stops_reading(own_server, big, straight):
    with Client(own_server.uri, recurve_straight_road=straight) as client:
        before = own_server.resident_bytes()
        with client.stream(client.flight_info(f'SELECT n, pad FROM "{big}"')) as stream:
            batches = stream.batches()
            first = next(batches)
            grown = settled_memory(own_server) - before
            assert grown < 2 * ALLOWED, f"{grown / MEBIBYTE:.0f} MiB are held for a reader that reads nothing"
            rest = sum(batch.num_rows for batch in batches)
        assert first.num_rows + rest == BIG_ROWS


def test_an_aggregate_over_everything(own_server, small, big):
    with Client(own_server.uri, recurve_pushdown=False) as client:
        for index, rows in ((small, SMALL_ROWS), (big, BIG_ROWS)):
            before = own_server.resident_bytes()
            assert client.run(f'SELECT sum(length(pad))::BIGINT AS s FROM "{index}"').column("s").to_pylist() == [rows * BIG_PAD]
        grown = own_server.resident_bytes() - before
    assert grown < ALLOWED, f"{grown / MEBIBYTE:.0f} MiB more"
