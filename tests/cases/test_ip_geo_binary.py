"""I. ip, geo points, binary."""

import pytest


def test_c101_addresses_compare_by_their_bytes(table, gives):
    t = table({"ip": {"type": "ip"}}, [{"ip": "192.1.1.0"}, {"ip": "20.0.0.1"}])
    gives(f"SELECT ip FROM {t} WHERE ip < '20.0.0.1'")
    gives(f"SELECT count(*) FROM {t} WHERE CASE WHEN ip < '20.0.0.1' THEN true ELSE false END", 0)


def test_c103_like_on_addresses(table, gives):
    t = table({"ip": {"type": "ip"}}, [{"ip": "59.64.1.2"}, {"ip": "159.64.1.2"}, {"ip": "59.6.4.1"}, {"ip": "::1"}])
    gives(f"SELECT ip FROM {t} WHERE ip LIKE '59.64.%'", "59.64.1.2")
    gives(f"SELECT ip FROM {t} WHERE ip NOT LIKE '%.%'", "::1")


def test_c104_geo_points_in_five_spellings(table, ask, kind):
    spellings = ['{"lat":1,"lon":2}', "[2,1]", '"1,2"', '"s01mtw037ms0"', *([] if kind == "es-6.8" else ['"POINT (2 1)"'])]
    t = table({"loc": {"type": "geo_point"}}, [f'{{"loc":{spelling}}}' for spelling in spellings])
    ask.gives(f"SELECT round(loc.lat, 5), round(loc.lon, 5) FROM {t}", *[(1.0, 2.0)] * len(spellings))
    assert ask.types(f"SELECT loc FROM {t}") == {"loc": "struct<lat: double, lon: double>"}


def test_c106_binary_is_bytes(table, gives, ask):
    t = table({"b": {"type": "binary"}}, [{"b": "aGk="}, {}])
    gives(f"SELECT b FROM {t}", b"hi", None)
    gives(f"SELECT b FROM {t} WHERE b = 'hi'::BLOB", b"hi")
    assert ask.types(f"SELECT b FROM {t}") == {"b": "binary"}


def test_c106_base64_as_clients_write_it(table, gives):
    t = table({"b": {"type": "binary"}}, [{"b": "aGk"}, {"b": "aGVs\nbG8="}])
    gives(f"SELECT b FROM {t}", b"hi", b"hello")
