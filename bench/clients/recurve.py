"""Recurve through the stock ADBC driver for Flight SQL."""

from adbc_driver_flightsql import dbapi


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
    with dbapi.connect(target.server_uri, autocommit=True) as connection, connection.cursor() as cursor:
        cursor.execute(sql)
        return cursor.fetch_arrow_table()
