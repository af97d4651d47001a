"""What a user of each stack writes: one module a stack, all with the same three functions.

    read(target)          every row of the index, materialised (S1, and the first half of S2)
    head(target, limit)   the first rows that come (S4)
    groups(target)        rows and mean amount of each category, computed by the stack (S3)

Each connects anew. `frame(rows)`, where a module has it, turns what `read` gives into what DuckDB registers.
They run in the benchmark's own venv, in a fresh process each time (`measured.py`).
"""
