"""The fast generator makes the very bytes of the definition, and both meet the published figures."""

import hashlib

from data import bench_rows, oracles

FIRST_ROWS = [
    (0, 1773915122000, 984.69, 17, "cancelled", "MT", "cat_086", "user_010247"),
    (1, 1782029595000, 562.59, 19, "refunded", "TR", "cat_081", "user_011156"),
    (2, 1797326674000, 802.87, 11, "delivered", "TR", "cat_053", "user_034405"),
]


def test_first_rows_are_the_published_ones():
    assert [tuple(row.values()) for row in bench_rows.rows(3)] == FIRST_ROWS


def test_fast_generator_equals_the_definition():
    defined, made = hashlib.sha256(), hashlib.sha256()
    for row in bench_rows.rows(200_000):
        defined.update(bench_rows.document(row).encode())
    for _, body in bench_rows.bodies(200_000, 10_000):
        made.update(body)
    assert made.hexdigest() == defined.hexdigest()


def test_bodies_hold_the_rows_asked_for():
    counts = [(count, body.count(b"\n")) for count, body in bench_rows.bodies(25, 10)]
    assert counts == [(10, 20), (10, 20), (5, 10)]


def test_generator_may_be_left_early():
    bodies = bench_rows.bodies(10_000_000, 1_000)
    assert next(bodies)[0] == 1_000
    bodies.close()


def test_written_oracle_is_the_generators():
    made = bench_rows.summary(1_000_000)
    assert oracles.oracle(1_000_000).differences(
        made["rows"], made["sum_id"], made["sum_qty"], made["sum_cents"] / 100, made["paid"]) == []


def test_computed_oracle_is_the_definitions():
    rows = list(bench_rows.rows(5_000))
    assert oracles.oracle(5_000).differences(
        rows=len(rows), sum_id=sum(row["id"] for row in rows), sum_qty=sum(row["qty"] for row in rows),
        sum_amount=sum(row["amount"] for row in rows), paid=sum(row["status"] == "paid" for row in rows)) == []


def test_names_are_the_definitions():
    assert oracles.names(5_000) == len({row["name"] for row in bench_rows.rows(5_000)})


def test_each_wrong_figure_is_named():
    right = oracles.oracle(1_000_000)
    wrong = right.differences(right.rows - 1, right.sum_id, right.sum_qty + 1, right.sum_amount * (1 + 1e-8), right.paid)
    assert [text.split(" is ")[0] for text in wrong] == ["rows", "SUM(qty)", "SUM(amount)"]


def test_categories_of_the_million():
    averages = oracles.categories(1_000_000)
    best = max(averages, key=lambda name: averages[name][1])
    assert (best, averages[best][0]) == ("cat_097", 9_938)
    assert abs(averages[best][1] - 506.6586737774) < 1e-9
