"""ES|QL itself with format=arrow: one request, at most a million rows."""

import contextlib

import pyarrow as pa

from bench.clients.node_http import Connection
from bench.clients.target import COLUMNS


def read(target):
    return head(target, target.rows)


def head(target, limit):
    return _table(target, f"FROM {target.index} | KEEP {','.join(COLUMNS)} | LIMIT {limit}")


def groups(target):
    return _table(target, f"FROM {target.index} | STATS cnt = COUNT(*), avg_amount = AVG(amount) BY category "
                          "| KEEP category, cnt, avg_amount")


def names(target):
    return _table(target, f"FROM {target.index} | STATS cnt = COUNT(*) BY name | KEEP name, cnt | LIMIT 1000000")


def distinct(target):
    """Exact, which COUNT_DISTINCT is not."""
    return _table(target, f"FROM {target.index} | STATS cnt = COUNT(*) BY name | STATS names = COUNT(*)")


def totals(target):
    """What the equivalence gate wants, computed by the node: for an index with more rows than can be read."""
    return _table(target, f"FROM {target.index} | STATS rows = COUNT(*), sum_id = SUM(id), sum_qty = SUM(qty), "
                          "sum_amount = SUM(amount), paid = COUNT(*) WHERE status == \"paid\"")


def _table(target, query):
    with contextlib.closing(Connection(target.node_url)) as node:
        with pa.ipc.open_stream(node.open("POST", "/_query?format=arrow", {"query": query})) as reader:
            return reader.read_all()
