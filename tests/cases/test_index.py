"""README.md tells the truth: each test has its case's line there, and each line its tests and their state."""

import ast
import re
from pathlib import Path

FOLDER = Path(__file__).parent
LINE = re.compile(r"\| (C\d+|N\d+|trap \d+) \|.*\| (`[^|]*`) \| (held|open|open in part) \|")


def cases_tested() -> dict[str, list[tuple[str, bool]]]:
    """File and "is open" of the tests of every number."""
    cases: dict[str, list[tuple[str, bool]]] = {}
    for path in sorted(FOLDER.glob("test_*.py")):
        tree = ast.parse(path.read_text()).body
        open_marks = {node.targets[0].id for node in tree if isinstance(node, ast.Assign) and "xfail" in ast.unparse(node.value)}
        for node in tree:
            named = re.match(r"test_(c|n|trap)(\d+)_", getattr(node, "name", ""))
            if named:
                marks = [ast.unparse(mark) for mark in node.decorator_list]
                is_open = any("xfail" in mark or "open_on" in mark or mark in open_marks for mark in marks)
                cases.setdefault(f"{named[1]}{int(named[2])}", []).append((path.name, is_open))
    return cases


def test_the_index_is_complete():
    lines = {}
    for number, files, state in LINE.findall((FOLDER / "README.md").read_text()):
        letter, digits = re.fullmatch(r"(C|N|trap) ?(\d+)", number).groups()
        lines[f"{letter.lower()}{int(digits)}"] = (files, state)
    expected = {}
    for case, tests in cases_tested().items():
        files = ", ".join(f"`{name}`" for name in sorted({name for name, _ in tests}))
        num_open = sum(is_open for _, is_open in tests)
        expected[case] = (files, "held" if not num_open else "open" if num_open == len(tests) else "open in part")
    assert lines == expected
