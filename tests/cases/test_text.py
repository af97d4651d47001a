"""E. text, keyword, LIKE: a value is compared, never its tokens, and never a shortened copy of it."""

KEYWORD, LONG, TEXT = {"type": "keyword"}, {"type": "long"}, {"type": "text"}


def with_raw(**parameters) -> dict:
    return {"type": "text", "fields": {"keyword": {"type": "keyword", **parameters}}}


def test_c050_equality_on_analysed_text(table, gives):
    t = table({"name": TEXT}, [{"name": "Jane Roe"}, {"name": "jane roe"}, {"name": "Roe Jane"}])
    gives(f"SELECT name FROM {t} WHERE name = 'Jane Roe'", "Jane Roe")
    gives(f"SELECT name FROM {t} WHERE name IN ('Jane Roe', 'jane')", "Jane Roe")
    gives(f"SELECT name FROM {t} WHERE name <> 'Jane Roe'", "jane roe", "Roe Jane")


def test_c052_text_and_keyword_filtered_together(table, gives):
    t = table({"a": TEXT, "b": KEYWORD}, [{"a": "This is", "b": "Foo bar"}, {"a": "this is", "b": "Foo bar"}, {"a": "This is", "b": "foo bar"}])
    gives(f"SELECT a, b FROM {t} WHERE a LIKE 'This%' AND b LIKE 'Foo%'", ("This is", "Foo bar"))


def test_c053_like_on_the_value_of_a_text(table, gives):
    t = table({"t": with_raw()}, [{"t": "issue:SSLError"}, {"t": "an issue:SSLError"}])
    gives(f"SELECT t FROM {t} WHERE t LIKE 'issue:S%'", "issue:SSLError")
    gives(f"SELECT t FROM {t} WHERE t LIKE '%:SSLError'", "issue:SSLError", "an issue:SSLError")


def test_c055_escapes_of_like(table, gives):
    t = table({"k": KEYWORD}, [{"k": value} for value in ("abc_123", "abcd123", "a%b", "axb", "a\\b")])
    gives(rf"SELECT k FROM {t} WHERE k LIKE 'abc\_123' ESCAPE '\'", "abc_123")
    gives(rf"SELECT k FROM {t} WHERE k LIKE 'a\%b' ESCAPE '\'", "a%b")
    gives(rf"SELECT k FROM {t} WHERE k LIKE 'a\\b' ESCAPE '\'", "a\\b")
    gives(f"SELECT k FROM {t} WHERE k LIKE 'abc_%123'", "abc_123", "abcd123")


def test_c056_stars_and_question_marks_are_characters(table, gives):
    values = ["c*", "cX", "a?b", "axb", *(f"x{sign}y" for sign in '*?\\.+[{#@&<~"|()^$')]
    t = table({"k": KEYWORD}, [{"k": value} for value in values])
    gives(f"SELECT k FROM {t} WHERE k LIKE '%c*'", "c*")
    gives(f"SELECT k FROM {t} WHERE k LIKE 'a?%'", "a?b")
    for value in values[4:]:
        gives(f"SELECT k FROM {t} WHERE k LIKE '{value[:2]}%'", value)
        gives(f"SELECT k FROM {t} WHERE k LIKE '%{value[1:]}'", value)


def test_c058_ignore_above_of_a_sub_field(table, gives):
    t = table({"s": with_raw(ignore_above=5)}, [{"s": "short"}, {"s": "longer one"}])
    gives(f"SELECT s, count(*) FROM {t} GROUP BY s", ("short", 1), ("longer one", 1))
    gives(f"SELECT s FROM {t} WHERE s = 'longer one'", "longer one")
    gives(f"SELECT s FROM {t} WHERE s <> 'short'", "longer one")
    gives(f"SELECT s FROM {t} WHERE s IS NOT NULL", "short", "longer one")
    gives(f"SELECT s FROM {t} WHERE s LIKE 'l%'", "longer one")


def test_c058_ignore_above_of_a_keyword(table, gives):
    t = table({"s": {"type": "keyword", "ignore_above": 5}}, [{"s": "short"}, {"s": "longer one"}, {}])
    gives(f"SELECT s, count(*) FROM {t} GROUP BY s", ("short", 1), ("longer one", 1), (None, 1))
    gives(f"SELECT s FROM {t} WHERE s = 'longer one'", "longer one")
    gives(f"SELECT s FROM {t} WHERE s <> 'short'", "longer one")
    gives(f"SELECT s FROM {t} WHERE s IS NOT NULL", "short", "longer one")
    gives(f"SELECT s FROM {t} WHERE s >= 'l' ORDER BY s LIMIT 1", "longer one")
    gives(f"SELECT count(s), count(DISTINCT s), min(s) FROM {t}", (2, 2, "longer one"))


def test_c059_functions_and_order_over_text(table, gives):
    t = table({"t": TEXT}, [{"t": value} for value in ("pear tree", "Apple", "fig", "quince")])
    gives(f"SELECT upper(t) FROM {t} ORDER BY t LIMIT 3", "APPLE", "FIG", "PEAR TREE", ordered=True)
    gives(f"SELECT t, count(*) FROM {t} GROUP BY t HAVING t < 'g' ORDER BY t", ("Apple", 1), ("fig", 1), ordered=True)
    gives(f"SELECT CAST(length(t) AS VARCHAR) FROM {t} WHERE t = 'fig'", "3")


def test_c061_the_empty_string_is_not_null(table, gives):
    t = table({"id": LONG, "b": KEYWORD, "c": TEXT}, [{"id": 1, "b": "", "c": ""}, {"id": 2, "b": "1", "c": "1"}, {"id": 3}])
    for column in "bc":
        gives(f"SELECT id, {column} FROM {t} WHERE {column} IS NULL OR {column} = ''", (1, ""), (3, None))
        gives(f"SELECT id FROM {t} WHERE {column} = ''", 1)
        gives(f"SELECT id FROM {t} WHERE {column} <> ''", 2)
        gives(f"SELECT {column}, count(*) FROM {t} GROUP BY {column}", ("", 1), ("1", 1), (None, 1))


def test_c062_full_text_with_scores(table, ask):
    t = table({"id": LONG, "body": TEXT},
              [{"id": 1, "body": "red fox"}, {"id": 2, "body": "a red house far from everything"}, {"id": 3, "body": "blue"}])
    sql = f"SELECT id FROM {t} WHERE es_match(body, 'red fox') ORDER BY _score DESC LIMIT 10"
    assert ask.session.run(sql).column("id").to_pylist() == [1, 2]
    (scores,) = ask.session.run(f"SELECT min(_score) > 0 FROM {t} WHERE es_match(body, 'red fox')").to_pylist()
    assert list(scores.values()) == [True]


def test_c062_full_text_where_it_cannot_be_pushed(table, fails):
    t = table({"id": LONG, "body": TEXT}, [{"id": 1, "body": "red fox"}])
    fails(f"SELECT id FROM {t} WHERE es_match(body, 'red fox') OR length(body) = 3", "es_match", "unsupported")
    fails(f"SELECT a.id FROM {t} a LEFT JOIN {t} b ON a.id = b.id WHERE es_match(b.body, 'red') OR a.id = 1", "es_match", "unsupported")
    fails(f"SELECT es_match(body, 'red fox') FROM {t}", "es_match", "unsupported")


def test_c158_like_on_text_against_its_tokens(table, gives):
    t = table({"t": TEXT}, [{"t": "Big Fish"}])
    gives(f"SELECT t FROM {t} WHERE t LIKE 'Big F%'", "Big Fish")
    gives(f"SELECT t FROM {t} WHERE t LIKE 'big%'")
    gives(f"SELECT t FROM {t} WHERE t ILIKE 'big%'", "Big Fish")
