"""JSON in which every number keeps its spelling: 5, 5.0 and 5e0 are three documents."""

import json


class Token(str):
    """A JSON number as it is written."""


def write(value, ascii_only: bool) -> str:
    """Compact JSON; `ascii_only` escapes everything else, so that both spellings of a text occur."""
    if isinstance(value, Token):
        return str(value)
    if isinstance(value, dict):
        members = (f"{json.dumps(name, ensure_ascii=ascii_only)}:{write(member, ascii_only)}" for name, member in value.items())
        return "{" + ",".join(members) + "}"
    if isinstance(value, list):
        return "[" + ",".join(write(element, ascii_only) for element in value) + "]"
    return json.dumps(value, ensure_ascii=ascii_only)


def read(text: str):
    """The document, its numbers as Tokens."""
    return json.loads(text, parse_int=Token, parse_float=Token)
