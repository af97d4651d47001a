"""The raw scroll at its strongest: pages of 10,000, orjson, a list a column, no cyclic garbage collection."""

import functools
import gc
from operator import itemgetter

import orjson
import pyarrow as pa

from bench.clients import raw_scroll


def _batch(hits):
    sources = [hit["_source"] for hit in hits]
    columns = [pa.array(list(map(itemgetter(field.name), sources)), field.type) for field in raw_scroll.SCHEMA]
    return pa.RecordBatch.from_arrays(columns, schema=raw_scroll.SCHEMA)


FORM = raw_scroll.Form(page=10_000, parse=orjson.loads, batch=_batch, prepare=gc.disable)

read = functools.partial(raw_scroll.read, FORM)
head = functools.partial(raw_scroll.head, FORM)
groups = functools.partial(raw_scroll.groups, FORM)
