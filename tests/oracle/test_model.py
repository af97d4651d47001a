"""The model's reading of documents, against the cluster's own: what its doc values hold."""

import pyarrow as pa
import pytest

from oracle import compare, indices, json_text, model

# Kinds whose doc values are the value itself.
COMPARED = {"keyword": None, "long": None, "integer": None, "short": None, "byte": None, "double": None, "float": None,
            "boolean": None, "date": "epoch_millis"}


@pytest.mark.parametrize("name", ["wide", "odd"])
def test_model_agrees_with_the_index(case, name):
    properties = indices.INDICES[name].properties
    targets = {field.get("copy_to") for field in properties.values()}  # hold what other fields' documents say
    fields = [(path, field) for path, field in properties.items() if _is_compared(field) and path not in targets]
    documents = dict(case.documents[name])
    differences = []
    for hit in _hits(case, name, fields):
        document = json_text.read(documents[hit["_id"]])
        for path, field in fields:
            wanted = model.table({path: field}, [(name, hit["_id"], documents[hit["_id"]])]).column(path)
            held = hit.get("fields", {}).get(path, [])
            if not _agree(field, wanted, held):
                differences.append(f"{hit['_id']} {path}: document {document.get(path)!r}, model {compare.rows(pa.table([wanted], ['x']))}, "
                                   f"index {held}")
    assert not differences, "\n".join(differences[:20])


def _is_compared(field: dict) -> bool:
    unlike = ("ignore_above", "normalizer", "null_value", "ignore_malformed")
    return field.get("type") in COMPARED and field.get("doc_values", True) and not any(word in field for word in unlike)


def _hits(case, name: str, fields: list) -> list:
    # Elasticsearch 6 wants a format for each field or warns.
    wanted = [{"field": path, **({"format": COMPARED[field["type"]]} if COMPARED[field["type"]] else {})} for path, field in fields]
    answer = case.cluster.api.call("POST", f"/{case.cluster.prefix}{name}/_search",
                                   {"size": 10_000, "_source": False, "docvalue_fields": wanted})
    return answer["hits"]["hits"]


def _agree(field: dict, wanted, held: list) -> bool:
    value = wanted.cast(pa.int64())[0].as_py() if field["type"] == "date" else wanted[0].as_py()
    if value is None:
        return held == []
    if field["type"] == "date":
        return [int(found) for found in held] == [value // 1000]
    if field["type"] == "float":
        return pa.array(map(float, held), pa.float32()).to_pylist() == [value]
    if field["type"] == "boolean":
        return held in ([value], [int(value)])
    return held == [value]
