#!/usr/bin/env python3
"""What a user does: a stock ADBC driver, one SELECT, an Arrow table, DuckDB on it.

    client.py URI INDEX ROWS
"""

import sys
import time
from pathlib import Path

import duckdb
from adbc_driver_flightsql import dbapi

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from data import oracles

uri, index, rows = sys.argv[1], sys.argv[2], int(sys.argv[3])

started = time.perf_counter()
with dbapi.connect(uri, autocommit=True) as connection, connection.cursor() as cursor:
    cursor.execute(f"SELECT id,event_ts,amount,qty,status,country,category,name FROM {index}")
    events = cursor.fetch_arrow_table()
seconds = time.perf_counter() - started
print(f"{events.num_rows:,} rows in {seconds:.2f} s ({events.num_rows / seconds:,.0f} rows/s, "
      f"{events.nbytes / 1e6:,.0f} MB of Arrow)")

figures = duckdb.sql("""
    SELECT count(*) AS rows, sum(id) AS sum_id, sum(qty) AS sum_qty, sum(amount) AS sum_amount,
           count(*) FILTER (status = 'paid') AS paid
    FROM events""").fetchone()
if differences := oracles.oracle(rows).differences(*figures):
    sys.exit(f"the rows are not the ones loaded: {'; '.join(differences)}")
print("row count, sums and filters equal the generator's")

print(duckdb.sql("""
    SELECT category, count(*) AS events, round(avg(amount), 4) AS avg_amount
    FROM events GROUP BY category ORDER BY avg(amount) DESC LIMIT 5"""))
