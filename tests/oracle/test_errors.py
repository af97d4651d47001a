"""What must fail fails, on every road, in words that help; and where plain DuckDB fails, Recurve does."""

import re

import duckdb
import pytest

ROADS = ("pushed", "not pushed", "through DuckDB")

# Errors of the SQL itself: plain DuckDB has them too. The second part must be in Recurve's text.
BOTH = {
    "syntax": ("SELECT id FROM ora_wide WHERE", ["invalid_sql"]),
    "syntax_word": ("SELEC id FROM ora_wide", ["invalid_sql", "SELEC"]),
    "unknown_column": ("SELECT idd FROM ora_wide", ["not_found", "idd"]),
    "unknown_column_near": ("SELECT amoumt FROM ora_wide", ["not_found", "amount"]),
    "unknown_struct_member": ("SELECT obj.nothing FROM ora_wide", ["nothing"]),
    "unknown_table": ("SELECT * FROM ora_nowhere", ["not_found", "ora_nowhere"]),
    "unknown_table_near": ("SELECT * FROM ora_wid", ["not_found", "ora_wide"]),
    "unknown_function": ("SELECT no_such_function(id) FROM ora_wide", ["no_such_function"]),
    "cast_out_of_range": ("SELECT l::INTEGER FROM ora_wide", ["invalid_sql", "INT32"]),
    "cast_of_a_word": ("SELECT kw::INTEGER FROM ora_wide", ["invalid_sql"]),
    "cast_in_filter": ("SELECT id FROM ora_wide WHERE kw::DATE > DATE '2024-01-01'", ["invalid_sql"]),
    "overflow": ("SELECT l + l FROM ora_wide", ["invalid_sql", "verflow"]),
    "type_mismatch": ("SELECT id FROM ora_wide WHERE obj > 5", ["invalid_sql"]),
    "bad_literal": ("SELECT id FROM ora_wide WHERE t > TIMESTAMPTZ 'yesterdayish'", ["invalid_sql"]),
    "aggregate_in_where": ("SELECT id FROM ora_wide WHERE count(*) > 1", ["invalid_sql"]),
    "not_grouped": ("SELECT id, count(*) FROM ora_wide GROUP BY grp", ["invalid_sql", "GROUP BY"]),
    "ambiguous": ("SELECT grp FROM ora_wide, ora_side", ["invalid_sql", "mbiguous"]),
    "two_rows_for_one": ("SELECT (SELECT id FROM ora_wide) AS x", ["invalid_sql"]),
    "unions_of_other_widths": ("SELECT id FROM ora_wide UNION SELECT id, l FROM ora_wide", ["invalid_sql"]),
}

# Documents that are no rows: field, `_id` and index are named.
SEVERAL = {
    "selected": ("SELECT kw FROM ora_many", "kw", "two-kw"),
    "filtered": ("SELECT id FROM ora_many WHERE kw = 'k1'", "kw", "two-kw"),
    "filtered_not": ("SELECT id FROM ora_many WHERE NOT (kw = 'k1')", "kw", "two-kw"),
    "filtered_with_its_first_value": ("SELECT id, kw FROM ora_many WHERE kw IN ('k1', 'k2')", "kw", "two-kw"),
    "range": ("SELECT id FROM ora_many WHERE n BETWEEN 4 AND 150", "n", "two-n"),
    "is_null": ("SELECT id FROM ora_many WHERE n IS NULL", "n", "two-n"),
    "date": ("SELECT count(*) FROM ora_many WHERE t > TIMESTAMPTZ '2024-01-02 12:00:00+00'", "t", "two-t"),
    "counted": ("SELECT count(kw) FROM ora_many", "kw", "two-kw"),
    "grouped": ("SELECT kw, count(*) FROM ora_many GROUP BY kw", "kw", "two-kw"),
    "summed": ("SELECT sum(n) FROM ora_many", "n", "two-n"),
    "distinct": ("SELECT DISTINCT kw FROM ora_many", "kw", "two-kw"),
    "minimum": ("SELECT min(t) FROM ora_many", "t", "two-t"),
    "ordered": ("SELECT id FROM ora_many ORDER BY n", "n", "two-n"),
    "joined": ("SELECT w.id FROM ora_wide w JOIN ora_many m ON w.kw = m.kw", "kw", "two-kw"),
}

# The same index where the fields with two values are not used.
SOUND = {
    "other_columns": ("SELECT id, sound FROM ora_many WHERE sound = 's1'", 10),
    "count": ("SELECT count(*) FROM ora_many", 1),
    "ids": ("SELECT _id FROM ora_many WHERE sound <> 's1'", 20),
}

REFUSED = {
    "insert": "INSERT INTO ora_side VALUES (1)",
    "delete": "DELETE FROM ora_side",
    "update": "UPDATE ora_side SET score = 1",
    "create": "CREATE TABLE x AS SELECT * FROM ora_side",
    "drop": "DROP TABLE ora_side",
    "copy": "COPY (SELECT * FROM ora_side) TO '/tmp/x.csv'",
    "read_file": "SELECT * FROM read_csv('/etc/passwd')",
    "attach": "ATTACH ':memory:' AS x",
    "install": "INSTALL httpfs",
}


def failure(case, road: str, sql: str) -> str:
    with pytest.raises(Exception) as raised:
        case.roads[road].run(case.text(sql))
    text = str(raised.value)
    assert len(text) < 2000, "an error is a few lines"
    return text


@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("name", BOTH)
def test_both_refuse(case, name, road):
    sql, words = BOTH[name]
    with pytest.raises(duckdb.Error):
        case.plain.run(case.text(sql))
    text = failure(case, road, sql)
    assert all(case.text(word) in text for word in words), text


@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("name", SEVERAL)
def test_two_values_are_an_error_never_the_first(case, name, road):
    sql, field, identifier = SEVERAL[name]
    text = failure(case, road, sql)
    named = ("bad_value", f"field {field}", identifier, case.cluster.prefix + "many")
    assert all(word in text for word in named), text


@pytest.mark.parametrize("road", ROADS)
def test_two_values_come_with_advice_that_works(case, road):
    text = failure(case, road, "SELECT kw FROM ora_many")
    table = case.cluster.prefix + "many"
    assert f'"kw" = "list" below [cluster.es.tables."{table}".columns]' in text, text
    (advice,) = re.findall(r"FROM es_scan\('[^']+', lists := \['kw'\]\)", text)
    assert case.roads[road].run(f"SELECT kw {advice}").num_rows == 30


LISTS = {  # what es_scan refuses
    "unknown_column": ("SELECT id FROM es_scan('ora_many', lists := ['kv'])", ["not_found", "no field kv"]),
    "list_of_points": ("SELECT id FROM es_scan('ora_odd', lists := ['place'])", ["unsupported", "an array is one value of the column place"]),
    "unknown_shape": ("SELECT id FROM es_scan('ora_many', columns := {'kw': 'array'})", ["invalid_sql", "kw must be scalar, list"]),
    "no_struct": ("SELECT id FROM es_scan('ora_many', columns := 'kw')", ["invalid_sql", "columns is a struct"]),
    "unknown_table": ("SELECT id FROM es_scan('ora_nowhere', lists := ['kw'])", ["not_found", "ora_nowhere"]),
    "unknown_cluster": ("SELECT id FROM es_scan('ora_many', cluster := 'nowhere')", ["nowhere"]),
    "null": ("SELECT id FROM es_scan(NULL)", ["invalid_sql", "NULL"]),
    "other_depth": ("SELECT grid FROM es_scan('ora_listed', columns := {'grid': 'list(3)'})", ["bad_value", "field grid", "nested to another depth"]),
}


@pytest.mark.parametrize("name", LISTS)
def test_lists_that_cannot_be(case, name):
    sql, words = LISTS[name]
    text = failure(case, "pushed", sql)
    assert all(case.text(word) in text for word in words), text


@pytest.mark.parametrize("road", ROADS)
@pytest.mark.parametrize("name", SOUND)
def test_two_values_in_a_field_nobody_asked_for(case, name, road):
    sql, rows = SOUND[name]
    assert case.roads[road].run(case.text(sql)).num_rows == rows


@pytest.mark.parametrize("name", REFUSED)
def test_nothing_is_written_or_reached(case, name):
    text = failure(case, "pushed", REFUSED[name])
    assert "unsupported" in text, text


def test_pattern_without_an_index(case):
    text = failure(case, "pushed", 'SELECT count(*) FROM "ora_nothing-here-*"')
    assert "not_found" in text, text


def test_a_failed_statement_leaves_the_session_sound(case):
    session = case.roads["pushed"]
    for sql, _ in list(BOTH.values())[:6]:
        failure(case, "pushed", sql)
    (count,) = session.run(case.text("SELECT count(*) FROM ora_side")).column(0).to_pylist()
    assert count == case.cluster.count(case.cluster.prefix + "side")
