"""What is measured, in order: one block is one scenario on one index, run by every stack in turn."""

from collections.abc import Iterator
from dataclasses import dataclass

QUICK = {"S4": 5}  # a scenario of milliseconds is repeated that many times as often


@dataclass(frozen=True)
class Index:
    rows: int
    shards: int

    @property
    def name(self) -> str:
        return f"bench_{_short(self.rows)}" + ("" if self.shards == 6 else f"_{self.shards}s")


@dataclass(frozen=True)
class Block:
    scenario: str
    index: Index

    def repetitions(self, runs: int) -> int:
        return runs * QUICK.get(self.scenario, 1)


def indices(rows: list[int], shards: list[int]) -> list[Index]:
    return [Index(count, number) for count in rows for number in shards]


def blocks(scenarios: list[str], all_indices: list[Index], first_shards: int) -> Iterator[Block]:
    """S1 on every index; the others where the shard count is the first one asked for."""
    for index in all_indices:
        for scenario in scenarios:
            if scenario == "S1" or index.shards == first_shards:
                yield Block(scenario, index)


def turns(stacks: list, repetitions: int) -> Iterator[tuple[int, object]]:
    """(repetition, stack): each repetition runs every stack once, and starts with another one."""
    for repetition in range(repetitions):
        first = repetition % len(stacks) if stacks else 0
        for stack in stacks[first:] + stacks[:first]:
            yield repetition, stack


def _short(rows: int) -> str:
    for unit, letter in ((1_000_000, "m"), (1_000, "k")):
        if rows % unit == 0:
            return f"{rows // unit}{letter}"
    return str(rows)
