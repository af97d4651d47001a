"""Plain DuckDB over the model's rows: what the answers must be."""

import duckdb
import pyarrow as pa

CATALOG = "es"  # what the server calls its cluster


class PlainDatabase:
    """An in-memory DuckDB with one table per name; nothing in it has been near a cluster or the server."""

    def __init__(self, tables: dict[str, pa.Table]):
        self._connection = duckdb.connect()
        self._connection.execute("SET TimeZone = 'UTC'")
        self._connection.execute(f"ATTACH ':memory:' AS {CATALOG}")
        self._connection.execute(f"USE {CATALOG}")
        for name, rows in tables.items():
            self._connection.register("rows_of_the_model", rows)
            self._connection.execute(f'CREATE TABLE "{name}" AS SELECT * FROM rows_of_the_model')
            self._connection.unregister("rows_of_the_model")

    def run(self, sql: str) -> pa.Table:
        return self._connection.execute(sql).to_arrow_table()

    def close(self) -> None:
        self._connection.close()
