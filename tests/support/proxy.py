"""A real HTTP proxy before a real node: it keeps what was asked, and changes the answers a test chooses.

A misbehaving cluster cannot be ordered; one true answer in another shape can.
"""

import http.client
import threading
from collections.abc import Callable
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import urlsplit

HOP_BY_HOP = {"connection", "keep-alive", "transfer-encoding", "content-length", "host"}


@dataclass(frozen=True)
class Request:
    method: str
    path: str  # with its query
    headers: dict[str, str]
    body: bytes

    @property
    def is_search(self) -> bool:
        return "_search" in self.path and "_search_shards" not in self.path


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes
    cut: bool = False  # half of the body, then the end of the connection


class Proxy:
    """`change(request, answer)` may change the answer of the node in place; it is called one request at a time."""

    def __init__(self, url: str, context=None):
        self.change: Callable[[Request, Answer], None] | None = None
        self.prefix = ""  # of every path, as behind a gateway; without it the answer is 404
        self.seen: list[Request] = []
        self._lock = threading.Lock()
        self._came = threading.Condition(self._lock)
        target = urlsplit(url)
        proxy = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def handle_any(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length", 0)))
                request = Request(self.command, self.path, {name.lower(): value for name, value in self.headers.items()}, body)
                answer = proxy._answer(target, request)
                self.send_response(answer.status)
                for name, value in answer.headers.items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(answer.body)))
                self.end_headers()
                if answer.cut:
                    self.wfile.write(answer.body[:len(answer.body) // 2])
                    self.close_connection = True
                elif self.command != "HEAD":
                    self.wfile.write(answer.body)

            do_GET = do_POST = do_PUT = do_DELETE = do_HEAD = handle_any

            def log_message(self, *_) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        if context:
            self._server.socket = context.wrap_socket(self._server.socket, server_side=True)
        self.url = f"{'https' if context else 'http'}://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.05})
        self._thread.start()

    def wait_for(self, condition: Callable[[list[Request]], bool], seconds: float, what: str) -> None:
        """Until `condition(requests so far)`."""
        with self._came:
            assert self._came.wait_for(lambda: condition(self.seen), seconds), f"not within {seconds} s: {what}"

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()

    def __enter__(self) -> "Proxy":
        return self

    def __exit__(self, *failure) -> None:
        self.close()

    def _answer(self, target, request: Request) -> Answer:
        if not request.path.startswith(self.prefix):
            return Answer(404, {}, b"no such path here")
        node = http.client.HTTPConnection(target.hostname, target.port, timeout=60)
        try:
            headers = {name: value for name, value in request.headers.items() if name not in HOP_BY_HOP}
            node.request(request.method, request.path.removeprefix(self.prefix), request.body or None, headers)
            response = node.getresponse()
            kept = {name.lower(): value for name, value in response.getheaders() if name.lower() not in HOP_BY_HOP}
            answer = Answer(response.status, kept, response.read())
        finally:
            node.close()
        with self._came:
            if self.change:
                self.change(request, answer)
            self.seen.append(request)
            self._came.notify_all()
        return answer
