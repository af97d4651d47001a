# SPDX-License-Identifier: Apache-2.0
"""The ADBC Flight SQL driver through its DB-API, as users have it."""

import datetime

import adbc_driver_flightsql.dbapi as flightsql
import adbc_driver_manager
import pyarrow as pa
import pytest

from conftest import INDEX, NEIGHBOUR, NUM_DOCUMENTS


@pytest.fixture
def connection(uri):
    with flightsql.connect(uri, autocommit=True) as opened:
        yield opened


@pytest.fixture
def cursor(connection):
    with connection.cursor() as opened:
        yield opened


def test_fetch_arrow_table(cursor):
    cursor.execute(f"SELECT n, half, word, even, moment FROM {INDEX}")
    table = cursor.fetch_arrow_table()
    assert table.num_rows == NUM_DOCUMENTS
    assert table.schema.names == ["n", "half", "word", "even", "moment"]
    assert table.schema.field("n").type == pa.int64()
    assert table.schema.field("word").type == pa.utf8()
    assert pa.types.is_timestamp(table.schema.field("moment").type)
    assert table.schema.field("moment").type.tz == "UTC"
    assert sorted(table["n"].to_pylist()) == list(range(NUM_DOCUMENTS))


def test_fetchall_gives_python_values(cursor):
    cursor.execute(f"SELECT n, half, word, even, moment FROM {INDEX} WHERE n = 61")
    assert cursor.fetchall() == [
        (61, 30.5, "w5", False, datetime.datetime(2024, 1, 1, 0, 0, 1, tzinfo=datetime.timezone.utc))]


def test_record_batch_reader(cursor):
    cursor.execute(f"SELECT n FROM {INDEX}")
    assert sum(batch.num_rows for batch in cursor.fetch_record_batch()) == NUM_DOCUMENTS


def test_empty_result_has_its_schema(cursor):
    cursor.execute(f"SELECT n, word FROM {INDEX} WHERE n < 0")
    table = cursor.fetch_arrow_table()
    assert table.num_rows == 0
    assert table.schema.names == ["n", "word"]


def test_aggregates_joins_and_order(cursor):
    cursor.execute(f"""
        SELECT a.word, count(*) AS num, max(b.n) AS top FROM {INDEX} a JOIN {INDEX} b ON a.n = b.n
        WHERE a.n < 70 GROUP BY a.word ORDER BY a.word""")
    assert cursor.fetchall() == [(f"w{i}", 10, 63 + i) for i in range(7)]


def test_without_a_table(cursor):
    cursor.execute("SELECT 1 AS one, 'x' AS text, NULL AS nothing")
    assert cursor.fetchall() == [(1, "x", None)]


def test_explain(cursor):
    cursor.execute(f"EXPLAIN SELECT n FROM {INDEX} WHERE n > 5")
    assert cursor.fetch_arrow_table().num_rows > 0


def test_parameters(cursor):
    cursor.execute(f"SELECT n FROM {INDEX} WHERE n >= ? AND word = ? ORDER BY n LIMIT 2", parameters=(10, "w3"))
    assert cursor.fetchall() == [(10,), (17,)]
    cursor.execute(f"SELECT count(*) FROM {INDEX} WHERE half < ? AND even = ?", parameters=(5.0, True))
    assert cursor.fetchall() == [(5,)]
    at = datetime.datetime(2024, 1, 1, 0, 0, 59, tzinfo=datetime.timezone.utc)
    cursor.execute(f"SELECT count(*) FROM {INDEX} WHERE moment = ?", parameters=(at,))
    assert cursor.fetchall() == [(33,)]


def test_parameter_of_another_type_than_declared(cursor):
    cursor.execute("SELECT ? AS value", parameters=(7,))  # nothing says what it is: text
    assert cursor.fetchall() == [("7",)]
    cursor.execute("SELECT ?::BIGINT + 1 AS value", parameters=(7,))
    assert cursor.fetchall() == [(8,)]
    cursor.execute("SELECT ? AS value", parameters=("seven",))
    assert cursor.fetchall() == [("seven",)]
    cursor.execute(f"SELECT n FROM {INDEX} WHERE n = ?", parameters=(5.0,))
    assert cursor.fetchall() == [(5,)]


def test_null_parameter(cursor):
    cursor.execute(f"SELECT n FROM {INDEX} WHERE n = ?", parameters=(None,))
    assert cursor.fetchall() == []


def test_rows_of_parameters_run_one_after_the_other(cursor):
    cursor.adbc_prepare(f"SELECT n FROM {INDEX} WHERE n = ?")
    statement = cursor.adbc_statement
    statement.set_sql_query(f"SELECT n FROM {INDEX} WHERE n = ?")
    statement.prepare()
    statement.bind_stream(pa.table({"x": [3, 1, 4000, 2]}).to_reader())
    stream, _ = statement.execute_query()
    reader = pa.RecordBatchReader._import_from_c(stream.address)
    assert reader.read_all()["n"].to_pylist() == [3, 1, 2]


def test_wrong_number_of_parameters(cursor):
    with pytest.raises(adbc_driver_manager.Error, match="parameter"):
        cursor.execute(f"SELECT n FROM {INDEX} WHERE n = ?", parameters=(1, 2))
        cursor.fetchall()


def test_errors_have_kind_and_text(cursor):
    with pytest.raises(adbc_driver_manager.ProgrammingError, match="invalid_sql, request"):
        cursor.execute("SELEC 1")
    with pytest.raises(adbc_driver_manager.Error, match="not_found, request"):
        cursor.execute("SELECT * FROM no_such_index_here")
    with pytest.raises(adbc_driver_manager.NotSupportedError, match="unsupported, request"):
        cursor.execute("CREATE TABLE t (x INT)")


def test_a_long_error_arrives_cut(cursor):
    with pytest.raises(adbc_driver_manager.Error, match="request ") as raised:
        cursor.execute("SELECT " + "nonsense_é_" * 3000)
    assert len(str(raised.value)) < 2000


def test_use_takes_effect_and_stays(connection):
    with connection.cursor() as cursor:
        cursor.execute("USE es.main")
    assert connection.adbc_current_catalog == "es"
    assert connection.adbc_current_db_schema == "main"


def test_get_table_schema_takes_the_exact_name(connection):
    schema = connection.adbc_get_table_schema(INDEX)
    assert {"n", "half", "word", "even", "moment"} <= set(schema.names)


def test_get_objects(connection):
    objects = connection.adbc_get_objects(depth="columns", table_name_filter=INDEX).read_all().to_pylist()
    (catalog,) = [entry for entry in objects if entry["catalog_name"] == "es"]
    (schema,) = catalog["catalog_db_schemas"]
    tables = {table["table_name"]: table for table in schema["db_schema_tables"]}
    assert set(tables) == {INDEX, NEIGHBOUR}
    columns = {column["column_name"]: column for column in tables[INDEX]["table_columns"]}
    assert columns["n"]["xdbc_type_name"] == "BIGINT"
    for depth in ("catalogs", "db_schemas", "tables"):
        assert connection.adbc_get_objects(depth=depth).read_all().num_rows >= 1


def test_table_types_and_info(connection):
    assert connection.adbc_get_table_types() == ["TABLE", "VIEW"]
    info = connection.adbc_get_info()
    assert info["vendor_name"] == "Recurve"
    assert info["vendor_version"]


def test_many_cursors_of_one_connection(connection):
    cursors = [connection.cursor() for _ in range(8)]
    for number, cursor in enumerate(cursors):
        cursor.execute(f"SELECT count(*) FROM {INDEX} WHERE n < {number}")
    assert [cursor.fetchone()[0] for cursor in cursors] == list(range(8))
    for cursor in cursors:
        cursor.close()


def test_a_result_of_many_messages(cursor):
    cursor.execute("SELECT i, repeat('x', 100) AS text FROM range(300000) t(i)")
    table = cursor.fetch_arrow_table()
    assert table.num_rows == 300000
    assert max(batch.nbytes for batch in table.to_batches()) <= 3 * 1024 * 1024


def test_lists(cursor):
    cursor.execute(f"SELECT word FROM es_scan('{INDEX}', lists := ['word']) WHERE list_contains(word, 'w3') AND n < 10")
    table = cursor.fetch_arrow_table()
    assert table.schema.field("word").type == pa.list_(pa.utf8())
    assert table.to_pylist() == [{"word": ["w3"]}]
    cursor.execute(f"SELECT word FROM es_scan('{INDEX}', lists := ['word']) WHERE n = 3")
    assert cursor.fetchall() == [(["w3"],)]


def test_lists_in_data_frames(cursor):
    cursor.execute(f"SELECT word FROM es_scan('{INDEX}', lists := ['word']) WHERE n = 3")
    assert [list(words) for words in cursor.fetch_df()["word"]] == [["w3"]]
