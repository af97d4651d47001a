"""M. Width, size, load."""

import json

KEYWORD, LONG = {"type": "keyword"}, {"type": "long"}


def test_c139_two_columns_of_a_wide_index(table, gives, ask):
    fields = {f"f{n:03}": LONG for n in range(600)}
    t = table(fields, [{f"f{n:03}": row for n in range(row, 600, 50)} for row in range(60)])
    gives(f"SELECT f007, f057 FROM {t} WHERE f007 IS NOT NULL LIMIT 50", (7, 7))
    assert all(session.run(f"SELECT * FROM {t}").num_columns == 600 for session in ask.sessions.values())


def test_c140_more_columns_than_doc_value_fields_are_allowed(table, gives):
    names = [f"c{n:03}" for n in range(130)]
    t = table({name: LONG for name in names}, [{name: row for name in names} for row in range(3)])
    gives(f"SELECT {', '.join(names)} FROM {t}", *((row,) * 130 for row in range(3)))
    gives(f"SELECT {', '.join(f'sum({name})' for name in names)} FROM {t}", (3,) * 130)
    gives(f"SELECT count(*) FROM {t} WHERE {' AND '.join(f'{name} >= 1' for name in names)}", 2)


def test_c140_documents_of_a_megabyte(table, ask):
    size = 1 << 20
    t = table({"n": LONG, "pad": {"type": "keyword", "index": False, "doc_values": False}},
              (json.dumps({"n": n, "pad": str(n % 10) * size}) for n in range(30)))
    for session in ask.sessions.values():
        result = session.run(f"SELECT n, pad FROM {t}").to_pylist()
        assert {row["n"] for row in result} == set(range(30))
        assert all(row["pad"] == str(row["n"] % 10) * size for row in result)


def test_c164_a_filter_on_a_keyword_without_doc_values(table, gives):
    t = table({"k": {**KEYWORD, "doc_values": False}, "id": LONG}, [{"id": 1, "k": "a"}, {"id": 2, "k": "b"}, {"id": 3}])
    gives(f"SELECT id FROM {t} WHERE k = 'a'", 1)
    gives(f"SELECT id FROM {t} WHERE k <> 'a'", 2)
    gives(f"SELECT id FROM {t} WHERE k IS NULL", 3)


def test_c164_that_filter_goes_to_the_cluster(table, ask):
    t = table({"k": {**KEYWORD, "doc_values": False}}, [{"k": "a"}])
    assert '"k"' in ask.explain(f"SELECT _id FROM {t} WHERE k = 'a'")["request"].split('"query"')[-1]
