-- What a table and a column may be called.

-- name: virtual_columns
SELECT _id, _index, id FROM ora_wide;

-- name: virtual_id_equal
SELECT id FROM ora_wide WHERE _id = 'w5';

-- name: virtual_id_in
SELECT id, _id FROM ora_wide WHERE _id IN ('w1', 'w2', '0/ü 0', 'not there');

-- name: virtual_id_like
SELECT _id FROM ora_wide WHERE _id LIKE 'w1%' AND grp IS NOT NULL;

-- name: virtual_columns_only
SELECT _id FROM ora_gappy;

-- name: virtual_index_grouped
SELECT _index, count(*), min(_id) FROM "ora_drift-*" GROUP BY _index;

-- name: virtual_ids_repeat_over_indices
SELECT _index, _id FROM "ora_drift-*" WHERE _id = '7';

-- name: virtual_index_filter
SELECT count(*) FROM "ora_drift-*" WHERE _index = 'ora_drift-b';

-- name: virtual_columns_are_not_null
SELECT count(*) FROM ora_wide WHERE _id IS NULL OR _index IS NULL;

-- name: virtual_columns_counted
SELECT count(_id), count(DISTINCT _id), max(_index) FROM ora_wide;

-- name: virtual_columns_in_a_join
SELECT a._id, b._id FROM ora_side a JOIN ora_side b ON a._id = b._id AND a.key = b.key;

-- name: virtual_columns_ordered
-- ordered
SELECT _id FROM ora_wide ORDER BY _id LIMIT 12;

-- name: quoted_columns
SELECT "user-agent", "order", "CamelCase" FROM ora_wide WHERE "user-agent" = 'x1' AND "order" <> 'paid';

-- name: columns_in_any_case
SELECT ID, camelcase, KW FROM ora_wide WHERE CAMELCASE = 'F';

-- name: qualified_names
SELECT ora_wide.id, w2.grp FROM es.main.ora_wide JOIN es.ora_side AS w2 ON w2.wide_id = ora_wide.id;

-- name: schema_and_table
SELECT count(*) FROM main.ora_wide;

-- name: quoted_table
SELECT count(*) FROM "ora_drift-a";

-- name: alias_with_filter
SELECT id, "order" FROM ora_open;

-- name: alias_counted
SELECT count(*), count(kw), min("order"), max("order") FROM ora_open;

-- name: alias_with_condition
SELECT id, _index FROM ora_open WHERE grp = 'red' OR i > 5;

-- name: alias_with_contrary_condition
SELECT id FROM ora_open WHERE "order" = 'paid';

-- name: alias_all_columns
-- plain: SELECT * EXCLUDE (_id, _index) FROM ora_open
SELECT * FROM ora_open;

-- name: alias_limit
-- member: SELECT id FROM ora_open
SELECT id FROM ora_open LIMIT 10;

-- name: alias_joined_with_its_index
SELECT w.id, o.id FROM ora_wide w LEFT JOIN ora_open o ON w.id = o.id;

-- name: pattern
-- plain: SELECT * EXCLUDE (_id, _index) FROM "ora_drift-*"
SELECT * FROM "ora_drift-*";

-- name: pattern_widened_integer
SELECT id, v FROM "ora_drift-*" WHERE v >= 2;

-- name: pattern_widened_double
SELECT id, n FROM "ora_drift-*" WHERE n = 3 OR n = 2.5;

-- name: pattern_text_and_keyword
SELECT id, msg FROM "ora_drift-*" WHERE msg LIKE '%200%' OR msg = 'fox';

-- name: pattern_ip_and_keyword
SELECT id, host FROM "ora_drift-*" WHERE host = '192.168.0.1';

-- name: pattern_column_of_one_index
SELECT id, only_a, only_b FROM "ora_drift-*" WHERE only_a = 'a1' OR only_b;

-- name: pattern_column_of_one_index_is_null
SELECT id FROM "ora_drift-*" WHERE only_a IS NULL;

-- name: pattern_column_of_one_index_not_equal
SELECT id FROM "ora_drift-*" WHERE only_a <> 'a1' OR NOT only_b;

-- name: pattern_common_keyword
SELECT kw, count(*) FROM "ora_drift-*" WHERE kw <> 'x' GROUP BY kw;

-- name: pattern_struct
SELECT id, obj, obj.x, obj.y FROM "ora_drift-*" WHERE obj.both IS NOT NULL;

-- name: pattern_ordered
-- ordered
SELECT id, n FROM "ora_drift-*" ORDER BY n NULLS FIRST, id LIMIT 30;

-- name: list_of_indices
SELECT id, v, _index FROM "ora_drift-b,ora_drift-a";

-- name: list_with_exclusion
-- plain: SELECT * EXCLUDE (_id, _index) FROM "ora_drift-*,-ora_drift-b"
SELECT * FROM "ora_drift-*,-ora_drift-b";

-- name: empty_index
-- plain: SELECT * EXCLUDE (_id, _index) FROM ora_empty
SELECT * FROM ora_empty;

-- name: empty_index_aggregated
SELECT count(*), sum(l), min(kw), count(DISTINCT t) FROM ora_empty WHERE flag;

-- name: empty_index_joined
SELECT w.id, e.kw FROM ora_wide w LEFT JOIN ora_empty e ON e.id = w.id WHERE w.id < 9;

-- name: index_without_fields
SELECT count(*) FROM ora_bare;

-- name: index_without_fields_ids
SELECT _id FROM ora_bare;

-- name: index_without_fields_constant
SELECT 1 AS one FROM ora_bare;

-- name: after_deletes
SELECT id, grp, n, version FROM ora_gappy;

-- name: after_deletes_old_versions
SELECT id FROM ora_gappy WHERE grp = 'old' OR version IS NULL OR id < 0;

-- name: describe
-- plain: SELECT * REPLACE (CASE column_name WHEN 'ip' THEN 'IP' ELSE column_type END AS column_type) FROM (DESCRIBE ora_wide) WHERE column_name NOT IN ('_id', '_index')
DESCRIBE ora_wide;

-- name: information_schema
-- plain: SELECT column_name, data_type, is_nullable FROM information_schema.columns
-- plain: WHERE table_name = 'ora_side' AND column_name NOT IN ('_id', '_index')
SELECT column_name, data_type, is_nullable FROM information_schema.columns WHERE table_name = 'ora_side';

-- name: tables_listed
SELECT table_name, table_type FROM information_schema.tables WHERE table_name IN ('ora_wide', 'ora_side', 'ora_empty');

-- name: summarize_counts
-- plain: SELECT column_name, column_type, count, null_percentage FROM (SUMMARIZE SELECT id, kw, l FROM ora_wide)
SELECT column_name, column_type, count, null_percentage FROM (SUMMARIZE SELECT id, kw, l FROM ora_wide);
