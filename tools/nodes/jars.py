"""A kind's jars: resolved by Maven, pinned by a committed lock file, kept in the cache.

The lock lists every jar as `sha256  group.artifact-version.jar`, the format of sha256sum. A jar that
is missing, extra or different after a download is an error, never a warning.
"""

import hashlib
import shutil
import subprocess
import tempfile
from pathlib import Path
from xml.sax.saxutils import escape

from nodes import deps
from nodes.errors import NodeError
from nodes.kinds import Kind

LOCKS = Path(__file__).parent / "locks"
COPY_DEPENDENCIES = "org.apache.maven.plugins:maven-dependency-plugin:3.6.1:copy-dependencies"


def fetch(kind: Kind) -> Path:
    """The folder with exactly the locked jars; downloads them the first time."""
    lock = lock_file(kind)
    if not lock.exists():
        raise NodeError(f"{kind.name} has no lock file ({lock}); `node.py lock {kind.name}` writes one")
    key = hashlib.sha256(lock.read_bytes()).hexdigest()[:12]
    home = deps.nodes_cache() / kind.name
    jars = home / f"jars-{key}"
    if jars.exists():
        return jars
    with deps.exclusive(f"fetch-{kind.name}"):
        if jars.exists():
            return jars
        home.mkdir(exist_ok=True)
        with tempfile.TemporaryDirectory(dir=home) as scratch:
            found = _resolve(kind, Path(scratch))
            verify(kind, found, lock.read_text())
            for old in home.glob("jars-*"):
                shutil.rmtree(old)
            found.rename(jars)
    return jars


def write_lock(kind: Kind) -> Path:
    """Resolves anew and records what came: for a change of versions, to be reviewed as a diff."""
    LOCKS.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(dir=deps.nodes_cache()) as scratch:
        digests = _digests(_resolve(kind, Path(scratch)))
    lines = [f"{digest}  {name}\n" for name, digest in sorted(digests.items())]
    lock_file(kind).write_text("".join(lines))
    return lock_file(kind)


def lock_file(kind: Kind) -> Path:
    return LOCKS / f"{kind.name}.txt"


def _resolve(kind: Kind, scratch: Path) -> Path:
    if not shutil.which("mvn"):
        raise NodeError("mvn is not installed; nodes are built from jars that Maven resolves")
    (scratch / "pom.xml").write_text(_pom(kind))
    jars = scratch / "jars"
    run = subprocess.run(
        ["mvn", "-q", "-B", "-Dstyle.color=never", "-f", scratch / "pom.xml", COPY_DEPENDENCIES,
         "-DincludeScope=runtime", "-Dmdep.prependGroupId=true", f"-DoutputDirectory={jars}"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    log = deps.nodes_cache() / f"maven-{kind.name}.log"
    log.write_text(run.stdout)
    if run.returncode != 0:
        reason = next((line for line in run.stdout.splitlines() if "ERROR" in line), "no output")
        raise NodeError(f"Maven could not resolve {kind.name}: {reason} (log: {log})")
    return jars


def _pom(kind: Kind) -> str:
    return "\n".join((
        '<project xmlns="http://maven.apache.org/POM/4.0.0">',
        "<modelVersion>4.0.0</modelVersion>",
        f"<groupId>recurve.nodes</groupId><artifactId>{kind.name}</artifactId><version>1</version>",
        "<packaging>pom</packaging>",
        "<dependencies>",
        *(_dependency(coordinate, kind.exclusions) for coordinate in kind.coordinates),
        "</dependencies>",
        "</project>",
    ))


def _dependency(coordinate: str, exclusions: tuple[str, ...]) -> str:
    group, artifact, version = map(escape, coordinate.split(":"))
    left_out = "".join(
        f"<exclusion><groupId>{g}</groupId><artifactId>{a}</artifactId></exclusion>"
        for g, a in (exclusion.split(":") for exclusion in exclusions))
    return (f"<dependency><groupId>{group}</groupId><artifactId>{artifact}</artifactId>"
            f"<version>{version}</version><exclusions>{left_out}</exclusions></dependency>")


def _digests(jars: Path) -> dict[str, str]:
    return {jar.name: hashlib.sha256(jar.read_bytes()).hexdigest() for jar in jars.iterdir()}


def verify(kind: Kind, jars: Path, lock: str) -> None:
    """Raises unless the folder holds exactly what the lock says."""
    wanted = {name: digest for digest, name in (line.split() for line in lock.splitlines())}
    found = _digests(jars)
    problems = [f"{name} is missing" for name in sorted(wanted.keys() - found.keys())]
    problems += [f"{name} is not in the lock" for name in sorted(found.keys() - wanted.keys())]
    problems += [f"{name} has sha256 {found[name]}, locked is {wanted[name]}"
                 for name in sorted(wanted.keys() & found.keys()) if wanted[name] != found[name]]
    if problems:
        raise NodeError(f"the jars of {kind.name} are not the locked ones: {'; '.join(problems)}")
