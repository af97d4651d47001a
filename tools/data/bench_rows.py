"""The benchmark's rows: what they are, and a fast way to make them.

`rows(n)` is the definition: Python's Random with a fixed seed, eight columns, seven draws a row in this
order and no others. `bodies` and `summary` run bench_rows.cc, which makes the same bytes some ten
times faster; test_bench_rows.py compares the two.
"""

import functools
import hashlib
import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path
from random import Random

from nodes import deps

SEED = 20260831
FIRST_INSTANT = 1767225600000  # 2026-01-01 UTC, in milliseconds
SECONDS_OF_YEAR = 31_536_000
STATUSES = ("created", "paid", "shipped", "delivered", "cancelled", "returned", "refunded", "pending")
COUNTRIES = (
    "US FR DE GB ES IT NL BE SE NO DK FI PL PT IE AT CH CZ SK HU RO BG GR HR SI EE LV LT LU MT CY CA MX BR AR CL CO PE "
    "JP KR CN IN AU NZ ZA NG EG MA TR IL").split()
CATEGORIES = [f"cat_{i:03}" for i in range(100)]

PROPERTIES = {
    "id": {"type": "long"},
    "event_ts": {"type": "date"},
    "amount": {"type": "double"},
    "qty": {"type": "integer"},
    "status": {"type": "keyword"},
    "country": {"type": "keyword"},
    "category": {"type": "keyword"},
    "name": {"type": "keyword"},
}

SOURCE = Path(__file__).with_suffix(".cc")


class GeneratorError(Exception):
    """The fast generator could not be built or run."""


def rows(count: int) -> Iterator[dict]:
    random = Random(SEED)
    for i in range(count):
        yield {
            "id": i,
            "event_ts": FIRST_INSTANT + 1000 * random.randrange(SECONDS_OF_YEAR),
            "amount": round(random.uniform(1.0, 999.99), 2),
            "qty": random.randrange(1, 20),
            "status": random.choice(STATUSES),
            "country": random.choice(COUNTRIES),
            "category": random.choice(CATEGORIES),
            "name": f"user_{random.randrange(100_000):06}",
        }


def document(row: dict) -> str:
    """One row as the two lines a bulk request wants, compact."""
    return '{"index":{}}\n' + json.dumps(row, separators=(",", ":")) + "\n"


def bodies(count: int, rows_per_body: int) -> Iterator[tuple[int, bytes]]:
    """(rows in it, bulk body) until `count` rows are out."""
    with subprocess.Popen([_program(), "bodies", str(count), str(rows_per_body)], stdout=subprocess.PIPE) as generator:
        try:
            while header := generator.stdout.readline():
                rows_in_body, size = map(int, header.split())
                body = generator.stdout.read(size)
                if len(body) != size:
                    raise GeneratorError("the row generator ended in the middle of a body")
                yield rows_in_body, body
        finally:
            generator.stdout.close()
            generator.terminate()  # Only matters when the caller stops early.
    if generator.returncode not in (0, -15):
        raise GeneratorError(f"the row generator ended with status {generator.returncode}")


def summary(count: int) -> dict:
    """Counts and sums of the first `count` rows; amounts in whole cents, so exact."""
    return json.loads(subprocess.run([_program(), "oracles", str(count)], stdout=subprocess.PIPE, check=True).stdout)


@functools.cache
def _program() -> Path:
    """bench_rows.cc compiled, once per content."""
    compiler = os.environ.get("CXX") or shutil.which("c++") or shutil.which("g++") or shutil.which("clang++")
    if not compiler:
        raise GeneratorError("no C++ compiler (c++, g++ or clang++) for the row generator")
    folder = deps.cache() / "bench-rows"
    folder.mkdir(parents=True, exist_ok=True)
    program = folder / f"bench_rows-{hashlib.sha256(SOURCE.read_bytes()).hexdigest()[:12]}"
    if not program.exists():
        with tempfile.TemporaryDirectory(dir=folder) as scratch:
            built = Path(scratch) / "bench_rows"
            run = subprocess.run([compiler, "-O2", "-std=c++17", SOURCE, "-o", built], stderr=subprocess.PIPE, text=True)
            if run.returncode != 0:
                raise GeneratorError(f"the row generator does not compile:\n{run.stderr}")
            built.rename(program)
    return program
