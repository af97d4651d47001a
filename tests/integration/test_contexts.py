"""Whatever ends a statement, the cluster keeps nothing open for it, and it ends within a second or so."""

import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from support.client import Client
from support.deadline import wait_until

ENDS = 2.0  # the promise is one second; the machine may be busy

READER = """
import sys
from support.client import Client
client = Client(sys.argv[1])
stream = client.stream(client.flight_info(sys.argv[2]))
next(stream.batches())
print("reading", flush=True)
sys.stdin.read()
"""


@pytest.fixture(params=[1, 5], ids=["one shard", "five shards"])
def index(request, make_index):
    return make_index(f"size-25000-{request.param}", 25_000, shards=request.param)


@pytest.fixture(params=["straight road", "through DuckDB"])
def session(request, server):
    with Client(server.uri, recurve_straight_road=request.param == "straight road") as client:
        yield client


def test_after_success(index, session, nothing_left_open):
    assert session.run(f'SELECT n FROM "{index}"').num_rows == 25_000
    nothing_left_open(index)


def test_after_a_limit(index, session, nothing_left_open):
    assert session.run(f'SELECT n FROM "{index}" LIMIT 15000').num_rows == 15_000
    nothing_left_open(index)


def test_after_a_filter(index, session, nothing_left_open):
    assert session.run(f'SELECT n FROM "{index}" WHERE half < 6000').num_rows == 12_000
    nothing_left_open(index)


def test_after_an_error_in_a_row(cluster, make_index, session, nothing_left_open):
    index = make_index("spoilt", 30_000, shards=2)
    cluster.load(index, [("spoilt", '{"n":[1,2]}')])
    with pytest.raises(Exception, match="spoilt"):
        session.run(f'SELECT n, word FROM "{index}"')
    nothing_left_open(index)


def test_after_an_error_above_the_scan(index, session, nothing_left_open):
    with pytest.raises(Exception, match="invalid_sql"):
        session.run(f'SELECT CAST(word AS INTEGER) FROM "{index}"')
    nothing_left_open(index)


def test_after_flight_cancel(cluster, big, session, nothing_left_open):
    stream = session.stream(session.flight_info(f'SELECT n, pad FROM "{big}"'))
    next(stream.batches())
    assert cluster.open_contexts(big) > 0, "the scan was over before it was cancelled"
    stream.cancel()
    nothing_left_open(big, ENDS)


def test_after_adbc_cursor_is_closed(cluster, big, session, nothing_left_open):
    cursor = session.cursor()
    cursor.execute(f'SELECT n, pad FROM "{big}"')
    cursor.fetch_record_batch().read_next_batch()
    assert cluster.open_contexts(big) > 0, "the scan was over before it was closed"
    cursor.close()
    nothing_left_open(big, ENDS)


def test_after_the_client_is_killed(cluster, server, big, nothing_left_open):
    reader = subprocess.Popen([sys.executable, "-c", READER, server.uri, f'SELECT n, pad FROM "{big}"'],
                              cwd=Path(__file__).resolve().parents[1], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert reader.stdout.readline() == "reading\n"
    assert cluster.open_contexts(big) > 0, "the scan was over before its client was killed"
    reader.send_signal(signal.SIGKILL)
    reader.wait()
    nothing_left_open(big, ENDS)


def test_cancelled_while_duckdb_works(own_server, big):
    """No row has left the server yet: the join alone runs for minutes."""
    with Client(own_server.uri) as client, client.cursor() as cursor:
        failed = threading.Event()
        running = threading.Thread(target=_execute_and_expect_failure, args=(cursor, big, failed))
        running.start()
        wait_until(lambda: _cpu_seconds(own_server.pid) > 1.0, 60, "the join is running")
        cursor.adbc_cancel()
        assert failed.wait(10), "the client still waits for a cancelled statement"
        running.join()
        wait_until(lambda: _is_idle(own_server.pid), 5, "the server stops working on the cancelled join")


def test_cancelled_during_a_count(own_server, cluster, big, nothing_left_open):
    """The reader is gone as soon as it asked."""
    client = Client(own_server.uri)
    info = client.flight_info(f'SELECT sum(length(pad)) FROM "{big}"')
    stream = client.stream(info)
    wait_until(lambda: cluster.open_contexts(big) > 0, 10, "the scan runs")
    stream.cancel()
    nothing_left_open(big, ENDS)
    client.close()


def test_cancelled_at_once_again_and_again(big, session, nothing_left_open):
    """Most of these catch the server while it opens its view of a shard."""
    for _ in range(20):
        session.stream(session.flight_info(f'SELECT n FROM "{big}" WHERE even')).cancel()
    nothing_left_open(big, ENDS)


def _execute_and_expect_failure(cursor, big: str, failed: threading.Event) -> None:
    try:
        cursor.execute(f'SELECT count(*) FROM "{big}" a, "{big}" b WHERE a.n * b.n % 7 = a.half + b.half')
        cursor.fetch_arrow_table()
    except Exception:
        failed.set()


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / 100


def _is_idle(pid: int) -> bool:
    before = _cpu_seconds(pid)
    time.sleep(0.3)  # an interval to measure over, not a wait for something
    return _cpu_seconds(pid) - before <= 0.02
