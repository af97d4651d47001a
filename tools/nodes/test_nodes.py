"""Each kind of node starts, holds documents and ends; none is ever left behind."""

import json
import os
import signal
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest

from nodes import KINDS, Node, NodeError, NodeUnavailable, process

NODE = [sys.executable, Path(__file__).parent / "node.py"]
QUICKEST = "es-6.8"
GONE_SECONDS = 30


def call(url, method="GET", body=None):
    data = json.dumps(body).encode() if body is not None else None
    request = urllib.request.Request(url, data, {"content-type": "application/json"}, method=method)
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=30) as answer:
        return json.load(answer)


def assert_ends(pid, started):
    deadline = time.monotonic() + GONE_SECONDS
    while process.identity(pid) == started:
        assert time.monotonic() < deadline, f"process {pid} still runs"
        time.sleep(0.05)


@pytest.mark.parametrize("kind", KINDS)
def test_starts_holds_documents_and_ends(kind):
    try:
        node = Node(kind)
    except NodeUnavailable as reason:
        pytest.skip(str(reason))
    with node:
        root = call(node.url)
        assert root["version"]["number"] == KINDS[kind].version
        assert root["version"].get("distribution", "elasticsearch") == KINDS[kind].product
        for number in range(3):
            call(f"{node.url}/things/_doc/{number}?refresh=true", "PUT", {"number": number})
        found = call(f"{node.url}/things/_search?size=10", "POST", {"query": {"range": {"number": {"gte": 1}}}})
        assert sorted(hit["_source"]["number"] for hit in found["hits"]["hits"]) == [1, 2]
        scroll = call(f"{node.url}/things/_search?scroll=1m", "POST", {"size": 2, "sort": ["_doc"]})
        rest = call(f"{node.url}/_search/scroll", "POST", {"scroll": "1m", "scroll_id": scroll["_scroll_id"]})
        assert len(scroll["hits"]["hits"]) + len(rest["hits"]["hits"]) == 3
        pid, started, home = node.pid, process.identity(node.pid), node.home
    assert process.identity(pid) != started
    assert not home.exists()


def test_data_survives_a_restart(tmp_path):
    with Node(QUICKEST, data=tmp_path) as node:
        call(f"{node.url}/things/_doc/1", "PUT", {"number": 1})
    with Node(QUICKEST, data=tmp_path) as node:
        assert call(f"{node.url}/things/_doc/1")["_source"] == {"number": 1}


def test_node_ends_with_a_killed_owner(tmp_path):
    program = f"""if True:
        import nodes, sys
        node = nodes.Node({QUICKEST!r}, data={str(tmp_path)!r})
        print(node.pid, flush=True)
        node.wait()"""
    owner = subprocess.Popen([sys.executable, "-c", program], cwd=Path(__file__).parent.parent, stdout=subprocess.PIPE, text=True)
    pid = int(owner.stdout.readline())
    started = process.identity(pid)
    assert started
    owner.kill()
    owner.wait()
    assert_ends(pid, started)


def test_start_runs_until_told_to_stop():
    command = subprocess.Popen([*NODE, "start", QUICKEST], stdout=subprocess.PIPE, text=True)
    described = json.loads(command.stdout.readline())
    started = process.identity(described["pid"])
    assert call(described["url"])["version"]["number"] == described["version"]
    command.terminate()
    assert command.wait(GONE_SECONDS) == 0
    assert process.identity(described["pid"]) != started


def test_start_tied_to_a_parent_ends_with_it():
    line = " ".join(map(str, NODE)) + f" start {QUICKEST} --tie-to-parent & wait"
    shell = subprocess.Popen(["/bin/sh", "-c", line], stdout=subprocess.PIPE, text=True)
    described = json.loads(shell.stdout.readline())
    started = process.identity(described["pid"])
    os.kill(shell.pid, signal.SIGKILL)
    shell.wait()
    assert_ends(described["pid"], started)


def test_detached_node_is_stopped_by_its_state_file(tmp_path):
    state = tmp_path / "state.json"
    start = [*NODE, "start", QUICKEST, "--data", tmp_path / "node", "--detach", "--state", state]
    described = json.loads(subprocess.run(start, stdout=subprocess.PIPE, check=True).stdout)
    started = process.identity(described["pid"])
    try:
        second = subprocess.run(start, stderr=subprocess.PIPE, text=True)
        assert second.returncode == 1
        assert "runs already" in second.stderr
        assert call(described["url"])["version"]["number"] == described["version"]
    finally:
        subprocess.run([*NODE, "stop", "--state", state], check=True)
    assert process.identity(described["pid"]) != started
    assert not state.exists()


def test_failure_to_start_is_one_clear_error(tmp_path):
    with pytest.raises(NodeError, match=r"unknown setting \[no.such.setting\].*log: "):
        Node(QUICKEST, data=tmp_path, settings={"no.such.setting": "1"})


def test_unknown_kind_names_the_known_ones():
    with pytest.raises(NodeError, match="es-8.19"):
        Node("es-1.0")
