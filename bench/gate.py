"""The equivalence gate: before any time is taken, every stack must give the same answers as the generator."""

import functools

from bench.client_process import Run
from bench.stacks import Stack
from data import oracles

HEAD_ROWS = 100


class GateError(Exception):
    """A stack's answer is not the right one. Nothing may be timed."""


def pass_through(runner, stack: Stack, index) -> None:
    """Reads all rows and the groups with this stack and compares; raises GateError with every difference.

    A stack that cannot hand out so many rows is judged by sums that its node computes, and by its groups.
    """
    run = runner.run(stack, "S1" if stack.can_read(index.rows) else "TOTALS", index, figures=True)
    wrong = oracles.oracle(index.rows).differences(**run.figures)
    wrong += wrong_categories(runner.run(stack, "S3", index).categories, index.rows)
    if wrong:
        raise GateError(f"{stack.name} on {index.name}: {'; '.join(wrong)}")


def check(stack: Stack, scenario: str, index, run: Run) -> None:
    """What every run is held to, measured or not: exact row counts, and all groups where there are some."""
    groups, names = len(_right_categories(index.rows)), _right_names(index.rows)
    wanted = {"S1": index.rows, "S2": groups, "S3": groups, "S4": min(HEAD_ROWS, index.rows), "S5": names, "S6": 1}[scenario]
    wrong = [] if run.rows == wanted else [f"{run.rows:,} rows, not {wanted:,}"]
    total = {"S5": index.rows, "S6": names}.get(scenario)
    if run.total != total:
        wrong.append(f"counts that add up to {run.total}, not {total:,}")
    if run.categories is not None:
        wrong += wrong_categories(run.categories, index.rows)
    if wrong:
        raise GateError(f"{stack.name} {scenario} on {index.name}: {'; '.join(wrong)}")


def wrong_categories(found: dict[str, list], rows: int) -> list[str]:
    """Differences key by key. The values are [mean] or [count, mean]."""
    right = _right_categories(rows)
    wrong = [f"category {name} is missing" for name in sorted(right.keys() - found.keys())]
    wrong += [f"category {name} does not exist" for name in sorted(found.keys() - right.keys())]
    for name in sorted(right.keys() & found.keys()):
        (count, mean), values = right[name], found[name]
        if len(values) == 2 and values[0] != count:
            wrong.append(f"category {name} has {values[0]} rows, not {count}")
        if abs(values[-1] - mean) > oracles.AMOUNT_TOLERANCE * abs(mean):
            wrong.append(f"category {name} has mean {values[-1]}, not {mean}")
    return wrong


_right_categories = functools.cache(oracles.categories)
_right_names = functools.cache(oracles.names)
