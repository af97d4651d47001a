"""Loading ends with exactly the rows, on a cluster that refuses some of them too."""

import json
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import pytest

from data import bench_rows, loader
from data.cluster import Cluster, ClusterError
from nodes import Node, NodeUnavailable

ROWS = 25_000


@pytest.mark.parametrize("kind", ["es-6.8", "es-8.19", "os-2.19"])
def test_load_replaces_what_differs_and_keeps_what_does_not(kind):
    try:
        node = Node(kind)
    except NodeUnavailable as reason:
        pytest.skip(str(reason))
    with node:
        said = []
        target = loader.Target(node.url, "bench", ROWS, shards=2)
        assert loader.ensure(target, said.append)
        assert not loader.ensure(target, said.append)
        assert loader.ensure(loader.Target(node.url, "bench", ROWS, shards=1), said.append)
        assert loader.ensure(loader.Target(node.url, "bench", ROWS + 1, shards=1), said.append)
        assert [line for line in said if "replaced" in line][0] == "bench: replaced, because it has 2 shards, not 1"
        segments = Cluster(node.url).call("GET", "/bench/_segments")["indices"]["bench"]["shards"]["0"][0]["segments"]
        assert len(segments) == 1
        with pytest.raises(ClusterError, match="no_such"):
            Cluster(node.url).call("GET", "/no_such/_count")


class OverloadedCluster(BaseHTTPRequestHandler):
    """Refuses the first request whole and every third document the first time it sees it."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        documents = self.rfile.read(int(self.headers["content-length"])).splitlines()[1::2]
        if not self.server.asked:
            self.server.asked = True
            return self.answer(429, {"error": "overloaded"})
        statuses = []
        for position, document in enumerate(documents):
            refuse = position % 3 == 0 and document not in self.server.refused
            (self.server.refused if refuse else self.server.indexed).append(document)
            statuses.append({"index": {"status": self.server.refusal if refuse else 201, "error": {"type": "refused"}}})
        return self.answer(200, {"errors": any(s["index"]["status"] > 299 for s in statuses), "items": statuses})

    def answer(self, status, body):
        text = json.dumps(body, separators=(",", ":")).encode()
        self.send_response(status)
        self.send_header("content-length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *arguments):
        pass


@pytest.fixture
def overloaded():
    server = ThreadingHTTPServer(("127.0.0.1", 0), OverloadedCluster)
    server.asked, server.refused, server.indexed, server.refusal = False, [], [], 429
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


def send(server):
    connection = Cluster(f"http://127.0.0.1:{server.server_port}")
    ((_, body),) = bench_rows.bodies(10, 10)
    loader.send_body(connection, "/bench/_bulk", body)
    connection.close()
    return body.splitlines()[1::2]


def test_what_is_refused_for_overload_is_sent_again_once(overloaded):
    documents = send(overloaded)
    assert len(overloaded.refused) == 4
    assert sorted(overloaded.indexed) == sorted(documents)


def test_any_other_refusal_is_an_error(overloaded):
    overloaded.refusal = 400
    with pytest.raises(ClusterError, match="refused with 400"):
        send(overloaded)
