#!/usr/bin/env python3
"""A fresh client process: one stack, one scenario, once.

    measured.py SPEC      {"client": module, "scenario": S1|...|S6|TOTALS, "figures": bool, "target": {...}}

Writes three lines of JSON. "ready" when everything is imported; then it waits for a line on its standard input, so
that whoever asked can read the other processes' meters; then what the work took; then what the answer holds.
"""

import importlib
import json
import os
import sys
import time
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parent.parent.parent)  # and not this folder
from bench import meter
from bench.clients import answers
from bench.clients.target import Target

HEAD_ROWS = 100


def main() -> int:
    lines = _take_over_output()
    spec = json.loads(sys.argv[1])
    client = importlib.import_module(f"bench.clients.{spec['client']}")
    work = SCENARIOS[spec["scenario"]]
    target = Target(**spec["target"])
    if spec["scenario"] == "S2":
        _averages().settle(client)

    _say(lines, "ready")
    if not sys.stdin.readline():
        return 0
    start_mb = meter.own_resident_mb()
    cpu, started = meter.own_cpu_s(), time.perf_counter()
    answer = work(client, target)
    wall = time.perf_counter() - started
    _say(lines, {"wall_s": wall, "client_cpu_s": meter.own_cpu_s() - cpu, "client_peak_mb": _peak_mb(),
                 "client_start_mb": start_mb})

    held = {"rows": answers.row_count(answer), "table_bytes": answers.arrow_bytes(answer)}
    if spec["scenario"] in ("S2", "S3"):
        held["categories"] = answers.categories(answer)
    if spec["scenario"] in ("S5", "S6"):
        held["total"] = answers.total(answer)
    if spec["figures"]:
        held["figures"] = answers.figures(answer)
    _say(lines, held)
    return 0


SCENARIOS = {
    "S1": lambda client, target: client.read(target),
    "S2": lambda client, target: _averages().of(client, client.read(target)),
    "S3": lambda client, target: client.groups(target),
    "S4": lambda client, target: client.head(target, HEAD_ROWS),
    "S5": lambda client, target: client.names(target),
    "S6": lambda client, target: client.distinct(target),
    "TOTALS": lambda client, target: client.totals(target),
}


def _averages():
    """Imported where it is needed: DuckDB's memory belongs to S2 alone."""
    return importlib.import_module("bench.clients.averages")


def _peak_mb() -> float:
    """Of this process, and by how much each reader process it had grew beyond what it shared with it."""
    scroll = sys.modules.get("bench.clients.raw_scroll")
    return meter.own_peak_mb() + sum(scroll.PEAKS_OF_READERS if scroll else ())


def _take_over_output():
    """Standard output for our lines only; what libraries print goes to standard error."""
    lines = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    return lines


def _say(lines, what) -> None:
    lines.write(json.dumps(what) + "\n")
    lines.flush()


if __name__ == "__main__":
    sys.exit(main())
