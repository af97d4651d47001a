"""One statement on every road, held against the rows a case says."""

from collections import Counter
from datetime import datetime, timezone
from decimal import Decimal

import pyarrow as pa
import pytest

from support.client import Client

SHOWN = 8


def utc(text: str) -> datetime:
    """"2024-01-02 03:04:05.678" as an instant."""
    return datetime.fromisoformat(text).replace(tzinfo=timezone.utc)


class Asking:
    def __init__(self, sessions: dict[str, Client], server=None):
        self.sessions = sessions
        self.server = server

    @property
    def session(self) -> Client:
        """The session with everything on."""
        return self.sessions["pushed"]

    def gives(self, sql: str, *rows, ordered: bool = False) -> None:
        """Every road gives `rows`, in any order unless `ordered`. A row that is no tuple has one column."""
        wanted = [_plain(row if isinstance(row, tuple) else (row,)) for row in rows]
        for road, session in self.sessions.items():
            try:
                got = rows_of(session.run(sql))
            except Exception as error:
                pytest.fail(f"{road}: {sql}\n{error}", pytrace=False)
            difference = _difference(got, wanted, ordered)
            if difference:
                pytest.fail(f"{road}: {sql}\n{difference}", pytrace=False)

    def fails(self, sql: str, *words: str) -> None:
        """No road gives rows; each error has all of the words in it."""
        for road, session in self.sessions.items():
            try:
                got = rows_of(session.run(sql))
            except Exception as error:
                lacking = [word for word in words if word not in str(error)]
                assert not lacking, f"{road}: {sql}\n{error}\nlacks {lacking}"
            else:
                pytest.fail(f"{road}: {sql}\ngives {got[:SHOWN]}", pytrace=False)

    def types(self, sql: str) -> dict[str, str]:
        """The Arrow types of a result, which are the same on every road and promised before the first row."""
        promised = {road: session.flight_info(sql).schema for road, session in self.sessions.items()}
        for road, session in self.sessions.items():
            assert session.run(sql).schema.equals(promised[road]), f"{road}: the stream has another schema than was promised"
        (first, *others) = promised.values()
        assert all(other.equals(first) for other in others), f"roads differ: {promised}"
        return {field.name: str(field.type) for field in first}

    def explain(self, sql: str) -> dict[str, str]:
        """The rows of EXPLAIN by key, with everything on; several of a key are lines."""
        explained: dict[str, str] = {}
        for row in self.session.run(f"EXPLAIN {sql}").to_pylist():
            key, value = row["explain_key"], row["explain_value"]
            explained[key] = f"{explained[key]}\n{value}" if key in explained else value
        return explained


def rows_of(table: pa.Table) -> list[tuple]:
    columns = [column.to_pylist() for column in table.columns]
    return [_plain(row) for row in zip(*columns, strict=True)] if columns else [()] * table.num_rows


def _plain(value):
    """The value in the spelling of this file: whole decimals are integers, instants are UTC."""
    if isinstance(value, tuple):
        return tuple(map(_plain, value))
    if isinstance(value, list):
        return [_plain(element) for element in value]
    if isinstance(value, dict):
        return {name: _plain(member) for name, member in value.items()}
    if isinstance(value, Decimal) and value == value.to_integral_value():
        return int(value)
    if isinstance(value, datetime) and value.tzinfo:
        return value.astimezone(timezone.utc)
    return value


def _difference(got: list[tuple], wanted: list[tuple], ordered: bool) -> str | None:
    # By their spelling: 1, 1.0 and True are equal in Python, 0.0 and -0.0 too.
    left, right = list(map(repr, got)), list(map(repr, wanted))
    if left == right if ordered else Counter(left) == Counter(right):
        return None
    return f"gives {len(got)} rows: {_some(left)}\nnot   {len(wanted)} rows: {_some(right)}"


def _some(rows: list[str]) -> str:
    return ", ".join(rows[:SHOWN]) + (", ..." if len(rows) > SHOWN else "")
