"""The raw scroll as most would write it: pages of 1,000, the standard json, rows as dictionaries."""

import functools
import json

import pyarrow as pa

from bench.clients import raw_scroll


def _batch(hits):
    return pa.RecordBatch.from_pylist([hit["_source"] for hit in hits], schema=raw_scroll.SCHEMA)


FORM = raw_scroll.Form(page=1_000, parse=json.loads, batch=_batch)

read = functools.partial(raw_scroll.read, FORM)
head = functools.partial(raw_scroll.head, FORM)
groups = functools.partial(raw_scroll.groups, FORM)
