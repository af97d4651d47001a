"""Conditions that clusters limit: long lists, long ORs, patterns without end, and clusters that refuse what costs much."""

import pytest

from oracle import compare

LONG = 70_000  # more than index.max_terms_count

CONDITIONS = {
    "list_of_longs": "l IN ({})".format(", ".join(str(number * 3) for number in range(LONG))),
    "not_in_list_of_longs": "l NOT IN ({})".format(", ".join(str(number * 3) for number in range(LONG))),
    "list_of_words": "kw IN ({}, 'abc', 'a')".format(", ".join(f"'{number}'" for number in range(LONG))),
    "list_of_doubles": "d IN ({}, 0.1, -0.0, 'NaN')".format(", ".join(f"{number}.5" for number in range(5000))),
    "list_of_dates": "t IN ({})".format(", ".join(f"TIMESTAMPTZ '2024-02-29 12:34:56.{number:03}+00'" for number in range(700, 999))),
    "long_or": " OR ".join(f"i = {number}" for number in range(20_000)),
    "long_or_of_two_columns": " OR ".join(f"i = {number} OR kw = '{number}'" for number in range(2000)) + " OR l < 0",
    "pattern_with_many_open_characters": "kw LIKE '%a____________________%' OR kw LIKE 'a%'",
    "long_pattern": f"kw LIKE '%{'x' * 290}%'",
    "longer_pattern": f"kw LIKE '%{'ab' * 2000}%'",
    "long_expression": "regexp_matches(kw, '^(x{100}){3}$')",
}
# What plain DuckDB runs instead: it takes a minute to plan the long OR.
PLAIN = {"long_or": "i IN ({})".format(", ".join(map(str, range(20_000))))}


@pytest.mark.parametrize("name", CONDITIONS)
def test_same_rows(case, name):
    select = "SELECT id FROM ora_wide WHERE "
    check(case, select + CONDITIONS[name], select + PLAIN.get(name, CONDITIONS[name]))


def test_a_long_or_is_planned_fast_enough_to_be_a_list(case):
    plan = case.roads["pushed"].run(case.text(f"EXPLAIN SELECT id FROM ora_wide WHERE {CONDITIONS['long_or']}"))
    verdicts = [row[1] for row in compare.rows(plan) if row[0] == "pushdown"]
    assert any("exact" in verdict for verdict in verdicts), verdicts[0][-200:]


@pytest.mark.parametrize("condition", ["kw LIKE 'a%'", "kw LIKE '%b%'", "kw SIMILAR TO '(a|b)+'", "kw > 'b' AND id > 5"])
def test_cluster_that_refuses_expensive_queries(case, condition):
    setting = "search.allow_expensive_queries"
    if not case.cluster.takes_setting(setting, "false"):
        pytest.skip("this cluster has no such setting")
    try:
        check(case, f"SELECT id FROM ora_wide WHERE {condition}")
        check(case, f"SELECT count(*) FROM ora_wide WHERE {condition}")
    finally:
        case.cluster.takes_setting(setting, None)


def check(case, sql: str, plain: str | None = None) -> None:
    text = case.text(sql)
    wanted = compare.rows(case.plain.run(case.text(plain or sql)))
    for road, session in case.roads.items():
        found = compare.difference(compare.rows(session.run(text)), wanted, ordered=False, near=False)
        assert not found, f"{road}: {found}"
