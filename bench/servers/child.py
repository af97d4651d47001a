"""Server processes that end with this one, however it ends."""

import contextlib
import ctypes
import os
import signal
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

from nodes import process

PR_SET_PDEATHSIG = 1
_LIBC = ctypes.CDLL(None)


class ServerError(Exception):
    """A server did not start; the text says what it said last and where its log is."""


@contextlib.contextmanager
def running(name: str, command: list, log: Path, **options) -> Iterator["Child"]:
    """The server, started and not yet ready; stopped when the block ends."""
    with open(log, "wb") as output:
        child = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=output, start_new_session=True,
                                 preexec_fn=lambda: _LIBC.prctl(PR_SET_PDEATHSIG, signal.SIGTERM), **options)
    try:
        yield Child(name, child, log)
    finally:
        process.stop(child)


class Child:
    def __init__(self, name: str, child: subprocess.Popen, log: Path):
        self.name = name
        self.log = log
        self.pid = child.pid
        self._child = child

    def wait_until(self, ready, seconds: float):
        """The first thing `ready` returns that is not None."""
        deadline = time.monotonic() + seconds
        while (answer := ready()) is None:
            if self._child.poll() is not None:
                raise ServerError(f"{self.name} ended with status {self._child.returncode}: {self.last_words()}")
            if time.monotonic() > deadline:
                raise ServerError(f"{self.name} was not ready after {seconds:.0f} s: {self.last_words()}")
            time.sleep(0.05)
        return answer

    def last_words(self) -> str:
        lines = [line for line in self.log.read_text(errors="replace").splitlines() if any(map(str.isalnum, line))]
        return f"{lines[-1][:300] if lines else 'its log is empty'} (log: {self.log})"


def environment(**more: str) -> dict[str, str]:
    """Ours without what would change a JVM or a server behind our back."""
    unwanted = ("JAVA_TOOL_OPTIONS", "JDK_JAVA_OPTIONS", "CLASSPATH")
    kept = {name: value for name, value in os.environ.items()
            if name not in unwanted and not name.startswith(("ELASTIC_", "RECURVE_"))}
    return {**kept, **more}
