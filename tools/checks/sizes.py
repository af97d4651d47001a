"""Check that files stay small: over 400 lines is said, over 700 fails.

A file may pass the hard limit if one of its first lines carries "size-waiver: ADR NNNN".
"""
import pathlib
import subprocess
import sys

SOFT_LINES, HARD_LINES = 400, 700
ENDINGS = {".h", ".cc", ".py", ".java", ".sh", ".cmake"}


def main(root: pathlib.Path) -> int:
    listed = subprocess.run(["git", "-C", root, "ls-files"], check=True, text=True,
                            capture_output=True).stdout.split("\n")
    failed = False
    for name in filter(None, listed):
        path = root / name
        if path.suffix not in ENDINGS or not path.is_file():
            continue
        lines = path.read_text().splitlines()
        if len(lines) > HARD_LINES and not any("size-waiver:" in line for line in lines[:5]):
            print(f"{name}: {len(lines)} lines, the limit is {HARD_LINES}")
            failed = True
        elif len(lines) > SOFT_LINES:
            print(f"{name}: {len(lines)} lines, aim for {SOFT_LINES}")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
