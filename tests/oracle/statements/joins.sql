-- Joins.

-- name: inner_join
SELECT w.id, w.grp, s.key, s.score FROM ora_wide w JOIN ora_side s ON s.wide_id = w.id;

-- name: inner_join_with_filters
SELECT w.id, s.score FROM ora_wide w JOIN ora_side s ON s.wide_id = w.id WHERE w.grp = 'red' AND s.score > 5;

-- name: inner_join_on_keyword
SELECT w.id, s._id FROM ora_wide w JOIN ora_side s ON w.kw = s.key;

-- name: join_with_null_keys
SELECT w.grp, s.key FROM ora_wide w JOIN ora_side s ON w.grp = s.grp WHERE w.id < 40;

-- name: join_of_different_integers
SELECT w.id, g.id FROM ora_wide w JOIN ora_gappy g ON w.b = g.n WHERE g.id < 60;

-- name: join_on_either
SELECT w.id, s._id FROM ora_wide w JOIN ora_side s ON w.id = s.wide_id OR w.kw = s.key;

-- name: join_long_with_double
SELECT w.id, s.score FROM ora_wide w JOIN ora_side s ON w.id = s.score;

-- name: join_on_two_columns
SELECT w.id, s._id FROM ora_wide w JOIN ora_side s ON w.grp = s.grp AND w.kw = s.key;

-- name: join_on_inequality
SELECT w.id, s._id FROM ora_wide w JOIN ora_side s ON w.id < s.wide_id AND w.id > s.wide_id - 5;

-- name: left_join
SELECT w.id, s.key FROM ora_wide w LEFT JOIN ora_side s ON s.wide_id = w.id;

-- name: left_join_small_side_kept
SELECT s._id, w.kw FROM ora_side s LEFT JOIN ora_wide w ON s.wide_id = w.id;

-- name: left_join_filter_in_on
SELECT w.id, s.key FROM ora_wide w LEFT JOIN ora_side s ON s.wide_id = w.id AND s.score > 10 AND w.flag;

-- name: left_join_where_is_null
SELECT w.id FROM ora_wide w LEFT JOIN ora_side s ON s.wide_id = w.id WHERE s.wide_id IS NULL;

-- name: right_join
SELECT w.id, s._id FROM ora_wide w RIGHT JOIN ora_side s ON s.wide_id = w.id;

-- name: full_join
SELECT w.id, s._id FROM ora_wide w FULL JOIN ora_side s ON s.wide_id = w.id;

-- name: semi_join
SELECT w.id, w.kw FROM ora_wide w SEMI JOIN ora_side s ON s.key = w.kw;

-- name: anti_join
SELECT w.id, w.kw FROM ora_wide w ANTI JOIN ora_side s ON s.key = w.kw;

-- name: self_join
SELECT a.id, b.id FROM ora_wide a JOIN ora_wide b ON a.kw = b.kw AND a.id < b.id;

-- name: cross_join
SELECT count(*) FROM ora_side a CROSS JOIN ora_side b;

-- name: join_using
SELECT grp, count(*) FROM ora_wide JOIN ora_side USING (grp) GROUP BY grp;

-- name: join_three
SELECT w.id, s._id, g.id FROM ora_wide w JOIN ora_side s ON s.wide_id = w.id JOIN ora_gappy g ON g.id = w.id + 1;

-- name: join_with_aggregate
SELECT w.grp, count(*), sum(s.score) FROM ora_wide w JOIN ora_side s ON s.grp = w.grp GROUP BY w.grp;

-- name: join_with_grouped_side
SELECT w.id, x.n FROM ora_wide w JOIN (SELECT wide_id, count(*) AS n FROM ora_side GROUP BY wide_id) x ON x.wide_id = w.id;

-- name: join_one_key
-- The other side has one row: its key arrives at the scan as a filter.
SELECT w.id, w.l FROM ora_wide w JOIN (SELECT min(wide_id) AS k FROM ora_side) x ON w.id = x.k;

-- name: join_few_text_keys
SELECT w.id FROM ora_wide w JOIN (VALUES ('abc'), ('é'), ('😀'), ('')) v(k) ON w.kw = v.k;

-- name: join_no_key
SELECT w.id FROM ora_wide w JOIN (SELECT key FROM ora_side WHERE key = 'not there') x ON w.kw = x.key;

-- name: join_on_dates
SELECT w.id, s._id FROM ora_wide w JOIN ora_side s ON date_trunc('day', w.ts) = s.at;

-- name: join_on_struct_member
SELECT w.id, g.id FROM ora_wide w JOIN ora_gappy g ON w.obj.l = g.n WHERE g.id < 60;

-- name: join_with_limit
-- member: SELECT w.id, s._id FROM ora_wide w JOIN ora_side s ON s.wide_id = w.id
SELECT w.id, s._id FROM ora_wide w JOIN ora_side s ON s.wide_id = w.id LIMIT 5;

-- name: join_order_limit
-- ordered
SELECT w.id, s._id FROM ora_wide w JOIN ora_side s ON s.wide_id = w.id ORDER BY w.id DESC, s._id LIMIT 9;

-- name: join_with_pattern
SELECT d.id, d._index, w.grp FROM "ora_drift-*" d JOIN ora_wide w ON w.id = d.id;

-- name: asof_join
SELECT w.id, s._id FROM ora_wide w ASOF JOIN (SELECT max(_id) AS _id, "at" FROM ora_side WHERE "at" IS NOT NULL GROUP BY "at") s ON w.ts >= s."at";
