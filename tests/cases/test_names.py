"""D. Names that differ by case, sub-fields, aliases."""

KEYWORD = {"type": "keyword"}


def test_c046_upper_case_field_names(table, gives):
    t = table({"Gender": KEYWORD}, [{"Gender": "F"}, {"Gender": "M"}])
    gives(f"SELECT gender FROM {t}", "F", "M")
    gives(f"SELECT GENDER FROM {t} WHERE gender = 'F'", "F")


def test_c047_literals_reach_the_cluster_byte_for_byte(table, gives, ask):
    t = table({"k": KEYWORD}, [{"k": "YOYO AND title:Foo"}, {"k": "yoyo and title:foo"}])
    gives(f"SELECT k FROM {t} WHERE k = 'YOYO AND title:Foo'", "YOYO AND title:Foo")
    assert "YOYO AND title:Foo" in ask.explain(f"SELECT k FROM {t} WHERE k = 'YOYO AND title:Foo'")["request"]


def test_c047_a_search_text_reaches_the_cluster_byte_for_byte(table, ask):
    t = table({"title": KEYWORD}, [{"title": "Foo"}, {"title": "foo"}])
    ask.gives(f"SELECT title FROM {t} WHERE es_query('title:Foo AND NOT title:foo')", "Foo")


def test_c049_field_aliases(table, gives, ask):
    t = table({"@timestamp": {"type": "date"}, "n": {"type": "long"}, "ts": {"type": "alias", "path": "@timestamp"}},
              [{"@timestamp": "2024-06-01T00:00:00Z", "n": 1}, {"@timestamp": "2023-06-01T00:00:00Z", "n": 2}])
    gives(f"SELECT n, ts = \"@timestamp\" FROM {t} WHERE ts > TIMESTAMP '2024-01-01'", (1, True))
    assert ask.types(f"SELECT ts FROM {t}") == {"ts": "timestamp[us, tz=UTC]"}
