#!/usr/bin/env python3
"""Load or verify the benchmark's data in a cluster.

    bench_data.py load   --url URL --index NAME --rows N [--shards N] [--connections N]
    bench_data.py verify --url URL --index NAME --rows N

`load` leaves an index alone that already holds exactly these rows in that many shards, and replaces any other
index of that name.
"""

import argparse
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from data import loader
from data.bench_rows import GeneratorError
from data.cluster import Cluster, ClusterError


def main() -> int:
    arguments = _parse()
    try:
        return arguments.run(arguments)
    except (ClusterError, GeneratorError, loader.LoadError) as failure:
        print(f"bench_data: {failure}", file=sys.stderr)
        return 1


def load(arguments) -> int:
    target = loader.Target(arguments.url, arguments.index, arguments.rows, arguments.shards, arguments.connections)
    loader.ensure(target, say=lambda line: print(line, flush=True))
    return 0


def verify(arguments) -> int:
    cluster = Cluster(arguments.url)
    if not loader.exists(cluster, arguments.index):
        raise loader.LoadError(f"{arguments.index} does not exist")
    if wrong := loader.differences(cluster, arguments.index, arguments.rows):
        print(f"bench_data: {arguments.index}: {'; '.join(wrong)}", file=sys.stderr)
        return 1
    print(f"{arguments.index}: exactly the {arguments.rows:,} rows")
    return 0


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    for run in (load, verify):
        command = commands.add_parser(run.__name__)
        command.add_argument("--url", required=True)
        command.add_argument("--index", required=True)
        command.add_argument("--rows", type=int, required=True)
        command.set_defaults(run=run)
        if run is load:
            command.add_argument("--shards", type=int, default=1)
            command.add_argument("--connections", type=int, default=2)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
