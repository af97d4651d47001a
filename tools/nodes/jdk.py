"""Finds an installed JDK of the version a kind needs."""

import functools
import os
import re
import shutil
from pathlib import Path

from nodes.errors import NodeUnavailable
from nodes.kinds import Kind


def find(kind: Kind) -> Path:
    """The home of the oldest suitable JDK, or NodeUnavailable with the reason."""
    for version, home in _installed():
        if version in kind.java:
            return home
    found = ", ".join(str(version) for version, _ in _installed()) or "none"
    raise NodeUnavailable(
        f"{kind.name} needs a JDK from {kind.java.start} to {kind.java.stop - 1}; installed: {found} "
        "(JAVA_HOME, the java on PATH and /usr/lib/jvm are looked at)")


@functools.cache
def _installed() -> list[tuple[int, Path]]:
    homes = [Path(os.environ["JAVA_HOME"])] if os.environ.get("JAVA_HOME") else []
    if java := shutil.which("java"):
        homes.append(Path(java).resolve().parent.parent)
    homes += sorted(Path("/usr/lib/jvm").glob("*"))
    versions = {home.resolve(): _version(home) for home in homes if (home / "bin" / "javac").exists()}
    return sorted((version, home) for home, version in versions.items() if version)


def _version(home: Path) -> int | None:
    release = home / "release"
    match = re.search(r'^JAVA_VERSION="(\d+)', release.read_text(), re.MULTILINE) if release.exists() else None
    return int(match.group(1)) if match else None
