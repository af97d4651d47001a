"""What a document means as a row: the documented value rules, written a second time and for reading.

Absent, null and [] are NULL in a scalar column; one value in an array is that value, two are an error. Numbers are
what the cluster indexes ("5" and 5.7 in an integer field are 5, "" is NULL), dates are UTC and whole milliseconds,
text is as it is written, an address in its canonical spelling. An object is a STRUCT of the mapped fields, `nested` a LIST of them, anything else its JSON text.

A field with a "shape" is by declaration a list, depth 1 as the index sees the values and deeper ones as the document nests
them, or the JSON text. Null inside of an array is a NULL element, [] an empty list.
"""

import base64
import ipaddress
import math
import re
from datetime import datetime, timedelta, timezone
from decimal import Decimal, InvalidOperation

import numpy as np
import pyarrow as pa

from oracle import json_text
from oracle.json_text import Token

DEFAULT_FORMAT = "strict_date_optional_time||epoch_millis"
INTEGER_BITS = {"byte": 8, "short": 16, "integer": 32, "long": 64}
NUMERIC = (*INTEGER_BITS, "half_float", "float", "double", "scaled_float")
TEXTUAL = ("keyword", "text", "wildcard", "match_only_text")
NANOS_PER_MILLI = 1_000_000
NANOS_PER_SECOND = 1_000_000_000
EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)

LEAF_TYPES = {
    "keyword": pa.string(), "text": pa.string(), "ip": pa.string(), "byte": pa.int8(), "short": pa.int16(),
    "integer": pa.int32(), "long": pa.int64(), "half_float": pa.float32(), "float": pa.float32(), "double": pa.float64(),
    "scaled_float": pa.float64(), "boolean": pa.bool_(), "date": pa.timestamp("us", "UTC"), "binary": pa.binary(),
    "geo_point": pa.struct([("lat", pa.float64()), ("lon", pa.float64())]), "date_nanos": pa.timestamp("ns"), "unsigned_long": pa.uint64(), "wildcard": pa.string(), "match_only_text": pa.string(),
}


class Malformed(Exception):
    """A value that its field cannot hold."""


class SeveralValues(Exception):
    """Two values where a column holds one."""


def table(properties: dict, documents: list[tuple[str, str, str]]) -> pa.Table:
    """The rows of (`_index`, `_id`, JSON text) documents, with `_id` and `_index` as the last columns."""
    rows = [json_text.read(text) for _, _, text in documents]
    columns = {name: pa.array([_value(field, _values_of(name, properties, members_of([row]))) for row in rows], type_of(field))
               for name, field in offered(properties)}
    columns["_id"] = pa.array([identifier for _, identifier, _ in documents], pa.string())
    columns["_index"] = pa.array([index for index, _, _ in documents], pa.string())
    return pa.table(columns)


def _values_of(name: str, properties: dict, members: dict[str, list]) -> list:
    """What the document has under a name, and what `copy_to` brings there."""
    sources = [source for source, field in properties.items() if field.get("copy_to") == name]
    return [value for member in (name, *sources) for value in members.get(member, [])]


def offered(properties: dict) -> list[tuple[str, dict]]:
    """The fields that are columns, in the mapping's order; clusters list the fields of an index by name."""
    return [(name, field) for name, field in properties.items() if field.get("type") != "alias"]


def shaped(properties: dict, shapes: dict[str, str], parent: str = "") -> dict:
    """The properties with what is declared about them: "list", "list(2)" or "json" by path."""
    made = {}
    for name, field in properties.items():
        path = parent + name
        made[name] = {**field, "shape": shapes[path]} if path in shapes else dict(field)
        if "properties" in field:
            made[name]["properties"] = shaped(field["properties"], shapes, path + ".")
    return made


def depth_of(field: dict) -> int:
    """How deep the column's lists are by declaration, 0 for none."""
    shape = field.get("shape", "scalar")
    return 0 if not shape.startswith("list") else int(shape[5:-1] or 1) if "(" in shape else 1


def type_of(field: dict) -> pa.DataType:
    if field.get("shape") == "json":
        return pa.string()
    type_ = _single_type_of(field)
    for _ in range(depth_of(field)):
        type_ = pa.list_(type_)
    return type_


def _single_type_of(field: dict) -> pa.DataType:
    if is_object(field):
        members = pa.struct([(name, type_of(child)) for name, child in offered(field["properties"])])
        return pa.list_(members) if field.get("type") == "nested" else members
    return LEAF_TYPES.get(field.get("type", "object"), pa.string())


def is_object(field: dict) -> bool:
    return "properties" in field and field.get("enabled", True)


def members_of(objects: list[dict]) -> dict[str, list]:
    """The values under each name, {"a.b": 1, "a.c": 2} counted as {"a": {"b": 1, "c": 2}}."""
    members: dict[str, list] = {}
    for object_ in objects:
        dotted: dict[str, dict] = {}
        for name, value in object_.items():
            head, dot, rest = name.partition(".")
            if dot and head in dotted:
                dotted[head][rest] = value
                continue
            if dot:
                value = dotted[head] = {rest: value}
            members.setdefault(head, []).append(value)
    return members


def _value(field: dict, values: list):
    if field.get("shape") == "json":
        return _json(values)
    if depth_of(field):
        return _list(field, values, depth_of(field))
    return _single(field, values)


def _single(field: dict, values: list):
    if field.get("type") == "nested":
        return _nested(field, values)
    if is_object(field):
        return _struct(field, values)
    if field.get("type") == "geo_point":
        points = _points(values)
        if len(points) > 1:
            raise SeveralValues(f"{points!r}")
        return points[0] if points else None
    if field.get("type", "object") not in LEAF_TYPES:
        return _json(values)
    return _scalar(field, values)


def _json(values: list):
    present = [value for value in values if value is not None]
    if len(present) > 1:
        raise SeveralValues(f"{present!r}")
    return json_text.write(present[0], ascii_only=False) if present else None


def _list(field: dict, values: list, depth: int):
    present = [value for value in values if value is not None]
    if not present:
        return None
    if depth == 1:
        return [_element(field, value) for value in _opened(present)]
    return [None if value is None else _nested_list(field, value, depth - 1) for array in present for value in _array(array)]


def _nested_list(field: dict, value, depth: int):
    return [(None if inner is None else _nested_list(field, inner, depth - 1)) if depth > 1 else _element(field, inner)
            for inner in _array(value)]


def _array(value) -> list:
    if not isinstance(value, list):
        raise Malformed(value)
    return value


def _opened(values: list) -> list:
    """The values with arrays opened and nulls kept."""
    return [inner for value in values for inner in (_opened(value) if isinstance(value, list) else [value])]


def _element(field: dict, value):
    if isinstance(value, list):
        raise Malformed(value)
    return _single({name: fact for name, fact in field.items() if name != "shape"}, [value])


def _flat(values: list) -> list:
    """The values with arrays opened and nulls dropped."""
    flat = []
    for value in values:
        if isinstance(value, list):
            flat += _flat(value)
        elif value is not None:
            flat.append(value)
    return flat


def _struct(field: dict, values: list):
    objects = _flat(values)
    if not objects:
        return None
    members = members_of(objects)
    return {name: _value(child, members.get(name, [])) for name, child in offered(field["properties"])}


def _nested(field: dict, values: list):
    if all(value is None for value in values):
        return None
    return [_struct(field, [object_]) for object_ in _flat(values)]


def _points(values: list) -> list[dict]:
    """[lon, lat] is one point; any other array is its elements."""
    points = []
    for value in values:
        if isinstance(value, list) and not any(isinstance(element, Token) for element in value):
            points += _points(value)
        elif value is not None:
            points.append(_point(value))
    return points


def _point(value) -> dict:
    if isinstance(value, dict):
        return {"lat": float(value["lat"]), "lon": float(value["lon"])}
    if isinstance(value, list):
        return {"lat": float(value[1]), "lon": float(value[0])}
    lat, lon = value.split(",")
    return {"lat": float(lat), "lon": float(lon)}


def _scalar(field: dict, values: list):
    converted = []
    for value in _flat(values):
        if value == "" and field["type"] in NUMERIC:
            continue
        try:
            converted.append(leaf(field, value))
        except Malformed:
            if not field.get("ignore_malformed"):
                raise
    if len(converted) > 1:
        raise SeveralValues(f"{converted!r}")
    return converted[0] if converted else None


def leaf(field: dict, value):
    """One JSON value as the field's column holds it."""
    kind = field["type"]
    if isinstance(value, dict):
        raise Malformed(value)
    if kind in TEXTUAL:
        return ("true" if value else "false") if isinstance(value, bool) else str(value)
    if kind == "ip":
        return _address(value)
    if kind in INTEGER_BITS:
        return _integer(value, INTEGER_BITS[kind])
    if kind == "float":
        return np.float32(_number(value))
    if kind == "half_float":
        return np.float32(np.float16(_number(value)))
    if kind == "double":
        return _number(value)
    if kind == "scaled_float":
        return math.floor(_number(value) * field["scaling_factor"] + 0.5) / field["scaling_factor"]
    if kind == "boolean":
        return _boolean(value)
    if kind == "date":
        return _date(str(value), field.get("format", DEFAULT_FORMAT)) // NANOS_PER_MILLI * 1000  # rounded towards the past
    if kind == "date_nanos":
        return _date(str(value), DEFAULT_FORMAT)
    if kind == "unsigned_long":
        return int(value)
    if kind == "binary":
        return base64.b64decode(value)
    raise AssertionError(f"the model has no rule for {kind}")


def _address(value) -> str:
    try:
        address = ipaddress.ip_address(value)
    except ValueError as error:
        raise Malformed(value) from error
    return str(getattr(address, "ipv4_mapped", None) or address)


def _integer(value, bits: int) -> int:
    """Cut towards zero. Only whole numbers and texts of long fields are exact, all else is a double first."""
    exact = bits == 64 if not isinstance(value, Token) else re.fullmatch(r"-?\d+", value)
    try:
        number = int(Decimal(value)) if exact else int(float(value))
    except (InvalidOperation, TypeError, ValueError):
        raise Malformed(value) from None
    if not exact and number == 2**63:
        number -= 1  # Java's cast stops at the largest long
    if not -(2 ** (bits - 1)) <= number < 2 ** (bits - 1):
        raise Malformed(value)
    return number


def _number(value) -> float:
    if isinstance(value, bool):
        raise Malformed(value)
    try:
        return float(value)
    except ValueError:
        raise Malformed(value) from None


def _boolean(value) -> bool:
    if value in (True, "true"):
        return True
    if value in (False, "false", ""):
        return False
    raise Malformed(value)


OPTIONAL_TIME = re.compile(
    r"(\d{4})(?:-(\d\d)(?:-(\d\d))?)?(?:T(?:(\d\d)(?::(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d\d(?::?\d\d)?)?)?)?")
STRPTIME = {"yyyy/MM/dd HH:mm:ss": "%Y/%m/%d %H:%M:%S", "yyyy-MM-dd HH:mm:ss": "%Y-%m-%d %H:%M:%S", "dd.MM.yyyy": "%d.%m.%Y"}


def _date(text: str, formats: str) -> int:
    """Nanoseconds since the epoch, by the first format that reads the text."""
    for format_ in formats.split("||"):
        nanos = _date_by(text, format_)
        if nanos is not None:
            return nanos
    raise Malformed(text)


def _date_by(text: str, format_: str) -> int | None:
    if format_ in ("epoch_millis", "epoch_second"):
        nanos_per_unit = NANOS_PER_MILLI if format_ == "epoch_millis" else NANOS_PER_SECOND
        return int(text) * nanos_per_unit if re.fullmatch(r"-?\d+", text) else None
    if format_ == "strict_date_optional_time":
        return _optional_time(text)
    try:
        moment = datetime.strptime(text, STRPTIME[format_])
    except ValueError:
        return None
    return _nanos(moment.replace(tzinfo=timezone.utc))


def _optional_time(text: str) -> int | None:
    match = OPTIONAL_TIME.fullmatch(text)
    if not match:
        return None
    year, month, day, hour, minute, second, fraction, offset = match.groups()
    moment = datetime(int(year), int(month or 1), int(day or 1), int(hour or 0), int(minute or 0), int(second or 0), tzinfo=timezone.utc)
    nanos = _nanos(moment) + int((fraction or "").ljust(9, "0"))
    if offset and offset != "Z":
        digits = offset[1:].replace(":", "").ljust(4, "0")
        away = (int(digits[:2]) * 60 + int(digits[2:])) * 60 * NANOS_PER_SECOND
        nanos += away if offset[0] == "-" else -away
    return nanos


def _nanos(moment: datetime) -> int:
    return (moment - EPOCH) // timedelta(microseconds=1) * 1000
