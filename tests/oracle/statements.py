"""Reads the statements of the oracle from `statements/*.sql`.

A statement ends with `;` at the end of a line. Comment lines before it say how it is compared:

    -- name: in_list                what pytest calls it
    -- ordered                      the rows' order counts
    -- near                         floating results may differ in the last digits (the order of a sum)
    -- member: SELECT ...           any rows of this larger result will do, if their number is right
    -- plain: SELECT ...            what plain DuckDB runs instead, where it has no hidden columns
    -- without: es-8.19             not on these kinds of node
    -- (anything else)              words for the reader
"""

from dataclasses import dataclass
from pathlib import Path

FOLDER = Path(__file__).parent / "statements"


@dataclass(frozen=True)
class Statement:
    name: str
    sql: str
    ordered: bool = False
    near: bool = False
    member: str | None = None
    plain: str | None = None
    without: frozenset[str] = frozenset()


def read_all() -> list[Statement]:
    statements = [statement for path in sorted(FOLDER.glob("*.sql")) for statement in parse(path.read_text())]
    names = [statement.name for statement in statements]
    twice = {name for name in names if names.count(name) > 1}
    assert not twice, f"statements with one name: {twice}"
    return statements


def parse(text: str) -> list[Statement]:
    statements = []
    marks: dict = {}
    lines: list[str] = []
    for line in text.splitlines():
        if not lines and line.startswith("--"):
            _note(line.removeprefix("--").strip(), marks)
        elif line.strip() or lines:
            lines.append(line)
        if lines and line.rstrip().endswith(";"):
            sql = "\n".join(lines).rstrip().removesuffix(";")
            assert "name" in marks, f"a statement without a name: {sql}"
            statements.append(Statement(sql=sql, **marks))
            marks, lines = {}, []
    assert not lines, f"a statement without an end: {lines}"
    return statements


def _note(words: str, marks: dict) -> None:
    key, colon, rest = words.partition(":")
    if words in ("ordered", "near"):
        marks[words] = True
    elif colon and key in ("name", "member", "plain"):
        marks[key] = (marks[key] + " " if key in marks and key != "name" else "") + rest.strip()
    elif colon and key == "without":
        marks[key] = frozenset(rest.split())
