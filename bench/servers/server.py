"""A server that runs: what its clients and its meter need to know."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Server:
    uri: str
    pid: int
    note: str  # how it was configured, for the report
    namespace: str = ""  # what its SQL puts before an index, with its dot
