#!/usr/bin/env python3
"""The results as Markdown.

    report.py JSON ...      the tables again, from the results of earlier runs
"""

import sys
from itertools import groupby
from pathlib import Path
from statistics import median

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).resolve().parent.parent), str(Path(__file__).resolve().parent.parent / "tools")]
from bench import figures, results
from bench.results import Series
from bench.stacks import RECURVE

UNSETTLED = 0.05  # of the node's CPU, between the last warm-up and the median


def render(series: list[Series], facts: dict[str, str]) -> str:
    parts = ["# Extraction benchmark", *(f"- {name}: {value}" for name, value in facts.items()), "", METHOD, *_failed(series)]
    for (scenario, rows, shards), block in groupby(series, key=lambda one: (one.scenario, one.rows, one.shards)):
        parts += ["", f"## {scenario}, {_index(rows, shards)}", "", *_table(list(block))]
    parts += ["", "## Promised figures", "", "| figure | value |", "|---|---|"]
    parts += [f"| {what} | {value} |" for what, value in figures.promised(series)]
    parts += _unsettled(series)
    return "\n".join(parts) + "\n"


METHOD = """\
Medians (smallest–largest) of the measured runs. Each run is a fresh client process; the stacks take turns within each
repetition. Wall is from connecting to the materialised result, imports excluded. CPU is of the whole processes over
exactly that time. Memory is the peak resident set: of the client with its reader processes; of the server from the start of that run on.
MB off node are the bytes the node's process wrote. `µs/row` is the CPU of node, server and client together. `× wall` is
a stack's median wall time over Recurve's."""

HEADER = ("| stack | wall s | × wall | client CPU s | client peak MB | node CPU s | server CPU s | server peak MB | MB off node "
          "| µs/row | runs |")


def _table(block: list[Series]) -> list[str]:
    lines = [HEADER, "|---" * HEADER.count(" |") + "|"]
    recurve = next((median(one.wall_s) for one in block if one.stack == RECURVE and one.wall_s), None)
    for one in block:
        if one.wall_s:
            lines.append(_row(one, recurve))
        else:
            lines.append(f"| {one.stack} | {one.not_measured} |" + " |" * (HEADER.count(" |") - 2))
    return lines


def _row(one: Series, recurve: float | None) -> str:
    digits = 2 if one.scenario in ("S1", "S2") else 3
    chain = median(one.node_cpu_s) + median(one.server_cpu_s) + median(one.client_cpu_s)
    ratio = f"{median(one.wall_s) / recurve:.2f}" if recurve else "–"
    per_row = f"{chain * 1e6 / one.rows:.1f}" if one.scenario in ("S1", "S2") else "–"
    served = any(one.server_peak_mb)
    cells = [
        one.stack, spread(one.wall_s, digits), ratio, spread(one.client_cpu_s, digits), spread(one.client_peak_mb, 0),
        spread(one.node_cpu_s, digits), spread(one.server_cpu_s, digits) if served else "–",
        spread(one.server_peak_mb, 0) if served else "–", spread([size / 1e6 for size in one.bytes_off_node], 2), per_row,
        str(len(one.wall_s)),
    ]
    return f"| {' | '.join(cells)} |"


def spread(values: list[float], digits: int) -> str:
    middle, low, high = (f"{value:,.{digits}f}" for value in (median(values), min(values), max(values)))
    return middle if low == high else f"{middle} ({low}–{high})"


def _failed(series: list[Series]) -> list[str]:
    reasons = dict.fromkeys(f"- **{one.stack}**: {one.not_measured}" for one in series if one.failed)
    if reasons:
        return ["", "## FAILED GATES", "", *reasons]
    return ["", "Every stack passed the equivalence gate before it was timed."]


def _unsettled(series: list[Series]) -> list[str]:
    """Where the warm-up was too short to call the node warm."""
    found = []
    for one in series:
        if one.warmup_node_cpu_s and one.node_cpu_s and one.scenario in ("S1", "S2"):
            change = one.warmup_node_cpu_s[-1] / median(one.node_cpu_s) - 1
            if abs(change) > UNSETTLED:
                found.append(f"- {one.scenario} {one.stack}, {_index(one.rows, one.shards)}: {change:+.0%}")
    title = f"Node CPU of the last warm-up differed by more than {UNSETTLED:.0%} from the measured median:"
    return ["", title, "", *found] if found else []


def _index(rows: int, shards: int) -> str:
    return f"{rows:,} rows, {shards} shard{'s' if shards > 1 else ''}"


def main() -> int:
    if len(sys.argv) < 2:
        print(__doc__, file=sys.stderr)
        return 2
    series = [one for path in sys.argv[1:] for one in results.read(Path(path))]
    print(render(series, {"from": ", ".join(sys.argv[1:])}), end="")
    return 0


if __name__ == "__main__":
    sys.exit(main())
