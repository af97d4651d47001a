"""Many clients at a time, and what EXPLAIN tells each."""

import threading

from support.client import Client

CLIENTS = 8
ROUNDS = 5


def test_eight_clients(server, make_index):
    index = make_index("size-10001-5", 10_001, shards=5)
    failures: list[str] = []
    threads = [threading.Thread(target=_work, args=(server.uri, index, number, failures)) for number in range(CLIENTS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, "\n".join(failures)


def _work(uri: str, index: str, number: int, failures: list[str]) -> None:
    statements = [
        (f'SELECT n FROM "{index}"', lambda table: table.num_rows == 10_001),
        (f'SELECT count(*) FROM "{index}" WHERE word = \'w{number % 7}\'', lambda table: table.column(0)[0].as_py() in (1428, 1429)),
        (f'SELECT word, count(*) FROM "{index}" GROUP BY word', lambda table: table.num_rows == 7),
        (f'SELECT a.n FROM "{index}" a JOIN "{index}" b ON a.n = b.n + 1 WHERE a.even', lambda table: table.num_rows == 5_000),
        (f'SELECT n FROM "{index}" ORDER BY n DESC LIMIT 3', lambda table: table.column(0).to_pylist() == [10_000, 9_999, 9_998]),
    ]
    try:
        with Client(uri, recurve_pushdown=number % 2 == 0) as client:
            for round_ in range(ROUNDS):
                sql, is_right = statements[(number + round_) % len(statements)]
                table = client.run(sql)
                if not is_right(table):
                    failures.append(f"client {number}: {sql}: {table.num_rows} rows, {table.slice(0, 3).to_pylist()}")
    except Exception as error:
        failures.append(f"client {number}: {error!r}")


def test_sessions_are_apart(server, make_index):
    index = make_index("size-10001-5", 10_001, shards=5)
    sql = f'EXPLAIN SELECT n FROM "{index}" WHERE word = \'w1\''
    with Client(server.uri, recurve_pushdown=False) as one, Client(server.uri) as other:
        assert '"w1"' not in _explained(one, sql)["request"]
        assert '"w1"' in _explained(other, sql)["request"]
        one.run("RESET recurve_pushdown")
        assert '"w1"' in _explained(one, sql)["request"]


def test_explain_of_a_straight_road(client, make_index):
    index = make_index("size-10001-5", 10_001, shards=5)
    explained = _explained(client, f'EXPLAIN SELECT n, word FROM "{index}" WHERE word = \'w1\' AND n > 5 LIMIT 3')
    assert index in explained["table"]
    assert "exact" in explained["pushdown"] and "LIMIT 3" in explained["pushdown"]
    assert "word" in explained["request"] and "w1" in explained["request"]
    assert "straight road" in explained["residual"]


def test_explain_of_what_is_left(client, make_index):
    index = make_index("size-10001-5", 10_001, shards=5)
    explained = _explained(client, f'EXPLAIN SELECT word, count(*) FROM "{index}" WHERE n > 5 AND length(word) = 2 GROUP BY word')
    assert "none" in explained["pushdown"] and "exact" in explained["pushdown"]
    assert "length" in explained["residual"]


def test_explain_of_a_count(client, make_index):
    index = make_index("size-10001-5", 10_001, shards=5)
    explained = _explained(client, f'EXPLAIN SELECT count(*) FROM "{index}" WHERE even')
    assert "count(*)" in explained["pushdown"]


def test_explain_reads_nothing(client, cluster, make_index):
    index = make_index("size-10001-5", 10_001, shards=5)
    before = _searches(cluster, index)
    client.run(f'EXPLAIN SELECT n FROM "{index}" WHERE word = \'w1\'')
    client.flight_info(f'SELECT n FROM "{index}" WHERE word = \'w1\'')
    assert _searches(cluster, index) == before, "planning searched"


def _explained(client, sql: str) -> dict[str, str]:
    """The rows of EXPLAIN by key; several of a key are lines."""
    explained: dict[str, str] = {}
    for row in client.run(sql).to_pylist():
        key = row["explain_key"]
        explained[key] = explained[key] + "\n" + row["explain_value"] if key in explained else row["explain_value"]
    return explained


def _searches(cluster, index: str) -> int:
    return cluster.api.call("GET", f"/{index}/_stats/search")["_all"]["total"]["search"]["query_total"]
