"""The one node that every stack reads from: started here or already running, loaded, and set for the occasion."""

import contextlib
import fcntl
import json
from collections.abc import Iterator
from pathlib import Path

from bench import meter
from bench.blocks import Index
from bench.stacks import ESQL_CEILING
from data import loader
from data.cluster import Cluster, ClusterError
from nodes import Node, deps

TRUNCATION = "esql.query.result_truncation_max_size"
SAME_START_MS = 5_000


class NodeUnderTest:
    def __init__(self, url: str, ours: bool, note: str):
        self.url = url
        self.note = note
        self._ours = ours
        self._cluster = Cluster(url, 600)
        self.version = self._cluster.call("GET", "/")["version"]["number"]
        self.meter = meter.Other(self._pid())

    def load(self, indices: list[Index], say) -> None:
        """Every index exists and holds its rows. What a node that is not ours holds is never replaced."""
        for index in indices:
            if loader.exists(self._cluster, index.name):
                self._cluster.call("POST", f"/{index.name}/_open?wait_for_active_shards=1")
                if not self._ours and (wrong := self._differences(index)):
                    raise loader.LoadError(f"{index.name} at {self.url} is another index: {'; '.join(wrong)}")
            loader.ensure(loader.Target(self.url, index.name, index.rows, index.shards), say)

    def _differences(self, index: Index) -> list[str]:
        settings = self._cluster.call("GET", f"/{index.name}/_settings").values()
        shards = [int(one["settings"]["index"]["number_of_shards"]) for one in settings]
        wrong = [] if shards == [index.shards] else [f"it has {shards} shards, not {index.shards}"]
        return wrong + loader.differences(self._cluster, index.name, index.rows)

    def open_only(self, index: Index) -> None:
        """The other indices of a node of ours are closed, so that they take no memory and no merges."""
        if not self._ours:
            return
        self._cluster.call("POST", f"/{index.name}/_open?wait_for_active_shards=1")
        known = self._cluster.call("GET", "/_cat/indices?format=json&expand_wildcards=all&h=index,status")
        for other in known:
            if other["index"] != index.name and other["status"] == "open" and other["index"].startswith("bench_"):
                self._cluster.call("POST", f"/{other['index']}/_close")

    @contextlib.contextmanager
    def esql_ceiling_raised(self) -> Iterator[None]:
        """For every stack alike, and put back as it was afterwards."""
        before = self._cluster.call("GET", "/_cluster/settings?flat_settings=true")["transient"].get(TRUNCATION)
        known = self._set_ceiling(ESQL_CEILING)
        try:
            yield
        finally:
            if known:
                self._set_ceiling(before)

    def _set_ceiling(self, value) -> bool:
        """False for a product that has no ES|QL and so no such setting."""
        body = json.dumps({"transient": {TRUNCATION: value}}).encode()
        status, answer = self._cluster.send("PUT", "/_cluster/settings", body)
        if status == 400 and b"not recognized" in answer:
            return False
        if status != 200:
            raise ClusterError(f"{TRUNCATION} cannot be set: {answer[:400].decode(errors='replace')}")
        return True

    def _pid(self) -> int:
        """Of the JVM, once it is certain that the number means that very process on this machine."""
        nodes = list(self._cluster.call("GET", "/_nodes/jvm")["nodes"].values())
        if len(nodes) != 1:
            raise loader.LoadError(f"{self.url} is a cluster of {len(nodes)} nodes; the benchmark meters exactly one")
        jvm = nodes[0]["jvm"]
        try:
            started = meter.Other(jvm["pid"]).started_ms()
        except OSError:
            started = 0
        if abs(started - jvm["start_time_in_millis"]) > SAME_START_MS:
            raise loader.LoadError(f"the node at {self.url} does not run on this machine, where it must be metered")
        return jvm["pid"]


@contextlib.contextmanager
def running(kind: str, heap: str) -> Iterator[NodeUnderTest]:
    """A node of this kind whose data stays in the cache, so that the next benchmark need not load again."""
    home = deps.cache() / "bench" / kind
    home.mkdir(parents=True, exist_ok=True)
    with _alone(home), Node(kind, bench=True, heap=heap, data=home) as node:
        yield NodeUnderTest(node.url, True, f"-Xmx{heap} -Xms{heap}, G1, full compiler")


@contextlib.contextmanager
def _alone(home: Path) -> Iterator[None]:
    with open(home / ".lock", "w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise loader.LoadError(f"another benchmark runs on the node of {home}") from None
        yield
