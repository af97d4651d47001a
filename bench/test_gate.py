"""The gate lets the generator's answers through and nothing else."""

import pyarrow as pa
import pytest

from bench import gate, stacks
from bench.blocks import Index
from bench.client_process import Run
from bench.clients import answers
from bench.clients.target import COLUMNS
from data import bench_rows, oracles

ROWS = 20_000
INDEX = Index(ROWS, 6)


def right(**changed) -> Run:
    categories = {name: [count, mean] for name, (count, mean) in oracles.categories(ROWS).items()}
    return Run(**{"used": {}, "rows": len(categories), "table_bytes": 0, "categories": categories, "figures": None, **changed})


class Runner:
    """Answers as a client process would."""

    def __init__(self, figures, groups):
        self._runs = {"S1": right(figures=figures), "TOTALS": right(figures=figures), "S3": groups}
        self.asked = []

    def run(self, stack, scenario, index, figures=False):
        self.asked.append(scenario)
        return self._runs[scenario]


def table():
    return pa.Table.from_pylist(list(bench_rows.rows(ROWS)))


def stack(name):
    return stacks.names(name)[0]


def test_right_answers_pass_as_a_table_and_as_rows():
    arrow = table()
    for answer in (arrow, [tuple(row[name] for name in COLUMNS) for row in arrow.to_pylist()]):
        gate.pass_through(Runner(answers.figures(answer), right()), stack("recurve"), INDEX)


def test_a_row_less_fails():
    short = Runner(answers.figures(table().slice(1)), right())
    with pytest.raises(gate.GateError, match="rows is 19,999, not 20,000"):
        gate.pass_through(short, stack("recurve"), INDEX)


def test_a_stack_with_a_ceiling_is_judged_by_its_node():
    runner = Runner(answers.figures(table()), right())
    with pytest.raises(gate.GateError):  # the answers are of another index, but TOTALS were asked for
        gate.pass_through(runner, stack("esql"), Index(2_000_000, 6))
    assert runner.asked[0] == "TOTALS"


def test_every_group_counts():
    groups = right().categories
    groups["cat_007"][0] += 1
    groups["cat_008"][1] *= 1 + 1e-8
    groups["cat_1000"] = groups.pop("cat_009")
    found = gate.wrong_categories(groups, ROWS)
    assert [text.split()[1] for text in found] == ["cat_009", "cat_1000", "cat_007", "cat_008"]


def test_measured_runs_are_held_to_their_rows():
    with pytest.raises(gate.GateError, match="99 rows, not 100"):
        gate.check(stack("recurve"), "S4", INDEX, right(rows=99, categories=None))
    gate.check(stack("recurve"), "S3", INDEX, right())


def test_a_category_twice_is_an_error():
    with pytest.raises(ValueError, match="twice"):
        answers.categories([("cat_001", 1, 2.0), ("cat_001", 1, 2.0)])


@pytest.mark.parametrize("scenario, rows, total", [("S5", oracles.names(ROWS), ROWS), ("S6", 1, oracles.names(ROWS))])
def test_many_groups_are_held_to_their_number_and_to_what_they_add_up_to(scenario, rows, total):
    gate.check(stack("recurve"), scenario, INDEX, right(rows=rows, total=total, categories=None))
    with pytest.raises(gate.GateError, match="add up to"):
        gate.check(stack("recurve"), scenario, INDEX, right(rows=rows, total=total - 1, categories=None))


def test_the_total_is_of_the_last_column():
    assert answers.total(pa.table({"name": ["a", "b"], "cnt": [2, 3]})) == answers.total([("a", 2), ("b", 3)]) == 5
