"""J. A cluster that misbehaves: a true answer of the real node, changed on its way. Complete, or an error."""

import json
import threading

import pytest

from support.deadline import wait_until

LONG, KEYWORD = {"type": "long"}, {"type": "keyword"}
POINTS_IN_TIME = ("es-7.17", "es-8.19", "os-2.19", "os-3.9")
ROWS = 400
PAGE = 50
SMALL_PAGES = ("--scan-max-page-rows", str(PAGE), "--scan-first-backoff", "1ms", "--scan-max-retries", "2")


@pytest.fixture
def faulty(table, proxy, serve):
    """A table of 400 rows on two shards, its name, and the ways to ask for it through the proxy in pages of 50."""
    t = table({"n": LONG, "k": KEYWORD}, [{"n": n, "k": f"k{n % 3}"} for n in range(ROWS)], shards=2)
    return t, serve(*SMALL_PAGES, through=proxy.url)


def pages(request, answer) -> dict | None:
    """The answer as JSON where it is a page that has hits."""
    if not request.is_search or answer.status != 200 or not answer.body.startswith(b"{"):
        return None
    page = json.loads(answer.body)
    return page if page.get("hits", {}).get("hits") else None


def change_pages(proxy, change, after: int = 2):
    """Changes every page after the first `after`; returns the list of changed ones."""
    seen, changed = [], []

    def each(request, answer):
        page = pages(request, answer)
        if page is None:
            return
        seen.append(request)
        if len(seen) > after:
            change(page)
            changed.append(request)
            answer.body = json.dumps(page).encode()

    proxy.change = each
    return changed


def fail_shard(page: dict) -> None:
    page["_shards"] |= {"failed": 1, "successful": page["_shards"]["successful"] - 1,
                        "failures": [{"shard": 0, "reason": {"type": "search_context_missing_exception", "reason": "gone"}}]}
    page["hits"]["hits"] = page["hits"]["hits"][:3]


STATEMENTS = ("SELECT n FROM {}", "SELECT n FROM {} WHERE n < 399", "SELECT k || '' AS g, count(*) FROM {} GROUP BY g", "SELECT count(n % 7) FROM {}")


@pytest.mark.parametrize("sql", STATEMENTS)
def test_c112_a_shard_drops_out_in_the_middle(faulty, proxy, sql):
    t, ask = faulty
    for session in ask.sessions.values():
        changed = change_pages(proxy, fail_shard)
        with pytest.raises(Exception) as raised:
            session.run(sql.format(t))
        assert changed and "incomplete" in str(raised.value), raised.value
    proxy.change = None
    ask.gives(f"SELECT count(*) FROM {t}", ROWS)


@pytest.mark.parametrize("sql", STATEMENTS)
def test_c113_missing_shards_that_did_not_fail(faulty, proxy, sql):
    t, ask = faulty

    def lose(request, answer):
        if request.is_search and answer.status == 200:
            page = json.loads(answer.body)
            if "_shards" in page:
                page["_shards"] |= {"total": 20, "successful": 7, "failed": 0}
                answer.body = json.dumps(page).encode()

    proxy.change = lose
    for session in ask.sessions.values():
        with pytest.raises(Exception, match="incomplete"):
            session.run(sql.format(t))


def test_c113_partial_results_are_not_allowed(faulty, proxy):
    t, ask = faulty
    ask.gives(f"SELECT count(*) FROM {t} WHERE n < 10", 10)
    first = [request for request in proxy.seen if request.is_search and "/scroll" not in request.path and request.method == "POST"]
    assert first and all("allow_partial" in request.path for request in first), [request.path for request in first]


@pytest.mark.parametrize("sql", STATEMENTS)
def test_c115_a_page_that_is_three_rows_short(faulty, proxy, sql):
    t, ask = faulty
    for session in ask.sessions.values():
        changed = change_pages(proxy, lambda page: page["hits"].update(hits=page["hits"]["hits"][:-3]), after=1)
        with pytest.raises(Exception) as raised:
            session.run(sql.format(t))
        assert changed and "incomplete" in str(raised.value), raised.value


def test_c115_shard_reports_are_asked_for(faulty, proxy):
    t, ask = faulty
    ask.gives(f"SELECT n FROM {t}", *range(ROWS))
    assert not [request.path for request in proxy.seen if request.is_search and "filter_path" in request.path]


REJECTION = json.dumps({"error": {"type": "es_rejected_execution_exception", "reason": "queue is full"}, "status": 429}).encode()


def reject_pages(proxy, times: int, after: int = 3):
    """Refuses `times` pages after the first ones; returns the list of those refused."""
    passed, refused = [], []

    def reject(request, answer):
        if pages(request, answer) is None:
            return
        if len(passed) < after or len(refused) >= times:
            passed.append(request)
        else:
            refused.append(request)
            answer.status, answer.body = 429, REJECTION

    proxy.change = reject
    return refused


@pytest.mark.only(*POINTS_IN_TIME, why="a scroll that has answered once cannot be asked again")
def test_c116_an_overload_that_passes(faulty, proxy):
    t, ask = faulty
    for session in ask.sessions.values():
        refused = reject_pages(proxy, times=1)
        assert sorted(session.run(f"SELECT n FROM {t}").column(0).to_pylist()) == list(range(ROWS))
        assert refused


def test_c116_an_overload_that_stays(faulty, proxy):
    t, ask = faulty
    for session in ask.sessions.values():
        refused = reject_pages(proxy, times=ROWS)
        with pytest.raises(Exception, match="unavailable|incomplete"):
            session.run(f"SELECT n FROM {t}")
        assert refused


def test_c116_an_answer_that_breaks_off(faulty, proxy):
    t, ask = faulty
    for session in ask.sessions.values():
        cut = []

        def cut_pages(request, answer):
            if pages(request, answer) is not None:
                cut.append(request)
                answer.cut = len(cut) > 2

        proxy.change = cut_pages
        with pytest.raises(Exception, match="unavailable|incomplete|protocol"):
            session.run(f"SELECT n FROM {t}")


@pytest.fixture
def slowly_read(table, proxy, serve):
    """A stream over 30 MB of which one batch was read, the server having read ahead as far as it will."""
    rows, pad = 20_000, "x" * 1_500
    t = table({"n": LONG, "pad": {"type": "keyword", "index": False, "doc_values": False}},
              (f'{{"n":{n},"pad":"{pad}"}}' for n in range(rows)), shards=2)
    ask = serve("--scan-keep-alive", "2s", "--scan-target-page-bytes", "64KiB", "--scan-target-batch-bytes", "64KiB", through=proxy.url)
    with ask.session.stream(ask.session.flight_info(f"SELECT n, pad FROM {t}")) as stream:
        batches = stream.batches()
        first = next(batches).column(0).to_pylist()
        _wait_until_still(proxy)
        yield t, rows, first, batches


def _wait_until_still(proxy) -> None:
    still = threading.Event()
    while True:
        count = len(proxy.seen)
        still.wait(0.3)
        if len(proxy.seen) == count:
            return


@pytest.mark.only(*POINTS_IN_TIME, why="a scroll is kept by reading on only")
def test_c118_a_slow_reader_keeps_its_cursors(slowly_read, proxy, cluster):
    """The reader pauses until each of the two cursors has been renewed three times, a keep-alive and more."""
    t, rows, numbers, batches = slowly_read
    before = len(proxy.seen)
    proxy.wait_for(lambda seen: len([request for request in seen[before:] if request.is_search]) >= 6, 30, "cursors are renewed")
    assert cluster.open_contexts(t) > 0
    for batch in batches:
        numbers += batch.column(0).to_pylist()
    assert sorted(numbers) == list(range(rows))


@pytest.mark.only("es-6.8", "es-7.10", "os-1.3", why="points-in-time are renewed")
def test_c118_a_slow_reader_of_a_scroll_gets_an_error(slowly_read, cluster):
    t, rows, numbers, batches = slowly_read
    wait_until(lambda: cluster.open_contexts(t) == 0, 30, "the node has ended the scrolls")
    with pytest.raises(Exception, match="keep_alive"):
        for batch in batches:
            numbers += batch.column(0).to_pylist()
    assert len(numbers) < rows


def test_c118_a_cursor_that_was_lost_is_an_error(faulty, proxy, cluster):
    t, ask = faulty
    lost = json.dumps({"error": {"root_cause": [{"type": "search_context_missing_exception", "reason": "No search context found for id [1]"}],
                                 "type": "search_phase_execution_exception", "reason": "all shards failed"}, "status": 404}).encode()
    for session in ask.sessions.values():
        full_pages = []

        def lose(request, answer):
            if pages(request, answer) is not None:
                full_pages.append(request)
                if len(full_pages) > 2:
                    answer.status, answer.body = 404, lost

        proxy.change = lose
        with pytest.raises(Exception) as raised:
            session.run(f"SELECT n FROM {t}")
        assert any(kind in str(raised.value) for kind in ("incomplete", "unavailable", "not_found")), raised.value


def test_c125_no_cursor_in_an_address(faulty, proxy):
    t, ask = faulty
    ask.gives(f"SELECT n FROM {t}", *range(ROWS))
    longest = max((request for request in proxy.seen), key=lambda request: len(request.path))
    assert len(longest.path) < 300, longest.path


def test_c131_a_pure_aggregate_opens_no_cursor(faulty, proxy):
    t, ask = faulty
    proxy.seen.clear()
    assert ask.session.run(f"SELECT count(*) FROM {t} WHERE k = 'k1'").column(0).to_pylist() == [133]
    searches = [request for request in proxy.seen if request.is_search]
    assert len(searches) == 1 and json.loads(searches[0].body)["size"] == 0, [(r.method, r.path, r.body) for r in searches]
    assert not [request.path for request in proxy.seen if "scroll" in request.path or "_pit" in request.path or "point_in_time" in request.path]


def test_c140_a_busy_cluster_gets_smaller_pages(faulty, proxy):
    """A circuit breaker, one that calls itself permanent too, is answered with patience within bounds."""
    t, ask = faulty
    body = json.dumps({"error": {"type": "circuit_breaking_exception", "reason": "Data too large", "durability": "PERMANENT"}, "status": 429}).encode()
    for session in ask.sessions.values():
        broken = []

        def break_pages(request, answer):
            page = pages(request, answer)
            if page is not None and "scroll" not in request.path and len(broken) < 2:
                broken.append(len(page["hits"]["hits"]))
                answer.status, answer.body = 429, body

        proxy.change = break_pages
        assert sorted(session.run(f"SELECT n FROM {t}").column(0).to_pylist()) == list(range(ROWS))

        def always(request, answer):
            if request.is_search:
                answer.status, answer.body = 429, body

        proxy.change = always
        with pytest.raises(Exception, match="unavailable"):
            session.run(f"SELECT n FROM {t}")


def test_c172_compressed_replies(table, proxy, serve):
    t = table({"n": LONG}, [{"n": n} for n in range(ROWS)])
    ask = serve("--transport-gzip", "true", "--scan-max-retries", "1", "--scan-first-backoff", "1ms", through=proxy.url)
    zipped = []
    proxy.change = lambda request, answer: zipped.append(answer) if answer.headers.get("content-encoding") == "gzip" else None
    ask.gives(f"SELECT n FROM {t}", *range(ROWS))
    assert zipped, "nothing was compressed"
    for session in ask.sessions.values():
        def cut(request, answer):
            if request.is_search and answer.headers.get("content-encoding") == "gzip":
                answer.body = answer.body[:len(answer.body) // 2]

        proxy.change = cut
        with pytest.raises(Exception, match="unavailable|incomplete|protocol"):
            session.run(f"SELECT n FROM {t}")
