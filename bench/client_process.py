"""Runs one client in a fresh process, and reads the other processes' meters exactly around its work."""

import json
import subprocess
import threading
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from bench import meter
from bench.clients.target import Target
from bench.servers.server import Server
from bench.stacks import Stack

PROGRAM = Path(__file__).parent / "clients" / "measured.py"


class ClientError(Exception):
    """A client failed; the text is its last word."""


@dataclass(frozen=True)
class Run:
    """What one run took, and what its answer held."""

    used: dict[str, float]
    rows: int
    table_bytes: int
    categories: dict[str, list] | None
    figures: dict[str, float] | None
    total: int | None = None


class ClientRunner:
    def __init__(self, python: Path, node_url: str, node: meter.Other, servers: dict[str, Server], log: Path, seconds: float):
        self._python = python
        self._node_url = node_url
        self._node = node
        self._servers = servers
        self._log = log
        self._seconds = seconds

    def run(self, stack: Stack, scenario: str, index, figures: bool = False) -> Run:
        server = self._servers.get(stack.server)
        target = Target(index.name, index.rows, self._node_url)
        if server:
            target = replace(target, server_uri=server.uri, namespace=server.namespace)
        spec = {"client": stack.client, "scenario": scenario, "figures": figures, "target": asdict(target)}
        with open(self._log, "wb") as errors:
            client = subprocess.Popen([self._python, PROGRAM, json.dumps(spec)],
                                      stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=errors, text=True)
        limit = threading.Timer(self._seconds, client.kill)
        limit.start()
        try:
            self._line(client, stack, scenario)  # ready
            used = self._metered(client, stack, scenario, meter.Other(server.pid) if server else None)
            held = self._line(client, stack, scenario)
        finally:
            limit.cancel()
            client.kill()
            client.wait()
            client.stdin.close()
            client.stdout.close()
        return Run(used, held["rows"], held["table_bytes"], held.get("categories"), held.get("figures"),
                   held.get("total"))

    def _metered(self, client, stack, scenario, server: meter.Other | None) -> dict[str, float]:
        if server:
            server.reset_peak()
        before = self._readings(server)
        client.stdin.write("go\n")
        client.stdin.flush()
        used = self._line(client, stack, scenario)
        after = self._readings(server)
        used.update({name: after[name] - before[name] for name in after})
        used["server_peak_mb"] = server.peak_mb() if server else 0.0
        return used

    def _readings(self, server: meter.Other | None) -> dict[str, float]:
        return {"node_cpu_s": self._node.cpu_s(), "server_cpu_s": server.cpu_s() if server else 0.0,
                "bytes_off_node": self._node.written_bytes()}

    def _line(self, client, stack: Stack, scenario: str):
        line = client.stdout.readline()
        if not line:
            words = [text for text in self._log.read_text(errors="replace").splitlines() if text.strip()]
            telling = [text for text in words if "Error" in text and not text.startswith((" ", "\t"))]
            said = (telling or words or [f"nothing; it may have met the limit of {self._seconds:.0f} s"])[-1][:400]
            raise ClientError(f"{stack.name} {scenario}: {said} (log: {self._log})")
        return json.loads(line)
