"""One HTTP connection to a cluster, and the few words of its API that loading needs."""

import http.client
import json
from urllib.parse import urlsplit


class ClusterError(Exception):
    """The cluster could not be reached or refused; the text says what was asked and what came."""


class Cluster:
    """Not for several threads at once: `clone` gives another connection."""

    def __init__(self, url: str, seconds: float = 60):
        self.url = url
        parts = urlsplit(url)
        if parts.scheme != "http" or not parts.hostname:
            raise ClusterError(f"{url!r} is not a URL of the form http://HOST:PORT")
        self._connection = http.client.HTTPConnection(parts.hostname, parts.port or 9200, timeout=seconds)

    def clone(self, seconds: float = 60) -> "Cluster":
        return Cluster(self.url, seconds)

    def close(self) -> None:
        self._connection.close()

    def send(self, method: str, path: str, body: bytes | None = None,
             content_type: str = "application/json") -> tuple[int, bytes]:
        """Status and body, whatever the status."""
        try:
            self._connection.request(method, path, body, {"content-type": content_type} if body else {})
            response = self._connection.getresponse()
            return response.status, response.read()
        except (OSError, http.client.HTTPException) as failure:
            self._connection.close()
            raise ClusterError(f"{method} {self.url}{path}: {failure!r}") from failure

    def call(self, method: str, path: str, body: dict | None = None, missing_ok: bool = False) -> dict | None:
        """The JSON answer; None for a 404 that is expected; any other failure raises."""
        status, answer = self.send(method, path, json.dumps(body).encode() if body is not None else None)
        if status == 404 and missing_ok:
            return None
        if status >= 300:
            raise ClusterError(f"{method} {self.url}{path} answered {status}: {answer[:400].decode(errors='replace')}")
        return json.loads(answer) if answer else {}

    def has_mapping_types(self) -> bool:
        """True of Elasticsearch 6 and older, whose URLs and mappings name a type."""
        version = self.call("GET", "/")["version"]
        return version.get("distribution") != "opensearch" and int(version["number"].split(".")[0]) < 7
