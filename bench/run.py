#!/usr/bin/env python3
"""The extraction benchmark: Recurve and its rivals against one node, interleaved, in one run.

S1 reads every row, S2 reads them and averages in the client's DuckDB, S3 groups in the stack, S4 reads 100 rows over a
new connection, S5 and S6 group and count 100,000 names. Every stack first passes the equivalence gate. Results: latest.json
and latest.md.
"""

import contextlib
import signal
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent), str(HERE.parent / "tools")]
from bench import blocks, environment, gate, node_under_test, options, report, results
from bench.client_process import ClientError, ClientRunner
from bench.servers import recurve, trino
from bench.servers.child import ServerError
from bench.stacks import RECURVE, TRINO
from data.bench_rows import GeneratorError
from data.cluster import ClusterError
from data.loader import LoadError
from nodes import NodeError, NodeUnavailable

EXPECTED = (ClientError, ClusterError, GeneratorError, LoadError, NodeError, ServerError, gate.GateError)


def main() -> int:
    chosen = options.parse(__doc__)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # unwinds: every process started here is stopped
    try:
        with contextlib.ExitStack() as started, tempfile.TemporaryDirectory(prefix="recurve-bench-") as scratch:
            return Benchmark(chosen, started, Path(scratch)).run()
    except EXPECTED as failure:
        print(f"bench: {failure}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130


class Benchmark:
    def __init__(self, chosen, started: contextlib.ExitStack, scratch: Path):
        self._chosen = chosen
        self._started = started
        self._logs = chosen.output / "logs"
        self._scratch = scratch
        self._commit = environment.commit()
        self._unavailable: dict[str, str] = {}  # server to the reason why it cannot run
        self._series: list[results.Series] = []

    def run(self) -> int:
        for needed, remedy in self._needed():
            if not needed.exists():
                raise ServerError(f"{needed} does not exist: {remedy}")
        self._logs.mkdir(parents=True, exist_ok=True)
        self._facts = environment.facts(self._chosen.python)
        indices = blocks.indices(self._chosen.rows, self._chosen.shards)
        self._node = self._start_node()
        self._node.load(indices, lambda line: say(f"  {line}"))
        self._started.enter_context(self._node.esql_ceiling_raised())
        self._node.open_only(indices[0])
        self._runner = ClientRunner(self._chosen.python, self._node.url, self._node.meter, self._start_servers(indices[0]),
                                    self._logs / "client.log", self._chosen.timeout)
        for index in indices:
            self._pass_gate(index)
        for block in blocks.blocks(self._chosen.scenarios, indices, self._chosen.shards[0]):
            self._measure(block)
            self._write()
        failed = any(one.failed for one in self._series)
        say(f"{self._chosen.output / 'latest.md'}{' - with failed gates' if failed else ''}")
        return 1 if failed else 0

    def _needed(self):
        yield self._chosen.python, "run `tools/bootstrap bench`"
        if self._uses(RECURVE):
            yield self._chosen.recurve, "build Recurve (preset release), or leave it out with --without recurve"

    def _uses(self, server: str) -> bool:
        return any(stack.server == server for stack in self._chosen.stacks)

    def _start_node(self) -> node_under_test.NodeUnderTest:
        if self._chosen.url:
            node = node_under_test.NodeUnderTest(self._chosen.url, False, "started elsewhere")
        else:
            node = self._started.enter_context(node_under_test.running(self._chosen.kind, self._chosen.heap))
        self._facts["node"] = f"{node.version}, {node.note}"
        say(f"node {node.version} at {node.url}")
        return node

    def _start_servers(self, index: blocks.Index) -> dict:
        ways = {RECURVE: lambda: recurve.serving(self._chosen.recurve.resolve(), self._node.url, self._logs),
                TRINO: lambda: trino.serving(self._node.url, index.name, self._scratch, self._logs)}
        servers = {}
        for name, way in ways.items():
            if not self._uses(name):
                continue
            try:
                servers[name] = self._started.enter_context(way())
            except NodeUnavailable as reason:
                self._unavailable[name] = f"skipped: {reason}"
                say(f"{name} {self._unavailable[name]}")
                continue
            self._facts[name] = servers[name].note
            say(f"{name} at {servers[name].uri}")
        return servers

    def _available(self, index=None) -> list:
        """The stacks that can run; with an index, that can also hand out all of its rows."""
        return [stack for stack in self._chosen.stacks
                if stack.server not in self._unavailable and (index is None or stack.can_read(index.rows))]

    def _pass_gate(self, index: blocks.Index) -> None:
        self._node.open_only(index)
        for stack in self._available():
            gate.pass_through(self._runner, stack, index)
            say(f"gate: {stack.name} on {index.name} passed")

    def _measure(self, block: blocks.Block) -> None:
        self._node.open_only(block.index)
        reads_all = block.scenario in ("S1", "S2")
        many_groups = block.scenario in ("S5", "S6")
        running = [stack for stack in self._available(block.index if reads_all else None)
                   if stack.groups_any_number or not many_groups]
        rows, shards = block.index.rows, block.index.shards
        series = {stack.name: results.Series(block.scenario, stack.name, rows, shards, commit=self._commit)
                  for stack in self._chosen.stacks}
        for stack in self._chosen.stacks:
            if stack.server in self._unavailable:
                series[stack.name].not_measured, series[stack.name].failed = self._unavailable[stack.server], True
            elif stack not in running:
                capped = f"capped at {stack.ceiling or 0:,} rows"
                series[stack.name].not_measured = "takes a program of its own" if many_groups else capped
        self._series += series.values()
        say(f"{block.scenario} on {block.index.name}")
        for repetition, stack in blocks.turns(running, self._chosen.warmups + block.repetitions(self._chosen.runs)):
            run = self._runner.run(stack, block.scenario, block.index)
            gate.check(stack, block.scenario, block.index, run)
            if repetition < self._chosen.warmups:
                series[stack.name].warmup_node_cpu_s.append(run.used["node_cpu_s"])
            else:
                series[stack.name].add(run)
            say(f"  {'warm-up' if repetition < self._chosen.warmups else 'run'} {stack.name}: {run.used['wall_s']:.3f} s")

    def _write(self) -> None:
        results.write(self._chosen.output / "latest.json", self._series)
        results.replace(self._chosen.output / "latest.md", report.render(self._series, self._facts))


def say(line: str) -> None:
    print(f"bench: {line}", flush=True)


if __name__ == "__main__":
    sys.exit(main())
