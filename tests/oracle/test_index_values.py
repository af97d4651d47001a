"""Spellings of a value that the index holds as another: the column shows what the index holds, so pushdown changes nothing."""

import json

import numpy as np
import pytest

NUMBERS = [
    "1.0000000596046448", '"1.0000000596046448"', "7.006492321624086e-46", "3.4028235677973366e38", '"3.4028235677973366e38"', "1e-50", "-0.0",
    "0.1", "1.239", "0.125", "-0.125", "1.00048828125", "65519.99", "65520", "6e-8", "16777217", "1e400", "5.7", "-5.7", "9007199254740993.0",
    '"0.5f"', '"1.5D"', '" 2\\n"', '"0x1.8p1"', '"+.5e+3"', '"1."', '"NaN"', '"-Infinity"', '"1_0"', '"0x10"', '"1L"', '"1e+-5"', '"true"', '""',
]
TEXTS = ['"\\ud800x"', '"x\\udc00"', '"\\ud83d\\ude00"', '"\\ud83dA"', '"a\\ud800\\ud800b"', "5.0", "true"]

# Name: mapping, spellings, conditions, kinds of node that lack the type.
FIELDS = {
    "float": ({"type": "float"}, NUMBERS, ("x = 1", "x > 1", "x = 0.1::FLOAT", "x >= 0"), ()),
    "half_float": ({"type": "half_float"}, NUMBERS, ("x = 1", "x > 1", "x = 65504"), ()),
    "double": ({"type": "double"}, NUMBERS, ("x = 1.5", "x > 1"), ()),
    "scaled_float": ({"type": "scaled_float", "scaling_factor": 100}, NUMBERS, ("x = 1.24", "x = 1.239", "x > 0.12"), ("es-8.19",)),
    "byte": ({"type": "byte"}, NUMBERS, ("x = 0", "x = 5"), ()),
    "integer": ({"type": "integer"}, NUMBERS, ("x = 0", "x = 5"), ()),
    "long": ({"type": "long"}, NUMBERS, ("x = 0", "x = 5"), ()),
    "keyword": ({"type": "keyword"}, TEXTS, ("x = '?x'", "x = chr(65533) || 'x'", "x > 'a'", "x < 'a'", "x <> '?x'"), ()),
}


@pytest.fixture(scope="module", params=FIELDS)
def filled(case, request):
    """The field's name, its index, and the cluster's own doc value of each document that it accepted."""
    field, spellings, _, without = FIELDS[request.param]
    cluster = case.cluster
    if cluster.kind in without:
        pytest.skip("this kind of node lacks the type")
    index = f"{cluster.prefix}spelt-{request.param.replace('_', '-')}"
    cluster.create(index, {"x": field})
    for number, spelling in enumerate(spellings):
        cluster.load_if_accepted(index, str(number), f'{{"x":{spelling}}}')
    cluster.refresh(index)
    answer = cluster.api.call("POST", f"/{index}/_search", {"size": 1000, "docvalue_fields": [{"field": "x"}]})
    values = {hit["_id"]: hit.get("fields", {}).get("x", [None])[0] for hit in answer["hits"]["hits"]}
    return request.param, index, values


def test_columns_show_what_the_index_holds(case, filled):
    name, index, values = filled
    assert values, "no document was accepted"
    for road, session in case.roads.items():
        shown = dict(zip(*session.run(f'SELECT _id, x FROM "{index}"').to_pydict().values()))
        wanted = {identifier: _as_shown(name, value) for identifier, value in values.items()}
        assert {key: repr(value) for key, value in shown.items()} == {key: repr(value) for key, value in wanted.items()}, road


def test_conditions_see_what_is_shown(case, filled):
    name, index, _ = filled
    for condition in FIELDS[name][2]:
        sql = f'SELECT _id FROM "{index}" WHERE {condition}'
        found = {road: sorted(session.run(sql).column(0).to_pylist()) for road, session in case.roads.items()}
        assert len({json.dumps(rows) for rows in found.values()}) == 1, f"{sql}: {found}"


def _as_shown(name: str, value):
    """Floats are printed after widening, and a scaled_float by some releases as a product."""
    if value is None or name not in ("float", "half_float", "scaled_float"):
        return value
    return round(value * 100) / 100 if name == "scaled_float" else float(np.float32(value))
