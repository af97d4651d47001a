"""The environment variables that steer a test run, and their defaults."""

import os
import random
from pathlib import Path

from support import REPOSITORY

DEFAULT_KINDS = ("es-8.19", "es-6.8", "os-2.19")


def kinds() -> list[str]:
    """RECURVE_TEST_KINDS: the kinds of node to test on, separated by commas."""
    named = os.environ.get("RECURVE_TEST_KINDS", "")
    return [kind.strip() for kind in named.split(",") if kind.strip()] or list(DEFAULT_KINDS)


def url_variable(kind: str) -> str:
    return "RECURVE_TEST_URL_" + kind.upper().replace("-", "_").replace(".", "_")


def url_of(kind: str) -> str | None:
    """RECURVE_TEST_URL_ES_8_19 and so on: a node that runs already, instead of one of our own."""
    return os.environ.get(url_variable(kind)) or None


def binary() -> Path:
    """RECURVE_BINARY: the program under test."""
    named = os.environ.get("RECURVE_BINARY")
    return Path(named).resolve() if named else REPOSITORY / "build" / "release" / "apps" / "recurve" / "recurve"


def _seed() -> int:
    named = os.environ.get("RECURVE_TEST_SEED")
    return int(named) if named else random.SystemRandom().randrange(1_000_000)


SEED = _seed()  # RECURVE_TEST_SEED: makes a run's documents and generated statements again
