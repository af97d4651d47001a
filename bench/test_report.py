"""The report says what was measured, what was not, and why."""

from bench import figures, report, results
from bench.results import Series


def series(scenario, stack, rows, wall_s, shards=6, **more):
    one = Series(scenario, stack, rows, shards, **more)
    for wall in wall_s:
        one.wall_s.append(wall)
        one.client_cpu_s.append(0.5)
        one.client_peak_mb.append(250.0)
        one.client_start_mb.append(170.0)
        one.node_cpu_s.append(1.0)
        one.server_cpu_s.append(0.5)
        one.server_peak_mb.append(90.0)
        one.bytes_off_node.append(72_000_000)
    return one


def test_medians_spreads_and_ratios():
    text = report.render([series("S1", "recurve", 1_000_000, [2.0, 1.0, 3.0]), series("S1", "esql", 1_000_000, [4.0])], {})
    assert "| recurve | 2.00 (1.00–3.00) | 1.00 |" in text
    assert "| esql | 4.00 | 2.00 |" in text
    assert "| 72.00 | 2.0 | 3 |" in text
    assert "Every stack passed" in text


def test_a_skipped_stack_is_a_failed_gate_and_a_capped_one_is_not():
    skipped = series("S1", "trino-python", 10_000_000, [], not_measured="skipped: no JDK", failed=True)
    capped = series("S1", "esql", 10_000_000, [], not_measured="capped at 1,000,000 rows")
    text = report.render([skipped, capped], {})
    assert "FAILED GATES" in text and "**trino-python**: skipped: no JDK" in text
    assert "| esql | capped at 1,000,000 rows |" in text and "**esql**" not in text


def test_promised_figures_and_those_that_are_missing():
    found = dict(figures.promised([
        series("S1", "recurve", 10_000_000, [10.0], table_bytes=700 << 20), series("S1", "raw-10000", 10_000_000, [25.0]),
        series("S1", "recurve", 10_000_000, [11.0], shards=1), series("S4", "recurve", 10_000_000, [0.025]),
    ]))
    assert found["S1 10 M wall, raw-10000 / recurve"] == "2.50"
    assert found["S1 10 M recurve wall, 1 shard / 6 shards"] == "1.10"
    assert found["S1 10 M recurve server CPU"] == "0.05 µs/row"
    assert found["S4 10 M recurve, LIMIT 100 with a new connection"] == "25.0 ms"
    assert found["S1 1 M wall, trino-connectorx / recurve"] == figures.MISSING


def test_results_survive_their_file(tmp_path):
    written = [series("S1", "recurve", 1_000_000, [2.0])]
    results.write(tmp_path / "latest.json", written)
    assert results.read(tmp_path / "latest.json") == written
