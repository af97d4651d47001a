"""Loads the benchmark's rows into an index: create, bulk, refresh, merge, verify."""

import json
import queue
import random
import threading
import time
from dataclasses import dataclass

from data import bench_rows, oracles
from data.cluster import Cluster, ClusterError

ROWS_PER_BODY = 10_000
RETRIES = 8  # with backoff from 0.1 s doubling: about 25 s of an overloaded cluster
OVERLOADED = (429, 503)
MERGE_SECONDS = 3600
PROGRESS_SECONDS = 2


class LoadError(Exception):
    """The index could not be loaded, or does not hold what it must."""


@dataclass(frozen=True)
class Target:
    url: str
    index: str
    rows: int
    shards: int
    connections: int = 2


def ensure(target: Target, say=print) -> bool:
    """Makes the index hold exactly the first `rows` rows; False if it already did."""
    cluster = Cluster(target.url)
    if exists(cluster, target.index):
        wrong = differences(cluster, target.index, target.rows) + _other_shards(cluster, target)
        if not wrong:
            say(f"{target.index}: holds the {target.rows:,} rows already")
            return False
        say(f"{target.index}: replaced, because {'; '.join(wrong)}")
        cluster.call("DELETE", f"/{target.index}")
    _create(cluster, target)
    started = time.monotonic()
    _Bulk(target, _bulk_path(cluster, target.index), say).run()
    loaded = time.monotonic()
    _settle(cluster, target.index)
    if wrong := differences(cluster, target.index, target.rows):
        raise LoadError(f"{target.index} after loading: {'; '.join(wrong)}")
    say(f"{target.index}: {target.rows:,} rows in {loaded - started:.1f} s "
        f"({target.rows / (loaded - started):,.0f} rows/s), merged and verified in {time.monotonic() - loaded:.1f} s")
    return True


def exists(cluster: Cluster, index: str) -> bool:
    return cluster.call("GET", f"/{index}/_settings", missing_ok=True) is not None


def differences(cluster: Cluster, index: str, rows: int) -> list[str]:
    """How an index that exists differs from the oracle, by aggregations; empty when it does not."""
    wanted = {"id": {"sum": {"field": "id"}}, "qty": {"sum": {"field": "qty"}}, "amount": {"sum": {"field": "amount"}},
              "paid": {"filter": {"term": {"status": "paid"}}}}
    count = cluster.call("GET", f"/{index}/_count")
    answer = cluster.call("POST", f"/{index}/_search", {"size": 0, "aggs": wanted})
    for part in (count, answer):
        if part["_shards"]["failed"]:
            return [f"{part['_shards']['failed']} shards failed"]
    found = answer["aggregations"]
    return oracles.oracle(rows).differences(
        rows=count["count"], sum_id=found["id"]["value"], sum_qty=found["qty"]["value"],
        sum_amount=found["amount"]["value"], paid=found["paid"]["doc_count"])


def _other_shards(cluster: Cluster, target: Target) -> list[str]:
    (index,) = cluster.call("GET", f"/{target.index}/_settings").values()
    shards = int(index["settings"]["index"]["number_of_shards"])
    return [] if shards == target.shards else [f"it has {shards} shards, not {target.shards}"]


def _create(cluster: Cluster, target: Target) -> None:
    mapping = {"properties": bench_rows.PROPERTIES}
    cluster.call("PUT", f"/{target.index}", {
        "settings": {"number_of_shards": target.shards, "number_of_replicas": 0, "refresh_interval": "-1",
                     "translog.durability": "async"},
        "mappings": {"_doc": mapping} if cluster.has_mapping_types() else mapping,
    })


def _bulk_path(cluster: Cluster, index: str) -> str:
    typed = "/_doc" if cluster.has_mapping_types() else ""
    return f"/{index}{typed}/_bulk?filter_path=errors,items.*.status,items.*.error"


def _settle(cluster: Cluster, index: str) -> None:
    """One searchable segment a shard, and the settings of an index in use."""
    patient = cluster.clone(MERGE_SECONDS)
    patient.call("POST", f"/{index}/_refresh")
    patient.call("POST", f"/{index}/_forcemerge?max_num_segments=1")
    patient.call("PUT", f"/{index}/_settings", {"index": {"refresh_interval": "1s", "translog.durability": "request"}})
    patient.call("POST", f"/{index}/_refresh")
    patient.close()


class _Bulk:
    """One thread makes bodies, `connections` threads send them; the first failure stops all."""

    def __init__(self, target: Target, path: str, say):
        self._target = target
        self._path = path
        self._say = say
        self._bodies = queue.Queue(maxsize=2 * target.connections)
        self._lock = threading.Lock()
        self._sent = 0
        self._failure = None

    def run(self) -> None:
        senders = [threading.Thread(target=self._send_all, daemon=True) for _ in range(self._target.connections)]
        for sender in senders:
            sender.start()
        self._started = self._reported = time.monotonic()
        for body in bench_rows.bodies(self._target.rows, ROWS_PER_BODY):
            if not self._offer(body):
                break
            self._report()
        for _ in senders:
            self._offer(None)
        for sender in senders:
            sender.join()
        if self._failure:
            raise LoadError(f"{self._target.index}: {self._failure}") from self._failure

    def _offer(self, body) -> bool:
        while not self._failure:
            try:
                self._bodies.put(body, timeout=0.5)
                return True
            except queue.Full:
                continue
        return False

    def _send_all(self) -> None:
        connection = Cluster(self._target.url, 120)
        try:
            while not self._failure and (item := self._bodies.get()):
                rows, body = item
                send_body(connection, self._path, body)
                with self._lock:
                    self._sent += rows
        except Exception as failure:
            self._failure = self._failure or failure
        finally:
            connection.close()

    def _report(self) -> None:
        now = time.monotonic()
        if now - self._reported < PROGRESS_SECONDS or not self._sent:
            return
        self._reported = now
        rate = self._sent / (now - self._started)
        left = (self._target.rows - self._sent) / rate
        self._say(f"{self._target.index}: {self._sent:,} of {self._target.rows:,} rows, {rate:,.0f} rows/s, {left:.0f} s left")


def send_body(connection: Cluster, path: str, body: bytes) -> None:
    """Every document of the body is indexed once, or it raises. Only what was refused is sent again."""
    for attempt in range(RETRIES):
        status, answer = connection.send("POST", path, body, "application/x-ndjson")
        if status == 200:
            if b'"errors":false' in answer[:100]:
                return
            body = _refused(body, json.loads(answer)["items"])
            if not body:
                return
        elif status not in OVERLOADED:
            raise ClusterError(f"POST {path} answered {status}: {answer[:400].decode(errors='replace')}")
        time.sleep(0.1 * 2**attempt * random.uniform(0.5, 1.0))
    raise ClusterError(f"POST {path} is still refused for overload after {RETRIES} attempts")


def _refused(body: bytes, items: list[dict]) -> bytes:
    lines = body.splitlines(keepends=True)
    again = []
    for position, item in enumerate(items):
        outcome = item["index"]
        if outcome["status"] in OVERLOADED:
            again += lines[2 * position:2 * position + 2]
        elif outcome["status"] >= 300:
            raise ClusterError(f"a document was refused with {outcome['status']}: {outcome.get('error')}")
    return b"".join(again)
