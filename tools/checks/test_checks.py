"""The architecture checks must be able to fail: each is shown a planted fault."""
import pathlib
import subprocess
import sys

sys.path.insert(0, str(pathlib.Path(__file__).parent))
import layers


def plant(root: pathlib.Path, folder: str, deps: str, source: str) -> None:
    (root / folder).mkdir()
    (root / folder / "CMakeLists.txt").write_text(
        f"recurve_module({folder}\n  SOURCES a.cc\n  DEPS {deps})\n")
    (root / folder / "a.cc").write_text(source)


def test_clean_tree_passes(tmp_path):
    plant(tmp_path, "core", "", "#include <vector>\n")
    plant(tmp_path, "scan", "core", '#include "core/a.h"\n')
    assert layers.violations(tmp_path) == []


def test_upward_include_is_found(tmp_path):
    plant(tmp_path, "core", "", '#include "scan/a.h"\n')
    plant(tmp_path, "scan", "core", "")
    assert layers.violations(tmp_path) == ["core/a.cc:1: core may not include scan"]


def test_foreign_header_is_found(tmp_path):
    plant(tmp_path, "core", "", "#include <curl/curl.h>\n")
    assert layers.violations(tmp_path) == ["core/a.cc:1: core may not include curl/curl.h"]


def test_cycle_is_found(tmp_path):
    plant(tmp_path, "core", "scan", "")
    plant(tmp_path, "scan", "core", "")
    assert layers.violations(tmp_path) == ["cycle: core -> scan -> core"]


def test_size_limit_fails_without_a_waiver(tmp_path):
    subprocess.run(["git", "init", "-q", tmp_path], check=True)
    (tmp_path / "a.py").write_text("pass\n" * 701)
    subprocess.run(["git", "-C", tmp_path, "add", "a.py"], check=True)
    check = pathlib.Path(__file__).parent / "sizes.py"
    assert subprocess.run([sys.executable, check, tmp_path]).returncode == 1
    (tmp_path / "a.py").write_text("# size-waiver: ADR 0001\n" + "pass\n" * 701)
    assert subprocess.run([sys.executable, check, tmp_path]).returncode == 0
