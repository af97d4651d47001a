"""J. Completeness: caps, pages, limits, cursors."""

import json
import threading

import pytest

from support.client import Client
from support.deadline import wait_until

KEYWORD, LONG, TEXT = {"type": "keyword"}, {"type": "long"}, {"type": "text"}
ROWS = 12_000  # more than the result window, and than a page
PAGE = 10


@pytest.fixture(scope="module")
def big(cluster):
    """Documents n = 0..11999 over two shards; every seventh lacks `g`, one has a note."""
    index = cluster.prefix + "cases_big"
    cluster.create(index, {"n": LONG, "g": KEYWORD, "note": TEXT}, settings={"number_of_shards": 2})
    cluster.load(index, ((str(n), _document(n)) for n in range(ROWS)))
    yield index
    cluster.api.call("DELETE", f"/{index}")


def _document(n: int) -> str:
    return json.dumps({"n": n, **({"g": f"g{n % 40}"} if n % 7 else {}), **({"note": "x"} if n == 11_111 else {})})


def numbers(session: Client, sql: str) -> list[int]:
    return session.run(sql).column(0).to_pylist()


def test_c107_no_implicit_limit(big, ask):
    for session in ask.sessions.values():
        assert sorted(numbers(session, f"SELECT n FROM {big}")) == list(range(ROWS))
        assert sorted(numbers(session, f"SELECT n FROM {big} WHERE n < 11999")) == list(range(ROWS - 1))
    ask.gives(f"SELECT count(*), sum(n) FROM {big}", (ROWS, sum(range(ROWS))))


@pytest.mark.parametrize("limit", [9_999, 10_000, 10_001])
def test_c109_limits_around_the_constants_of_the_cluster(big, ask, limit):
    for session in ask.sessions.values():
        for sql in (f"SELECT n FROM {big} LIMIT {limit}", f"SELECT n FROM {big} WHERE n >= 100 LIMIT {limit}",
                    f"SELECT n FROM {big} ORDER BY n LIMIT {limit}"):
            got = numbers(session, sql)
            assert len(got) == len(set(got)) == limit, sql
    assert numbers(ask.session, f"SELECT n FROM {big} ORDER BY n LIMIT {limit}") == list(range(limit))


def test_c110_an_offset_beyond_the_window(big, ask):
    for session in ask.sessions.values():
        assert len(set(numbers(session, f"SELECT n FROM {big} LIMIT 100 OFFSET 10000"))) == 100
        assert numbers(session, f"SELECT n FROM {big} ORDER BY n LIMIT 100 OFFSET 10000") == list(range(10_000, 10_100))


def test_c119_statements_of_one_page_leave_nothing_open(big, cluster, server):
    """600 of them, sixteen at a time; more cursors than the cluster allows would be refused."""
    failures: list[str] = []

    def work() -> None:
        with Client(server.uri) as client:
            for _ in range(600 // 16):
                try:
                    assert client.run(f"SELECT n FROM {big} LIMIT 5").num_rows == 5
                except Exception as error:
                    failures.append(str(error))
                    return

    before = _cursors(cluster, big)
    threads = [threading.Thread(target=work) for _ in range(16)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures, failures[0]
    wait_until(lambda: cluster.open_contexts(big) == 0, 2, "nothing is open")
    assert _cursors(cluster, big) == before, "a statement of one page opened a cursor"


def _cursors(cluster, index: str) -> int:
    """Scrolls and points-in-time ever opened on an index; Elasticsearch counts a point-in-time as a scroll."""
    search = cluster.api.call("GET", f"/{index}/_stats/search")["_all"]["total"]["search"]
    return sum(search.get(name, 0) for name in ("scroll_total", "scroll_current", "point_in_time_total", "point_in_time_current"))


@pytest.fixture(scope="module")
def many_indices(cluster):
    """211 documents over 9 indices, the same `_id` in each."""
    stem = cluster.prefix + "cases_many_"
    for number in range(9):
        cluster.create(f"{stem}{number}", {"n": LONG, "name": KEYWORD})
        mine = range(number, 211, 9)
        cluster.load(f"{stem}{number}", ((str(n // 9), json.dumps({"n": n, **({} if number < 4 else {"name": f"n{n % 5}"})})) for n in mine))
    yield f'"{stem}*"'
    cluster.api.call("DELETE", "/" + ",".join(f"{stem}{number}" for number in range(9)))


def test_c121_small_pages_over_many_indices(many_indices, serve):
    ask = serve("--scan-max-page-rows", str(PAGE))
    ask.gives(f"SELECT n FROM {many_indices}", *range(211))
    ask.gives(f"SELECT n FROM {many_indices} WHERE n >= 11", *range(11, 211))


def test_c122_order_with_missing_values(many_indices, serve):
    """Shards where every document lacks the column, read in pages of ten."""
    ask = serve("--scan-max-page-rows", str(PAGE))
    names = {n: None if n % 9 < 4 else f"n{n % 5}" for n in range(211)}
    wanted = sorted(names.items(), key=lambda item: (item[1] is None, item[1] or "", item[0]))
    ask.gives(f"SELECT n, name FROM {many_indices} ORDER BY name, n", *wanted, ordered=True)
    ask.gives(f"SELECT n, name FROM {many_indices} ORDER BY name, n LIMIT 30 OFFSET 90", *wanted[90:120], ordered=True)
    first = [item for item in wanted if item[1] is None] + [item for item in wanted if item[1] is not None]
    ask.gives(f"SELECT n, name FROM {many_indices} ORDER BY name NULLS FIRST, n LIMIT 120", *first[:120], ordered=True)


def test_c124_limit_stays_above_groups_and_filters(big, gives):
    whole = f"SELECT g, sum(n) AS s FROM {big} GROUP BY g"
    groups = {f"g{k}": sum(n for n in range(ROWS) if n % 7 and n % 40 == k) for k in range(40)}
    wanted = sorted(((g, s) for g, s in groups.items() if s > 1_500_000), key=lambda row: (-row[1], row[0]))
    assert len(wanted) > 30
    gives(f"SELECT g, s FROM ({whole}) WHERE s > 1500000 AND g IS NOT NULL ORDER BY s DESC, g LIMIT 30", *wanted[:30], ordered=True)
    gives(f"SELECT sum(n) FROM {big} LIMIT 1", sum(range(ROWS)))
    gives(f"SELECT count(*) FROM (SELECT n FROM {big} ORDER BY n LIMIT 10) WHERE n % 2 = 0", 5)


def test_c160_limit_above_a_filter_that_stayed_behind(big, gives):
    gives(f"SELECT n FROM {big} WHERE note = 'x' LIMIT 1", 11_111)
    gives(f"SELECT n FROM {big} WHERE note = 'x' AND n > 11000 LIMIT 1", 11_111)
    gives(f"SELECT n FROM {big} WHERE length(note) = 1 ORDER BY n LIMIT 1", 11_111)


def test_c161_offsets(big, gives, ask):
    gives(f"SELECT n FROM {big} ORDER BY n LIMIT 10 OFFSET 11500", *range(11_500, 11_510), ordered=True)
    gives(f"SELECT n FROM {big} ORDER BY n DESC OFFSET 11995", 4, 3, 2, 1, 0, ordered=True)
    counts = {f"g{k}": sum(1 for n in range(ROWS) if n % 7 and n % 40 == k) for k in range(40)} | {None: sum(1 for n in range(0, ROWS, 7))}
    wanted = sorted(counts.items(), key=lambda row: (-row[1], row[0] is None, row[0] or ""))
    gives(f"SELECT g, count(*) FROM {big} GROUP BY g ORDER BY 2 DESC, 1 LIMIT 10 OFFSET 10", *wanted[10:20], ordered=True)
    for session in ask.sessions.values():
        assert session.run(f"SELECT n FROM {big} OFFSET 5").num_rows == ROWS - 5
        assert session.run(f"SELECT n FROM {big} LIMIT 10 OFFSET 12000").num_rows == 0


def test_c163_a_column_that_one_index_cannot_give_from_doc_values(table, gives):
    table({"ext": KEYWORD, "n": LONG}, [{"ext": "a", "n": 1}, {"n": 2}], suffix="1")
    table({"ext": TEXT, "n": LONG}, [{"ext": "b", "n": 3}], suffix="2")
    pattern = f'"{table.name("*")}"'
    gives(f"SELECT ext FROM {pattern}", "a", "b", None)
    gives(f"SELECT n FROM {pattern} WHERE ext IS NOT NULL", 1, 3)
    gives(f"SELECT ext, count(*) FROM {pattern} GROUP BY ext", ("a", 1), ("b", 1), (None, 1))
