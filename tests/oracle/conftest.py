"""The oracle's documents, in a cluster and in plain DuckDB."""

import functools
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from oracle import documents, indices
from oracle.plain import PlainDatabase
from support import environment
from support.client import Client
from support.cluster import ClusterError
from support.fixtures import (  # noqa: F401
    client, cluster, pytest_generate_tests, pytest_report_header, pytest_runtest_makereport, pytest_terminal_summary, server)

ROADS = {
    "pushed": {},
    "not pushed": {"recurve_pushdown": False},
    "through DuckDB": {"recurve_straight_road": False},
}
# Where the cluster has them: small tables take them only when told to.
MORE_ROADS = {"es-8.19": {"by ES|QL": {"recurve_road": "esql"}}}


class Case:
    """One kind of node with the documents, its three sessions, and plain DuckDB beside them."""

    def __init__(self, cluster, uri: str):
        self.cluster = cluster
        self.documents = documents.generate(environment.SEED, negative_epochs=not cluster.version.startswith("7."))
        self.plain = PlainDatabase(indices.tables(cluster.prefix, self.documents))
        indices.create(cluster, self.documents)
        roads = {**ROADS, **MORE_ROADS.get(cluster.kind, {})}
        self.roads = {name: Client(uri, **settings) for name, settings in roads.items()}

    def text(self, sql: str) -> str:
        """The statement over this run's indices."""
        return sql.replace(indices.PREFIX, self.cluster.prefix)

    def close(self) -> None:
        for session in self.roads.values():
            session.close()
        self.plain.close()


@functools.cache
def make_plain(seed: int, prefix: str) -> PlainDatabase:
    return PlainDatabase(indices.tables(prefix, documents.generate(seed)))


@pytest.fixture(scope="session")
def plain_alone():
    """Plain DuckDB without any cluster."""
    return make_plain(environment.SEED, indices.PREFIX)


@pytest.fixture(scope="session")
def case(cluster, server):
    try:
        case = Case(cluster, server.uri)
    except ClusterError as error:
        pytest.fail(str(error), pytrace=False)  # in each test, so in few words
    yield case
    case.close()
