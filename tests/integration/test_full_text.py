"""Full text means what the cluster's own search means: the same documents, and the same scores to the last digit."""

import json
import struct

import pytest

from support.client import Client

ROWS = 1_500  # more than one search of a limit takes, so that pages are read
WORDS = ("red", "fox", "quick", "brown", "dog", "lazy", "blue", "Fox", "REDS", "fax")
ROADS = {
    "straight": {},
    "through DuckDB": {"recurve_straight_road": False},
    "not pushed": {"recurve_pushdown": False},
    "not pushed, through DuckDB": {"recurve_straight_road": False, "recurve_pushdown": False},
}


def _document(row: int) -> dict:
    words = [WORDS[(row * step + step * step) % len(WORDS)] for step in range(1, 2 + row % 7)]
    document = {"n": row, "title": words[0], "user": {"bio": " ".join(reversed(words))}, "sorts": [words[0], words[-1]]}
    if row % 11:
        document["body"] = " ".join(words)
    return document


@pytest.fixture(scope="module")
def index(cluster):
    name = cluster.prefix + "full-text"
    cluster.create(name, {
        "n": {"type": "long"}, "title": {"type": "keyword"}, "body": {"type": "text"}, "sorts": {"type": "keyword"},
        "user": {"properties": {"bio": {"type": "text"}}}}, settings={"number_of_shards": 3})
    cluster.load(name, [(str(row), json.dumps(_document(row))) for row in range(ROWS)])
    return name


@pytest.fixture(params=list(ROADS))
def session(request, server):
    with Client(server.uri, **ROADS[request.param]) as client:
        yield client


def _search(cluster, index: str, query: dict) -> dict[int, float]:
    """What the cluster's own search finds: n and score. Scores are 32-bit floats."""
    answer = cluster.api.call("POST", f"/{index}/_search", {"size": ROWS, "query": query})
    return {hit["_source"]["n"]: struct.unpack("f", struct.pack("f", hit["_score"]))[0] for hit in answer["hits"]["hits"]}


def _match(field: str, words: str, **options) -> dict:
    return {"match": {field: {"query": words, **options}}}


def _all(*queries: dict, **clauses) -> dict:
    return {"bool": {"must": list(queries), **clauses}}


SAME = {
    "match": ("es_match(body, 'red fox')", _match("body", "red fox")),
    "match of all words": ("es_match(body, 'red fox', operator := 'and')", _match("body", "red fox", operator="and")),
    "fuzzy match": ("es_match(body, 'fix', fuzziness := 1)", _match("body", "fix", fuzziness=1)),
    "match in an object": ("es_match(\"user\".bio, 'lazy dog')", _match("user.bio", "lazy dog")),
    "match in a keyword": ("es_match(title, 'Fox')", _match("title", "Fox")),
    "words of other languages": ("es_match(body, 'füchse \"狐\" \\ fox')", _match("body", "füchse \"狐\" \\ fox")),
    "query": ("es_query('body:(red AND fox) OR title:Fox')", {"query_string": {"query": "body:(red AND fox) OR title:Fox"}}),
    "query of a field": ("es_query('red AND NOT fox', default_field := 'body')",
                         {"query_string": {"query": "red AND NOT fox", "default_field": "body"}}),
    "raw": ("""es_dsl('{"match_phrase": {"body": "red fox"}}')""", {"match_phrase": {"body": "red fox"}}),
    "with a condition": ("es_match(body, 'red fox') AND n < 700", _all(_match("body", "red fox"), filter=[{"range": {"n": {"lt": 700}}}])),
    "two": ("es_match(body, 'red') AND es_match(\"user\".bio, 'dog')", _all(_match("body", "red"), _match("user.bio", "dog"))),
    "or": ("es_match(body, 'red') OR es_match(title, 'Fox')", {"bool": {"should": [_match("body", "red"), _match("title", "Fox")]}}),
    "or with a condition": ("es_match(body, 'red') OR n = 7",
                            {"bool": {"should": [_match("body", "red"), {"bool": {"filter": [{"term": {"n": 7}}]}}]}}),
    "and not": ("es_match(body, 'red') AND NOT es_match(body, 'fox')", _all(_match("body", "red"), must_not=[_match("body", "fox")])),
}


@pytest.mark.parametrize("name", list(SAME))
def test_finds_and_scores_as_the_cluster_does(cluster, index, session, name):
    condition, query = SAME[name]
    expected = _search(cluster, index, query)
    assert expected, "a case that finds nothing tests nothing"
    found = session.run(f'SELECT n, _score FROM "{index}" WHERE {condition}').to_pydict()
    assert len(found["n"]) == len(expected)
    assert dict(zip(found["n"], found["_score"])) == expected
    assert session.run(f'SELECT count(*) AS c FROM "{index}" WHERE {condition}').to_pylist() == [{"c": len(expected)}]


def test_groups_and_aggregates_of_what_is_found(cluster, index, session):
    found = _search(cluster, index, _match("body", "red fox"))
    titles = {n: _document(n)["title"] for n in found}
    groups = session.run(f"""SELECT title, count(*) AS c, sum(n) AS s, min(n) AS a, max(n) AS z FROM "{index}"
                             WHERE es_match(body, 'red fox') GROUP BY title""").to_pylist()
    assert {group["title"]: (group["c"], int(group["s"]), group["a"], group["z"]) for group in groups} == {
        title: (len(own), sum(own), min(own), max(own))
        for title in set(titles.values()) for own in [[n for n in found if titles[n] == title]]}
    distinct = session.run(f"""SELECT DISTINCT title FROM "{index}" WHERE es_match(body, 'red fox')""").column("title").to_pylist()
    assert sorted(distinct) == sorted(set(titles.values()))
    some = session.run(f"""SELECT count(DISTINCT title) AS d, count(*) FILTER (WHERE n > 700) AS c, sum(n) AS s FROM "{index}"
                           WHERE es_match(body, 'red fox') AND n % 2 = 0""").to_pylist()
    even = [n for n in found if n % 2 == 0]
    assert some == [{"d": len({titles[n] for n in even}), "c": sum(n > 700 for n in even), "s": sum(even)}]


def test_scores_in_aggregates(cluster, index, session):
    scores = _search(cluster, index, _match("body", "red fox"))
    rows = session.run(f"""SELECT max(_score) AS best, count(*) AS c FROM "{index}" WHERE es_match(body, 'red fox')""").to_pylist()
    assert rows == [{"best": max(scores.values()), "c": len(scores)}]


def test_not_finds_the_rest(cluster, index, session):
    found = set(_search(cluster, index, _match("body", "red")))
    rest = session.run(f"""SELECT n, _score FROM "{index}" WHERE NOT es_match(body, 'red')""").to_pydict()
    assert sorted(rest["n"]) == sorted(set(range(ROWS)) - found)
    assert set(rest["_score"]) == {None}


def test_the_best_ten(cluster, index, session):
    scores = sorted(_search(cluster, index, _match("body", "red fox")).values(), reverse=True)
    best = session.run(f"""SELECT n, _score FROM "{index}" WHERE es_match(body, 'red fox') ORDER BY _score DESC LIMIT 10""")
    assert best.column("_score").to_pylist() == scores[:10]


def test_scores_of_few_rows_are_those_of_all(index, session):
    """A limit is read in one search, all rows in pages of shards."""
    everything = session.run(f"""SELECT n, _score FROM "{index}" WHERE es_match(body, 'red fox')""").to_pydict()
    scores = dict(zip(everything["n"], everything["_score"]))
    few = session.run(f"""SELECT n, _score FROM "{index}" WHERE es_match(body, 'red fox') LIMIT 20""").to_pydict()
    assert {n: scores[n] for n in few["n"]} == dict(zip(few["n"], few["_score"]))


def test_no_score_without_full_text(index, session):
    rows = session.run(f'SELECT _score FROM "{index}" WHERE n < 3')
    assert rows.column("_score").to_pylist() == [None] * 3
    assert str(rows.schema.field("_score").type) == "float"
    assert "_score" not in session.run(f'DESCRIBE "{index}"').column("column_name").to_pylist()


def test_search_words_arrive_byte_for_byte(cluster, index, session):
    """C047: nothing of a query is lower-cased."""
    upper = _search(cluster, index, {"query_string": {"query": "title:Fox"}})
    lower = _search(cluster, index, {"query_string": {"query": "title:fox"}})
    assert upper.keys() != lower.keys()
    found = session.run(f"""SELECT n FROM "{index}" WHERE es_query('title:Fox')""")
    assert set(found.column("n").to_pylist()) == upper.keys()


def test_several_values_are_no_obstacle(cluster, index, session):
    expected = _search(cluster, index, _match("sorts", "Fox"))
    found = session.run(f"""SELECT n FROM "{index}" WHERE es_match(sorts, 'Fox')""")
    assert set(found.column("n").to_pylist()) == expected.keys()


def test_in_a_join(cluster, index, session):
    expected = _search(cluster, index, _match("body", "red fox"))
    joined = session.run(f"""SELECT a.n, a._score FROM "{index}" a JOIN "{index}" b ON a.n = b.n
                             WHERE es_match(a.body, 'red fox') AND es_query('title:*', b.n)""").to_pydict()
    assert dict(zip(joined["n"], joined["_score"])) == expected


def test_parameters(server, index, cluster):
    expected = _search(cluster, index, _match("body", "red fox"))
    with Client(server.uri) as client, client.cursor() as cursor:
        cursor.execute(f'SELECT n FROM "{index}" WHERE es_match(body, ?)', ("red fox",))
        assert set(cursor.fetch_arrow_table().column("n").to_pylist()) == expected.keys()


REFUSED = {
    "in a FILTER": ("SELECT title, count(*) FILTER (WHERE es_match(body, 'fox')) FROM {} GROUP BY title", "unsupported"),
    "beside a function, grouped": ("SELECT title, count(*) FROM {} WHERE es_match(body, 'fox') OR abs(n) = 1 GROUP BY title", "unsupported"),
    "not Lucene, grouped": ("SELECT title, count(*) FROM {} WHERE es_query('title:[') GROUP BY title", "invalid_sql"),
    "not Lucene, counted": ("SELECT count(*) FROM {} WHERE es_query('title:[')", "invalid_sql"),
    "beside a function": ("SELECT n FROM {} WHERE es_match(body, 'fox') OR abs(n) = 1", "unsupported"),
    "as a value": ("SELECT es_match(body, 'fox') FROM {}", "unsupported"),
    "above a limit": ("SELECT n FROM (SELECT * FROM {} LIMIT 3) WHERE es_match(body, 'fox')", "unsupported"),
    "without a table": ("SELECT a.n FROM {0} a JOIN {0} b ON a.n = b.n WHERE es_query('fox')", "unsupported"),
    "not JSON": ("SELECT n FROM {} WHERE es_dsl('{{\"match_all\":{{}}}}]')", "invalid_sql"),
    "unknown option": ("SELECT n FROM {} WHERE es_match(body, 'fox', slop := 2)", "invalid_sql"),
    "not Lucene": ("SELECT n FROM {} WHERE es_query('title:[')", "invalid_sql"),
    "unknown query": ("SELECT n FROM {} WHERE es_dsl('{{\"no_such_query\":{{}}}}')", "invalid_sql"),
}


@pytest.mark.parametrize("name", list(REFUSED))
def test_refuses_with_a_reason(index, session, name):
    sql, kind = REFUSED[name]
    with pytest.raises(Exception, match=kind):
        session.run(sql.format(f'"{index}"'))
    assert session.run(f"""SELECT count(*) AS c FROM "{index}" WHERE es_match(body, 'red')""").num_rows == 1


def test_a_field_with_several_values_beside_full_text(index, session):
    """The cluster must decide the OR as a whole, and cannot say what one of several values means."""
    with pytest.raises(Exception, match="sorts"):
        session.run(f"""SELECT n FROM "{index}" WHERE es_match(body, 'red') OR sorts = 'Fox'""")
