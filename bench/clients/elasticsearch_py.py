"""The official client's scan helper, as its documentation shows it: one process, rows as dictionaries."""

import pyarrow as pa
from elasticsearch import Elasticsearch, helpers

from bench.clients.raw_1000 import groups
from bench.clients.raw_scroll import SCHEMA
from bench.clients.target import COLUMNS

__all__ = ["groups", "head", "read"]


def read(target):
    with Elasticsearch(target.node_url) as node:
        hits = helpers.scan(node, index=target.index, query={"_source": COLUMNS})
        return pa.Table.from_pylist([hit["_source"] for hit in hits], schema=SCHEMA)


def head(target, limit):
    with Elasticsearch(target.node_url) as node:
        hits = node.search(index=target.index, size=limit, source=list(COLUMNS))["hits"]["hits"]
    return pa.Table.from_pylist([hit["_source"] for hit in hits], schema=SCHEMA)
