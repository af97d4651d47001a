"""The indices of the oracle: mappings by name, and what SQL may call them."""

import tomllib
from dataclasses import dataclass, field

from data.cluster import ClusterError
from oracle import model
from support.cluster import TestCluster
from support.fixtures import TABLES

PREFIX = "ora_"  # in statements; a run puts its own in its place

LOWERCASE = {"analysis": {"normalizer": {"lower": {"type": "custom", "filter": ["lowercase"]}}}}

INNER = {"properties": {"d": {"type": "double"}, "flag": {"type": "boolean"}, "t": {"type": "date"}}}

WIDE = {
    "CamelCase": {"type": "keyword"},
    "amount": {"type": "double"},
    "b": {"type": "byte"},
    "bin": {"type": "binary"},
    "d": {"type": "double"},
    "f": {"type": "float"},
    "flag": {"type": "boolean"},
    "grp": {"type": "keyword"},
    "i": {"type": "integer"},
    "id": {"type": "long"},
    "ip": {"type": "ip"},
    "items": {"type": "nested", "properties": {
        "at": {"type": "date"}, "price": {"type": "double"}, "qty": {"type": "integer"}, "sku": {"type": "keyword"}}},
    "kw": {"type": "keyword"},
    "l": {"type": "long"},
    "obj": {"properties": {"inner": INNER, "kw": {"type": "keyword"}, "l": {"type": "long"}}},
    "order": {"type": "keyword"},
    "s": {"type": "short"},
    "t": {"type": "date"},
    "t_custom": {"type": "date", "format": "yyyy/MM/dd HH:mm:ss"},
    "ts": {"type": "date"},
    "txt": {"type": "text", "fields": {"keyword": {"type": "keyword", "ignore_above": 256}}},
    "user-agent": {"type": "keyword"},
}

# Fields whose index says less, or something else, than the document does.
ODD = {
    "above": {"type": "keyword", "ignore_above": 5},
    "copied": {"type": "keyword"},
    "copier": {"type": "keyword", "copy_to": "copied"},
    "half": {"type": "half_float"},
    "id": {"type": "long"},
    "late": {"type": "date", "format": "epoch_second"},
    "loose": {"type": "integer", "ignore_malformed": True},
    "lower": {"type": "keyword", "normalizer": "lower"},
    "mixed": {"type": "date", "format": "yyyy-MM-dd HH:mm:ss||epoch_millis"},
    "no_doc_values": {"type": "keyword", "doc_values": False},
    "no_index": {"type": "keyword", "index": False},
    "nothing": {"type": "long", "index": False, "doc_values": False},
    "off": {"type": "object", "enabled": False},
    "place": {"type": "geo_point"},
    "span": {"type": "integer_range"},
    "standin": {"type": "keyword", "null_value": "none"},
    "standin_l": {"type": "long", "null_value": 7},
}

SCALED = {"id": {"type": "long"}, "scaled": {"type": "scaled_float", "scaling_factor": 100}}

NANOS = {"id": {"type": "long"}, "t": {"type": "date_nanos"}, "t_ms": {"type": "date"}}

PLACES = {"id": {"type": "long"}, "p": {"type": "geo_point"}}

NEWER = {"id": {"type": "long"}, "m": {"type": "match_only_text"}, "u": {"type": "unsigned_long"}, "w": {"type": "wildcard"}}

SIDE = {
    "at": {"type": "date"}, "grp": {"type": "keyword"}, "key": {"type": "keyword"}, "label": {"type": "text"},
    "score": {"type": "double"}, "wide_id": {"type": "integer"},
}

DRIFT_A = {
    "host": {"type": "ip"}, "id": {"type": "long"}, "kw": {"type": "keyword"}, "msg": {"type": "text"}, "n": {"type": "integer"},
    "obj": {"properties": {"both": {"type": "keyword"}, "x": {"type": "long"}}}, "only_a": {"type": "keyword"}, "v": {"type": "short"},
}
DRIFT_B = {
    "host": {"type": "keyword"}, "id": {"type": "long"}, "kw": {"type": "keyword"}, "msg": {"type": "keyword"}, "n": {"type": "double"},
    "obj": {"properties": {"both": {"type": "keyword"}, "y": {"type": "date"}}}, "only_b": {"type": "boolean"}, "v": {"type": "integer"},
}
# Numbers widen, different texts are text, a field of one index is NULL in the other. Columns stand in the order met.
DRIFT = {
    "host": {"type": "text"}, "id": {"type": "long"}, "kw": {"type": "keyword"}, "msg": {"type": "text"}, "n": {"type": "double"},
    "obj": {"properties": {"both": {"type": "keyword"}, "x": {"type": "long"}, "y": {"type": "date"}}},
    "only_a": {"type": "keyword"}, "v": {"type": "integer"}, "only_b": {"type": "boolean"},
}

GAPPY = {"grp": {"type": "keyword"}, "id": {"type": "long"}, "n": {"type": "integer"}, "version": {"type": "integer"}}

MANY = {"id": {"type": "long"}, "kw": {"type": "keyword"}, "n": {"type": "integer"}, "sound": {"type": "keyword"}, "t": {"type": "date"}}


LISTED = {
    "above": {"type": "keyword", "ignore_above": 5},
    "amounts": {"type": "double"},
    "flags": {"type": "boolean"},
    "grid": {"type": "integer"},
    "id": {"type": "long"},
    "items": {"type": "nested", "properties": {"labels": {"type": "keyword"}, "n": {"type": "integer"}}},
    "late": {"type": "date"},
    "longs": {"type": "long"},
    "nums": {"type": "integer"},
    "obj": {"properties": {"kw": {"type": "keyword"}, "tags": {"type": "keyword"}}},
    "parts": {"properties": {"a": {"type": "keyword"}, "n": {"type": "integer"}}},
    "raw": {"type": "keyword"},
    "solo": {"type": "keyword"},
    "tags": {"type": "keyword"},
    "words": {"type": "text"},
}
# As the server is told.
LISTED_SHAPES = {}
for name_, shape_ in tomllib.loads(TABLES.read_text())["cluster"]["es"]["tables"]["*_listed"]["columns"].items():
    LISTED_SHAPES |= {f"{name_}.{member}": text for member, text in shape_.items()} if isinstance(shape_, dict) else {name_: shape_}


@dataclass(frozen=True)
class Index:
    properties: dict
    shards: int = 1
    settings: dict = field(default_factory=dict)
    without: tuple[str, ...] = ()  # kinds of node that lack a type of it
    shapes: dict = field(default_factory=dict)  # what the configuration declares


INDICES = {
    "wide": Index(WIDE, shards=3),
    "odd": Index(ODD, shards=2, settings=LOWERCASE),
    "side": Index(SIDE),
    "drift-a": Index(DRIFT_A, shards=2),
    "drift-b": Index(DRIFT_B),
    "gappy": Index(GAPPY, shards=4),
    "empty": Index(WIDE),
    "bare": Index({}),
    "many": Index(MANY, shards=2),
    "listed": Index(LISTED, shards=2, shapes=LISTED_SHAPES),
    "places": Index(PLACES, shards=2),
    # Types that came later, or in modules that are not published as jars.
    "scaled": Index(SCALED, without=("es-8.19",)),
    "nanos": Index(NANOS, shards=2, without=("es-6.8",)),
    "newer": Index(NEWER, without=("es-6.8", "es-7.10", "es-7.17", "es-8.19", "os-1.3")),
}

# What else a statement may read: the mapping SQL sees, the indices, and which of their documents. The last ones are what
# es_scan makes of an index.
VIEWS = {
    "ora_open": (WIDE, ["wide"], lambda row: row["order"] == "open"),
    "ora_drift-*": (DRIFT, ["drift-a", "drift-b"], None),
    "ora_drift-b,ora_drift-a": (DRIFT, ["drift-a", "drift-b"], None),
    "ora_drift-*,-ora_drift-b": (DRIFT_A, ["drift-a"], None),
    "ora_places,ora_side": ({**PLACES, **{name: field for name, field in SIDE.items() if name != "id"}}, ["places", "side"], None),
    "ora_many_lists": (model.shaped(MANY, {"kw": "list", "n": "list", "t": "list"}), ["many"], None),
    "ora_many_json": (model.shaped(MANY, {"kw": "json", "n": "json", "t": "json"}), ["many"], None),
}


def create(cluster: TestCluster, documents: dict[str, list]) -> None:
    """Makes and fills the indices in a cluster."""
    here = {name: index for name, index in INDICES.items() if cluster.kind not in index.without}
    for name, index in here.items():
        cluster.create(cluster.prefix + name, index.properties,
                       settings={"number_of_shards": index.shards, **index.settings})
    cluster.add_alias(cluster.prefix + "open", cluster.prefix + "wide", {"term": {"order": "open"}})
    for name in here:
        rows = documents[name]
        if name == "gappy":
            _load_with_history(cluster, cluster.prefix + name, rows)
        else:
            cluster.load(cluster.prefix + name, rows)
        found = cluster.count(cluster.prefix + name)
        if found != len(rows):
            raise ClusterError(f"{name} holds {found} documents, not {len(rows)}")


def _load_with_history(cluster: TestCluster, index: str, rows: list) -> None:
    """The same documents, after others that were deleted and older versions that were overwritten."""
    cluster.load(index, [(identifier, '{"id":-1,"grp":"old"}') for identifier, _ in rows[::2]])
    gone = [f"gone-{number}" for number in range(len(rows) // 2)]
    cluster.load(index, [(identifier, '{"id":-2,"grp":"gone"}') for identifier in gone])
    cluster.load(index, rows)
    cluster.delete_documents(index, gone)


def tables(prefix: str, documents: dict[str, list]) -> dict:
    """The Arrow table of every name a statement may read."""
    located = {name: [(prefix + name, identifier, text) for identifier, text in rows] for name, rows in documents.items()}
    made = {}
    for name, index in INDICES.items():
        if name != "many":  # has documents that are no rows
            made[prefix + name] = model.table(model.shaped(index.properties, index.shapes), located[name])
    for name, (properties, indices, condition) in VIEWS.items():
        rows = [row for index in indices for row in located[index]]
        table = model.table(properties, rows)
        if condition:
            table = table.filter([bool(condition(row)) for row in table.select(["order"]).to_pylist()])
        made[name.replace(PREFIX, prefix)] = table
    return made
