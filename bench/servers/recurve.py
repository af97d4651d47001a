"""`recurve serve` in front of the node."""

import contextlib
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

from bench.servers import child
from bench.servers.server import Server

LISTENING = "recurve: listening on "
READY_SECONDS = 60


@contextlib.contextmanager
def serving(binary: Path, node_url: str, folder: Path, *settings: str) -> Iterator[Server]:
    node = urlsplit(node_url)
    environment = child.environment(ELASTIC_SCHEME=node.scheme, ELASTIC_HOST=node.hostname, ELASTIC_PORT=str(node.port))
    log = folder / "recurve.log"
    with child.running("Recurve", [binary, "serve", "--listen", "127.0.0.1:0", *settings], log, env=environment) as server:
        yield Server(server.wait_until(lambda: _address(log), READY_SECONDS), server.pid, " ".join(settings) or "default settings")


def _address(log: Path) -> str | None:
    for line in log.read_text(errors="replace").splitlines(keepends=True):
        if line.startswith(LISTENING) and line.endswith("\n"):
            return line.removeprefix(LISTENING).strip()
    return None
