#!/usr/bin/env python3
"""Fetch, start and stop real nodes.

    node.py kinds
    node.py fetch [KIND ...]
    node.py start KIND [--port N] [--data DIR] [--heap 1g] [--bench] [--set NAME=VALUE] [--tie-to-parent]
    node.py start KIND --data DIR --detach --state FILE
    node.py stop --state FILE
    node.py lock KIND ...

`start` prints one line of JSON (kind, url, pid, version, data, log) when the node is ready, then runs until
it is told to stop; with --detach it returns at once and `stop` ends the node.
"""

import argparse
import ctypes
import json
import os
import signal
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from nodes import KINDS, Node, NodeError, NodeUnavailable, detached, find_kind, jars, jdk, launcher, process
from nodes.running import default_heap

PR_SET_PDEATHSIG = 1


def main() -> int:
    arguments = _parse()
    try:
        return arguments.run(arguments)
    except NodeError as failure:
        print(f"node: {failure}", file=sys.stderr)
        return 1


def kinds(arguments) -> int:
    for kind in KINDS.values():
        try:
            suitable = f"java at {jdk.find(kind)}"
        except NodeUnavailable as reason:
            suitable = f"cannot run here: {reason}"
        print(f"{kind.name:10} {kind.product} {kind.version}, {suitable}")
    return 0


def fetch(arguments) -> int:
    for name in arguments.kinds or KINDS:
        kind = find_kind(name)
        folder = jars.fetch(kind)
        try:
            launcher.compiled(kind, jdk.find(kind))
        except NodeUnavailable as reason:
            print(f"{kind.name}: fetched, not compiled: {reason}")
            continue
        print(f"{kind.name}: ready ({len(list(folder.iterdir()))} jars)")
    return 0


def lock(arguments) -> int:
    for name in arguments.kinds:
        print(jars.write_lock(find_kind(name)))
    return 0


def start(arguments) -> int:
    if arguments.detach and not (arguments.state and arguments.data):
        raise NodeError("--detach needs --state and --data")
    if arguments.tie_to_parent:
        _end_with_parent()
    settings = dict(setting.split("=", 1) for setting in arguments.set)
    return (_start_detached if arguments.detach else _start_here)(arguments, settings)


def _start_here(arguments, settings) -> int:
    # SystemExit unwinds the block below, which stops the node.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    signal.signal(signal.SIGINT, lambda *_: sys.exit(130))
    with Node(arguments.kind, heap=arguments.heap, bench=arguments.bench, port=arguments.port, data=arguments.data,
              settings=settings) as node:
        print(json.dumps(detached.describe(node.kind, node.address, node.options)), flush=True)
        return node.wait()


def _start_detached(arguments, settings) -> int:
    options = process.Options(Path(arguments.data).resolve(), arguments.port,
                              arguments.heap or default_heap(arguments.bench), arguments.bench, settings)
    print(json.dumps(detached.start(find_kind(arguments.kind), options, Path(arguments.state))), flush=True)
    return 0


def stop(arguments) -> int:
    if not detached.stop(Path(arguments.state)):
        print(f"node: nothing to stop: no node of {arguments.state} runs", file=sys.stderr)
    return 0


def _end_with_parent() -> None:
    parent = os.getppid()
    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGTERM) != 0:
        raise NodeError("prctl(PR_SET_PDEATHSIG) is refused here")
    if os.getppid() != parent:
        raise NodeError("the parent is gone already")


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    commands.add_parser("kinds").set_defaults(run=kinds)
    for run in (fetch, lock):
        command = commands.add_parser(run.__name__)
        command.add_argument("kinds", nargs="*" if run is fetch else "+")
        command.set_defaults(run=run)
    command = commands.add_parser("start")
    command.add_argument("kind")
    command.add_argument("--port", type=int, default=0)
    command.add_argument("--data", help="folder for data, configuration and log; temporary when left out")
    command.add_argument("--heap")
    command.add_argument("--bench", action="store_true", help="full compiler, larger heap")
    command.add_argument("--set", action="append", default=[], metavar="NAME=VALUE", help="a node setting")
    command.add_argument("--tie-to-parent", action="store_true", help="stop when the calling process ends")
    command.add_argument("--detach", action="store_true")
    command.add_argument("--state", help="file that lets `stop` find a detached node")
    command.set_defaults(run=start)
    command = commands.add_parser("stop")
    command.add_argument("--state", required=True)
    command.set_defaults(run=stop)
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
