-- Columns that hold lists or JSON text by declaration: in the configuration (ora_listed) or by es_scan (ora_many).

-- name: lists_star
-- plain: SELECT * EXCLUDE (_id, _index) FROM ora_listed
SELECT * FROM ora_listed;

-- name: lists_of_words
SELECT id, tags, words FROM ora_listed;

-- name: lists_of_lists
SELECT id, grid FROM ora_listed;

-- name: lists_members
SELECT id, obj.tags, obj.kw FROM ora_listed;

-- name: lists_objects
SELECT id, parts FROM ora_listed;

-- name: lists_json
SELECT id, raw, solo FROM ora_listed;

-- name: lists_inside_nested
SELECT id, items FROM ora_listed;

-- name: list_contains_keyword
SELECT id, tags FROM ora_listed WHERE list_contains(tags, 'a');

-- name: list_contains_by_other_names
SELECT id FROM ora_listed WHERE array_contains(tags, 'b') AND list_has(tags, 'a') OR array_has(tags, 'c');

-- name: list_contains_in
SELECT id FROM ora_listed WHERE 'ab' IN tags;

-- name: list_contains_any_operator
SELECT id FROM ora_listed WHERE 'a' = ANY(tags);

-- name: list_contains_empty_text
SELECT id FROM ora_listed WHERE list_contains(tags, '');

-- name: list_contains_nothing
SELECT id FROM ora_listed WHERE list_contains(tags, 'nowhere');

-- name: list_contains_null
SELECT id FROM ora_listed WHERE list_contains(tags, NULL);

-- name: list_contains_not
SELECT id, tags FROM ora_listed WHERE NOT list_contains(tags, 'a');

-- name: list_contains_not_of_both
SELECT id FROM ora_listed WHERE NOT (list_contains(tags, 'a') OR list_contains(nums, 1));

-- name: list_contains_is_null
SELECT id FROM ora_listed WHERE list_contains(tags, 'a') IS NULL;

-- name: list_contains_in_the_output
SELECT id, list_contains(tags, 'a') AS has, tags[1] AS first, len(tags) AS n FROM ora_listed;

-- name: list_contains_long_keyword
SELECT id FROM ora_listed WHERE list_contains(above, 'longer one');

-- name: list_contains_keyword_beside_long_ones
SELECT id, above FROM ora_listed WHERE list_contains(above, 'a');

-- name: list_contains_integer
SELECT id, nums FROM ora_listed WHERE list_contains(nums, 3);

-- name: list_contains_long
SELECT id FROM ora_listed WHERE list_contains(longs, 9007199254740993);

-- name: list_contains_zero
SELECT id, amounts FROM ora_listed WHERE list_contains(amounts, 0.0::DOUBLE);

-- name: list_contains_boolean
SELECT id FROM ora_listed WHERE list_contains(flags, true);

-- name: list_contains_date
SELECT id, late FROM ora_listed WHERE list_contains(late, TIMESTAMPTZ '2024-01-02 00:00:00+00');

-- name: list_contains_text
SELECT id FROM ora_listed WHERE list_contains(words, 'fish');

-- name: list_contains_member
SELECT id FROM ora_listed WHERE list_contains(obj.tags, 'c');

-- name: list_contains_deep
SELECT id FROM ora_listed WHERE list_contains(grid, [1, 2]);

-- name: list_contains_and_compared
SELECT id FROM ora_listed WHERE list_contains(tags, 'a') AND solo = 's' AND id > 20;

-- name: list_contains_counted
SELECT count(*) FROM ora_listed WHERE list_contains(tags, 'b');

-- name: list_has_any
SELECT id FROM ora_listed WHERE list_has_any(tags, ['b', 'c']);

-- name: list_has_any_of_numbers
SELECT id FROM ora_listed WHERE nums && [1, 4];

-- name: list_has_all
SELECT id FROM ora_listed WHERE list_has_all(tags, ['a', 'b']);

-- name: list_has_all_not
SELECT id FROM ora_listed WHERE NOT list_has_all(tags, ['a', 'b']);

-- name: list_is_null
SELECT id FROM ora_listed WHERE tags IS NULL;

-- name: list_is_not_null
SELECT id, tags FROM ora_listed WHERE tags IS NOT NULL;

-- name: list_is_null_not
SELECT id FROM ora_listed WHERE NOT (tags IS NULL OR nums IS NULL);

-- name: list_of_objects_is_null
SELECT id FROM ora_listed WHERE parts IS NULL;

-- name: list_is_empty
SELECT id FROM ora_listed WHERE len(tags) = 0;

-- name: list_equal
SELECT id FROM ora_listed WHERE tags = ['a'];

-- name: list_not_equal
SELECT id FROM ora_listed WHERE tags <> ['a', 'b'];

-- name: list_less
SELECT id FROM ora_listed WHERE nums < [2];

-- name: list_in
SELECT id FROM ora_listed WHERE nums IN ([1], [1, 2], [2]);

-- name: list_element_compared
SELECT id FROM ora_listed WHERE tags[1] = 'a';

-- name: list_grouped
SELECT tags, count(*) AS n FROM ora_listed GROUP BY tags;

-- name: list_unnested_and_grouped
SELECT tag, count(*) AS n FROM (SELECT unnest(tags) AS tag FROM ora_listed) GROUP BY tag;

-- name: list_unnested_twice
SELECT a, b, count(*) AS n FROM (SELECT id, x.a, y.b FROM ora_listed, UNNEST(nums) AS x(a), UNNEST(nums) AS y(b)) GROUP BY a, b;

-- name: list_unnest_filtered_within
SELECT id, p FROM ora_listed, UNNEST(tags) AS u(p) WHERE p = 'a';

-- name: list_unnest_filtered_outside
SELECT id FROM (SELECT id, p FROM ora_listed, UNNEST(tags) AS u(p)) WHERE p = 'a' OR p IS NULL;

-- name: list_distinct
SELECT DISTINCT nums FROM ora_listed;

-- name: list_count
SELECT count(tags), count(nums), count(*) FROM ora_listed;

-- name: list_ordered
-- ordered
SELECT tags, id FROM ora_listed ORDER BY tags NULLS FIRST, id LIMIT 50;

-- name: list_limit
-- member: SELECT tags FROM ora_listed WHERE list_contains(tags, 'b')
SELECT tags FROM ora_listed WHERE list_contains(tags, 'b') LIMIT 7;

-- name: list_joined
SELECT a.id, b.id FROM ora_listed a JOIN ora_listed b ON a.nums = b.nums AND a.id < b.id;

-- name: list_joined_to_values
SELECT l.id, v.x FROM ora_listed l JOIN (VALUES ('a'), ('c')) v(x) ON list_contains(l.tags, v.x);

-- name: json_compared
SELECT id, raw FROM ora_listed WHERE raw = '"x"';

-- name: scalar_by_declaration
SELECT id FROM ora_listed WHERE solo = 's' OR solo IS NULL;

-- name: es_scan_plain
-- plain: SELECT id, sound FROM ora_many_lists
SELECT id, sound FROM es_scan('ora_many');

-- name: es_scan_lists
-- plain: SELECT id, kw, n, t FROM ora_many_lists
SELECT id, kw, n, t FROM es_scan('ora_many', lists := ['kw', 'n', 't']);

-- name: es_scan_star
-- plain: SELECT * EXCLUDE (_id, _index) FROM ora_many_lists
SELECT * FROM es_scan('ora_many', columns := {'kw': 'list', 'n': 'list(1)', 't': 'list'});

-- name: es_scan_json
-- plain: SELECT id, kw, n, t FROM ora_many_json
SELECT id, kw, n, t FROM es_scan('ora_many', json := ['kw', 'n', 't'], cluster := 'es');

-- name: es_scan_filtered
-- plain: SELECT m._id, m.kw FROM ora_many_lists m WHERE list_contains(m.kw, 'k2') AND sound = 's1'
SELECT m._id, m.kw FROM es_scan('ora_many', lists := ['kw']) AS m WHERE list_contains(m.kw, 'k2') AND sound = 's1';

-- name: es_scan_limit
-- member: SELECT kw FROM ora_many_lists
-- plain: SELECT kw FROM ora_many_lists LIMIT 5
SELECT kw FROM es_scan('ora_many', lists := ['kw']) LIMIT 5;

-- name: es_scan_joined_with_itself_otherwise
-- plain: SELECT a.id, a.kw, b.kw FROM ora_many_lists a JOIN ora_many_json b USING (id)
SELECT a.id, a.kw, b.kw FROM es_scan('ora_many', lists := ['kw']) a JOIN es_scan('ora_many', json := ['kw']) b USING (id);

-- name: es_scan_of_a_pattern
-- plain: SELECT id, [kw] AS kw FROM "ora_drift-*" WHERE kw = 'x'
SELECT id, kw FROM es_scan('ora_drift-*', lists := ['kw']) WHERE list_contains(kw, 'x');

-- name: es_scan_over_what_is_declared
-- plain: SELECT id, solo FROM ora_listed
SELECT id, solo FROM es_scan('ora_listed', columns := {'tags': 'json', 'solo': 'scalar'});
