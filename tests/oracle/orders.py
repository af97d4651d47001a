"""ORDER BY ... LIMIT made from a seed: keys of every kind, directions, places of NULL, cuts and conditions."""

import random

from oracle import predicates
from oracle.statements import Statement

STATEMENTS = 40

# Columns of each table that have no two equal texts for one value (0.0 and -0.0 have).
KEYS = {
    "ora_wide": ("kw", "grp", '"order"', "obj.kw", "txt", "ip", "l", "i", "s", "b", "obj.l", "t", "t_custom", "ts", "flag", "amount"),
    "ora_odd": ("above", "copier", "late", "loose", "lower", "mixed", "no_doc_values", "no_index", "nothing", "standin", "standin_l"),
    '"ora_drift-*"': ("host", "kw", "msg", "n", "obj.both", "obj.x", "only_a", "only_b", "v"),
    "ora_open": ("kw", "grp", "s", "t", "flag"),
}
LIMITS = (1, 2, 7, 30, 100, 250)


def generate(seed: int) -> list[Statement]:
    rng = random.Random(f"orders {seed}")
    return [Statement(name=f"generated_order_{number}", sql=_statement(rng), ordered=True) for number in range(STATEMENTS)]


def _statement(rng: random.Random) -> str:
    table = rng.choice(list(KEYS))
    keys = rng.sample(KEYS[table], rng.choice((0, 1, 1, 1, 2)))
    order = ", ".join(f"{key}{rng.choice(('', ' DESC'))}{rng.choice(('', '', ' NULLS FIRST', ' NULLS LAST'))}" for key in [*keys, "id"])
    where = f" WHERE {predicates.tree(rng, table, rng.choice((0, 1)))}" if rng.random() < 0.5 else ""
    offset = rng.choice(("", f" OFFSET {rng.choice((1, 5, 60))}"))
    return f"SELECT {', '.join([*keys, 'id'])} FROM {table}{where} ORDER BY {order} LIMIT {rng.choice(LIMITS)}{offset}"
