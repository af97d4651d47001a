"""Conditions on children of nested objects: one child has to satisfy all of them, on every road."""

import json

import pytest

from support.client import Client

PERSON = {"type": "nested", "properties": {
    "first": {"type": "keyword"}, "last": {"type": "keyword"}, "age": {"type": "integer"},
    "pets": {"type": "nested", "properties": {"kind": {"type": "keyword"}, "legs": {"type": "byte"}}}}}

PEOPLE = {
    "two": {"user": [{"first": "Ana", "last": "Li", "age": 30}, {"first": "Bo", "last": "Ray", "age": 40}]},
    "one": {"user": {"first": "Ana", "last": "Ray", "pets": [{"kind": "cat", "legs": 4}, {"kind": "bird", "legs": 2}]}},
    "some null": {"user": [None, {"first": None, "last": "Ray"}, {"first": "Cy"}]},
    "only null": {"user": [None]},
    "empty child": {"user": [{}]},
    "empty": {"user": []},
    "null": {"user": None},
    "absent": {},
    "lists in lists": {"user": [[{"first": "Di", "last": "Li"}], [[{"first": "Ana", "pets": {"kind": "cat", "legs": 3}}]]]},
}


@pytest.fixture(scope="module")
def people(cluster):
    name = cluster.prefix + "people"
    cluster.create(name, {"user": PERSON}, settings={"number_of_shards": 2})
    cluster.load(name, [(identifier, json.dumps(document)) for identifier, document in PEOPLE.items()])
    return name


@pytest.fixture(params=[True, False], ids=["pushed", "not pushed"])
def session(request, server):
    with Client(server.uri, recurve_pushdown=request.param) as client:
        yield client


CASES = {
    "C016: two children": ("u.first = 'Ana' AND u.last = 'Ray'", ["one"]),
    "one of two children": ("u.first = 'Ana' AND u.last = 'Li'", ["two"]),
    "one condition": ("u.first = 'Ana'", ["lists in lists", "one", "two"]),
    "not": ("u.first <> 'Ana'", ["lists in lists", "some null", "two"]),
    "a child without the field": ("u.first IS NULL AND u.last = 'Ray'", ["some null"]),
    "a child of nothing": ("u.first IS NULL AND u.last IS NULL", ["empty child"]),
    "or": ("u.last = 'Ray' OR u.age > 29", ["one", "some null", "two", "two"]),
    "range": ("u.age BETWEEN 35 AND 40", ["two"]),
}


@pytest.mark.parametrize("name", list(CASES))
def test_conditions_on_one_child(people, session, name):
    condition, expected = CASES[name]
    rows = session.run(f'SELECT t._id AS id FROM "{people}" t, UNNEST(t."user") x(u) WHERE {condition}')
    assert sorted(rows.column("id").to_pylist()) == expected
    once = session.run(f'SELECT _id AS id FROM "{people}" t WHERE EXISTS (SELECT 1 FROM UNNEST(t."user") x(u) WHERE {condition})')
    assert sorted(once.column("id").to_pylist()) == sorted(set(expected))


def test_children_of_children(people, session):
    """C017: a nested field inside a nested field, selected and filtered."""
    pets = session.run(f"""SELECT _id AS id, p.legs FROM "{people}" t, UNNEST(t."user") x(u), UNNEST(u.pets) y(p)
                           WHERE p.kind = 'cat' AND p.legs > 2 AND u.first = 'Ana'""").to_pylist()
    assert sorted(pets, key=str) == [{"id": "lists in lists", "legs": 3}, {"id": "one", "legs": 4}]
    none = session.run(f"""SELECT _id AS id FROM "{people}" t, UNNEST(t."user") x(u), UNNEST(u.pets) y(p)
                           WHERE p.kind = 'bird' AND p.legs > 2""")
    assert none.num_rows == 0
    whole = session.run(f"""SELECT "user" FROM "{people}" WHERE _id = 'one'""").to_pylist()
    assert whole[0]["user"][0]["pets"] == [{"kind": "cat", "legs": 4}, {"kind": "bird", "legs": 2}]


def test_only_documents_with_such_a_child_are_read(people, server):
    with Client(server.uri) as client:
        plan = client.run(f"""EXPLAIN SELECT _id FROM "{people}" t, UNNEST(t."user") x(u) WHERE u.first = 'Ana' AND u.last = 'Ray'""")
    text = "\n".join(plan.column("explain_value").to_pylist())
    assert text.count('"nested":{"path":"user"') == 1 and '"user.first":"Ana"' in text and '"user.last":"Ray"' in text


def test_two_values_in_one_child_are_an_error_though_no_condition_finds_them(cluster, server):
    name = cluster.prefix + "crowded"
    cluster.create(name, {"user": PERSON})
    cluster.load(name, [("sound", '{"user":{"first":"Ana","last":"Li"}}'), ("crowd", '{"user":{"first":["Bo","Cy"],"last":"Ray"}}')])
    for pushdown in (True, False):
        with Client(server.uri, recurve_pushdown=pushdown) as client:
            for condition in ("u.first = 'Ana'", "u.first = 'Bo'", "u.first <> 'Bo'"):
                with pytest.raises(Exception, match="crowd"):
                    client.run(f'SELECT _id FROM "{name}" t, UNNEST(t."user") x(u) WHERE {condition}')
