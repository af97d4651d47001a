"""Documents that are their number: what a complete result is can be said without keeping it."""

from collections.abc import Iterator

BIG_ROWS, BIG_PAD = 250_000, 1_500

PROPERTIES = {
    "even": {"type": "boolean"}, "half": {"type": "double"}, "n": {"type": "long"},
    "pad": {"type": "keyword", "index": False, "doc_values": False}, "word": {"type": "keyword"},
}


def documents(rows: int, pad: int = 0) -> Iterator[tuple[str, str]]:
    filler = f',"pad":"{"x" * pad}"' if pad else ""
    for number in range(rows):
        even = "true" if number % 2 == 0 else "false"
        yield str(number), f'{{"n":{number},"word":"w{number % 7}","half":{number / 2},"even":{even}{filler}}}'


def assert_complete(numbers: list[int], wanted: range | list[int]) -> None:
    """Each number once."""
    assert len(numbers) == len(wanted), f"{len(numbers)} rows, not {len(wanted)}"
    assert sorted(numbers) == list(wanted), "rows are doubled and missing"
