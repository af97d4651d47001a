# SPDX-License-Identifier: Apache-2.0
"""pyarrow.flight as a plain Flight client, with the few Flight SQL messages written by hand."""

import subprocess
import sys
import time
from pathlib import Path

import pyarrow as pa
import pyarrow.flight as flight
import pytest

from conftest import INDEX, NUM_DOCUMENTS, NUM_WIDE_DOCUMENTS, ask


def varint(number):
    out = b""
    while number > 127:
        out += bytes([number & 127 | 128])
        number >>= 7
    return out + bytes([number])


def field(number, payload):
    """A length-delimited protobuf field."""
    return varint(number << 3 | 2) + varint(len(payload)) + payload


def command(name, payload=b""):
    url = f"type.googleapis.com/arrow.flight.protocol.sql.{name}".encode()
    return flight.FlightDescriptor.for_command(field(1, url) + field(2, payload))


def query(sql):
    return command("CommandStatementQuery", field(1, sql.encode()))


@pytest.fixture
def client(uri):
    with flight.connect(uri) as opened:
        yield opened


def open_contexts(es_url):
    """Points-in-time and scrolls that the cluster holds."""
    nodes = ask(es_url, "GET", "/_nodes/stats/indices/search")["nodes"].values()
    return sum(node["indices"]["search"]["open_contexts"] for node in nodes)


def test_info_promises_what_the_stream_sends(client):
    info = client.get_flight_info(query(f"SELECT n, word FROM {INDEX}"))
    assert info.total_records == -1
    (endpoint,) = info.endpoints
    assert list(endpoint.locations) == []
    table = client.do_get(endpoint.ticket).read_all()
    assert table.schema.equals(info.schema)
    assert table.num_rows == NUM_DOCUMENTS


def test_a_ticket_is_good_for_more_than_one_reading(client, uri):
    info = client.get_flight_info(query(f"SELECT n FROM {INDEX} WHERE n < 10"))
    for _ in range(2):
        with flight.connect(uri) as other:
            assert other.do_get(info.endpoints[0].ticket).read_all().num_rows == 10


def test_get_schema(client):
    assert client.get_schema(query(f"SELECT n FROM {INDEX}")).schema.names == ["n"]


def test_errors_have_their_flight_class(client):
    with pytest.raises(pa.ArrowInvalid, match="invalid_sql, request"):
        client.get_flight_info(query("SELEC"))
    with pytest.raises(KeyError, match="not_found, request"):
        client.get_flight_info(query("SELECT * FROM no_such_index_here"))


def test_basic_handshake_gives_a_bearer_token(client):
    name, value = client.authenticate_basic_token("anyone", "anything")
    assert name == b"authorization"
    assert value.startswith(b"Bearer ")


@pytest.fixture
def half_read(uri, cluster, wide_index):
    """A client whose result is larger than all buffers, with its first rows read."""
    before = open_contexts(cluster)
    client = flight.connect(uri)
    reader = client.do_get(client.get_flight_info(query(f"SELECT * FROM {wide_index}")).endpoints[0].ticket)
    reader.read_chunk()
    assert open_contexts(cluster) > before
    return client, reader, before


def test_a_client_that_cancels_frees_the_cluster(half_read, cluster, eventually):
    _, reader, before = half_read
    reader.cancel()
    assert eventually(lambda: open_contexts(cluster) <= before) < 1


def test_a_client_that_closes_frees_the_cluster(half_read, cluster, eventually):
    client, reader, before = half_read
    reader.cancel()
    client.close()
    assert eventually(lambda: open_contexts(cluster) <= before) < 1


def test_a_client_that_is_killed_frees_the_cluster(uri, cluster, wide_index, eventually):
    before = open_contexts(cluster)
    script = """
import sys, time
sys.path.insert(0, sys.argv[1])
import pyarrow.flight as flight
from test_pyarrow_flight import query
client = flight.connect(sys.argv[2])
reader = client.do_get(client.get_flight_info(query("SELECT * FROM " + sys.argv[3])).endpoints[0].ticket)
reader.read_chunk()
print("reading", flush=True)
time.sleep(60)
"""
    client = subprocess.Popen([sys.executable, "-c", script, str(Path(__file__).parent), uri, wide_index],
                              stdout=subprocess.PIPE, text=True)
    assert client.stdout.readline() == "reading\n"
    assert open_contexts(cluster) > before
    client.kill()
    client.communicate()
    assert eventually(lambda: open_contexts(cluster) <= before) < 1


def test_a_slow_client_gets_every_row(client, wide_index):
    reader = client.do_get(client.get_flight_info(query(f"SELECT n FROM {wide_index}")).endpoints[0].ticket)
    numbers = []
    for chunk in reader:
        numbers += chunk.data["n"].to_pylist()
        time.sleep(0.02)
    assert sorted(numbers) == list(range(NUM_WIDE_DOCUMENTS))


def test_a_cancelled_statement_ends_while_no_row_comes(client, eventually):
    # Counts 8e9 rows: nothing to send for a long time.
    sql = f"SELECT count(*) FROM {INDEX} a, {INDEX} b, {INDEX} c WHERE a.n + b.n + c.n > 17"
    reader = client.do_get(client.get_flight_info(query(sql)).endpoints[0].ticket)
    start = time.monotonic()
    reader.cancel()
    # read_all() would make a KeyboardInterrupt of it, as if the user had pressed Ctrl-C.
    with pytest.raises(flight.FlightCancelledError):
        reader.read_chunk()
    assert time.monotonic() - start < 1
