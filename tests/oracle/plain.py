"""Plain DuckDB over the model's rows: what the answers must be."""

import ipaddress
import re

import duckdb
import pyarrow as pa

CATALOG = "es"  # what the server calls its cluster

# Another formula for the arc than the server's: the angle between two vectors.
_VECTOR = "[cos(radians({0})) * cos(radians({1})), cos(radians({0})) * sin(radians({1})), sin(radians({0}))]"
_LAT, _LON = "struct_extract(p, 'lat')", "struct_extract(p, 'lon')"
_POINT, _CENTRE = _VECTOR.format(_LAT, _LON), _VECTOR.format("lat0", "lon0")
GEO_MACROS = (
    f"""CREATE TEMP MACRO es_geo_distance(p, lat0, lon0) AS CASE WHEN {_LAT} IS NOT NULL THEN
        6371008.7714 * 2 * asin(least(1, list_distance({_POINT}, {_CENTRE}) / 2)) END""",
    f"""CREATE TEMP MACRO es_geo_within_box(p, t, l, b, r) AS {_LAT} BETWEEN b AND t
        AND CASE WHEN l <= r THEN {_LON} BETWEEN l AND r ELSE {_LON} >= l OR {_LON} <= r END""",
)


class PlainDatabase:
    """An in-memory DuckDB with one table per name; nothing in it has been near a cluster or the server."""

    def __init__(self, tables: dict[str, pa.Table]):
        self._connection = duckdb.connect()
        self._connection.execute("SET TimeZone = 'UTC'")
        self._connection.create_function("ip_in_cidr", _ip_in_cidr, [str, str], bool)
        self._connection.create_function("ip_key", lambda address: _wide(address).packed, [str], bytes)
        for macro in GEO_MACROS:
            self._connection.execute(macro)
        self._connection.execute(f"ATTACH ':memory:' AS {CATALOG}")
        self._connection.execute(f"USE {CATALOG}")
        for name, rows in tables.items():
            self._connection.register("rows_of_the_model", rows)
            self._connection.execute(f'CREATE TABLE "{name}" AS SELECT * FROM rows_of_the_model')
            self._connection.unregister("rows_of_the_model")

    def run(self, sql: str) -> pa.Table:
        table = self._connection.execute(_order_addresses(sql)).to_arrow_table()
        # Columns without a name of their own have that of their expression.
        return table.rename_columns([_KEY.sub(r"\1", name) for name in table.column_names])

    def close(self) -> None:
        self._connection.close()


_IP = r"(?<![\w.])(ip|coalesce\(ip, '[^']*'\))"
_KEY = re.compile(r"ip_key\(((?:[^()']|'[^']*'|\([^()]*\))*)\)")
_ADDRESS = r"('[0-9a-fA-F:.]+')"


def _order_addresses(sql: str) -> str:
    """Plain DuckDB has texts in `ip`, equal where the addresses are; their order is that of the 16 bytes."""
    sql = re.sub(rf"{_IP} (<=|>=|<|>) {_ADDRESS}", r"ip_key(\1) \2 ip_key(\3)", sql)
    sql = re.sub(rf"{_IP} (NOT )?BETWEEN {_ADDRESS} AND {_ADDRESS}",
                 lambda found: f"ip_key({found[1]}) {found[2] or ''}BETWEEN ip_key({found[3]}) AND ip_key({found[4]})", sql)
    return re.sub(r"(?<=ORDER BY ).*", lambda found: re.sub(r"(?<![\w.])ip(?!\w)", "ip_key(ip)", found[0]), sql)


def _ip_in_cidr(address: str, network: str) -> bool:
    """Over 16 bytes, IPv4 as ::ffff:a.b.c.d, as the documentation of the server's function says."""
    return _wide(address) in _wide_network(network)


def _wide(address: str) -> ipaddress.IPv6Address:
    parsed = ipaddress.ip_address(address)
    return parsed if parsed.version == 6 else ipaddress.IPv6Address(f"::ffff:{address}")


def _wide_network(network: str) -> ipaddress.IPv6Network:
    head, _, prefix = network.partition("/")
    bits = int(prefix) + (0 if ":" in head else 96)
    return ipaddress.IPv6Network((_wide(head), bits), strict=False)
