-- The first rows by an order, which the cluster may pick: keys, directions, places of NULL, ties, cuts.

-- name: top_keyword_bytes
-- ordered
SELECT kw, id FROM ora_wide ORDER BY kw, id LIMIT 60;

-- name: top_keyword_bytes_desc_nulls_first
-- ordered
SELECT kw, id FROM ora_wide ORDER BY kw DESC NULLS FIRST, id DESC LIMIT 90;

-- name: top_nulls_first_only
-- ordered
SELECT kw, id FROM ora_wide ORDER BY kw NULLS FIRST, id LIMIT 5;

-- The largest long and a missing one are one to the cluster.
-- name: top_long_max_before_null
-- ordered
SELECT l, id FROM ora_wide ORDER BY l, id LIMIT 250;

-- name: top_long_min_after_null
-- ordered
SELECT l, id FROM ora_wide ORDER BY l NULLS FIRST, id LIMIT 70;

-- name: top_long_desc_null_after_min
-- ordered
SELECT l, id FROM ora_wide ORDER BY l DESC, id LIMIT 250;

-- name: top_integer_max_before_null
-- ordered
SELECT i, id FROM ora_wide ORDER BY i, id LIMIT 260;

-- name: top_integer_desc_nulls_first
-- ordered
SELECT i, id FROM ora_wide ORDER BY i DESC NULLS FIRST, id LIMIT 80;

-- name: top_short
-- ordered
SELECT s, id FROM ora_wide ORDER BY s DESC NULLS FIRST, id LIMIT 77;

-- name: top_byte
-- ordered
SELECT b, id FROM ora_wide ORDER BY b NULLS FIRST, id DESC LIMIT 77;

-- name: top_boolean
-- ordered
SELECT flag, id FROM ora_wide ORDER BY flag DESC, id LIMIT 150;

-- name: top_boolean_nulls_first
-- ordered
SELECT flag, id FROM ora_wide ORDER BY flag NULLS FIRST, id LIMIT 120;

-- name: top_date
-- ordered
SELECT t, id FROM ora_wide ORDER BY t, id LIMIT 45;

-- name: top_date_nulls_first_offset
-- ordered
SELECT t, id FROM ora_wide ORDER BY t DESC NULLS FIRST, id LIMIT 30 OFFSET 50;

-- name: top_date_of_custom_format
-- ordered
SELECT t_custom, id FROM ora_wide ORDER BY t_custom DESC NULLS LAST, id LIMIT 30;

-- -0.0 and 0.0 are equal in SQL and not to the cluster.
-- name: top_double_alone
-- ordered
SELECT d + 0.0 FROM ora_wide ORDER BY d LIMIT 75;

-- name: top_double_nulls_first
-- ordered
SELECT d + 0.0 FROM ora_wide ORDER BY d DESC NULLS FIRST LIMIT 130;

-- name: top_double_then_id
-- ordered
SELECT d + 0.0, id FROM ora_wide ORDER BY d, id LIMIT 120;

-- name: top_keyword_then_double
-- ordered
SELECT grp, d + 0.0 FROM ora_wide ORDER BY grp NULLS FIRST, d DESC NULLS LAST LIMIT 111;

-- name: top_float
-- ordered
SELECT f + 0.0 FROM ora_wide ORDER BY f DESC LIMIT 90;

-- name: top_text
-- ordered
SELECT txt, id FROM ora_wide ORDER BY txt, id LIMIT 30;

-- name: top_ip
-- ordered
SELECT ip, id FROM ora_wide ORDER BY ip, id LIMIT 30;

-- name: top_struct_member
-- ordered
SELECT obj.kw, id FROM ora_wide ORDER BY obj.kw DESC NULLS LAST, id LIMIT 66;

-- name: top_inner_struct_member
-- ordered
SELECT obj.inner.d FROM ora_wide ORDER BY obj.inner.d NULLS FIRST LIMIT 290;

-- name: top_quoted_names
-- ordered
SELECT "user-agent", "CamelCase", "order", id FROM ora_wide ORDER BY "user-agent", "CamelCase" DESC, "order", id LIMIT 44;

-- name: top_three_keys
-- ordered
SELECT grp, s, id FROM ora_wide ORDER BY grp DESC NULLS LAST, s NULLS FIRST, id LIMIT 100 OFFSET 20;

-- Ties at the cut may be any of the rows, so only the key is looked at.
-- name: top_ties_at_the_cut
-- ordered
SELECT grp FROM ora_wide ORDER BY grp LIMIT 100;

-- name: top_ties_are_rows
-- member: SELECT id, grp FROM ora_wide
SELECT id, grp FROM ora_wide ORDER BY grp DESC LIMIT 13;

-- name: top_one
-- ordered
SELECT id FROM ora_wide ORDER BY id DESC LIMIT 1;

-- name: top_none
SELECT id, kw FROM ora_wide ORDER BY kw LIMIT 0;

-- name: top_large_limit
-- ordered
SELECT id FROM ora_wide ORDER BY id DESC LIMIT 9999;

-- name: top_limit_of_the_window
-- ordered
SELECT kw, id FROM ora_wide ORDER BY kw, id LIMIT 10000;

-- name: top_limit_beyond_the_window
-- ordered
SELECT kw, id FROM ora_wide ORDER BY kw, id LIMIT 10001;

-- name: top_offset_beyond_the_end
SELECT id FROM ora_wide ORDER BY id LIMIT 5 OFFSET 400;

-- name: top_offset_over_the_end
-- ordered
SELECT id FROM ora_wide ORDER BY id LIMIT 500 OFFSET 280;

-- name: top_filter_pushed
-- ordered
SELECT id, ts FROM ora_wide WHERE grp = 'red' AND flag ORDER BY ts DESC, id LIMIT 12;

-- name: top_filter_on_the_key
-- ordered
SELECT id, s FROM ora_wide WHERE s IS NOT NULL AND s < 100 ORDER BY s DESC, id LIMIT 25;

-- name: top_filter_left_behind
-- ordered
SELECT id, txt FROM ora_wide WHERE txt ILIKE '%fox%' ORDER BY id DESC LIMIT 3;

-- name: top_filter_half_pushed
-- ordered
SELECT id FROM ora_wide WHERE grp = 'red' AND length(txt) > 3 ORDER BY ts, id LIMIT 4;

-- name: top_without_the_key
-- ordered
SELECT upper(kw), l FROM ora_wide ORDER BY id LIMIT 8;

-- name: top_star
-- ordered
-- plain: SELECT * EXCLUDE (items, obj, bin, _id, _index) FROM ora_wide ORDER BY id DESC LIMIT 6
SELECT * EXCLUDE (items, obj, bin) FROM ora_wide ORDER BY id DESC LIMIT 6;

-- name: top_whole_objects
-- ordered
SELECT obj, items, id FROM ora_wide ORDER BY id LIMIT 40;

-- name: top_of_top
-- ordered
SELECT id FROM (SELECT id, ts FROM ora_wide ORDER BY ts DESC, id LIMIT 50) ORDER BY id LIMIT 10;

-- name: top_below_a_filter
-- ordered
SELECT id FROM (SELECT id, grp FROM ora_wide ORDER BY id LIMIT 50) WHERE grp = 'red' ORDER BY id;

-- name: top_below_an_aggregate
SELECT count(*), sum(id), min(ts) FROM (SELECT id, ts FROM ora_wide ORDER BY ts, id LIMIT 33);

-- name: top_below_a_join
SELECT w.id, s._id FROM (SELECT id FROM ora_wide ORDER BY id DESC LIMIT 120) w JOIN ora_side s ON s.wide_id = w.id;

-- name: top_above_a_join
-- ordered
SELECT w.id, s._id FROM ora_wide w JOIN ora_side s ON s.wide_id = w.id ORDER BY w.id DESC, s._id LIMIT 9;

-- name: top_above_a_group
-- ordered
SELECT grp, count(*) AS n FROM ora_wide GROUP BY grp ORDER BY n DESC, grp LIMIT 3;

-- name: top_in_a_union
(SELECT id FROM ora_wide ORDER BY id LIMIT 3) UNION ALL (SELECT id FROM ora_wide ORDER BY id DESC LIMIT 3);

-- name: top_in_both_uses_of_a_cte
WITH top AS (SELECT id, s FROM ora_wide ORDER BY s DESC NULLS LAST, id LIMIT 20)
SELECT a.id, b.id FROM top a JOIN top b ON a.id = b.id + 1;

-- name: top_distinct
-- ordered
SELECT DISTINCT grp FROM ora_wide ORDER BY grp LIMIT 3;

-- name: top_of_ignored_texts
-- ordered
SELECT above, id FROM ora_odd ORDER BY above, id LIMIT 60;

-- name: top_of_defaulted_values
-- ordered
SELECT standin, standin_l, id FROM ora_odd ORDER BY standin, standin_l DESC, id LIMIT 50;

-- name: top_of_normalized_values
-- ordered
SELECT lower, id FROM ora_odd ORDER BY lower, id LIMIT 50;

-- name: top_of_malformed_values
-- ordered
SELECT loose, id FROM ora_odd ORDER BY loose DESC, id LIMIT 50;

-- name: top_of_unindexed_values
-- ordered
SELECT no_index, no_doc_values, id FROM ora_odd ORDER BY no_index, no_doc_values, id LIMIT 20;

-- name: top_of_seconds
-- ordered
SELECT late, mixed, id FROM ora_odd ORDER BY late, mixed DESC, id LIMIT 41;

-- name: top_over_indices
-- ordered
SELECT id, kw FROM "ora_drift-*" ORDER BY kw NULLS FIRST, id DESC LIMIT 40;

-- name: top_over_indices_by_a_field_of_one
-- ordered
SELECT id, only_a FROM "ora_drift-*" ORDER BY only_a NULLS FIRST, id LIMIT 70;

-- name: top_over_indices_by_a_field_of_the_other
-- ordered
SELECT id, only_b FROM "ora_drift-*" ORDER BY only_b, id LIMIT 70;

-- name: top_over_indices_by_widened_numbers
-- ordered
SELECT id, n, v FROM "ora_drift-*" ORDER BY n, v DESC, id LIMIT 55;

-- name: top_over_indices_by_two_types
-- ordered
SELECT id, host FROM "ora_drift-*" ORDER BY host DESC, id LIMIT 35;

-- name: top_of_an_alias_with_a_filter
-- ordered
SELECT id, "order" FROM ora_open ORDER BY id DESC LIMIT 5;

-- name: top_of_an_empty_index
SELECT id FROM ora_empty ORDER BY id LIMIT 5;

-- name: top_after_deletes
-- ordered
SELECT id, n, grp FROM ora_gappy ORDER BY grp, n DESC, id LIMIT 30 OFFSET 10;

-- name: top_by_a_cast_of_a_member
SELECT id FROM ora_wide ORDER BY obj.l::VARCHAR DESC NULLS LAST, id LIMIT 9;

-- name: top_by_a_cast_of_a_member_alone
SELECT obj.l::VARCHAR FROM ora_wide ORDER BY obj.l::VARCHAR NULLS LAST LIMIT 9;
