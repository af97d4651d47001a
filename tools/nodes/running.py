"""One running node as an object."""

import shutil
import tempfile
from pathlib import Path

from nodes import process
from nodes.kinds import find_kind

TEST_HEAP = "1g"
BENCH_HEAP = "4g"


class Node:
    """One running node of a kind. `data` is kept when given; otherwise it is a temporary folder."""

    def __init__(self, kind: str, *, heap: str | None = None, bench: bool = False, port: int = 0,
                 data: Path | str | None = None, settings: dict[str, str] | None = None):
        self.kind = find_kind(kind)
        self._scratch = None if data else Path(tempfile.mkdtemp(prefix=f"recurve-{kind}-"))
        self.home = Path(data).resolve() if data else self._scratch
        self.options = process.Options(self.home, port, heap or default_heap(bench), bench, settings or {})
        try:
            self._process, self.address = process.start(self.kind, self.options, tied=True)
        except BaseException:
            self._remove_scratch(keep_log=True)
            raise

    @property
    def url(self) -> str:
        return self.address.url

    @property
    def version(self) -> str:
        return self.address.version

    @property
    def log(self) -> Path:
        return self.options.log

    @property
    def pid(self) -> int:
        return self.address.pid

    def wait(self) -> int:
        """Until the node ends by itself; its exit status."""
        return self._process.wait()

    def close(self) -> None:
        process.stop(self._process)
        self._remove_scratch(keep_log=False)

    def __enter__(self) -> "Node":
        return self

    def __exit__(self, *failure) -> None:
        self.close()

    def _remove_scratch(self, keep_log: bool) -> None:
        if self._scratch and keep_log:
            shutil.rmtree(self._scratch / "data", ignore_errors=True)
        elif self._scratch:
            shutil.rmtree(self._scratch, ignore_errors=True)


def default_heap(bench: bool) -> str:
    return BENCH_HEAP if bench else TEST_HEAP
