"""The indices of one case."""

import itertools
import json

from data.cluster import ClusterError
from support.cluster import TestCluster

_numbers = itertools.count(1)


class Tables:
    """Makes indices with names of their own and removes them when the case is over."""

    def __init__(self, cluster: TestCluster, case: str):
        self.cluster = cluster
        self._stem = f"{cluster.prefix}{case}_{next(_numbers)}"
        self._made: list[str] = []

    def name(self, suffix: str = "") -> str:
        """The name of the index with that suffix; "*" behind it makes a pattern over the case's own."""
        return self._stem + suffix

    def __call__(self, properties: dict, documents=(), *, suffix: str | None = None, shards: int = 1,
                 settings: dict | None = None, mapping: dict | None = None) -> str:
        """Documents are dictionaries or JSON texts; their `_id` is their number from 1 on."""
        name = self.name(suffix if suffix is not None else "abcdefgh"[len(self._made)] if self._made else "")
        self._made.append(name)
        settings = {"number_of_shards": shards, **(settings or {})}
        self.cluster.create(name, properties, settings=settings, mapping=mapping)
        self.add(name, documents)
        return name

    def add(self, name: str, documents, first: int = 1) -> None:
        texts = (text if isinstance(text, str) else json.dumps(text) for text in documents)
        pairs = [(str(number), text) for number, text in enumerate(texts, first)]
        if pairs:
            self.cluster.load(name, pairs)
        found = self.cluster.count(name)
        if found < len(pairs):
            raise ClusterError(f"{name} holds {found} documents of {len(pairs)}")

    def remove(self) -> None:
        if self._made:
            self.cluster.api.call("DELETE", f"/{','.join(self._made)}?ignore_unavailable=true")
