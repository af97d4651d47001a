"""The figures the project promises, out of the measured series. A figure whose runs are missing says so."""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from bench.results import Series

MILLION = 1_000_000


@dataclass(frozen=True)
class Figures:
    """Medians, looked up by what was measured."""

    series: list[Series]

    def of(self, measure: str, scenario: str, stack: str, rows: int, shards: int) -> float | None:
        for one in self.series:
            if (one.scenario, one.stack, one.rows, one.shards) == (scenario, stack, rows, shards):
                values = getattr(one, measure)
                return median(values) if isinstance(values, list) and values else values or None
        return None


def promised(series: list[Series]) -> list[tuple[str, str]]:
    """(what, value) for the report."""
    figures = Figures(series)
    wall = _lookup(figures, "wall_s")
    server_cpu, server_peak = _lookup(figures, "server_cpu_s"), _lookup(figures, "server_peak_mb")
    ten, one = 10 * MILLION, MILLION
    lines = [
        ("S1 10 M wall, raw-10000 / recurve", _ratio(wall("S1", "raw-10000", ten, 6), wall("S1", "recurve", ten, 6))),
        ("S1 10 M wall, raw-1000 / recurve", _ratio(wall("S1", "raw-1000", ten, 6), wall("S1", "recurve", ten, 6))),
        ("S1 1 M wall, trino-connectorx / recurve",
         _ratio(wall("S1", "trino-connectorx", one, 6), wall("S1", "recurve", one, 6))),
        ("S1 1 M wall, esql / recurve", _ratio(wall("S1", "esql", one, 6), wall("S1", "recurve", one, 6))),
        ("S1 10 M recurve wall, 1 shard / 6 shards", _ratio(wall("S1", "recurve", ten, 1), wall("S1", "recurve", ten, 6))),
    ]
    for scenario, what in (("S3", "S3"), ("S5", "GROUP BY name"), ("S6", "COUNT(DISTINCT name)")):
        lines.append((f"{what} 10 M wall, recurve / esql", _ratio(wall(scenario, "recurve", ten, 6), wall(scenario, "esql", ten, 6))))
    lines.append(("S3 10 M recurve, off the node", _with_unit(figures.of("bytes_off_node", "S3", "recurve", ten, 6), 1e-3, "KB", ".1f")))
    lines.append(("S4 10 M wall, recurve / esql", _ratio(wall("S4", "recurve", ten, 6), wall("S4", "esql", ten, 6))))
    for rows, name in ((one, "1 M"), (ten, "10 M")):
        cpu, peak = server_cpu("S1", "recurve", rows, 6), server_peak("S1", "recurve", rows, 6)
        client = [figures.of(measure, "S1", "recurve", rows, 6)
                  for measure in ("client_peak_mb", "client_start_mb", "table_bytes")]
        s4 = wall("S4", "recurve", rows, 6)
        lines += [
            (f"S1 {name} recurve server CPU", _with_unit(cpu, 1e6 / rows, "µs/row", ".2f")),
            (f"S1 {name} recurve server peak RSS", _with_unit(peak, 1, "MB", ",.0f")),
            (f"S1 {name} recurve client peak / its Arrow table", _peak_to_table(*client)),
            (f"S4 {name} recurve, LIMIT 100 with a new connection", _with_unit(s4, 1000, "ms", ".1f")),
        ]
    return lines


MISSING = "not measured in this run"


def _lookup(figures: Figures, measure: str) -> Callable[..., float | None]:
    return lambda *key: figures.of(measure, *key)


def _ratio(above: float | None, below: float | None) -> str:
    return f"{above / below:.2f}" if above and below else MISSING


def _with_unit(value: float | None, factor: float, unit: str, form: str) -> str:
    return f"{value * factor:{form}} {unit}" if value is not None else MISSING


def _peak_to_table(peak_mb: float | None, start_mb: float | None, table_bytes: float | None) -> str:
    if not (peak_mb and start_mb and table_bytes):
        return MISSING
    table_mb = table_bytes / 2**20
    return f"{peak_mb:,.0f} MB ({start_mb:,.0f} MB of it imports) / {table_mb:,.0f} MB = {peak_mb / table_mb:.2f}"
