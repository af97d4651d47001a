"""The pytest fixtures and hooks of the tests that cross rooms; each conftest.py imports them.

A node and its server are started once per kind and run, when the first test needs them, and are shared by all
folders of tests.
"""

import atexit
import functools
from pathlib import Path

import pytest

from nodes import NodeUnavailable
from support import environment
from support.client import Client
from support.cluster import TestCluster
from support.server import Server

LOG_LINES = 15
TABLES = Path(__file__).parent / "tables.toml"  # the configuration of every server here

_said = []  # once, though several conftest.py have the hook
_started = {}  # kind: cluster and server, for the logs of failures


def pytest_report_header() -> list[str]:
    return [f"seed: {environment.SEED} (RECURVE_TEST_SEED makes the run again)",
            f"kinds: {', '.join(environment.kinds())}; binary: {environment.binary()}"]


def pytest_terminal_summary(terminalreporter) -> None:
    """The header is not shown by -q, and the seed must be known of every run."""
    if not _said:
        _said.append(True)
        terminalreporter.write_line(f"seed: {environment.SEED}")


def pytest_generate_tests(metafunc) -> None:
    if "kind" in metafunc.fixturenames:
        metafunc.parametrize("kind", environment.kinds(), scope="session")


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item, call):
    report = (yield).get_result()
    callspec = getattr(item, "callspec", None)
    started = _started.get(callspec.params.get("kind")) if callspec else None
    if not report.failed or not started or any(name.startswith("recurve") for name, _ in report.sections):
        return
    cluster, server = started
    report.sections.append((f"recurve (seed {environment.SEED})", server.log_tail(LOG_LINES)))
    report.sections.append((cluster.kind, cluster.log_tail(LOG_LINES)))
    if not server.is_running:
        item.session.shouldstop = f"the server has ended: {server.end}"


@functools.cache
def start_cluster(kind: str) -> TestCluster:
    cluster = TestCluster(kind)
    atexit.register(cluster.close)
    return cluster


@functools.cache
def start_server(kind: str) -> Server:
    cluster = start_cluster(kind)
    server = Server(cluster.url, "--config", str(TABLES))
    atexit.register(server.close)
    _started[kind] = cluster, server
    return server


@pytest.fixture(scope="session")
def cluster(kind) -> TestCluster:
    try:
        return start_cluster(kind)
    except NodeUnavailable as reason:
        pytest.skip(str(reason))


@pytest.fixture(scope="session")
def server(cluster) -> Server:
    return start_server(cluster.kind)


@pytest.fixture
def client(server):
    with Client(server.uri) as client:
        yield client
