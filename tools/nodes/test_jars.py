"""What is locked is what runs; what is missing is said."""

import dataclasses
import hashlib

import pytest

from nodes import KINDS, NodeError, NodeUnavailable, jars, jdk

KIND = KINDS["es-6.8"]


def lock_of(folder):
    return "".join(f"{hashlib.sha256(jar.read_bytes()).hexdigest()}  {jar.name}\n" for jar in sorted(folder.iterdir()))


@pytest.fixture
def folder(tmp_path):
    for name in ("a-1.jar", "b-1.jar"):
        (tmp_path / name).write_text(name)
    return tmp_path


def test_locked_jars_pass(folder):
    jars.verify(KIND, folder, lock_of(folder))


def test_every_difference_is_named(folder):
    lock = lock_of(folder)
    (folder / "a-1.jar").write_text("another")
    (folder / "b-1.jar").rename(folder / "b-2.jar")
    with pytest.raises(NodeError) as failure:
        jars.verify(KIND, folder, lock)
    text = str(failure.value)
    assert "b-1.jar is missing" in text
    assert "b-2.jar is not in the lock" in text
    assert "a-1.jar has sha256" in text


@pytest.mark.parametrize("kind", KINDS.values(), ids=KINDS)
def test_every_named_coordinate_is_locked(kind):
    locked = {line.split()[1] for line in jars.lock_file(kind).read_text().splitlines()}
    for group, artifact, version in (coordinate.split(":") for coordinate in kind.coordinates):
        assert f"{group}.{artifact}-{version}.jar" in locked


def test_missing_java_is_a_reason_to_skip():
    with pytest.raises(NodeUnavailable, match="needs a JDK from 98 to 99; installed: "):
        jdk.find(dataclasses.replace(KIND, java=range(98, 100)))
