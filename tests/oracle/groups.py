"""GROUP BYs, totals and DISTINCTs made from a seed: keys x aggregates x filters, over documents with NULL, missing and one-element arrays."""

import random

from oracle import predicates
from oracle.statements import Statement

STATEMENTS = 60

# Columns of ora_wide by what may be done with them. Sums of `amount` (quarters) and of integers are exact in any order.
KEYS = ("kw", "grp", '"order"', "obj.kw", "flag", "b", "s", "i", "l", "t", "t_custom", '"CamelCase"', "obj.inner.flag", "obj.l", "ip", "txt", "ts")
BUCKETS = ("date_trunc('day', ts)", "date_trunc('month', t)", "date_trunc('hour', ts)", "date_trunc('year', t_custom)", "date_trunc('week', ts)",
           "date_trunc('day', ts AT TIME ZONE 'Europe/Berlin')", "time_bucket(INTERVAL '1 day', ts)", "time_bucket(INTERVAL '7 days', ts)",
           "time_bucket(INTERVAL '3 hours', ts)", "time_bucket(INTERVAL '1 month', ts)", "ts::DATE", "length(kw)")
SUMMED = ("id", "i", "s", "b", "amount", "obj.l")
ORDERED = (*SUMMED, "l", "t", "ts", "t_custom", "flag", "d", "f", "kw")
COUNTED = (*ORDERED, "kw", "ip", "txt", "obj.inner.d", "bin")


def generate(seed: int) -> list[Statement]:
    rng = random.Random(f"groups {seed}")
    return [Statement(name=f"generated_groups_{number}", sql=_statement(rng)) for number in range(STATEMENTS)]


def _statement(rng: random.Random) -> str:
    keys = rng.sample(KEYS, rng.choice((0, 1, 1, 1, 2, 2, 3)))
    if rng.random() < 0.25:
        keys.append(rng.choice(BUCKETS))
    table = rng.choice(("ora_wide", "ora_wide", "ora_wide", "ora_open"))
    where = f" WHERE {predicates.tree(rng, table)}" if rng.random() < 0.6 else ""
    if keys and rng.random() < 0.2:
        return f"SELECT DISTINCT {', '.join(keys)} FROM {table}{where}"
    aggregates = [_aggregate(rng, table) for _ in range(rng.choice((1, 2, 3)))]
    grouped = f" GROUP BY {', '.join(keys)}" if keys else ""
    having = " HAVING count(*) > 1" if keys and rng.random() < 0.2 else ""
    return f"SELECT {', '.join(keys + aggregates)} FROM {table}{where}{grouped}{having}"


def _aggregate(rng: random.Random, table: str) -> str:
    text = rng.choice((
        lambda: "count(*)",
        lambda: f"count({rng.choice(COUNTED)})",
        lambda: f"count(DISTINCT {rng.choice(KEYS)})",
        lambda: f"sum({rng.choice(SUMMED)})",
        lambda: f"avg({rng.choice(SUMMED)})",
        lambda: f"{rng.choice(('min', 'max'))}({_extreme(rng)})",
        lambda: f"{rng.choice(('bool_and', 'bool_or'))}(flag)",
    ))()
    if rng.random() < 0.15:
        text += f" FILTER (WHERE {predicates.tree(rng, table, depth=1)})"
    return text


def _extreme(rng: random.Random) -> str:
    column = rng.choice(ORDERED)
    # Where both zeros are extremes, which one is shown depends on the order of rows.
    return f"nullif({column}, 0)" if column in ("d", "f") else column
