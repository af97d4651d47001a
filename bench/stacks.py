"""The stacks that are compared."""

from dataclasses import dataclass

RECURVE = "recurve"
TRINO = "trino"
ESQL_CEILING = 1_000_000  # the most that esql.query.result_truncation_max_size accepts


@dataclass(frozen=True)
class Stack:
    name: str
    client: str  # module of bench.clients
    what: str
    server: str | None = None
    ceiling: int | None = None  # the most rows it can hand out
    by_default: bool = True
    groups_any_number: bool = False  # S5 and S6 are one statement

    def can_read(self, rows: int) -> bool:
        return self.ceiling is None or rows <= self.ceiling


STACKS = (
    Stack("recurve", "recurve", "Recurve, stock adbc_driver_flightsql", server=RECURVE, groups_any_number=True),
    Stack("raw-1000", "raw_1000", "sliced scroll in Python, a process a shard, 1,000 a page, json, row dictionaries"),
    Stack("raw-10000", "raw_10000", "sliced scroll in Python, a process a shard, 10,000 a page, orjson, a list a column"),
    Stack("esql", "esql", "ES|QL format=arrow, one request, pyarrow", ceiling=ESQL_CEILING,
          groups_any_number=True),
    Stack("trino-connectorx", "trino_connectorx", "Trino, connectorx", server=TRINO, groups_any_number=True),
    Stack("trino-python", "trino_python", "Trino, its own Python client", server=TRINO, groups_any_number=True),
    Stack("elasticsearch-py", "elasticsearch_py", "elasticsearch-py helpers.scan, one process, 1,000 a page", by_default=False),
)


def names(text: str) -> list[Stack]:
    """The stacks a comma list means: a name, or a first word (`trino`, `raw`) for all that have it."""
    found = []
    for word in text.split(","):
        meant = [stack for stack in STACKS if stack.name == word or stack.name.startswith(f"{word}-")]
        if not meant:
            raise ValueError(f"{word!r} is no stack; there are {', '.join(stack.name for stack in STACKS)}")
        found += [stack for stack in meant if stack not in found]
    return found


def select(only: list[Stack] | None, without: list[Stack] | None) -> list[Stack]:
    chosen = only or [stack for stack in STACKS if stack.by_default]
    return [stack for stack in chosen if stack not in (without or ())]
