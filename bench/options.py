"""The command line of run.py."""

import argparse
from pathlib import Path

from bench import stacks
from nodes import deps

REPOSITORY = Path(__file__).resolve().parent.parent
SCENARIOS = ("S1", "S2", "S3", "S4", "S5", "S6")


def parse(description: str) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=description, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=_integers, default=[1_000_000], metavar="N[,N]", help="index sizes (1000000)")
    parser.add_argument("--shards", type=_integers, default=[6, 1], metavar="N[,N]",
                        help="shard counts for S1; S2 to S6 run on the first (6,1)")
    parser.add_argument("--scenarios", type=_scenarios, default=SCENARIOS, metavar="S1,...", help="of S1 to S6")
    parser.add_argument("--only", type=_stacks, metavar="STACK,...", help=", ".join(s.name for s in stacks.STACKS))
    parser.add_argument("--without", type=_stacks, metavar="STACK,...", help="`trino` and `raw` mean all of theirs")
    parser.add_argument("--warmups", type=int, default=1, help="unmeasured repetitions of each scenario (1)")
    parser.add_argument("--runs", type=int, default=3, help="measured repetitions (3; five times that for S4)")
    parser.add_argument("--timeout", type=float, default=3600, metavar="SECONDS", help="for one run of one client")
    parser.add_argument("--url", help="a single node that runs on this machine, instead of one started here")
    parser.add_argument("--kind", default="es-8.19", help="the node to start (es-8.19)")
    parser.add_argument("--heap", default="4g", help="of the node that is started (4g)")
    add_places(parser)
    options = parser.parse_args()
    options.stacks = stacks.select(options.only, options.without)
    if not options.stacks:
        parser.error("no stack is left")
    return options


def add_places(parser: argparse.ArgumentParser) -> None:
    """What every benchmark has to find, and where its results go."""
    parser.add_argument("--recurve", type=Path, default=REPOSITORY / "build/release/apps/recurve/recurve", metavar="BINARY")
    parser.add_argument("--python", type=Path, default=deps.cache() / "bench-venv/bin/python", help="runs the clients")
    parser.add_argument("--output", type=Path, default=REPOSITORY / "bench", metavar="FOLDER", help="where the results go (bench)")


def _integers(text: str) -> list[int]:
    numbers = [int(word) for word in text.split(",")]
    if min(numbers) < 1:
        raise argparse.ArgumentTypeError("must be positive")
    return numbers


def _scenarios(text: str) -> list[str]:
    chosen = text.split(",")
    if unknown := set(chosen) - set(SCENARIOS):
        raise argparse.ArgumentTypeError(f"no scenario {', '.join(sorted(unknown))}")
    return [scenario for scenario in SCENARIOS if scenario in chosen]


def _stacks(text: str) -> list[stacks.Stack]:
    try:
        return stacks.names(text)
    except ValueError as failure:
        raise argparse.ArgumentTypeError(str(failure)) from failure
