"""Check that every C++ file is as clang-format leaves it; --fix rewrites."""
import pathlib
import subprocess
import sys


def main(root: pathlib.Path, fix: bool) -> int:
    listed = subprocess.run(["git", "-C", root, "ls-files", "*.h", "*.cc"], check=True,
                            text=True, capture_output=True).stdout.split()
    files = [str(root / name) for name in listed if (root / name).is_file()]
    mode = ["-i"] if fix else ["--dry-run", "-Werror"]
    return subprocess.run(["clang-format-19", *mode, *files]).returncode


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]), "--fix" in sys.argv))
