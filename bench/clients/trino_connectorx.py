"""Trino through connectorx, straight into an Arrow table."""

import connectorx
import pyarrow  # noqa: F401  connectorx imports it when it has an answer, which is not reading


def read(target):
    return _table(target, target.rows_sql())


def head(target, limit):
    return _table(target, target.head_sql(limit))


def groups(target):
    return _table(target, target.groups_sql())


def names(target):
    return _table(target, target.names_sql())


def distinct(target):
    return _table(target, target.distinct_sql())


def _table(target, sql):
    return connectorx.read_sql(target.server_uri, sql, return_type="arrow")
