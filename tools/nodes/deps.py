"""Where downloads and builds are kept: $RECURVE_DEPS, or ~/.cache/recurve."""

import contextlib
import fcntl
import os
from pathlib import Path


def cache() -> Path:
    return Path(os.environ.get("RECURVE_DEPS") or Path.home() / ".cache" / "recurve")


def nodes_cache() -> Path:
    folder = cache() / "nodes"
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextlib.contextmanager
def exclusive(name: str):
    """Only one process at a time runs the body for this name."""
    with open(nodes_cache() / f".{name}.lock", "w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield
