#!/usr/bin/env python3
"""Recurve in front of a real Elasticsearch, with data, in one command.

    demo.py run RECURVE_BINARY     start what does not run yet, load, query, say how to connect
    demo.py stop                   stop all of it

ROWS (default 1000000) says how much data, RECURVE_STATE (default .demo in the repository) where node, logs and
state files are kept, RECURVE_PORT (default 32010) where Recurve listens. Run again, it reuses what runs.
"""

import os
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import urlsplit

TOOLS = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(TOOLS))
from data import loader
from data.bench_rows import GeneratorError
from data.cluster import ClusterError
from nodes import NodeError, deps, detached, find_kind, process

KIND = "es-8.19"
HEAP = "2g"
INDEX = "bench_events"
SHARDS = 6
LISTENING = "recurve: listening on "
SERVER_READY_SECONDS = 60


class DemoError(Exception):
    """One line: what failed, and where its log is."""


def main() -> int:
    arguments = sys.argv[1:]
    try:
        if arguments == ["stop"]:
            return stop()
        if len(arguments) == 2 and arguments[0] == "run":
            return run(Path(arguments[1]))
    except (DemoError, NodeError, ClusterError, GeneratorError, loader.LoadError) as failure:
        print(f"demo: {failure}", file=sys.stderr)
        return 1
    print(__doc__, file=sys.stderr)
    return 2


def run(binary: Path) -> int:
    rows = rows_wanted()
    python = deps.cache() / "venv" / "bin" / "python"
    for needed, remedy in ((binary, "build Recurve first"), (python, "run tools/bootstrap first")):
        if not needed.exists():
            raise DemoError(f"{needed} does not exist: {remedy}")
    node = step("Elasticsearch", ensure_node)
    say(f"  {node['version']} at {node['url']}")
    step(f"{rows:,} rows in {INDEX}", lambda: loader.ensure(
        loader.Target(node["url"], INDEX, rows, SHARDS), say=lambda line: say(f"  {line}")))
    server = step("Recurve", lambda: ensure_server(binary.resolve(), node["url"]))
    say(f"  {server['uri']}")
    step("a client's SELECT", lambda: query(python, server, rows))
    say(HOW_TO_CONNECT.format(uri=server["uri"], index=INDEX, python=python, url=node["url"], logs=state_folder()))
    return 0


def stop() -> int:
    for name in ("server", "node"):
        stopped = detached.stop(state_file(name))
        say(f"{name}: {'stopped' if stopped else 'was not running'}")
    return 0


def ensure_node() -> dict:
    options = process.Options(state_folder() / "node", heap=HEAP, bench=True)
    return detached.running(state_file("node")) or detached.start(find_kind(KIND), options, state_file("node"))


def ensure_server(binary: Path, node_url: str) -> dict:
    """The server of this binary over that node: the one that runs, or a new one."""
    wanted = {"binary": str(binary), "built": binary.stat().st_mtime_ns, "node_url": node_url, "listen": listen_address()}
    known = detached.running(state_file("server"))
    if known and all(known[name] == value for name, value in wanted.items()):
        return known
    detached.stop(state_file("server"))
    log = state_folder() / "recurve.log"
    node = urlsplit(node_url)
    environment = {**os.environ, "ELASTIC_SCHEME": node.scheme, "ELASTIC_HOST": node.hostname, "ELASTIC_PORT": str(node.port)}
    with open(log, "wb") as output:
        server = subprocess.Popen([binary, "serve", "--listen", wanted["listen"]], env=environment, stdin=subprocess.DEVNULL,
                                  stdout=output, stderr=output, start_new_session=True)
    try:
        uri = wait_until_listening(server, log)
    except BaseException:
        process.stop(server)
        raise
    description = {**wanted, "pid": server.pid, "uri": uri, "log": str(log)}
    detached.record(state_file("server"), description)
    return description


def wait_until_listening(server: subprocess.Popen, log: Path) -> str:
    deadline = time.monotonic() + SERVER_READY_SECONDS
    while True:
        ended = server.poll() is not None
        lines = log.read_text(errors="replace").splitlines()
        for line in lines:
            if line.startswith(LISTENING):
                return line.removeprefix(LISTENING).strip()
        if ended or time.monotonic() > deadline:
            what = f"ended with status {server.returncode}" if ended else f"did not listen in {SERVER_READY_SECONDS} s"
            raise DemoError(f"Recurve {what}: {lines[-1] if lines else 'no output'} (log: {log})")
        time.sleep(0.02)


def query(python: Path, server: dict, rows: int) -> None:
    client = subprocess.run([python, Path(__file__).with_name("client.py"), server["uri"], INDEX, str(rows)],
                            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    for line in client.stdout.splitlines():
        say(f"  {line}")
    if client.returncode != 0:
        log = state_folder() / "client.log"
        log.write_text(client.stdout + client.stderr)
        last = (client.stderr.strip().splitlines() or ["no message"])[-1]
        raise DemoError(f"the client failed: {last} (logs: {log}, {server['log']})")


def step(name: str, action):
    say(f"{name} ...")
    started = time.monotonic()
    result = action()
    say(f"{name}: {time.monotonic() - started:.1f} s")
    return result


def rows_wanted() -> int:
    text = os.environ.get("ROWS") or "1000000"
    if not text.isdecimal() or int(text) == 0:
        raise DemoError(f"ROWS is {text!r}, not a positive number")
    return int(text)


def listen_address() -> str:
    return f"127.0.0.1:{os.environ.get('RECURVE_PORT') or 32010}"


def state_folder() -> Path:
    folder = Path(os.environ.get("RECURVE_STATE") or TOOLS.parent / ".demo").resolve()
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def state_file(name: str) -> Path:
    return state_folder() / f"{name}.json"


def say(line: str) -> None:
    print(f"demo: {line}" if line.strip() else "", flush=True)


HOW_TO_CONNECT = """\
now runs at {uri}; from {python}:

    from adbc_driver_flightsql import dbapi
    with dbapi.connect("{uri}", autocommit=True) as connection, connection.cursor() as cursor:
        cursor.execute("SELECT category, count(*) FROM {index} GROUP BY category")
        print(cursor.fetch_arrow_table())

The cluster behind it is at {url}; logs are in {logs}. `make demo-stop` stops both."""

if __name__ == "__main__":
    sys.exit(main())
