"""Which index is read, and where."""

from dataclasses import dataclass

COLUMNS = ("id", "event_ts", "amount", "qty", "status", "country", "category", "name")


@dataclass(frozen=True)
class Target:
    index: str
    rows: int
    node_url: str
    server_uri: str | None = None
    namespace: str = ""  # what the server's SQL puts before the index, with its dot

    def rows_sql(self) -> str:
        return f"SELECT {','.join(COLUMNS)} FROM {self.namespace}{self.index}"

    def head_sql(self, limit: int) -> str:
        return f"{self.rows_sql()} LIMIT {limit}"

    def groups_sql(self) -> str:
        return f"SELECT category, COUNT(*) AS cnt, AVG(amount) AS avg_amount FROM {self.namespace}{self.index} GROUP BY category"

    def names_sql(self) -> str:
        return f"SELECT name, COUNT(*) AS cnt FROM {self.namespace}{self.index} GROUP BY name"

    def distinct_sql(self) -> str:
        return f"SELECT COUNT(DISTINCT name) AS names FROM {self.namespace}{self.index}"
