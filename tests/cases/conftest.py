"""The words of a case: its tables, what a statement gives, and how it fails, on every road."""

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from cases.asking import Asking
from cases.tables import Tables
from support.client import Client
from support.fixtures import (  # noqa: F401
    client, cluster, pytest_generate_tests, pytest_report_header, pytest_runtest_makereport, pytest_terminal_summary, server)
from support.proxy import Proxy
from support.server import Server

ROADS = {
    "pushed": {},
    "not pushed": {"recurve_pushdown": False},
    "through DuckDB": {"recurve_straight_road": False},
}



def pytest_configure(config) -> None:
    config.addinivalue_line("markers", "only(*kinds, why): the kinds of node that have what the case is about")
    config.addinivalue_line("markers", "open_on(*kinds, why): kinds on which the right answer is not given yet")


def pytest_collection_modifyitems(items) -> None:
    for item in items:
        callspec = getattr(item, "callspec", None)
        kind = callspec.params.get("kind") if callspec else None
        for mark in item.iter_markers("only"):
            if kind not in mark.args:
                item.add_marker(pytest.mark.skip(reason=f"not on {kind}: {mark.kwargs['why']}"))
        for mark in item.iter_markers("open_on"):
            if kind in mark.args:
                item.add_marker(pytest.mark.xfail(strict=True, reason=mark.kwargs["why"]))


@pytest.fixture
def table(cluster, request):
    """table(properties, documents, ...) -> name: an index that lives as long as the case."""
    case = request.function.__name__.removeprefix("test_").split("_")[0]
    tables = Tables(cluster, case)
    yield tables
    tables.remove()


@pytest.fixture(scope="session")
def sessions(server):
    opened = {name: Client(server.uri, **settings) for name, settings in ROADS.items()}
    yield opened
    for session in opened.values():
        session.close()


@pytest.fixture
def ask(sessions):
    return Asking(sessions)


@pytest.fixture
def gives(ask):
    """gives(sql, *rows): every road gives these rows."""
    return ask.gives


@pytest.fixture
def fails(ask):
    """fails(sql, *words): every road refuses, in these words."""
    return ask.fails


@pytest.fixture
def serve(cluster):
    """serve(*flags, through=URL) -> Asking: a server of the case's own, on every road."""
    opened = []

    def start(*flags: str, through: str | None = None, **variables: str) -> Asking:
        server = Server(through or cluster.url, *flags, **variables)
        opened.append(server.close)
        sessions = {name: Client(server.uri, **settings) for name, settings in ROADS.items()}
        opened.extend(session.close for session in sessions.values())
        return Asking(sessions, server)

    yield start
    for close in reversed(opened):
        close()


@pytest.fixture
def proxy(cluster):
    """A real HTTP proxy before the node; a case says which answers it changes."""
    with Proxy(cluster.url) as started:
        yield started
