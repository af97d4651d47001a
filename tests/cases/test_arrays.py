"""A. Arrays against scalar columns: a declared list, or one value; never the first of several."""

KEYWORD = {"type": "keyword"}


def as_lists(table: str, *columns: str) -> str:
    names = ", ".join(f"'{column}'" for column in columns)
    return f"es_scan('{table}', lists := [{names}])"


def test_c001_an_array_in_a_field_nobody_selected(table, gives):
    t = table({"labels": {"properties": {"env": KEYWORD, "args": KEYWORD}}}, [{"labels": {"env": "prod", "args": ["-x", "-y"]}}])
    gives(f"SELECT labels.env FROM {t} LIMIT 5", "prod")
    gives(f"SELECT count(*) FROM {t}", 1)


def test_c002_two_values_in_a_scalar_column_are_an_error_that_helps(table, gives, fails):
    t = table({"tags": KEYWORD, "id": {"type": "long"}}, [{"id": 1, "tags": "a"}, {"id": 2, "tags": ["b", "c"]}])
    fails(f"SELECT tags FROM {t}", "bad_value", t, "_id 2", "tags")
    fails(f"SELECT * FROM {t}", "bad_value", t, "_id 2", "tags")
    fails(f"SELECT id FROM {t} WHERE tags = 'b'", "bad_value", t, "_id 2", "tags")
    gives(f"SELECT id FROM {t}", 1, 2)


def test_c002_the_error_names_the_declaration(table, fails):
    t = table({"tags": KEYWORD}, [{"tags": ["b", "c"]}])
    fails(f"SELECT tags FROM {t}", "\"tags\" = \"list\"")


def test_c002_a_declared_list(table, gives):
    t = table({"tags": KEYWORD}, [{"tags": "a"}, {"tags": ["b", "c"]}])
    gives(f"SELECT tags FROM {as_lists(t, 'tags')}", (["a"],), (["b", "c"],))


def test_c002_a_list_declared_on_our_side(table, serve, tmp_path):
    t = table({"tags": KEYWORD}, [{"tags": "a"}, {"tags": ["b", "c"]}])
    config = tmp_path / "recurve.toml"
    config.write_text(f'[cluster.es.tables."{t[:-1]}*".columns]\ntags = "list"\n')
    serve("--config", str(config)).gives(f"SELECT tags FROM {t}", (["a"],), (["b", "c"],))


def test_c004_an_empty_array_in_a_scalar_column(table, gives):
    t = table({"reserve": KEYWORD}, [{"reserve": []}])
    gives(f"SELECT reserve FROM {t}", None)
    gives(f"SELECT count(*) FROM {t} WHERE reserve IS NULL", 1)


def test_c004_an_empty_array_in_a_list_column(table, gives):
    t = table({"reserve": KEYWORD}, [{"reserve": []}])
    gives(f"SELECT reserve FROM {as_lists(t, 'reserve')}", ([],))
    gives(f"SELECT count(*) FROM {as_lists(t, 'reserve')} WHERE reserve IS NULL", 0)


def test_c005_an_array_of_arrays_in_a_list_column(table, gives, fails):
    t = table({"g": {"type": "integer"}}, [{"g": [[1, 2], [3]]}])
    gives(f"SELECT g FROM {as_lists(t, 'g')}", ([1, 2, 3],))
    fails(f"SELECT g FROM {t}", "bad_value", "_id 1")


def test_c007_groups_of_a_list_and_of_its_values(table, gives):
    t = as_lists(table({"tag": KEYWORD}, [{"tag": ["a", "b"]}, {"tag": "a"}]), "tag")
    gives(f"SELECT tag, count(*) FROM {t} GROUP BY tag", (["a", "b"], 1), (["a"], 1))
    gives(f"SELECT v, count(*) FROM (SELECT unnest(tag) AS v FROM {t}) GROUP BY v", ("a", 2), ("b", 1))


def test_c007_a_scalar_column_is_not_grouped_by_its_values(table, gives, fails):
    t = table({"tag": KEYWORD, "n": {"type": "long"}}, [{"tag": ["a", "b"], "n": 1}, {"tag": "a", "n": 1}])
    fails(f"SELECT tag, count(*) FROM {t} GROUP BY tag", "bad_value", "tag")
    fails(f"SELECT count(tag) FROM {t}", "bad_value", "tag")
    fails(f"SELECT DISTINCT tag FROM {t}", "bad_value", "tag")
    gives(f"SELECT n, count(*) FROM {t} GROUP BY n", (1, 2))


def test_c008_two_columns_of_one_list(table, gives):
    t = as_lists(table({"x": {"type": "integer"}}, [{"x": [1, 2]}]), "x")
    gives(f"SELECT a, b, count(*) FROM (SELECT x AS l, unnest(x) AS a FROM {t}) AS one, unnest(l) AS two(b) GROUP BY a, b",
          (1, 1, 1), (1, 2, 1), (2, 1, 1), (2, 2, 1))
    gives(f"SELECT a, a AS b, count(*) FROM (SELECT unnest(x) AS a FROM {t}) GROUP BY a", (1, 1, 1), (2, 2, 1))


def test_c010_the_order_and_the_duplicates_of_a_list(table, gives):
    t = as_lists(table({"k": KEYWORD, "n": {"type": "long"}}, [{"k": ["b", "a", "b"], "n": [3, 1, 3]}]), "k", "n")
    gives(f"SELECT k, n FROM {t}", (["b", "a", "b"], [3, 1, 3]))


def test_c011_arrays_of_arrays_do_not_crash(table, gives, fails):
    fails(f"SELECT bar FROM {table({'bar': KEYWORD}, [{'bar': [[['a', 'b'], ['c']]]}])}", "bad_value", "_id 1")
    gives(f"SELECT bar FROM {table({'bar': KEYWORD}, [{'bar': [[['d']]]}, {'bar': [[[], []], []]}])}", "d", None)


def test_c011_arrays_of_arrays_as_a_list(table, gives):
    t = table({"bar": KEYWORD}, [{"bar": [[["a", "b"], ["c"]]]}])
    gives(f"SELECT bar FROM {as_lists(t, 'bar')}", (["a", "b", "c"],))


def test_c142_an_index_that_holds_an_array(table, ask):
    t = as_lists(table({"cast": KEYWORD, "title": KEYWORD}, [{"title": "T1", "cast": ["x", "y"]}]), "cast")
    sql = f'SELECT title, "cast" FROM {t} LIMIT 50'
    ask.gives(sql, ("T1", ["x", "y"]))
    assert ask.types(sql) == {"title": "string", "cast": "list<item: string>"}


def test_c142_json_text_for_clients_that_know_no_lists(table, serve, tmp_path):
    t = table({"cast": KEYWORD, "title": KEYWORD}, [{"title": "T1", "cast": ["x", "y"]}])
    config = tmp_path / "recurve.toml"
    config.write_text(f'[cluster.es.tables."{t}".columns]\ncast = "json"\n')
    serve("--config", str(config)).gives(f'SELECT title, "cast" FROM {t} LIMIT 50', ("T1", '["x", "y"]'))


def test_c143_no_value_of_several_by_default(table, fails):
    t = table({"tags": KEYWORD}, [{"tags": ["a", "b"]}])
    for columns in ("tags", "min(tags)", "max(tags)", "any_value(tags)", "first(tags)", "upper(tags)", "count(DISTINCT tags)"):
        fails(f"SELECT {columns} FROM {t}", "bad_value", "_id 1", "tags")


def test_c145_a_filter_below_and_above_an_unnest(table, gives):
    t = as_lists(table({"no": {"type": "long"}, "pos": KEYWORD}, [{"no": 1, "pos": ["a", "b"]}, {"no": 2, "pos": "a"}]), "pos")
    gives(f"SELECT no FROM {t} AS t, unnest(t.pos) AS u(p) WHERE p = 'a'", 1, 2)
    gives(f"SELECT no FROM (SELECT no, p FROM {t} AS t, unnest(t.pos) AS u(p)) WHERE p = 'a'", 1, 2)
    gives(f"SELECT no FROM {t} WHERE list_contains(pos, 'a')", 1, 2)
    gives(f"SELECT no FROM {t} WHERE pos = ['a']", 2)


def test_c146_a_missing_list_is_null(table, gives):
    t = as_lists(table({"id": {"type": "long"}, "tags": KEYWORD}, [{"id": 1}, {"id": 2, "tags": []}, {"id": 3, "tags": None}]), "tags")
    gives(f"SELECT id, tags FROM {t}", (1, None), (2, []), (3, None))
