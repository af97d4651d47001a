"""What goes away in the middle of a scan is an error, never a short result, and the server goes on serving."""

import os
import signal

import pytest

from integration.numbered import PROPERTIES, documents
from nodes import Node, NodeUnavailable
from support.client import Client
from support.cluster import TestCluster
from support.deadline import wait_until
from support.server import Server

ROWS, PAD = 40_000, 2_000


@pytest.fixture
def mortal(kind, tmp_path):
    """A node that a test may kill, with its data in a folder that outlives it."""
    try:
        node = Node(kind, data=tmp_path / "node")
    except NodeUnavailable as reason:
        pytest.skip(str(reason))
    yield node
    node.close()


def fill(cluster: TestCluster) -> str:
    index = cluster.prefix + "mortal"
    cluster.create(index, PROPERTIES, settings={"number_of_shards": 2})
    cluster.load(index, documents(ROWS, PAD))
    cluster.api.call("POST", f"/{index}/_flush")
    return index


def test_node_killed_in_the_middle(kind, mortal, tmp_path):
    cluster = TestCluster(kind, mortal.url)
    index = fill(cluster)
    server = Server(mortal.url)
    try:
        with Client(server.uri) as client:
            stream = client.stream(client.flight_info(f'SELECT n, pad FROM "{index}"'))
            next(stream.batches())
            os.kill(mortal.pid, signal.SIGKILL)
            with pytest.raises(Exception) as raised:
                for _ in stream.batches():
                    pass
            assert "unavailable" in str(raised.value), raised.value
            assert client.run("SELECT 42 AS n").column("n").to_pylist() == [42]
            with pytest.raises(Exception, match="unavailable"):
                client.run(f'SELECT count(*) FROM "{index}"')
            mortal.wait()
            with Node(kind, data=tmp_path / "node", port=mortal.address.port):
                count = wait_until(lambda: _count(client, index), 30, "the server finds the node that came back")
            assert count == ROWS
        assert server.is_running
    finally:
        server.close()


def test_index_deleted_in_the_middle(cluster, client, make_index):
    index = make_index("doomed", ROWS, shards=2, pad=PAD)
    stream = client.stream(client.flight_info(f'SELECT n, pad FROM "{index}"'))
    next(stream.batches())
    cluster.api.call("DELETE", f"/{index}")
    with pytest.raises(Exception) as raised:
        for _ in stream.batches():
            pass
    assert any(word in str(raised.value) for word in ("not_found", "incomplete", "unavailable")), raised.value
    with pytest.raises(Exception, match="not_found"):
        client.run(f'SELECT count(*) FROM "{index}"')


def test_documents_that_come_and_go_in_the_middle(cluster, client, make_index):
    """The result is that of one moment."""
    index = make_index("moving", ROWS, shards=2, pad=PAD)
    with client.stream(client.flight_info(f'SELECT n, pad FROM "{index}"')) as stream:
        batches = stream.batches()
        numbers = next(batches).column(0).to_pylist()
        cluster.delete_documents(index, [str(number) for number in range(0, ROWS, 2)])
        cluster.load(index, [(f"new-{number}", f'{{"n":{ROWS + number}}}') for number in range(5_000)])
        for batch in batches:
            numbers += batch.column(0).to_pylist()
    assert sorted(numbers) == list(range(ROWS))
    assert client.run(f'SELECT count(*) AS c FROM "{index}"').column("c").to_pylist() == [ROWS // 2 + 5_000]


def _count(client, index: str) -> int | None:
    try:
        return client.run(f'SELECT count(*) FROM "{index}"').column(0).to_pylist()[0]
    except Exception:
        return None
