"""The client's own half of S2: the rows registered in a DuckDB, and the mean of each category there."""

import duckdb
import pyarrow as pa

SQL = "SELECT category, AVG(amount) AS avg_amount FROM events GROUP BY category"


def of(client, rows) -> list[tuple]:
    with duckdb.connect() as database:
        database.register("events", client.frame(rows) if hasattr(client, "frame") else rows)
        return database.execute(SQL).fetchall()


def settle(client) -> None:
    """Once with no rows, before the clock runs: DuckDB and pyarrow import pandas when they first meet a table."""
    nothing = pa.table({"category": pa.array([], pa.string()), "amount": pa.array([], pa.float64())})
    of(client, [] if hasattr(client, "frame") else nothing)
