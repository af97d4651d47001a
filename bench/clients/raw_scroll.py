"""A sliced scroll as one writes it by hand: a process a shard, each reading its slice, Arrow batches to the parent.

A `Form` says how: rows a page, JSON parser, and how the hits of a page become a batch.
"""

import contextlib
import json
import multiprocessing
import sys
from collections.abc import Callable
from dataclasses import dataclass
from multiprocessing.connection import wait

import pyarrow as pa

from bench import meter
from bench.clients.node_http import Connection, complete
from bench.clients.target import COLUMNS


class _WithoutPandas:
    """The first list that pyarrow converts makes it import pandas if it can, in each reader anew: 0.2 s of no use."""

    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == "pandas":
            raise ModuleNotFoundError("pandas is not needed here", name=name)


sys.meta_path.insert(0, _WithoutPandas)

SCHEMA = pa.schema([
    ("id", pa.int64()), ("event_ts", pa.timestamp("ms", "UTC")), ("amount", pa.float64()), ("qty", pa.int32()),
    ("status", pa.string()), ("country", pa.string()), ("category", pa.string()), ("name", pa.string()),
])
KEEP_ALIVE = "5m"

# Megabytes by which each reader process grew over what it shares with its parent.
PEAKS_OF_READERS: list[float] = []


@dataclass(frozen=True)
class Form:
    page: int
    parse: Callable[[bytes], dict]
    batch: Callable[[list], pa.RecordBatch]
    prepare: Callable[[], None] = lambda: None  # once in each process


def read(form: Form, target) -> pa.Table:
    context = multiprocessing.get_context("fork")
    slices = _shards(target)
    readers, pipes = [], []
    for number in range(slices):
        pipe, other_end = context.Pipe(duplex=False)
        reader = context.Process(target=_read_slice, args=(form, target, number, slices, other_end), daemon=True)
        reader.start()
        other_end.close()
        readers.append(reader)
        pipes.append(pipe)
    batches = _receive(pipes)
    for reader in readers:
        reader.join()
    return pa.Table.from_batches(batches, SCHEMA)


def head(form: Form, target, limit) -> pa.Table:
    with contextlib.closing(Connection(target.node_url)) as node:
        answer = form.parse(node.send("POST", f"/{target.index}/_search", {"size": limit, "_source": COLUMNS, "sort": ["_doc"]}))
    return pa.Table.from_batches([form.batch(complete(answer)["hits"]["hits"])], SCHEMA)


def groups(form: Form, target) -> pa.Table:
    """The cluster's own terms aggregation, accepted only when it says that it is exact."""
    wanted = {"by": {"terms": {"field": "category", "size": 10_000}, "aggs": {"mean": {"avg": {"field": "amount"}}}}}
    with contextlib.closing(Connection(target.node_url)) as node:
        answer = complete(form.parse(node.send("POST", f"/{target.index}/_search", {"size": 0, "aggs": wanted})))
    found = answer["aggregations"]["by"]
    if found["doc_count_error_upper_bound"] or found["sum_other_doc_count"]:
        raise ValueError("the terms aggregation is not exact")
    buckets = found["buckets"]
    return pa.table({"category": [bucket["key"] for bucket in buckets], "cnt": [bucket["doc_count"] for bucket in buckets],
                     "avg_amount": [bucket["mean"]["value"] for bucket in buckets]})


def _shards(target) -> int:
    """As many slices as the index has shards, so that each slice is one shard."""
    with contextlib.closing(Connection(target.node_url)) as node:
        settings = json.loads(node.send("GET", f"/{target.index}/_settings"))
    return int(settings[target.index]["settings"]["index"]["number_of_shards"])


def _read_slice(form: Form, target, number, slices, pipe) -> None:
    form.prepare()
    before = meter.own_resident_mb()
    with contextlib.closing(Connection(target.node_url)) as node:
        for hits in _pages(form, target, number, slices, node):
            pipe.send_bytes(form.batch(hits).serialize())
    pipe.send_bytes(b"")
    pipe.send(meter.own_peak_mb() - before)


def _pages(form: Form, target, number, slices, node):
    first = {"size": form.page, "_source": COLUMNS, "sort": ["_doc"]}
    if slices > 1:
        first["slice"] = {"id": number, "max": slices}
    answer = complete(form.parse(node.send("POST", f"/{target.index}/_search?scroll={KEEP_ALIVE}", first)))
    while hits := answer["hits"]["hits"]:
        yield hits
        if len(hits) < form.page:
            break
        next_page = {"scroll": KEEP_ALIVE, "scroll_id": answer["_scroll_id"]}
        answer = complete(form.parse(node.send("POST", "/_search/scroll", next_page)))
    node.send("DELETE", "/_search/scroll", {"scroll_id": answer["_scroll_id"]})


def _receive(pipes) -> list[pa.RecordBatch]:
    """Every batch of every reader, as they come."""
    batches, open_pipes = [], set(pipes)
    while open_pipes:
        for pipe in wait(open_pipes):
            if message := pipe.recv_bytes():
                batches.append(pa.ipc.read_record_batch(pa.py_buffer(message), SCHEMA))
            else:
                PEAKS_OF_READERS.append(pipe.recv())
                open_pipes.remove(pipe)
    return batches
