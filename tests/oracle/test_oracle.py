"""Every statement, four ways, on every kind of node: the same columns, the same types, the same rows."""

import pytest

from oracle import compare, groups, orders, predicates, statements
from oracle.statements import Statement
from support import environment

ALL = statements.read_all()
GENERATED = predicates.generate(environment.SEED) + orders.generate(environment.SEED) + groups.generate(environment.SEED)


@pytest.mark.parametrize("statement", ALL, ids=lambda statement: statement.name)
def test_statement(case, statement):
    if case.cluster.kind in statement.without:
        pytest.skip("this kind of node lacks what the statement reads")
    check(case, statement)


@pytest.mark.parametrize("statement", GENERATED, ids=lambda statement: statement.name)
def test_generated(case, statement):
    if case.cluster.kind in statement.without:
        pytest.skip("this kind of node lacks what the statement reads")
    check(case, statement)


@pytest.mark.parametrize("statement", ALL + GENERATED, ids=lambda statement: statement.name)
def test_plain_alone(plain_alone, statement):
    """The statements themselves are sound: plain DuckDB runs each of them."""
    plain_alone.run(statement.plain or statement.sql)


def check(case, statement: Statement) -> None:
    wanted = case.plain.run(case.text(statement.plain or statement.sql))
    pool = compare.rows(case.plain.run(case.text(statement.member))) if statement.member else None
    sql = case.text(statement.sql)
    findings = []
    for road, session in case.roads.items():
        found = _finding(session, sql, wanted, pool, statement) or (road == "pushed" and _broken_promise(session, sql))
        if found:
            findings.append(f"{road}: {found}")
    if findings:
        pytest.fail(f"{sql}\n\n" + "\n".join(findings) + f"\nseed {environment.SEED}", pytrace=False)


def _broken_promise(session, sql: str) -> str | None:
    """GetFlightInfo's schema against the stream's, which ADBC compares too but does not show."""
    promised, streamed = session.schemas(sql)
    return None if promised.equals(streamed, check_metadata=True) else f"GetFlightInfo promises\n{promised}\nand the stream has\n{streamed}"


def _finding(session, sql: str, wanted, pool, statement: Statement) -> str | None:
    try:
        promised = session.flight_info(sql).schema
        got = session.run(sql)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    if not promised.equals(got.schema):
        return f"GetFlightInfo promises\n{promised}\nand ADBC reads\n{got.schema}"
    if compare.columns(got.schema) != compare.columns(wanted.schema, wire=True):
        return f"columns\n  {compare.columns(got.schema)}\nnot\n  {compare.columns(wanted.schema, wire=True)}"
    rows = compare.rows(got)
    if pool is not None:
        return compare.not_members(rows, pool, wanted.num_rows)
    return compare.difference(rows, compare.rows(wanted), statement.ordered, statement.near)
