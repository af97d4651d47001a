#!/usr/bin/env python3
"""Trino's server: fetched by Maven, pinned by sha256, unpacked into the cache without what is not run.

Run as a program it fetches; a machine without a suitable JDK is told so and nothing is fetched.
"""

import hashlib
import shutil
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).resolve().parent.parent.parent / "tools"))
from nodes import NodeError, NodeUnavailable, deps, jdk

VERSION = "476"
SHA256 = "cfd5accde17e8ebd251eeeb78aed1f490e77bb3a164d95a0f454bf8a7c1cbd3f"
COPY = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy"
PLUGIN = "elasticsearch"  # of some sixty, the only one that is measured and kept


@dataclass(frozen=True)
class Java:
    name: str = f"Trino {VERSION}"
    java: range = range(24, 27)


def java_home() -> Path:
    """The JDK to run it with; raises NodeUnavailable where there is none."""
    return jdk.find(Java())


def fetch() -> Path:
    """The folder with lib/ and plugin/; downloads some 820 MB the first time."""
    home = deps.cache() / f"trino-{VERSION}-{SHA256[:12]}"
    if home.exists():
        return home
    with deps.exclusive("fetch-trino"):
        if not home.exists():
            with tempfile.TemporaryDirectory(dir=deps.cache()) as scratch:
                _unpack(_download(Path(scratch)), Path(scratch) / "unpacked").rename(home)
    return home


def _download(scratch: Path) -> Path:
    if not shutil.which("mvn"):
        raise NodeError("mvn is not installed; Trino is fetched by Maven")
    run = subprocess.run(
        ["mvn", "-q", "-B", "-Dstyle.color=never", COPY, f"-Dartifact=io.trino:trino-server:{VERSION}:tar.gz",
         f"-DoutputDirectory={scratch}"],
        cwd=scratch, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    if run.returncode != 0:
        reason = next((line for line in run.stdout.splitlines() if "ERROR" in line), "no output")
        raise NodeError(f"Maven could not fetch Trino: {reason}")
    archive = scratch / f"trino-server-{VERSION}.tar.gz"
    with open(archive, "rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()
    if digest != SHA256:
        raise NodeError(f"{archive.name} has sha256 {digest}, pinned is {SHA256}")
    return archive


def _unpack(archive: Path, target: Path) -> Path:
    """All of it first: the plugins share their jars as hard links."""
    target.mkdir()
    subprocess.run(["tar", "-xzf", archive, "-C", target], check=True)
    home = target / f"trino-server-{VERSION}"
    for plugin in (home / "plugin").iterdir():
        if plugin.name != PLUGIN:
            shutil.rmtree(plugin)
    return home


def main() -> int:
    try:
        java_home()
        print(f"bench: Trino {VERSION} in {fetch()}")
    except NodeUnavailable as reason:
        print(f"bench: Trino is left out: {reason}")
    except NodeError as failure:
        print(f"bench: {failure}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
