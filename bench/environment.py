"""The facts without which a figure means nothing: machine, versions, commit."""

import os
import platform
import subprocess
from datetime import UTC, datetime
from pathlib import Path

from bench.options import REPOSITORY

PACKAGES = ("adbc-driver-flightsql", "pyarrow", "duckdb", "orjson", "connectorx", "trino", "pandas", "elasticsearch")


def commit() -> str:
    """With a `+` when tracked files differ from it."""
    revision = _git("rev-parse", "--short=12", "HEAD")
    return revision + ("+" if _git("status", "--porcelain", "--untracked-files=no") else "") if revision else "unknown"


def facts(python: Path) -> dict[str, str]:
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return {
        "date": datetime.now(UTC).strftime("%Y-%m-%d %H:%M UTC"),
        "commit": commit(),
        "machine": f"{_cpu_model()}, {len(os.sched_getaffinity(0))} cores, {memory:.0f} GB, Linux {platform.release()}",
        "load at start": f"{os.getloadavg()[0]:.2f}",
        "clients": _clients(python),
    }


def heading(python: Path) -> list[str]:
    """The facts that a short report begins with, as lines of a list."""
    known = facts(python)
    return [f"- {name}: {known[name]}" for name in ("date", "commit", "machine")]


def _clients(python: Path) -> str:
    program = ("import importlib.metadata as m, platform; print('CPython', platform.python_version(), *("
               f"f', {{name}} {{m.version(name)}}' for name in {PACKAGES!r}), sep=' ')")
    run = subprocess.run([python, "-c", program], stdout=subprocess.PIPE, text=True, check=True)
    return run.stdout.strip().replace(" ,", ",")


def _cpu_model() -> str:
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.partition(":")[2].strip()
    return platform.machine()


def _git(*arguments: str) -> str:
    run = subprocess.run(["git", "-C", REPOSITORY, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return run.stdout.strip()
