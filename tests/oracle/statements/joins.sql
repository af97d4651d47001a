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

-- Keys of one side narrow what is read of the other.

-- name: keys_of_every_type
SELECT w.id, o.id FROM ora_wide w JOIN ora_wide o ON w.kw = o.kw AND w.i = o.i WHERE o.id < 40;

-- name: keys_that_are_longs
SELECT w.id, o.id FROM ora_wide w JOIN ora_wide o ON w.l = o.l WHERE o.grp = 'red' AND o.id < 120;

-- name: keys_that_are_doubles
SELECT w.id, o.id FROM ora_wide w JOIN ora_wide o ON w.d = o.d WHERE o.id < 60;

-- name: keys_that_are_floats
SELECT w.id, o.id FROM ora_wide w JOIN ora_wide o ON w.f = o.f WHERE o.id BETWEEN 50 AND 90;

-- name: keys_that_are_dates
SELECT w.id, o.id FROM ora_wide w JOIN ora_wide o ON w.t = o.t WHERE o.id < 70;

-- name: keys_that_are_booleans
SELECT w.id, o.id FROM ora_wide w JOIN ora_wide o ON w.flag = o.flag WHERE o.id < 6;

-- name: keys_that_are_text
SELECT w.id, o.id FROM ora_wide w JOIN ora_wide o ON w.txt = o.txt WHERE o.id < 30;

-- name: keys_inside_objects
SELECT w.id, o.id FROM ora_wide w JOIN ora_wide o ON w.obj.kw = o.obj.kw AND w.obj.l = o.obj.l WHERE o.id < 50;

-- name: keys_of_odd_fields
SELECT a.id, b.id FROM ora_odd a JOIN ora_odd b ON a.above = b.above AND a.lower = b.lower WHERE b.id < 30;

-- name: keys_with_defaults
SELECT a.id, b.id FROM ora_odd a JOIN ora_odd b ON a.standin = b.standin WHERE b.id < 10;

-- name: keys_over_indices
SELECT a.id, b.id FROM "ora_drift-*" a JOIN ora_odd b ON a.id = b.id AND a.kw IS NOT NULL WHERE b.id < 25;

-- name: keys_by_ranges
SELECT w.id, s._id FROM ora_wide w JOIN ora_side s ON w.ts >= s.at AND w.grp = s.grp WHERE s.score < 3;

-- name: keys_not_distinct
SELECT w.id, o.id FROM ora_wide w JOIN ora_wide o ON w.grp IS NOT DISTINCT FROM o.grp WHERE o.id < 9;

-- name: keys_of_an_in_subquery
SELECT id FROM ora_wide WHERE kw IN (SELECT key FROM ora_side WHERE score < 8);

-- name: keys_of_a_not_in_subquery
SELECT id FROM ora_wide WHERE kw NOT IN (SELECT key FROM ora_side WHERE key IS NOT NULL);

-- name: keys_of_a_scalar_subquery
SELECT id FROM ora_wide WHERE i = (SELECT max(i) FROM ora_wide WHERE i < 100);

-- name: keys_of_values
SELECT w.id, v.x FROM ora_wide w JOIN (VALUES ('abc'), ('a'), (NULL), ('é')) v(x) ON w.kw = v.x;

-- name: keys_of_a_right_join
SELECT w.id, s._id FROM ora_wide w RIGHT JOIN ora_side s ON w.id = s.wide_id;

-- name: keys_of_a_full_join
SELECT w.id, s._id FROM ora_wide w FULL JOIN ora_side s ON w.id = s.wide_id;

-- name: keys_of_two_joins
SELECT w.id, s._id, g.id FROM ora_wide w JOIN ora_side s ON w.id = s.wide_id JOIN ora_gappy g ON g.id = w.id WHERE s.score > 12;

-- name: keys_through_a_group
SELECT g.grp, g.n, s._id FROM (SELECT grp, count(*) AS n FROM ora_wide GROUP BY grp) g JOIN ora_side s ON g.grp = s.grp WHERE s.score < 4;

-- name: keys_through_a_union
SELECT u.id, s._id FROM (SELECT id FROM ora_wide UNION ALL SELECT id FROM ora_gappy) u JOIN ora_side s ON u.id = s.wide_id WHERE s.score > 15;

-- name: keys_through_a_limit
SELECT w.id, s._id FROM (SELECT id FROM ora_wide ORDER BY id DESC LIMIT 150) w JOIN ora_side s ON w.id = s.wide_id WHERE s.score > 5;

-- name: keys_through_a_window
SELECT w.r, s._id FROM (SELECT id, row_number() OVER (ORDER BY id DESC) AS r FROM ora_wide) w JOIN ora_side s ON w.id = s.wide_id;

-- name: keys_that_match_nothing
SELECT w.id FROM ora_wide w JOIN ora_side s ON w.id = s.wide_id WHERE s.score > 1000;

-- name: join_on_a_cast_of_a_member
SELECT w.id, v.k FROM ora_wide w JOIN (VALUES ('1'), ('01'), ('x'), ('-5')) v(k) ON w.obj.l::VARCHAR = v.k;

-- name: join_on_a_narrower_cast_of_a_member
SELECT w.id, v.k FROM ora_wide w JOIN (VALUES (0.5::FLOAT), (1.5::FLOAT), (7::FLOAT)) v(k) ON w.obj.inner.d::FLOAT = v.k;
