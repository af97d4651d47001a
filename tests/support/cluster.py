"""One node under test: indices of this run, bulk loading, and the counters that show what is left open."""

import json
import secrets

from data.cluster import Cluster, ClusterError
from nodes import Node
from support import environment

DOCUMENTS_PER_BODY = 2_000
BODY_BYTES = 8 * 1024 * 1024
# Cursors end when their keep-alive does, not up to a minute later.
NODE_SETTINGS = {"search.keep_alive_interval": "500ms"}


class TestCluster:
    """A cluster and the indices this run makes in it; `close` removes them.

    Several runs may share a node: every name starts with this run's prefix.
    """

    __test__ = False

    def __init__(self, kind: str, url: str | None = None):
        self.kind = kind
        self._node = None
        url = url or environment.url_of(kind)
        if url is None:
            self._node = Node(kind, settings=NODE_SETTINGS)
            url = self._node.url
        self.url = url.rstrip("/")
        self.api = Cluster(self.url)
        self.prefix = f"ora_{secrets.token_hex(3)}_"
        self.version = self.api.call("GET", "/")["version"]["number"]
        self.has_mapping_types = self.api.has_mapping_types()

    def close(self) -> None:
        if self._node:
            self._node.close()
            return
        names = [row["index"] for row in self.api.call("GET", f"/_cat/indices/{self.prefix}*?format=json")]
        for name in names:
            self.api.call("DELETE", f"/{name}", missing_ok=True)
        self.api.close()

    def log_tail(self, lines: int = 20) -> str:
        if not self._node:
            return f"the node at {self.url} has its own log"
        return "\n".join(self._node.log.read_text(errors="replace").splitlines()[-lines:])

    def create(self, index: str, properties: dict, *, settings: dict | None = None, mapping: dict | None = None) -> None:
        """Makes an index; `mapping` holds what stands beside `properties`, for example `dynamic`."""
        mappings = {**(mapping or {}), "properties": properties}
        self.api.call("PUT", f"/{index}", {
            "settings": {"number_of_shards": 1, "number_of_replicas": 0, "refresh_interval": "-1", **(settings or {})},
            "mappings": {"_doc": mappings} if self.has_mapping_types else mappings,
        })

    def extend_mapping(self, index: str, properties: dict) -> None:
        typed = "/_doc" if self.has_mapping_types else ""
        self.api.call("PUT", f"/{index}/_mapping{typed}", {"properties": properties})

    def load(self, index: str, documents) -> None:
        """Indexes (`_id`, JSON text) pairs and makes them searchable."""
        body: list[str] = []
        size = 0
        for identifier, text in documents:
            body += [json.dumps({"index": {"_id": identifier}}), text]
            size += len(text)
            if len(body) >= 2 * DOCUMENTS_PER_BODY or size >= BODY_BYTES:
                self._bulk(index, body)
                body, size = [], 0
        if body:
            self._bulk(index, body)
        self.refresh(index)

    def load_if_accepted(self, index: str, identifier: str, text: str) -> bool:
        """Indexes a document that the mapping may not take; `refresh` makes it searchable."""
        path = f"/{index}/_doc/{identifier}"
        status, answer = self.api.send("PUT", path, text.encode(), "application/json")
        if status not in (200, 201, 400):
            raise ClusterError(f"{path} answered {status}: {answer[:400]!r}")
        return status != 400

    def delete_documents(self, index: str, identifiers) -> None:
        self._bulk(index, [json.dumps({"delete": {"_id": identifier}}) for identifier in identifiers])
        self.refresh(index)

    def refresh(self, index: str) -> None:
        self.api.call("POST", f"/{index}/_refresh")

    def count(self, index: str) -> int:
        return self.api.call("GET", f"/{index}/_count")["count"]

    def add_alias(self, alias: str, index: str, condition: dict | None = None) -> None:
        action = {"index": index, "alias": alias, **({"filter": condition} if condition else {})}
        self.api.call("POST", "/_aliases", {"actions": [{"add": action}]})

    def takes_setting(self, name: str, value: str | None) -> bool:
        """Sets or (None) resets a setting of the whole cluster; False if the cluster does not know it."""
        body = json.dumps({"transient": {name: value}}).encode()
        return self.api.send("PUT", "/_cluster/settings", body)[0] == 200

    def open_contexts(self, index: str) -> int:
        """Points-in-time, scrolls and searches that an index has open now."""
        search = self.api.call("GET", f"/{index}/_stats/search")["_all"]["total"]["search"]
        counters = ("open_contexts", "query_current", "fetch_current", "scroll_current", "point_in_time_current")
        return sum(search.get(counter, 0) for counter in counters)

    def _bulk(self, index: str, lines: list[str]) -> None:
        typed = "/_doc" if self.has_mapping_types else ""
        body = ("\n".join(lines) + "\n").encode()
        status, answer = self.api.send("POST", f"/{index}{typed}/_bulk", body, "application/x-ndjson")
        if status != 200:
            raise ClusterError(f"bulk into {index} answered {status}: {answer[:400]!r}")
        for item in json.loads(answer)["items"]:
            (outcome,) = item.values()
            if outcome["status"] >= 300:
                raise ClusterError(f"{index} refused {outcome['_id']}: {outcome.get('error')}")
