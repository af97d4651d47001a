"""What latest.json holds: a list of objects, one for each scenario, stack and index, with one list entry a run."""

import json
import os
from dataclasses import asdict, dataclass, field
from pathlib import Path

MEASURES = ("wall_s", "client_cpu_s", "client_peak_mb", "node_cpu_s", "server_cpu_s", "server_peak_mb", "bytes_off_node",
            "client_start_mb")


@dataclass
class Series:
    scenario: str
    stack: str
    rows: int
    shards: int
    wall_s: list[float] = field(default_factory=list)
    client_cpu_s: list[float] = field(default_factory=list)
    client_peak_mb: list[float] = field(default_factory=list)
    node_cpu_s: list[float] = field(default_factory=list)
    server_cpu_s: list[float] = field(default_factory=list)  # 0 where the client talks to the node itself
    server_peak_mb: list[float] = field(default_factory=list)
    bytes_off_node: list[int] = field(default_factory=list)
    client_start_mb: list[float] = field(default_factory=list)  # resident before the work: interpreter and imports
    table_bytes: int = 0  # of the client's Arrow table; 0 when it has none
    warmup_node_cpu_s: list[float] = field(default_factory=list)
    not_measured: str = ""  # why there are no runs: skipped, or more rows than the stack can hand out
    failed: bool = False  # not measured although it was asked for
    commit: str = ""

    def add(self, run) -> None:
        for measure in MEASURES:
            getattr(self, measure).append(run.used[measure])
        self.table_bytes = run.table_bytes


def read(path: Path) -> list[Series]:
    return [Series(**entry) for entry in json.loads(path.read_text())]


def write(path: Path, series: list[Series]) -> None:
    lines = ",\n".join(json.dumps(asdict(one)) for one in series)
    replace(path, f"[\n{lines}\n]\n")


def replace(path: Path, text: str) -> None:
    """The file is the old one or the new one, never a part."""
    scratch = path.with_name(f".{path.name}.{os.getpid()}")
    scratch.write_text(text)
    scratch.replace(path)
