"""Compiles a kind's launcher against its jars, once per content of source and lock."""

import hashlib
import shutil
import subprocess
import tempfile
from pathlib import Path

from nodes import deps, jars
from nodes.errors import NodeError
from nodes.kinds import Kind

JAVA = Path(__file__).parent / "java"
LOG_CONFIGURATION = JAVA / "log4j2.properties"


def compiled(kind: Kind, jdk: Path) -> Path:
    """The folder of class files to put before the jars on the class path."""
    sources = sorted(path for folder in ("common", kind.launcher) for path in (JAVA / folder).rglob("*.java"))
    content = hashlib.sha256(jars.lock_file(kind).read_bytes() + str(jdk).encode())
    for source in sources:
        content.update(source.read_bytes())
    home = deps.nodes_cache() / kind.name
    classes = home / f"launcher-{content.hexdigest()[:12]}"
    if classes.exists():
        return classes
    with deps.exclusive(f"compile-{kind.name}"):
        if not classes.exists():
            _compile(kind, jdk, sources, home, classes)
    return classes


def _compile(kind: Kind, jdk: Path, sources: list[Path], home: Path, classes: Path) -> None:
    library = jars.fetch(kind)  # first: it makes the folder that the classes go to
    with tempfile.TemporaryDirectory(dir=home) as scratch:
        built = Path(scratch) / "classes"
        run = subprocess.run(
            [jdk / "bin" / "javac", "-nowarn", "-proc:none", "-d", built, "-cp", f"{library}/*", *sources],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if run.returncode != 0:
            raise NodeError(f"the launcher of {kind.name} does not compile:\n{run.stdout}")
        for old in home.glob("launcher-*"):
            shutil.rmtree(old)
        built.rename(classes)
