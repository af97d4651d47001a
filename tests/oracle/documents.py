"""The documents of the oracle, made from one seed: (`_id`, JSON text) pairs per index."""

import random

from oracle import json_text, values
from oracle.json_text import Token
from oracle.values import ABSENT

WIDE_ROWS = 300
ODD_ROWS = 60
LISTED_ROWS = 160
SIDE_ROWS = 70
DRIFT_ROWS = 40
GAPPY_ROWS = 500
PLACES_ROWS = 250

GROUPS = ["red", "green", "blue", "", "Red"]
STATUSES = ["open", "paid", "closed"]


def generate(seed: int, negative_epochs: bool = True) -> dict[str, list[tuple[str, str]]]:
    """`negative_epochs`: the cluster takes -1 for a date; Elasticsearch 7 does not, 6 and 8 do."""
    rng = random.Random(seed)
    moments = {name: [moment for moment in getattr(values, name) if negative_epochs or not _is_negative(moment)]
               for name in ("DATES", "MIXED_DATES", "SECOND_DATES")}
    return {
        "wide": _wide(rng, moments), "odd": _odd(rng, moments), "side": _side(rng), "drift-a": _drift_a(rng), "drift-b": _drift_b(rng),
        "gappy": _gappy(rng), "empty": [], "bare": [("1", "{}"), ("2", "{}")], "many": _many(), "listed": _listed(rng),
        "scaled": _scaled(rng), "nanos": _nanos(rng), "newer": _newer(rng), "places": _places(rng),
    }


def _document(rng: random.Random, identifier, members: dict) -> tuple[str, str]:
    """Members in any order, absent ones left out."""
    present = [(name, value) for name, value in members.items() if value is not ABSENT]
    rng.shuffle(present)
    return str(identifier), json_text.write(dict(present), ascii_only=rng.random() < 0.5)


def _maybe(rng: random.Random, value, share: float = 0.8):
    return value if rng.random() < share else rng.choice([ABSENT, None, []])


def _is_negative(moment) -> bool:
    return isinstance(moment, Token) and moment.startswith("-")


def _wide(rng: random.Random, moments: dict) -> list[tuple[str, str]]:
    pools = {
        "CamelCase": ["F", "M"], "b": values.BYTES, "bin": values.BINARIES, "d": values.DOUBLES, "f": values.FLOATS,
        "flag": values.BOOLEANS, "i": values.INTEGERS, "ip": values.IPS, "kw": values.KEYWORDS, "l": values.LONGS,
        "s": values.SHORTS, "t": moments["DATES"], "t_custom": values.CUSTOM_DATES, "txt": values.TEXTS, "user-agent": values.IDENTIFIERS,
    }
    columns = {name: values.spread(rng, pool, WIDE_ROWS) for name, pool in pools.items()}
    documents = []
    for number in range(WIDE_ROWS):
        members = {name: column[number] for name, column in columns.items()}
        members |= {
            "id": number,
            "grp": _maybe(rng, rng.choice(GROUPS), 0.9),
            "order": _maybe(rng, rng.choice(STATUSES)),
            "amount": _maybe(rng, rng.randrange(-4000, 4000) / 4),  # quarters: sums are exact in any order
            "ts": 1_700_000_000_000 + rng.randrange(200) * 86_400_000 + rng.randrange(86_400_000),
            "items": _maybe(rng, _items(rng), 0.75),
            "obj": rng.choice([_object(rng), _object(rng), _object(rng), [_object(rng)], ABSENT, None, {}]),
        }
        if rng.random() < 0.1:
            members.pop("obj")
            members |= {"obj.kw": rng.choice(["dotted", "p"]), "obj.inner.d": rng.randrange(9)}
        documents.append(_document(rng, f"w{number}" if number % 7 else f"{number}/ü {number}", members))
    return documents


def _object(rng: random.Random) -> dict:
    members = {
        "kw": rng.choice(["p", "q", "", None, ABSENT]),
        "l": rng.choice([Token("1"), "2", Token("3.9"), Token("9007199254740993"), None, ABSENT]),
        "inner": rng.choice([{"d": 0.5, "flag": "true"}, {"d": "1.5"}, {"flag": False, "t": "2024-05-06"}, {}, None, ABSENT]),
    }
    return {name: value for name, value in members.items() if value is not ABSENT}


def _items(rng: random.Random):
    items = []
    for _ in range(rng.choice([0, 1, 1, 2, 3])):
        item = {"sku": rng.choice(["A1", "B2", "C3", None]), "qty": rng.choice([1, 2, "3", 4.5, ABSENT]),
                "price": rng.randrange(40) / 4, "at": rng.choice(["2024-01-02", 1_704_067_200_000, None, ABSENT])}
        items.append({name: value for name, value in item.items() if value is not ABSENT})
    return items[0] if len(items) == 1 and rng.random() < 0.5 else items


def _odd(rng: random.Random, moments: dict) -> list[tuple[str, str]]:
    pools = {
        "above": ["short", "12345", "123456", "longer one", ""], "copier": ["c1", "c2"], "half": values.HALF_FLOATS,
        "late": moments["SECOND_DATES"], "loose": [1, "7", Token("1.9"), "abc", "", 12], "lower": ["ABC", "abc", "Abc", "x"],
        "mixed": moments["MIXED_DATES"], "no_doc_values": ["k1", "k2"], "no_index": ["k1", "k2"], "nothing": [1, 2, "3"],
        "standin": ["none", "some"], "standin_l": [7, 8],
    }
    columns = {name: values.spread(rng, pool, ODD_ROWS) for name, pool in pools.items()}
    documents = []
    for number in range(ODD_ROWS):
        members = {name: column[number] for name, column in columns.items()} | {"id": number}
        members["off"] = rng.choice([{".": "1", "a..b": "3", "ok": 4}, {"n": [1, 2.50]}, None, ABSENT])
        members["place"] = rng.choice([{"lat": 1, "lon": 2.5}, "1,2", [2, 1], None, ABSENT])
        members["span"] = rng.choice([{"gte": 1, "lte": 5}, {"gt": Token("1.0")}, None, ABSENT])
        documents.append(_document(rng, number, members))
    return documents


def _scaled(rng: random.Random) -> list[tuple[str, str]]:
    return [_document(rng, number, {"id": number, "scaled": value})
            for number, value in enumerate(values.spread(rng, values.SCALED_FLOATS, 30))]


def _nanos(rng: random.Random) -> list[tuple[str, str]]:
    moments = values.spread(rng, values.NANO_DATES, 40)
    return [_document(rng, number, {"id": number, "t": moment, "t_ms": moment}) for number, moment in enumerate(moments)]


def _newer(rng: random.Random) -> list[tuple[str, str]]:
    columns = {"m": values.TEXTS, "u": values.UNSIGNED, "w": values.KEYWORDS}
    spread = {name: values.spread(rng, pool, 120) for name, pool in columns.items()}
    return [_document(rng, number, {"id": number, **{name: column[number] for name, column in spread.items()}}) for number in range(120)]


def _places(rng: random.Random) -> list[tuple[str, str]]:
    """Points around a few centres, on the edges that statements name, and at the ends of the earth."""
    edges = [(52.5, 13.4), (52.5, 13.4000001), (52.4999999, 13.4), (90, 0), (-90, 7.5), (0, 180), (0, -180), (0, 179.9999999), (0, 0), (-0.0, -0.0),
             (-52.5, -166.6), (-52.4, -166.7), (10, 20), (10, 30), (20, 20), (20, 30), (10.0000001, 20), (9.9999999, 20), (15, 30.0000001)]
    centres = [(52.5, 13.4, 0.1), (0, 180, 2), (88, 0, 3), (15, 25, 8), (0, 0, 90)]
    documents = []
    for number in range(PLACES_ROWS):
        lat, lon, spread = rng.choice(centres)
        point = rng.choice(edges) if rng.random() < 0.3 else (lat + rng.uniform(-spread, spread), lon + rng.uniform(-2, 2) * spread)
        lat, lon = max(-90, min(90, point[0])), point[1] - 360 if point[1] > 180 else point[1]
        place = rng.choice([{"lat": lat, "lon": lon}, [lon, lat], f"{lat},{lon}", [[lon, lat]]])
        documents.append(_document(rng, number, {"id": number, "p": place if rng.random() < 0.9 else rng.choice([ABSENT, None, []])}))
    return documents


def _side(rng: random.Random) -> list[tuple[str, str]]:
    documents = []
    for number in range(SIDE_ROWS):
        documents.append(_document(rng, f"s{number}", {
            "at": _maybe(rng, 1_699_920_000_000 + rng.randrange(200) * 86_400_000),  # midnights
            "grp": _maybe(rng, rng.choice([*GROUPS, "none"])),
            "key": _maybe(rng, rng.choice(["abc", "a", "é", "\U0001f600", "paid", "5", "O'Brien", "nowhere"])),
            "label": rng.choice(["first", "second thing", "Third"]),
            "score": _maybe(rng, rng.randrange(100) / 4),
            "wide_id": _maybe(rng, rng.choice([rng.randrange(WIDE_ROWS), rng.randrange(WIDE_ROWS), 100_000 + number])),
        }))
    return documents


def _drift_a(rng: random.Random) -> list[tuple[str, str]]:
    return [_document(rng, number, {
        "id": number, "host": _maybe(rng, rng.choice(values.IPS)), "kw": _maybe(rng, rng.choice("xyz")),
        "msg": _maybe(rng, rng.choice(values.TEXTS)), "n": _maybe(rng, rng.choice([1, 2, 3, "4"])),
        "obj": _maybe(rng, {"both": "a", "x": rng.randrange(5)}), "only_a": _maybe(rng, rng.choice(["a1", "a2"])),
        "v": _maybe(rng, rng.choice([1, 2, 32767])),
    }) for number in range(DRIFT_ROWS)]


def _drift_b(rng: random.Random) -> list[tuple[str, str]]:
    return [_document(rng, number, {  # the same _id as in the other index
        "id": 1000 + number, "host": _maybe(rng, rng.choice(["web-1", "192.168.0.1"])), "kw": _maybe(rng, rng.choice("xyz")),
        "msg": _maybe(rng, rng.choice(values.TEXTS)), "n": _maybe(rng, rng.choice([1, 2.5, "3"])),
        "obj": _maybe(rng, {"both": "b", "y": "2024-02-03"}), "only_b": _maybe(rng, rng.choice([True, "false"])),
        "v": _maybe(rng, rng.choice([1, 2, 70000])),
    }) for number in range(DRIFT_ROWS)]


def _gappy(rng: random.Random) -> list[tuple[str, str]]:
    return [_document(rng, f"g{number}", {"id": number, "grp": rng.choice(GROUPS), "n": _maybe(rng, rng.randrange(50)), "version": 2})
            for number in range(GAPPY_ROWS)]


def _many() -> list[tuple[str, str]]:
    """Mostly sound documents; `kw`, `n` and `t` each hold two values in one of them."""
    documents = [(str(number), f'{{"id":{number},"kw":"k{number % 5}","n":{number},"sound":"s{number % 3}","t":"2024-01-02"}}')
                 for number in range(30)]
    documents[7] = ("two-kw", '{"id":7,"kw":["k1","k2"],"n":7,"sound":"s1"}')
    documents[11] = ("two-n", '{"id":11,"kw":"k1","n":[3,200],"sound":"s2"}')
    documents[13] = ("two-t", '{"id":13,"kw":"k3","n":13,"sound":"s1","t":["2024-01-02","2024-01-03"]}')
    return documents


def _some(rng: random.Random, values_: list):
    """Any way in which a document may spell several values, one or none."""
    one, two, three = (rng.choice(values_) for _ in range(3))
    return rng.choice([ABSENT, None, [], one, one, [one], [one, two], [one, two], [two, one, two], [one, None, three], [None], [[one], [two, three]]])


def _listed(rng: random.Random) -> list[tuple[str, str]]:
    documents = []
    for number in range(LISTED_ROWS):
        members = {
            "id": number,
            "above": _some(rng, ["a", "b", "12345", "longer one"]),
            "amounts": _some(rng, [Token("0.0"), Token("-0.0"), Token("1.5"), "2.5", ""]),
            "flags": _some(rng, [True, False, "true", ""]),
            "grid": rng.choice([ABSENT, None, [], [[]], [[1, 2], [3]], [[1, None], None, []], [["4"], [Token("5.7")]]]),
            "items": rng.choice([ABSENT, None, [], {"labels": ["x", "y"], "n": 1}, [{"labels": "x"}, {"n": 2}, {"labels": [None, "z"]}]]),
            "late": _some(rng, ["2024-01-02", Token("1704153600000"), "2024-01-02T03:04:05.678Z", "1969-12-31"]),
            "longs": _some(rng, [Token("1"), Token("9007199254740993"), "2", Token("3.9"), ""]),
            "nums": _some(rng, [1, 2, 3, "4"]),
            "obj": rng.choice([ABSENT, None, {"kw": "k", "tags": ["a", "b"]}, [{"tags": "a"}, {"kw": "l", "tags": ["c", None]}], {"kw": "m"}]),
            "parts": rng.choice([ABSENT, None, [], {"a": "x"}, [{"a": "x", "n": 1}, {"n": [2, "3"]}, None], [[{"a": "y"}], {}]]),
            "raw": rng.choice([ABSENT, None, [], "x", ["x", ["y"]], [None, Token("1.50")]]),
            "solo": rng.choice([ABSENT, None, [], "s", ["s"], ["t"]]),
            "tags": _some(rng, ["a", "b", "c", "", "A", "ab"]),
            "words": _some(rng, ["Big Fish", "fish", "big"]),
        }
        if rng.random() < 0.1:
            members.pop("parts")
            members |= {"parts.a": "dotted", "parts.n": rng.choice([7, [8, 9]])}
        documents.append(_document(rng, f"l{number}", members))
    return documents
