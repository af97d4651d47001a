"""Check the include direction of src/.

A folder may include itself, the folders its CMakeLists.txt names under DEPS, and a
third-party header only if THIRD_PARTY lists the folder as a home of it. Tests beside the
sources may include more. Exit status 1 and one line per violation, or 0.
"""
import pathlib
import re
import sys

THIRD_PARTY = {  # header prefix -> folders allowed to include it
    "arrow/flight/": {"service"},
    "grpc": {"service"},
    "duckdb": {"engine"},
    "curl/": {"transport"},
    "simdjson": {"decode", "catalog", "transport"},
    "toml++": {"core"},
    "spdlog/": {"core"},
    "CLI/": set(),
}
WORDS = {"SOURCES", "HEADERS", "DEPS", "LIBS"}


def declared_deps(folder: pathlib.Path) -> set[str]:
    text = re.sub(r"#.*", "", (folder / "CMakeLists.txt").read_text())
    words = re.search(r"recurve_module\((.*?)\)", text, re.S).group(1).split()
    deps, taking = set(), False
    for word in words[1:]:
        if word in WORDS:
            taking = word == "DEPS"
        elif taking:
            deps.add(word)
    return deps


def cycles(deps: dict[str, set[str]]) -> list[str]:
    found, done = [], set()

    def visit(folder, path):
        if folder in path:
            found.append("cycle: " + " -> ".join(path[path.index(folder):] + [folder]))
        elif folder not in done:
            for dep in sorted(deps.get(folder, ())):
                visit(dep, path + [folder])
            done.add(folder)

    for folder in sorted(deps):
        visit(folder, [])
    return found


def is_test(file: pathlib.Path) -> bool:
    return file.stem.endswith("_test") or "test_" in file.stem or "fake_" in file.stem


def violations(src: pathlib.Path) -> list[str]:
    deps = {p.name: declared_deps(p) for p in src.iterdir() if p.is_dir()}
    problems = cycles(deps)
    for folder in sorted(deps):
        for file in sorted((src / folder).rglob("*")):
            if file.suffix not in {".h", ".cc"} or is_test(file):
                continue
            for number, line in enumerate(file.read_text().splitlines(), 1):
                hit = re.match(r'\s*#\s*include\s+["<]([^">]+)[">]', line)
                if not hit:
                    continue
                target = hit.group(1)
                where = f"{file.relative_to(src)}:{number}: {folder} may not include "
                first = target.split("/")[0]
                if first in deps and first not in deps[folder] | {folder}:
                    problems.append(where + first)
                for prefix, homes in THIRD_PARTY.items():
                    if target.startswith(prefix) and folder not in homes:
                        problems.append(where + target)
                in_header = file.suffix == ".h" and "_internal" not in file.stem
                if in_header and target.startswith(("duckdb", "curl/", "simdjson")):
                    problems.append(where + target + " in a public header")
    return problems


if __name__ == "__main__":
    found = violations(pathlib.Path(sys.argv[1]))
    print("\n".join(found) or "include direction clean")
    sys.exit(bool(found))
