"""Trino through its own Python client: rows as Python lists."""

from urllib.parse import urlsplit

import pandas
from trino import dbapi

from bench.clients.target import COLUMNS


def read(target):
    return _rows(target, target.rows_sql())


def head(target, limit):
    return _rows(target, target.head_sql(limit))


def groups(target):
    return _rows(target, target.groups_sql())


def names(target):
    return _rows(target, target.names_sql())


def distinct(target):
    return _rows(target, target.distinct_sql())


def frame(rows):
    return pandas.DataFrame(rows, columns=COLUMNS)


def _rows(target, sql):
    uri = urlsplit(target.server_uri)
    with dbapi.connect(host=uri.hostname, port=uri.port, user=uri.username) as connection:
        cursor = connection.cursor()
        cursor.execute(sql)
        return cursor.fetchall()
