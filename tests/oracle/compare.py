"""Two results side by side: columns, types and rows, as multisets or in order."""

import math
from collections import Counter

import pyarrow as pa

NEAR = 1e-9
SHOWN = 6


def wire_type(type_: pa.DataType) -> pa.DataType:
    """The type as it travels: lists call their elements "item", nanoseconds are UTC though DuckDB cannot say so."""
    if type_ == pa.timestamp("ns"):
        return pa.timestamp("ns", "UTC")
    if pa.types.is_list(type_):
        return pa.list_(pa.field("item", wire_type(type_.value_type)))
    if pa.types.is_map(type_):
        return pa.map_(wire_type(type_.key_type), wire_type(type_.item_type))
    if pa.types.is_struct(type_):
        return pa.struct([(type_.field(i).name, wire_type(type_.field(i).type)) for i in range(type_.num_fields)])
    return type_


def columns(schema: pa.Schema, wire: bool = False) -> list[str]:
    return [f"{field.name}: {wire_type(field.type) if wire else field.type}" for field in schema]


def rows(table: pa.Table) -> list[tuple]:
    """Rows of values that compare by what they are: times as integers, 0.0 apart from -0.0, NaN equal to itself."""
    if not table.num_columns:
        return [()] * table.num_rows
    return list(zip(*(_comparable(column.combine_chunks(), column.type) for column in table.columns), strict=True))


def _comparable(column, type_: pa.DataType) -> list:
    return [_frozen(value) for value in column.cast(_integral(type_)).to_pylist()]


def _integral(type_: pa.DataType) -> pa.DataType:
    """Python's datetime has neither the years nor the nanoseconds of Arrow's."""
    if pa.types.is_timestamp(type_) or pa.types.is_time64(type_):
        return pa.int64()
    if pa.types.is_date(type_) or pa.types.is_time32(type_):
        return pa.int32()
    if pa.types.is_list(type_):
        return pa.list_(_integral(type_.value_type))
    if pa.types.is_struct(type_):
        return pa.struct([(type_.field(i).name, _integral(type_.field(i).type)) for i in range(type_.num_fields)])
    return type_


def _frozen(value):
    if isinstance(value, float):
        return Float(value)
    if isinstance(value, dict):
        return tuple(_frozen(member) for member in value.values())
    if isinstance(value, list):
        return ("list", *map(_frozen, value))
    return value


class Float:
    """A floating number that is equal to the very same number only."""

    def __init__(self, number: float):
        self.number = number
        self._key = "nan" if math.isnan(number) else number.hex()

    def __eq__(self, other):
        return isinstance(other, Float) and self._key == other._key

    def __hash__(self):
        return hash(self._key)

    def __repr__(self):
        return repr(self.number)


def difference(got: list[tuple], wanted: list[tuple], ordered: bool, near: bool) -> str | None:
    """In words, None if there is none."""
    if near:
        got, wanted = _paired_near(got, wanted, ordered)
    if ordered and got != wanted:
        return _first_place(got, wanted)
    missing = Counter(wanted) - Counter(got)
    extra = Counter(got) - Counter(wanted)
    if not missing and not extra:
        return None
    return f"{len(got)} rows, not {len(wanted)}\n{_list('missing', missing)}{_list('too many', extra)}"


def not_members(got: list[tuple], pool: list[tuple], count: int) -> str | None:
    """`got` must be `count` rows of `pool`."""
    if len(got) != count:
        return f"{len(got)} rows, not {count}"
    extra = Counter(got) - Counter(pool)
    return _list("not rows of the whole", extra) if extra else None


def _paired_near(got: list[tuple], wanted: list[tuple], ordered: bool) -> tuple[list, list]:
    """Both with each number of `got` replaced by the one in its place that it is near to."""
    if not ordered:
        got, wanted = sorted(got, key=_sorting), sorted(wanted, key=_sorting)
    paired = [tuple(map(_snap, row, other)) for row, other in zip(got, wanted)]
    return paired + got[len(paired):], wanted


def _sorting(row: tuple) -> tuple:
    """Exact values first, rounded numbers after them."""
    exact = tuple(repr(value) for value in row if not isinstance(value, Float))
    return exact, tuple(f"{value.number:.6e}" for value in row if isinstance(value, Float))


def _snap(value, other):
    if isinstance(value, Float) and isinstance(other, Float) and math.isclose(value.number, other.number, rel_tol=NEAR):
        return other
    return value


def _first_place(got: list[tuple], wanted: list[tuple]) -> str:
    for place, (row, other) in enumerate(zip(got, wanted)):
        if row != other:
            return f"{len(got)} rows, {len(wanted)} wanted; row {place} is\n  {row}\nand must be\n  {other}"
    return f"{len(got)} rows, not {len(wanted)}"


def _list(title: str, found: Counter) -> str:
    lines = [f"  {row}" + (f" x {count}" if count > 1 else "") for row, count in list(found.items())[:SHOWN]]
    more = f"  ... {len(found) - SHOWN} more\n" if len(found) > SHOWN else ""
    return f"{title}:\n" + "\n".join(lines) + "\n" + more if found else ""
