"""`recurve serve` as a child of the tests."""

import ctypes
import os
import signal
import subprocess
import tempfile
from pathlib import Path
from urllib.parse import urlsplit

from support import environment
from support.deadline import wait_until

LISTENING = "recurve: listening on "
READY_SECONDS = 60
STOP_SECONDS = 15
PR_SET_PDEATHSIG = 1

_libc = ctypes.CDLL(None, use_errno=True)


class Server:
    """A server process in front of one node. It dies with the tests, however they end."""

    def __init__(self, node_url: str, *flags: str, **variables: str):
        program = environment.binary()
        assert program.exists(), f"{program} does not exist: build recurve, or set RECURVE_BINARY"
        self._scratch = tempfile.TemporaryDirectory(prefix="recurve-server-")
        self.log = Path(self._scratch.name) / "recurve.log"
        node = urlsplit(node_url)
        settings = {"ELASTIC_SCHEME": node.scheme, "ELASTIC_HOST": node.hostname, "ELASTIC_PORT": str(node.port), **variables}
        inherited = {name: value for name, value in os.environ.items() if not name.startswith(("RECURVE_", "ELASTIC_"))}
        with open(self.log, "wb") as output:
            self._process = subprocess.Popen(
                [program, "serve", "--listen", "127.0.0.1:0", *flags], env={**inherited, **settings},
                stdin=subprocess.DEVNULL, stdout=output, stderr=output, preexec_fn=_die_with_parent)
        try:
            self.uri = wait_until(self._listening, READY_SECONDS, "the server says where it listens")
        except BaseException:
            self.close()
            raise

    @property
    def pid(self) -> int:
        return self._process.pid

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    @property
    def end(self) -> str:
        """How a server that runs no longer has ended."""
        status = self._process.poll()
        return f"signal {signal.Signals(-status).name}" if status is not None and status < 0 else f"status {status}"

    def resident_bytes(self) -> int:
        for line in Path(f"/proc/{self.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        raise AssertionError(f"process {self.pid} has no resident memory")

    def log_tail(self, lines: int = 40) -> str:
        return "\n".join(self.log.read_text(errors="replace").splitlines()[-lines:])

    def close(self) -> None:
        if self.is_running:
            self._process.terminate()
            try:
                self._process.wait(STOP_SECONDS)
            except subprocess.TimeoutExpired:
                self._process.kill()
                self._process.wait()
        self._scratch.cleanup()

    def _listening(self) -> str | None:
        for line in self.log.read_text(errors="replace").splitlines():
            if line.startswith(LISTENING):
                return line.removeprefix(LISTENING).strip()
        assert self.is_running, f"the server ended with {self.end}: {self.log_tail()}"
        return None


def _die_with_parent() -> None:
    _libc.prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
