"""Indices of plain numbered documents, and servers of a test's own."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from integration.numbered import BIG_PAD, BIG_ROWS, PROPERTIES, documents
from support.deadline import wait_until
from support.fixtures import (  # noqa: F401
    client, cluster, pytest_generate_tests, pytest_report_header, pytest_runtest_makereport, pytest_terminal_summary, server)
from support.server import Server


@pytest.fixture(scope="session")
def make_index(cluster):
    """make_index(name, rows, ...): an index of numbered documents, made once per name."""
    made = {}

    def make(name: str, rows: int, *, shards: int = 1, pad: int = 0, settings: dict | None = None) -> str:
        index = cluster.prefix + name
        if index not in made:
            cluster.create(index, PROPERTIES, settings={"number_of_shards": shards, **(settings or {})})
            cluster.load(index, documents(rows, pad))
            made[index] = rows
        assert made[index] == rows, f"{name} is made twice with other rows"
        return index

    return make


@pytest.fixture
def big(make_index):
    """An index of 375 MB: much more than all buffers between its shards and a client."""
    return make_index("big", BIG_ROWS, shards=3, pad=BIG_PAD)


@pytest.fixture
def own_server(cluster):
    """A server that no other test uses."""
    started = Server(cluster.url)
    yield started
    started.close()


@pytest.fixture
def nothing_left_open(cluster):
    """nothing_left_open(index): its points-in-time, scrolls and searches end within the promise, or it fails."""

    def check(index: str, seconds: float = 2.0) -> None:
        wait_until(lambda: cluster.open_contexts(index) == 0, seconds, f"no search context of {index} is open")

    return check
