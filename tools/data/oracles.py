"""What the benchmark's data must add up to.

The figures of 1,000,000 and 10,000,000 rows are written down, independent of the generator; for any
other size they are computed from it.
"""

from dataclasses import dataclass

from data import bench_rows

AMOUNT_TOLERANCE = 1e-9  # relative: the order of additions is not ours


@dataclass(frozen=True)
class Oracle:
    rows: int
    sum_id: int
    sum_qty: int
    sum_amount: float
    paid: int

    def differences(self, rows: int, sum_id: int, sum_qty: int, sum_amount: float, paid: int) -> list[str]:
        """One text for each figure that is not this oracle's; empty when all are."""
        exact = (("rows", rows, self.rows), ("SUM(id)", sum_id, self.sum_id), ("SUM(qty)", sum_qty, self.sum_qty),
                 ("paid rows", paid, self.paid))
        found = [f"{name} is {got:,.0f}, not {wanted:,}" for name, got, wanted in exact if got != wanted]
        if abs(sum_amount - self.sum_amount) > AMOUNT_TOLERANCE * abs(self.sum_amount):
            found.append(f"SUM(amount) is {sum_amount}, not about {self.sum_amount}")
        return found


_KNOWN = {
    1_000_000: Oracle(1_000_000, 499_999_500_000, 10_006_751, 500_821_428.56, 125_044),
    10_000_000: Oracle(10_000_000, 49_999_995_000_000, 100_022_935, 5_006_090_520.54, 1_250_661),
}


def oracle(rows: int) -> Oracle:
    if rows in _KNOWN:
        return _KNOWN[rows]
    made = bench_rows.summary(rows)
    return Oracle(rows, made["sum_id"], made["sum_qty"], made["sum_cents"] / 100, made["paid"])


def names(rows: int) -> int:
    """How many distinct names there are, from the generator."""
    return bench_rows.summary(rows)["names"]


def categories(rows: int) -> dict[str, tuple[int, float]]:
    """Category to (rows, AVG(amount)), from the generator."""
    made = bench_rows.summary(rows)["categories"]
    return {name: (count, cents / count / 100) for name, (count, cents) in made.items()}
