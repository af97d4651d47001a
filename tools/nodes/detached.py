"""Processes that outlive the command that started them, found again by a state file.

A state file is one JSON object with at least `pid` and `started`, which together name a process for good: a
later process with the same number is not mistaken for it.
"""

import json
from pathlib import Path

from nodes import process
from nodes.errors import NodeError
from nodes.kinds import Kind


def start(kind: Kind, options: process.Options, state: Path) -> dict:
    """Starts a node on its own and returns its description when it is ready."""
    if known := running(state):
        raise NodeError(f"{state} says a node runs already, pid {known['pid']} at {known['url']}")
    _, address = process.start(kind, options, tied=False)
    description = describe(kind, address, options)
    record(state, description)
    return description


def describe(kind: Kind, address: process.Address, options: process.Options) -> dict:
    return {"kind": kind.name, "url": address.url, "pid": address.pid, "version": address.version,
            "data": str(options.home), "log": str(options.log)}


def record(state: Path, description: dict) -> None:
    state.parent.mkdir(parents=True, exist_ok=True)
    state.write_text(json.dumps({**description, "started": process.identity(description["pid"])}))


def running(state: Path) -> dict | None:
    """What the state file describes, if that very process still runs."""
    if not state.exists():
        return None
    known = json.loads(state.read_text())
    return known if known["started"] and process.identity(known["pid"]) == known["started"] else None


def stop(state: Path) -> dict | None:
    """Stops what the state file describes and forgets it; None if it was gone already."""
    known = running(state)
    if known:
        process.stop_other(known["pid"], known["started"])
    state.unlink(missing_ok=True)
    return known
