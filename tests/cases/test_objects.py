"""B. Objects, nested, dotted names."""

import pytest

KEYWORD, LONG, TEXT = {"type": "keyword"}, {"type": "long"}, {"type": "text"}
NAME = {"properties": {"first": TEXT}}


def test_c013_literal_dotted_keys_in_source(table, gives):
    t = table({"account": {"properties": {"name": NAME}}},
              [{"account.name.first": "Ana"}, {"account": {"name": {"first": "Bo"}}}, {"account": {"name.first": "C"}}, {"account.name": {"first": "D"}}])
    gives(f"SELECT account FROM {t}", *({"name": {"first": first}} for first in ("Ana", "Bo", "C", "D")))
    gives(f"SELECT account.name.first FROM {t} WHERE account.name.first IN ('Ana', 'C')", "Ana", "C")
    gives(f"SELECT count(*) FROM {t} WHERE account.name.first IS NULL", 0)


def test_c014_a_member_by_a_path(table, gives):
    t = table({"article": {"properties": {"date": LONG}}}, [{"article": {"date": 5}}])
    gives(f'SELECT "article"."date" FROM {t}', 5)
    gives(f'SELECT {t}.article."date" FROM {t} WHERE article.date = 5', 5)


def test_c014_a_member_by_one_quoted_name(table, gives):
    t = table({"article": {"properties": {"date": LONG}}}, [{"article": {"date": 5}}])
    gives(f'SELECT "article.date" FROM {t}', 5)


def test_c016_two_conditions_on_one_child(table, gives):
    people = {"type": "nested", "properties": {"first": KEYWORD, "last": KEYWORD}}
    t = table({"id": LONG, "people": people},
              [{"id": 1, "people": [{"first": "Ana", "last": "Li"}, {"first": "Bo", "last": "Ray"}]}, {"id": 2, "people": {"first": "Ana", "last": "Ray"}}])
    gives(f"SELECT id FROM {t} AS t, unnest(t.people) AS u(p) WHERE p.first = 'Ana' AND p.last = 'Ray'", 2)
    gives(f"SELECT id FROM {t} AS t, unnest(t.people) AS u(p) WHERE p.first = 'Ana'", 1, 2)
    gives(f"SELECT id FROM {t} WHERE len(list_filter(people, lambda p: p.first = 'Ana' AND p.last = 'Ray')) > 0", 2)


def test_c017_nested_in_nested_and_two_of_them(table, gives):
    assay = {"type": "nested", "properties": {"type": KEYWORD}}
    t = table({"results": {"type": "nested", "properties": {"assay": assay, "no": LONG}}, "other": {"type": "nested", "properties": {"x": LONG}}},
              [{"results": [{"no": 1, "assay": [{"type": "a"}, {"type": "b"}]}, {"no": 2}], "other": [{"x": 7}]}, {}])
    gives(f"SELECT results, other FROM {t}",
          ([{"assay": [{"type": "a"}, {"type": "b"}], "no": 1}, {"assay": None, "no": 2}], [{"x": 7}]), (None, None))
    gives(f"SELECT r.no, a.type, o.x FROM {t} AS t, unnest(t.results) AS u(r), unnest(r.assay) AS v(a), unnest(t.other) AS w(o)",
          (1, "a", 7), (1, "b", 7))


def test_c019_an_object_without_properties(table, gives):
    t = table({"c": {"type": "object"}, "n": LONG}, [{"n": 1}, {"n": 2}])
    gives(f"SELECT count(*) FROM {t}", 2)
    gives(f"SELECT n, c FROM {t}", (1, None), (2, None))
    gives(f"SELECT n FROM {t} WHERE c IS NULL", 1, 2)


def test_c020_is_not_null_on_an_object(table, gives):
    t = table({"id": LONG, "name": {"properties": {"first": KEYWORD, "last": KEYWORD}}},
              [{"id": 1, "name": {"first": "Ana"}}, {"id": 2}, {"id": 3, "name": None}, {"id": 4, "name": {}}, {"id": 5, "name": {"last": None}}])
    gives(f"SELECT id FROM {t} WHERE name IS NOT NULL", 1, 4, 5)
    gives(f"SELECT id FROM {t} WHERE name IS NULL", 2, 3)
    gives(f"SELECT count(name), count(name.first) FROM {t}", (3, 1))


FLATTENED = {"es-8.19": "flattened", "os-2.19": "flat_object", "os-3.9": "flat_object"}


@pytest.mark.only(*FLATTENED, why="no flattened objects")
def test_c022_a_flattened_object(table, gives, kind):
    t = table({"attrs": {"type": FLATTENED[kind]}}, ['{"attrs":{"a":"1","b.c":"2"}}', '{"attrs":{"a":"2"}}', "{}"])
    gives(f"SELECT attrs FROM {t}", '{"a":"1","b.c":"2"}', '{"a":"2"}', None)
    gives(f"SELECT attrs FROM {t} WHERE attrs->>'a' = '1'", '{"a":"1","b.c":"2"}')
    gives(f"SELECT attrs->>'$.\"b.c\"' FROM {t} WHERE attrs IS NOT NULL", "2", None)


@pytest.mark.only("es-6.8", "es-7.10", "es-7.17", "os-1.3", "os-2.19", "os-3.9", why="its jars have no join fields")
def test_c022_a_join_field(table, gives, cluster):
    t = table({"q": {"type": "join", "relations": {"question": "answer"}}, "n": LONG}, ['{"n":1,"q":{"name":"question"}}', '{"n":2,"q":"question"}'])
    gives(f"SELECT n, q FROM {t}", (1, '{"name":"question"}'), (2, '"question"'))


@pytest.mark.only("es-8.19", why="no dense vectors in its jars")
def test_c022_a_dense_vector(table, gives):
    t = table({"v": {"type": "dense_vector", "dims": 3}, "n": LONG}, ['{"n":1,"v":[0.5,1,2]}', '{"n":2}'])
    gives(f"SELECT n, v FROM {t}", (1, [0.5, 1.0, 2.0]), (2, None))


def test_c023_types_leaf_by_leaf(table, ask):
    t = table({"price": {"type": "double"}, "city": KEYWORD, "o": {"properties": {"day": {"type": "date"}, "n": {"type": "short"}}}})
    assert ask.types(f"SELECT price, city, o FROM {t}") == {
        "price": "double", "city": "string", "o": "struct<day: timestamp[us, tz=UTC], n: int16>"}


def test_c025_impossible_names_in_what_is_not_indexed(table, gives):
    text = '{".":"1",".a":"2","a..b":"3","ok":"4"}'
    t = table({"log": {"type": "object", "enabled": False}}, [f'{{"log":{text}}}'])
    gives(f"SELECT log FROM {t}", text)


def test_c026_names_that_are_words_of_sql_or_of_the_cluster(table, gives):
    t = table({"@timestamp": {"type": "date"}, "order": KEYWORD, "group": KEYWORD, "user-agent": KEYWORD, "_id2": KEYWORD},
              [{"@timestamp": "2024-01-01T00:00:00Z", "order": "o", "group": "g", "user-agent": "u", "_id2": "i"}], suffix="-2024.01.01")
    gives(f'SELECT "order", "group", "user-agent", "_id2", _id FROM "{t}"', ("o", "g", "u", "i", "1"))
    gives(f'SELECT "@timestamp" = TIMESTAMPTZ \'2024-01-01 00:00:00+00\' FROM "{t}" WHERE "order" = \'o\' AND "user-agent" = \'u\'', True)


def test_c151_a_field_that_source_excludes(table, gives):
    t = table({"id": LONG, "secret": KEYWORD}, [{"id": 1, "secret": "s"}, {"id": 2}], mapping={"_source": {"excludes": ["secret"]}})
    gives(f"SELECT id, secret FROM {t}", (1, "s"), (2, None))
    gives(f"SELECT id FROM {t} WHERE secret = 's'", 1)
    gives(f"SELECT secret, count(*) FROM {t} GROUP BY secret", ("s", 1), (None, 1))


def test_c151_a_target_of_copy_to_is_no_silent_null(table, gives, fails):
    t = table({"a": {**KEYWORD, "copy_to": "everything"}, "everything": TEXT}, [{"a": "x"}])
    gives(f"SELECT a FROM {t}", "x")
    fails(f"SELECT everything FROM {t}", "everything", "copy_to")


def test_c151_source_switched_off(table, gives, fails):
    t = table({"k": KEYWORD, "n": LONG, "t": TEXT}, [{"k": "x", "n": 1, "t": "y"}], mapping={"_source": {"enabled": False}})
    gives(f"SELECT k, n FROM {t}", ("x", 1))
    gives(f"SELECT count(*) FROM {t}", 1)
    fails(f"SELECT t FROM {t}", "t", "_source")
