# SPDX-License-Identifier: Apache-2.0
"""Servers for stock clients.

The cluster is the one at RECURVE_TEST_ES_URL, or a node of the kind RECURVE_TEST_NODE (as
`tools/nodes/node.py kinds` lists them) that is started for the tests; with neither, the tests
are skipped and say so. The server is RECURVE_TEST_BINARY (default: the release build), started
over that cluster; RECURVE_TEST_URI names a running one over the same cluster instead.
"""

import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.parse
import urllib.request
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from nodes import Node, NodeUnavailable  # noqa: E402

INDEX = "conformance_1"
NEIGHBOUR = "conformancex1"  # matches the index's name as a LIKE pattern
NUM_DOCUMENTS = 2000
WIDE_INDEX = "conformance_wide"  # too large for the buffers between a server and its client
NUM_WIDE_DOCUMENTS = 20000


def pytest_configure(config):
    """Print why tests are skipped, whatever the flags."""
    if "s" not in config.option.reportchars:
        config.option.reportchars += "s"


class Server:
    """One `recurve serve` over a node, on a free port."""

    def __init__(self, es_url, *arguments):
        binary = os.environ.get("RECURVE_TEST_BINARY") or ROOT / "build/release/apps/recurve/recurve"
        node = urllib.parse.urlsplit(es_url)
        environment = {**os.environ, "ELASTIC_SCHEME": node.scheme, "ELASTIC_HOST": node.hostname,
                       "ELASTIC_PORT": str(node.port or 9200)}
        self.process = subprocess.Popen([binary, "serve", "--listen", "127.0.0.1:0", *arguments], env=environment,
                                        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        found = re.search(r"listening on (\S+)", line)
        assert found, f"not a ready line: {line!r}"
        self.uri = found.group(1)

    def stop(self):
        """End it; its exit status and what it logged."""
        self.process.send_signal(signal.SIGTERM)
        _, log = self.process.communicate(timeout=30)
        return self.process.returncode, log


def ask(es_url, method, path, body=None):
    """One exchange with the cluster, outside of the server under test."""
    lines = body if isinstance(body, bytes) else json.dumps(body).encode() if body is not None else None
    kind = "application/x-ndjson" if isinstance(body, bytes) else "application/json"
    request = urllib.request.Request(es_url + path, data=lines, method=method, headers={"Content-Type": kind})
    with urllib.request.urlopen(request, timeout=60) as response:
        return json.load(response)


def has_types(es_url):
    """Whether mappings have types: Elasticsearch 6."""
    return ask(es_url, "GET", "/")["version"]["number"].startswith("6.")


def document(number):
    return {"n": number, "half": number / 2, "word": f"w{number % 7}", "even": number % 2 == 0,
            "moment": f"2024-01-01T00:00:{number % 60:02d}.000Z"}


@pytest.fixture(scope="session")
def es_url():
    url = os.environ.get("RECURVE_TEST_ES_URL")
    kind = os.environ.get("RECURVE_TEST_NODE")
    if url:
        yield url.rstrip("/")
    elif kind:
        try:
            node = Node(kind)
        except NodeUnavailable as reason:
            pytest.skip(str(reason))
        with node:
            yield node.url
    else:
        pytest.skip("neither RECURVE_TEST_ES_URL nor RECURVE_TEST_NODE is set: no cluster to read")


@pytest.fixture(scope="session")
def cluster(es_url):
    """The cluster with the documents of these tests in it."""
    properties = {"n": {"type": "long"}, "half": {"type": "double"}, "word": {"type": "keyword"},
                  "even": {"type": "boolean"}, "moment": {"type": "date"}}
    typed = has_types(es_url)
    mappings = {"_doc": {"properties": properties}} if typed else {"properties": properties}
    for index in (INDEX, NEIGHBOUR, WIDE_INDEX):
        try:
            ask(es_url, "DELETE", f"/{index}")
        except urllib.error.HTTPError:
            pass
    for index, number in ((INDEX, NUM_DOCUMENTS), (NEIGHBOUR, 1)):
        ask(es_url, "PUT", f"/{index}", {"mappings": mappings,
                                                  "settings": {"number_of_shards": 2, "number_of_replicas": 0}})
        action = {"index": {"_type": "_doc"}} if typed else {"index": {}}
        lines = "".join(json.dumps(action) + "\n" + json.dumps(document(i)) + "\n" for i in range(number))
        answer = ask(es_url, "POST", f"/{index}/_bulk?refresh=true", lines.encode())
        assert not answer["errors"]
    yield es_url
    for index in (INDEX, NEIGHBOUR):
        ask(es_url, "DELETE", f"/{index}")


@pytest.fixture(scope="session")
def wide_index(cluster):
    """An index of 40 MB."""
    typed = has_types(cluster)
    properties = {"n": {"type": "long"}, "pad": {"type": "keyword", "index": False, "doc_values": False}}
    mappings = {"_doc": {"properties": properties}} if typed else {"properties": properties}
    ask(cluster, "PUT", f"/{WIDE_INDEX}", {"mappings": mappings, "settings": {"number_of_replicas": 0}})
    action = json.dumps({"index": {"_type": "_doc"} if typed else {}})
    for start in range(0, NUM_WIDE_DOCUMENTS, 5000):
        lines = "".join(f'{action}\n{{"n":{n},"pad":"{chr(97 + n % 26) * 2000}"}}\n' for n in range(start, start + 5000))
        assert not ask(cluster, "POST", f"/{WIDE_INDEX}/_bulk", lines.encode())["errors"]
    ask(cluster, "POST", f"/{WIDE_INDEX}/_refresh")
    yield WIDE_INDEX
    ask(cluster, "DELETE", f"/{WIDE_INDEX}")


@pytest.fixture(scope="session")
def start_server(cluster):
    """Start a server of its own with extra flags; it is ended after the session."""
    started = []

    def start(*arguments):
        server = Server(cluster, *arguments)
        started.append(server)
        return server

    yield start
    for server in started:
        if server.process.poll() is None:
            server.stop()


@pytest.fixture(scope="session")
def uri(request, cluster):
    given = os.environ.get("RECURVE_TEST_URI")
    if given:
        return given
    return request.getfixturevalue("start_server")().uri


@pytest.fixture
def eventually():
    """Ask until true; the time it took, in seconds."""

    def wait(condition, seconds=5.0):
        start = time.monotonic()
        while not condition():
            assert time.monotonic() - start < seconds, "it did not become true"
            time.sleep(0.02)
        return time.monotonic() - start

    return wait
