#!/usr/bin/env python3
"""How long Recurve plans a statement over a mapping of thousands of fields: cold, and with the mapping cached.

Planning is GetFlightInfo on a connection that is open: parse, bind, optimise, and what is asked of the cluster for it. Cold is the
first such call of a new server; the cluster's own answer is what the same requests take by themselves, as medians.
Writes planning.md.
"""

import argparse
import http.client
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlsplit

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "tools")]
from bench import environment, options, results
from bench.servers import recurve
from data.cluster import Cluster
from nodes import Node

INDEX = "bench_wide"
USED = ("f0007", "f2500", "f4999")
SQL = f"SELECT {', '.join(USED)} FROM {INDEX} WHERE {USED[1]} = 5"
# What the server asks of the cluster to know a table (src/catalog/table_loader.cc), and its product first.
ASKED = ("/", "/_cluster/state/version", f"/{INDEX}/_mapping", f"/{INDEX}/_settings?flat_settings=true", f"/{INDEX}/_search_shards")

CLIENT = """
import json, sys, time
sys.path[:0] = [sys.argv[4]]
from support.client import Client
client = Client(sys.argv[1])
times = []
for _ in range(int(sys.argv[3])):
    begin = time.perf_counter()
    client.flight_info(sys.argv[2])
    times.append(1000 * (time.perf_counter() - begin))
print(json.dumps(times))
"""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fields", type=int, default=5000)
    parser.add_argument("--servers", type=int, default=7, help="cold starts (7)")
    parser.add_argument("--calls", type=int, default=30, help="cached calls of each (30)")
    options.add_places(parser)
    chosen = parser.parse_args()
    with Node("es-8.19", bench=True, heap="1g") as node, tempfile.TemporaryDirectory(prefix="recurve-bench-") as scratch:
        create(Cluster(node.url), chosen.fields)
        alone = own_answers(node.url)
        runs = [run(chosen, node.url, Path(scratch)) for _ in range(chosen.servers)]
    text = render(chosen, alone, runs)
    results.replace(chosen.output / "planning.md", text)
    print(text)


def create(cluster: Cluster, fields: int) -> None:
    properties = {f"f{number:04}": {"type": ("long", "keyword", "date", "double")[number % 4] if f"f{number:04}" not in USED else "long"}
                  for number in range(fields)}
    cluster.call("PUT", f"/{INDEX}", {"settings": {"index.mapping.total_fields.limit": 2 * fields, "number_of_replicas": 0},
                                                 "mappings": {"properties": properties}})
    cluster.call("PUT", f"/{INDEX}/_doc/1?refresh=true", {name: 5 for name in USED})


def own_answers(url: str) -> float:
    """Milliseconds that the cluster needs for what is asked of it, one request after the other."""
    where = urlsplit(url)
    connection = http.client.HTTPConnection(where.hostname, where.port)
    sums = []
    for _ in range(30):
        begin = time.perf_counter()
        for target in ASKED:
            connection.request("GET", target)
            connection.getresponse().read()
        sums.append(1000 * (time.perf_counter() - begin))
    return statistics.median(sums)


def run(chosen, url: str, scratch: Path) -> list[float]:
    with recurve.serving(chosen.recurve.resolve(), url, scratch) as server:
        done = subprocess.run([chosen.python, "-c", CLIENT, server.uri, SQL, str(chosen.calls + 1), str(HERE.parent / "tests")],
                              stdout=subprocess.PIPE, check=True)
        return json.loads(done.stdout)


def render(chosen, alone: float, runs: list[list[float]]) -> str:
    cold = [times[0] for times in runs]
    cached = [time for times in runs for time in times[1:]]
    lines = [f"# Planning over {chosen.fields:,} fields, {len(USED)} of them used", ""]
    lines += environment.heading(chosen.python)
    lines += ["", f"`{SQL}`", "", "| | median ms | smallest-largest | calls |", "|---|---|---|---|"]
    for name, times in (("cold", cold), ("cached", cached)):
        lines.append(f"| {name} | {statistics.median(times):.1f} | {min(times):.1f}-{max(times):.1f} | {len(times)} |")
    lines.append(f"| the cluster's own answers, sequentially | {alone:.1f} | | 30 |")
    lines.append(f"| cold less the cluster's | {statistics.median(cold) - alone:.1f} | | |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
