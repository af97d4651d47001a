"""Columns of type ip are addresses: however they are spelt, on every road, inside of objects and lists, and bound as parameters."""

import json

import pytest

from support.client import Client

ROADS = {
    "straight": {},
    "through DuckDB": {"recurve_straight_road": False},
    "not pushed": {"recurve_pushdown": False, "recurve_straight_road": False},
}
SPELT = ["10.0.0.1", "::ffff:10.0.0.1", "9.255.255.255", "::1", "0:0:0:0:0:0:0:1", "2001:DB8:0:0:0:0:0:00ff", None]
SHOWN = ["10.0.0.1", "10.0.0.1", "9.255.255.255", "::1", "::1", "2001:db8::ff", None]
IN_ORDER = ["::1", "9.255.255.255", "10.0.0.1", "2001:db8::ff"]


@pytest.fixture(scope="module")
def index(cluster):
    name = cluster.prefix + "addresses"
    cluster.create(name, {"n": {"type": "integer"}, "ip": {"type": "ip"}, "hops": {"type": "ip"},
                          "host": {"properties": {"ip": {"type": "ip"}}},
                          "peers": {"type": "nested", "properties": {"ip": {"type": "ip"}}}})
    rows = [{"n": row, "ip": spelt, "host": {"ip": spelt}, "hops": [spelt, "8.8.8.8"], "peers": [{"ip": spelt}]}
            for row, spelt in enumerate(SPELT)]
    cluster.load(name, [(str(row["n"]), json.dumps(row)) for row in rows])
    return name


@pytest.fixture(params=list(ROADS))
def session(request, server):
    with Client(server.uri, **ROADS[request.param]) as client:
        yield client


def column(session, sql: str) -> list:
    return session.run(sql).column(0).to_pylist()


def test_columns_are_text_in_one_spelling(index, session):
    table = session.run(f"SELECT ip, host.ip AS inner, peers[1].ip AS peer FROM {index} ORDER BY n")
    assert [str(field.type) for field in table.schema] == ["string"] * 3
    assert all(one.to_pylist() == SHOWN for one in table.columns)
    assert str(session.run(f"SELECT host FROM {index}").schema.field("host").type) == "struct<ip: string>"


@pytest.mark.parametrize(("condition", "rows"), [
    ("ip = '::FFFF:a00:1'", [0, 1]), ("ip < '10.0.0.1'", [2, 3, 4]), ("ip >= '10.0.0.1'", [0, 1, 5]), ("ip <> '::1'", [0, 1, 2, 5]),
    ("ip BETWEEN '::1' AND '9.255.255.255'", [2, 3, 4]), ("ip IN ('0::1', '2001:db8::0ff')", [3, 4, 5]),
    ("host.ip = '0::1'", [3, 4]), ("NOT (host.ip > '::2')", [3, 4]), ("ip LIKE '10.%'", [0, 1]), ("ip IS NULL", [6]),
    ("CASE WHEN ip < '10.0.0.1' THEN true ELSE false END", [2, 3, 4]), ("ip = ip::VARCHAR AND ip > '::2'", [0, 1, 2, 5]),
    ("ip_in_cidr(ip, '10.0.0.0/8')", [0, 1]), ("ip_in_cidr(host.ip, '::/64')", [0, 1, 2, 3, 4]),
    ("ip IN (SELECT '10.0.0.1'::IP)", [0, 1]), ("ip IN (SELECT unnest(['0::1', '::ffff:10.0.0.1']))", [0, 1, 3, 4]),
])
def test_conditions_are_about_addresses(index, session, condition, rows):
    assert column(session, f"SELECT n FROM {index} WHERE {condition} ORDER BY n") == rows


def test_orders_and_groups(index, session):
    assert column(session, f"SELECT DISTINCT ip FROM {index} WHERE ip IS NOT NULL ORDER BY ip") == IN_ORDER
    assert session.run(f"SELECT ip, count(*) AS c FROM {index} GROUP BY ip ORDER BY ip NULLS LAST")["c"].to_pylist() == [2, 1, 2, 1, 1]
    lowest, highest, distinct = (one[0].as_py() for one in session.run(f"SELECT min(ip), max(ip), count(DISTINCT ip) FROM {index}").columns)
    assert (lowest, highest, distinct) == ("::1", "2001:db8::ff", 4)


def test_lists_of_addresses(index, session):
    hops = column(session, f"SELECT hops FROM es_scan('{index}', lists := ['hops']) WHERE list_contains(hops, '::0001') ORDER BY n")
    assert hops == [["::1", "8.8.8.8"]] * 2


def test_children(index, session):
    assert column(session, f"SELECT n FROM {index} t, UNNEST(t.peers) u(p) WHERE p.ip > '10.0.0.0' ORDER BY n") == [0, 1, 5]


def test_parameters_are_addresses(index, server):
    with Client(server.uri) as client, client.cursor() as cursor:
        cursor.execute(f"SELECT n FROM {index} WHERE ip = ? ORDER BY n", ["0::1"])
        assert cursor.fetch_arrow_table()["n"].to_pylist() == [3, 4]


@pytest.mark.parametrize(("expression", "words"), [
    ("ip = 'nothing'", "not an IP address"), ("ip > 5", "IP is cast to and from VARCHAR only"), ("ip::BIGINT", "IP is cast to and from VARCHAR only"),
    ("to_json(ip)", "ip::VARCHAR"), ("host::JSON", "VARCHAR only"), ("printf('%s', ip)", "VARCHAR only"),
    ("ip IN (SELECT 'x' || n FROM {index})", "not an IP address"), ("json_group_array(ip)", "ip::VARCHAR"),
])
def test_the_number_behind_it_is_never_shown(index, session, expression, words):
    with pytest.raises(Exception, match=words):
        session.run(f"SELECT {expression.format(index=index)} FROM {index}")
