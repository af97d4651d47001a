"""The oracle: every statement gives the rows that plain DuckDB gives over the same documents, whatever is pushed."""

import support  # noqa: F401 - makes the packages of tools/ importable
