"""One keep-alive connection to the node, for the clients that talk to it themselves."""

import http.client
import json
from urllib.parse import urlsplit


class AnswerError(Exception):
    """The node refused, or answered with less than everything."""


class Connection:
    def __init__(self, url: str):
        node = urlsplit(url)
        self._connection = http.client.HTTPConnection(node.hostname, node.port, timeout=600)

    def open(self, method: str, path: str, body: dict | None = None) -> http.client.HTTPResponse:
        """The answer with its body unread."""
        headers = {"content-type": "application/json"} if body else {}
        self._connection.request(method, path, json.dumps(body) if body else None, headers)
        response = self._connection.getresponse()
        if response.status != 200:
            raise AnswerError(f"{method} {path} answered {response.status}: {response.read()[:400]!r}")
        return response

    def send(self, method: str, path: str, body: dict | None = None) -> bytes:
        return self.open(method, path, body).read()

    def close(self) -> None:
        self._connection.close()


def complete(answer: dict) -> dict:
    """The search answer itself, if no shard is missing from it."""
    if answer["timed_out"] or answer["_shards"]["failed"]:
        raise AnswerError(f"an incomplete answer: timed_out {answer['timed_out']}, {answer['_shards']}")
    return answer
