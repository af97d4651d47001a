"""A node as an operating system process: started, ready, stopped.

Nothing here outlives its owner by accident. A tied node ends when the process that started it does,
however that one ends: it reads a pipe whose other end only the starter holds.
"""

import http.client
import json
import os
import shutil
import signal
import subprocess
import time
from dataclasses import dataclass, field
from pathlib import Path

from nodes import jars, jdk, launcher
from nodes.errors import NodeError
from nodes.kinds import Kind

READY_SECONDS = 180
CLOSE_SECONDS = 20  # a little more than the launcher's own limit


@dataclass(frozen=True)
class Options:
    """How to run a node. Its data, configuration and log live under `home`."""

    home: Path
    port: int = 0  # 0: any free one
    heap: str = "1g"
    bench: bool = False  # full compiler and the product's own collector, instead of a fast start
    settings: dict[str, str] = field(default_factory=dict)

    @property
    def log(self) -> Path:
        return self.home / "node.log"


@dataclass(frozen=True)
class Address:
    pid: int
    host: str
    port: int
    version: str

    @property
    def url(self) -> str:
        return f"http://{self.host}:{self.port}"


def spawn(kind: Kind, options: Options, tied: bool) -> subprocess.Popen:
    """Starts the JVM. Tied to this process, or on its own in a session of its own."""
    java_home = jdk.find(kind)
    class_path = f"{launcher.compiled(kind, java_home)}:{jars.fetch(kind)}/*"
    for folder in ("config", "data", "logs"):
        (options.home / folder).mkdir(parents=True, exist_ok=True)
    shutil.rmtree(options.home / "logs")  # The ports files in it are those of the last run.
    (options.home / "logs").mkdir()
    command = [java_home / "bin" / "java", *_jvm_flags(kind, options), "-cp", class_path, kind.main]
    command += [f"{name}={value}" for name, value in _settings(kind, options).items()]
    command += [f"plugin:{plugin}" for plugin in kind.plugins]
    if tied:
        command.append("--tie-to-stdin")
    environment = {name: value for name, value in os.environ.items() if name not in ("JAVA_TOOL_OPTIONS", "CLASSPATH")}
    with open(options.log, "wb") as log:
        return subprocess.Popen(
            command, cwd=options.home, env=environment, stdin=subprocess.PIPE if tied else subprocess.DEVNULL,
            stdout=log, stderr=log, start_new_session=True)


def wait_until_ready(kind: Kind, options: Options, process: subprocess.Popen) -> Address:
    """Returns when the node answers and every primary shard it holds is started."""
    deadline = time.monotonic() + READY_SECONDS
    ports = options.home / "logs" / "http.ports"
    while not ports.exists():
        _keep_waiting(kind, options, process, deadline)
    host, _, port = ports.read_text().split()[0].rpartition(":")
    # Until the node has read its own state back, GET / may be 503 and health red.
    while (root := _get_json(host, int(port), "/")) is None:
        _keep_waiting(kind, options, process, deadline)
    while not _primaries_started(host, int(port)):
        _keep_waiting(kind, options, process, deadline)
    version = root["version"]["number"]
    if version != kind.version:
        raise NodeError(f"{kind.name} says it is {version}, not {kind.version}")
    return Address(process.pid, host, int(port), version)


def start(kind: Kind, options: Options, tied: bool) -> tuple[subprocess.Popen, Address]:
    """Spawns and waits; a node that does not become ready is not left behind."""
    process = spawn(kind, options, tied)
    try:
        return process, wait_until_ready(kind, options, process)
    except BaseException as failure:
        stop(process)
        if isinstance(failure, OSError):
            raise NodeError(f"{kind.name} did not answer: {failure}; {_last_words(options.log)}") from failure
        raise


def stop(process: subprocess.Popen) -> None:
    """Asks the node to close, and ends it if it does not."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(CLOSE_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    if process.stdin:
        process.stdin.close()


def identity(pid: int) -> str | None:
    """What tells this process from a later one with the same number; None when there is none."""
    try:
        stat = Path(f"/proc/{pid}/stat").read_text()
    except OSError:
        return None
    fields = stat.rpartition(")")[2].split()
    state, started = fields[0], fields[19]
    return None if state == "Z" else started


def stop_other(pid: int, started: str) -> None:
    """Stops a process that is not a child of this one."""
    os.kill(pid, signal.SIGTERM)
    deadline = time.monotonic() + CLOSE_SECONDS
    while identity(pid) == started:
        if time.monotonic() > deadline:
            os.kill(pid, signal.SIGKILL)
        time.sleep(0.02)


def _jvm_flags(kind: Kind, options: Options) -> list[str]:
    flags = [f"-Xmx{options.heap}", "-XX:+ExitOnOutOfMemoryError", "-Xshare:auto", "-Dfile.encoding=UTF-8",
             f"-Dlog4j.configurationFile={launcher.LOG_CONFIGURATION}", "-Dlog4j2.disable.jmx=true",
             f"-Djava.io.tmpdir={options.home / 'logs'}"]
    if options.bench:
        flags += [f"-Xms{options.heap}", "-XX:+UseG1GC"]
    else:
        flags += ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC"]
    return [*flags, *kind.jvm_flags]


def _settings(kind: Kind, options: Options) -> dict[str, str]:
    return {
        "path.home": str(options.home),
        "path.data": str(options.home / "data"),
        "path.logs": str(options.home / "logs"),
        "node.name": "node-1",
        "cluster.name": kind.product,
        "node.portsfile": "true",
        "discovery.type": "single-node",
        "network.host": "127.0.0.1",
        "http.port": str(options.port),
        "cluster.routing.allocation.disk.threshold_enabled": "false",
        **kind.settings,
        **options.settings,
    }


def _keep_waiting(kind: Kind, options: Options, process: subprocess.Popen, deadline: float) -> None:
    if process.poll() is not None:
        raise NodeError(f"{kind.name} ended while starting: {_last_words(options.log)}")
    if time.monotonic() > deadline:
        raise NodeError(f"{kind.name} was not ready after {READY_SECONDS} s: {_last_words(options.log)}")
    time.sleep(0.02)


def _primaries_started(host: str, port: int) -> bool:
    health = _get_json(host, port, "/_cluster/health?wait_for_status=yellow&timeout=10s")
    return health is not None and health["status"] != "red"


def _get_json(host: str, port: int, path: str) -> dict | None:
    """The answer, None for 503; 408 is how health says that its timeout passed."""
    connection = http.client.HTTPConnection(host, port, timeout=30)
    try:
        connection.request("GET", path)
        response = connection.getresponse()
        body = response.read()
    finally:
        connection.close()
    if response.status == 503:
        return None
    if response.status not in (200, 408):
        raise NodeError(f"GET {path} answered {response.status}: {body[:200]!r}")
    return json.loads(body)


def _last_words(log: Path) -> str:
    lines = [line.strip() for line in log.read_text(errors="replace").splitlines() if line.strip()]
    telling = [line for line in lines if "Exception" in line or "Error" in line]
    return f"{(telling or lines or ['its log is empty'])[-1][:300]} (log: {log})"
