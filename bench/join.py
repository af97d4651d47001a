#!/usr/bin/env python3
"""A join of a million rows with ten million through a small memory limit: is it right, how large does the server get, how much
does it spill? Writes join.md. Uses the node and the rows of run.py, which stay in the cache.
"""

import argparse
import contextlib
import json
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "tools")]
from bench import blocks, environment, meter, node_under_test, options, results
from bench.servers import recurve

SMALL, LARGE = blocks.Index(1_000_000, 6), blocks.Index(10_000_000, 6)
PAYLOAD = "b.event_ts, b.amount, b.qty, b.status, b.country, b.category, b.name"
# Rows of the large side that find a partner are known from the generator: ids are 0 to the number of rows less one (tools/data).
STATEMENTS = {
    "keys narrow the large side": (f"SELECT count(*) AS n, sum(a.qty) AS qty FROM {LARGE.name} a JOIN {SMALL.name} b ON a.id = b.id", SMALL.rows),
    "all rows of both sides are read": (f"SELECT count(*) AS n, sum(a.qty) AS qty FROM {LARGE.name} a JOIN {SMALL.name} b ON a.id = b.id * 10", SMALL.rows),
    "seven columns of the small side are carried": (
        f"SELECT count(*) AS n, sum(length(j.name) + j.qty) AS qty FROM (SELECT a.id, {PAYLOAD} FROM {LARGE.name} a "
        f"JOIN {SMALL.name} b ON a.id = b.id * 10 ORDER BY b.name, a.id) j WHERE j.amount IS NOT NULL", SMALL.rows),
}

CLIENT = """
import json, sys, time
from adbc_driver_flightsql import dbapi
begin = time.perf_counter()
with dbapi.connect(sys.argv[1], autocommit=True) as connection, connection.cursor() as cursor:
    cursor.execute(sys.argv[2])
    answer = cursor.fetch_arrow_table().to_pylist()[0]
print(json.dumps({"wall_s": time.perf_counter() - begin, "n": answer["n"]}))
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--memory-limit", default="256MiB,128MiB", help="of DuckDB, one run each (256MiB,128MiB)")
    options.add_places(parser)
    chosen = parser.parse_args()
    rows = []
    with node_under_test.running("es-8.19", "4g") as node, tempfile.TemporaryDirectory(prefix="recurve-bench-") as scratch:
        node.load([SMALL, LARGE], lambda line: print(line, flush=True))
        for limit in chosen.memory_limit.split(","):
            for name, (sql, wanted) in STATEMENTS.items():
                rows.append((limit, name, *measure(chosen, node.url, Path(scratch), limit, sql, wanted)))
                print(rows[-1], flush=True)
    text = render(chosen, rows)
    results.replace(chosen.output / "join.md", text)
    print(text)
    return 0


def measure(chosen, url: str, scratch: Path, limit: str, sql: str, wanted: int) -> tuple[float, float, float]:
    spill = scratch / "spill"
    spill.mkdir(exist_ok=True)
    with recurve.serving(chosen.recurve.resolve(), url, scratch, "--engine-memory-limit", limit, "--engine-temp-directory",
                         str(spill)) as server, watched(spill) as most:
        other = meter.Other(server.pid)
        other.reset_peak()
        done = subprocess.run([chosen.python, "-c", CLIENT, server.uri, sql], stdout=subprocess.PIPE, check=True)
        answer = json.loads(done.stdout)
        if answer["n"] != wanted:
            raise SystemExit(f"join: {answer['n']} rows, not {wanted}: {sql}")
        return answer["wall_s"], other.peak_mb(), most[0] / 2**20


@contextlib.contextmanager
def watched(folder: Path):
    """The most bytes that files below a folder had at any time."""
    most, stop = [0], threading.Event()

    def look():
        while not stop.wait(0.1):
            with contextlib.suppress(FileNotFoundError):
                most[0] = max(most[0], sum(one.stat().st_size for one in folder.rglob("*") if one.is_file()))

    watcher = threading.Thread(target=look, daemon=True)
    watcher.start()
    try:
        yield most
    finally:
        stop.set()
        watcher.join()


def render(chosen, rows: list[tuple]) -> str:
    lines = [f"# {SMALL.rows:,} rows joined with {LARGE.rows:,}, every answer checked", ""]
    lines += environment.heading(chosen.python)
    lines += ["", "| memory limit | | wall s | server peak MB | spilled MB |", "|---|---|---|---|---|"]
    lines += [f"| {limit} | {name} | {wall:.1f} | {peak:,.0f} | {spilled:,.0f} |" for limit, name, wall, peak, spilled in rows]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    sys.exit(main())
