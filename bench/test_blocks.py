"""What is run, by whom and in which order."""

import pytest

from bench import blocks, stacks


def test_names_and_first_words_choose_stacks():
    assert [stack.name for stack in stacks.names("trino,recurve")] == ["trino-connectorx", "trino-python", "recurve"]
    with pytest.raises(ValueError, match="presto"):
        stacks.names("presto")


def test_without_wins_over_only_and_over_the_default():
    assert [stack.name for stack in stacks.select(None, stacks.names("trino,raw"))] == ["recurve", "esql"]
    assert stacks.select(stacks.names("esql"), stacks.names("esql")) == []


def test_only_the_ceiling_of_esql_is_one():
    capped = [stack.name for stack in stacks.STACKS if not stack.can_read(10_000_000)]
    assert capped == ["esql"]
    assert all(stack.can_read(1_000_000) for stack in stacks.STACKS)


def test_each_repetition_runs_every_stack_once_and_another_first():
    order = list(blocks.turns(["a", "b", "c"], 4))
    assert [stack for _, stack in order] == list("abcbcacababc")
    assert [repetition for repetition, _ in order] == [0] * 3 + [1] * 3 + [2] * 3 + [3] * 3


def test_only_s1_runs_on_the_other_shard_counts():
    indices = blocks.indices([1_000_000], [6, 1])
    found = [(block.scenario, block.index.name) for block in blocks.blocks(["S1", "S4"], indices, 6)]
    assert found == [("S1", "bench_1m"), ("S4", "bench_1m"), ("S1", "bench_1m_1s")]


@pytest.mark.parametrize(("rows", "shards", "name"), [
    (10_000_000, 6, "bench_10m"), (20_000, 1, "bench_20k_1s"), (12_345, 2, "bench_12345_2s"),
])
def test_index_names(rows, shards, name):
    assert blocks.Index(rows, shards).name == name
