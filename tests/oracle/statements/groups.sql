-- Groups and aggregates that the cluster may compute: each key type, each function, NULL and missing, and what only looks the same.

-- name: groups_keyword
SELECT kw, count(*) FROM ora_wide GROUP BY kw;

-- name: groups_long
SELECT l, count(*), count(kw) FROM ora_wide GROUP BY l;

-- name: groups_integer
SELECT i, count(*) FROM ora_wide GROUP BY i;

-- name: groups_short_and_byte
SELECT s, b, count(*) FROM ora_wide GROUP BY s, b;

-- name: groups_boolean
SELECT flag, count(*), min(id), max(id), sum(id), avg(id) FROM ora_wide GROUP BY flag;

-- name: groups_date
SELECT t, count(*) FROM ora_wide GROUP BY t;

-- name: groups_date_of_custom_format
SELECT t_custom, count(*), min(t_custom), max(t_custom) FROM ora_wide GROUP BY t_custom;

-- name: groups_double
SELECT d, count(*) FROM ora_wide WHERE d <> 0 OR d IS NULL GROUP BY d;

-- name: groups_text
SELECT txt, count(*) FROM ora_wide GROUP BY txt;

-- name: groups_ip
SELECT ip, count(*) FROM ora_wide GROUP BY ip;

-- name: groups_struct_members
SELECT obj.kw, obj.inner.flag, count(*), sum(obj.l) FILTER (WHERE obj.l < 100), count(obj.inner.t), max(obj.inner.d) FROM ora_wide GROUP BY ALL;

-- name: groups_many_keys
SELECT grp, "order", flag, b, "CamelCase", count(*), sum(i::BIGINT) FROM ora_wide GROUP BY ALL;

-- name: groups_of_one_key_twice
SELECT grp, grp AS again, count(*) FROM ora_wide GROUP BY 1, 2;

-- name: groups_filtered
SELECT grp, count(*), max(ts) FROM ora_wide WHERE "order" = 'paid' AND NOT (kw = 'abc') GROUP BY grp;

-- name: groups_of_nothing
SELECT grp, count(*), sum(id) FROM ora_wide WHERE kw = 'not there' GROUP BY grp;

-- name: groups_without_aggregates
SELECT grp FROM ora_wide GROUP BY grp;

-- name: groups_in_expressions
SELECT upper(grp) AS g, count(*) + 1 AS n, sum(id) / count(*) AS mean FROM ora_wide GROUP BY grp;

-- name: groups_through_subqueries
SELECT g, n FROM (SELECT grp AS g, count(*) AS n FROM (SELECT grp, id FROM ora_wide WHERE id < 200) GROUP BY grp) WHERE n > 3;

-- name: groups_having
SELECT "order", count(*) AS n, avg(id) FROM ora_wide GROUP BY "order" HAVING max(id) > 290 AND count(*) > 10;

-- name: groups_ordered
-- ordered
SELECT kw, count(*) AS n FROM ora_wide GROUP BY kw ORDER BY n DESC, kw NULLS FIRST LIMIT 7 OFFSET 2;

-- name: groups_of_groups
SELECT n, count(*) FROM (SELECT kw, count(*) AS n FROM ora_wide GROUP BY kw) GROUP BY n;

-- name: groups_joined
SELECT a.grp, a.n, b.n FROM (SELECT grp, count(*) AS n FROM ora_wide GROUP BY grp) a
LEFT JOIN (SELECT grp, count(*) AS n FROM ora_side GROUP BY grp) b ON a.grp = b.grp;

-- name: groups_in_a_union
SELECT grp, count(*) FROM ora_wide GROUP BY grp UNION ALL SELECT grp, count(*) FROM ora_side GROUP BY grp;

-- name: groups_scalar_subquery
SELECT id FROM ora_wide WHERE id > (SELECT avg(wide_id) FROM ora_side WHERE wide_id < 300) AND id < (SELECT max(id) FROM ora_wide) - 100;

-- name: groups_rollup
SELECT grp, "order", count(*), sum(id) FROM ora_wide GROUP BY ROLLUP (grp, "order");

-- name: groups_behind_an_alias_with_a_filter
SELECT grp, "order", count(*), sum(id) FROM ora_open GROUP BY ALL;

-- name: totals_behind_an_alias_with_a_filter
SELECT count(*), count(kw), min(id), max(id), sum(id) FROM ora_open;

-- name: groups_over_several_indices
SELECT only_a, count(*), count(only_b), bool_or(only_b), sum(id) FROM "ora_drift-*" GROUP BY only_a;

-- name: groups_by_what_one_index_lacks
SELECT only_b, kw, count(*), max(id) FROM "ora_drift-*" GROUP BY ALL;

-- name: groups_of_widened_columns
SELECT v, n, count(*), sum(v) FROM "ora_drift-*" GROUP BY v, n;

-- name: groups_after_deletes_and_updates
SELECT grp, version, count(*), sum(n), avg(n), min(n) FROM ora_gappy GROUP BY grp, version;

-- name: groups_of_an_empty_index
SELECT grp, flag, count(*) FROM ora_empty GROUP BY grp, flag;

-- name: totals_of_an_empty_index
SELECT count(*), count(kw), sum(i), avg(i), min(l), max(d), bool_and(flag), bool_or(flag), min(t) FROM ora_empty;

-- name: totals_integers
SELECT sum(i), sum(s), sum(b), avg(s), avg(b), avg(i), min(i), max(i), min(s), max(b) FROM ora_wide;

-- name: totals_longs_beyond_2_53
SELECT sum(l), avg(l), min(l), max(l), count(l) FROM ora_wide;

-- name: totals_longs_up_to_2_53
SELECT min(l), max(l), count(l) FROM ora_wide WHERE l > -1000 AND l < 9007199254740993;

-- name: totals_small_longs
SELECT sum(l), avg(l), min(l), max(l) FROM ora_wide WHERE l BETWEEN -10 AND 3000000000;

-- name: totals_near_2_53
SELECT sum(l), avg(l) FROM ora_wide WHERE l > 1000000000000 AND l < 9007199254740993;

-- name: totals_floats
SELECT min(f), max(f), count(f), min(d), max(d), count(d) FROM ora_wide WHERE f <> 0 AND d <> 0;

-- name: totals_floats_of_one_sign
-- near
SELECT sum(d), avg(d), sum(f), avg(f) FROM ora_wide WHERE d > 0 AND d < 1e30 AND f > 0 AND f < 1e30;

-- name: totals_floats_that_overflow
SELECT count(*), max(d) FROM ora_wide WHERE d > 1e300;

-- name: totals_dates
SELECT min(t), max(t), min(t_custom), max(ts), count(t) FROM ora_wide;

-- name: totals_booleans
SELECT bool_and(flag), bool_or(flag), min(flag), max(flag), count(flag) FROM ora_wide WHERE flag;

-- name: totals_booleans_of_groups
SELECT grp, bool_and(flag), bool_or(flag), count(*) FILTER (WHERE flag), count(*) FILTER (WHERE NOT flag) FROM ora_wide GROUP BY grp;

-- name: totals_counts_of_every_type
SELECT count(kw), count(l), count(i), count(s), count(b), count(d), count(f), count(flag), count(t), count(t_custom), count(ip), count(txt), count(bin) FROM ora_wide;

-- name: totals_filters
SELECT count(*) FILTER (WHERE grp = 'red'), sum(id) FILTER (WHERE "order" <> 'paid'), max(i) FILTER (WHERE kw IS NULL), count(l) FILTER (WHERE flag),
       avg(id) FILTER (WHERE kw = 'not there') FROM ora_wide;

-- name: totals_filter_that_stays
SELECT count(*) FILTER (WHERE length(kw) > 3), sum(id) FROM ora_wide;

-- name: totals_odd_keywords
SELECT above, count(*) FROM ora_odd GROUP BY above;

-- name: totals_odd_normalizer
SELECT lower, count(*) FROM ora_odd GROUP BY lower;

-- name: totals_odd_null_value
SELECT standin, standin_l, count(*), count(standin), sum(standin_l) FROM ora_odd GROUP BY ALL;

-- name: totals_odd_ignore_malformed
SELECT loose, count(*), count(loose) FROM ora_odd GROUP BY loose;

-- name: totals_odd_without_doc_values
SELECT no_doc_values, count(*), count(nothing) FROM ora_odd GROUP BY no_doc_values;

-- name: totals_odd_not_indexed
SELECT no_index, count(*), count(no_index) FROM ora_odd GROUP BY no_index;

-- name: totals_odd_halves
SELECT sum(half), min(half), count(half) FROM ora_odd;

-- name: totals_odd_dates
SELECT late, mixed, count(*) FROM ora_odd GROUP BY late, mixed;

-- name: totals_odd_copies
SELECT copied, copier, count(*), count(copied) FROM ora_odd GROUP BY ALL;

-- name: groups_distinct_one
SELECT DISTINCT grp FROM ora_wide;

-- name: groups_distinct_several
SELECT DISTINCT grp, "order", flag FROM ora_wide;

-- name: groups_distinct_of_filtered
SELECT DISTINCT t FROM ora_wide WHERE t > TIMESTAMPTZ '2000-01-01 00:00:00+00';

-- name: groups_distinct_expression
SELECT DISTINCT grp, id % 2 FROM ora_wide;

-- name: groups_distinct_ordered
-- ordered
SELECT DISTINCT kw FROM ora_wide ORDER BY kw NULLS LAST LIMIT 9;

-- name: groups_distinct_on
-- ordered
SELECT DISTINCT ON (grp) grp, id FROM ora_wide ORDER BY grp NULLS FIRST, id;

-- name: groups_distinct_in_aggregates
SELECT grp, count(DISTINCT kw), count(DISTINCT l), sum(DISTINCT b) FROM ora_wide GROUP BY grp;

-- name: aggregates_over_a_limit
SELECT count(*), count(c) FROM (SELECT 1 AS c FROM ora_wide LIMIT 50);

-- name: aggregates_of_a_sample_of_rows
SELECT min(x), max(x) FROM (SELECT 1 AS x FROM ora_wide WHERE grp = 'red' LIMIT 5);

-- name: aggregates_with_an_order
SELECT grp, first(id ORDER BY id), last(id ORDER BY id), string_agg("CamelCase", ',' ORDER BY id) FROM ora_wide GROUP BY grp;

-- name: aggregates_with_two_arguments
SELECT grp, min(id, 2), max(id, 2) FROM ora_wide GROUP BY grp;

-- name: aggregates_of_expressions
SELECT grp, sum(id + 1), sum(id * 2), max(id - 5), min(-id), count(id + s) FROM ora_wide GROUP BY grp;

-- name: aggregates_window_over_groups
SELECT grp, count(*) AS n, rank() OVER (ORDER BY count(*) DESC, grp) FROM ora_wide GROUP BY grp;

-- name: groups_day_in_zone
SELECT date_trunc('day', ts AT TIME ZONE 'Europe/Berlin') AS day, count(*), count(kw), sum(i), avg(id), min(ts), max(id), bool_or(flag) FROM ora_wide GROUP BY day;

-- name: groups_hour_of_zone
SELECT hour(t AT TIME ZONE 'Asia/Kathmandu') AS hh, dayofweek(t AT TIME ZONE 'Asia/Kathmandu') AS dd, count(*) FROM ora_wide GROUP BY hh, dd;

-- name: groups_month_in_zone_and_back
SELECT date_trunc('month', ts AT TIME ZONE 'America/St_Johns') AT TIME ZONE 'America/St_Johns' AS m, grp, sum(id), avg(amount) FROM ora_wide GROUP BY m, grp;

-- name: groups_zone_of_old_dates
SELECT (t AT TIME ZONE 'Africa/Monrovia')::DATE AS dd, count(*), count(DISTINCT grp) FROM ora_wide GROUP BY dd;

-- name: groups_parts_of_dates
SELECT year(ts) AS y, extract('quarter' FROM ts) AS q, dayname(ts), count(*), avg(b) FROM ora_wide GROUP BY ALL;

-- name: groups_calendar_expressions
SELECT CASE WHEN hour(ts) < 12 THEN 'am' ELSE 'pm' END AS half, strftime(date_trunc('month', ts), '%Y-%m') AS m, count(*) FROM ora_wide GROUP BY half, m;

-- name: groups_minute_of_the_hour
SELECT minute(ts) AS m, count(*) FROM ora_wide GROUP BY m;

-- name: groups_filters_in_zone
SELECT date_trunc('week', ts AT TIME ZONE 'America/New_York') AS w, count(*) FILTER (WHERE flag), sum(id) FILTER (WHERE grp = 'red'), avg(id) FILTER (WHERE kw = 'not there'), count(DISTINCT "order") FROM ora_wide GROUP BY w;

-- name: distinct_days_in_zone
SELECT DISTINCT date_trunc('day', ts AT TIME ZONE 'Pacific/Apia'), grp FROM ora_wide;

-- name: distinct_count_beside_others
SELECT count(*), count(DISTINCT grp), sum(id), min(ts), avg(id) FROM ora_wide;

-- name: distinct_count_beside_others_over_nothing
SELECT count(*), count(DISTINCT grp), sum(id), min(ts), avg(id), count(kw), bool_and(flag) FROM ora_wide WHERE kw = 'not there';

-- name: distinct_count_of_groups_beside_others
SELECT "order", count(DISTINCT grp), count(*), max(amount) FROM ora_wide GROUP BY "order" HAVING count(*) > 3;

-- name: distinct_count_of_a_key
SELECT grp, count(DISTINCT grp), count(*) FROM ora_wide GROUP BY grp;

-- name: distinct_counts_of_two_columns
SELECT count(DISTINCT grp), count(DISTINCT "order"), count(*) FROM ora_wide;

-- name: groups_of_a_time_bucket_in_zone
SELECT time_bucket(INTERVAL '5 hours', ts AT TIME ZONE 'Asia/Kolkata') AS ss, count(*) FROM ora_wide GROUP BY ss;

-- name: groups_casts_of_members
SELECT obj.l::VARCHAR AS shown, count(*), max(obj.inner.d::VARCHAR) FROM ora_wide GROUP BY shown;

-- name: groups_filters_of_cast_members
SELECT grp, count(*) FILTER (WHERE obj.l::VARCHAR IN ('1', '01', 'x')), count(*) FILTER (WHERE NOT (obj.l::VARCHAR = '5')) FROM ora_wide GROUP BY grp;

-- name: totals_of_cast_members
SELECT min(obj.l::VARCHAR), max(obj.l::VARCHAR), max(obj.inner.t::DATE), count(DISTINCT obj.l::VARCHAR) FROM ora_wide;

-- name: totals_of_negatives_as_unsigned
SELECT count(TRY_CAST(b AS UBIGINT)), sum(TRY_CAST(s AS UINTEGER)), avg(b::BIGINT), avg(s), avg(i::BIGINT) FROM ora_wide;

-- name: groups_months_as_dates
SELECT date_trunc('month', ts)::DATE AS m, count(*), avg(id), avg(b), sum(amount), avg(amount) FROM ora_wide GROUP BY m;

-- name: groups_averages_in_zone
SELECT hour(ts AT TIME ZONE 'Asia/Tokyo') AS hh, avg(id), avg(i), avg(s), avg(b), avg(amount), count(DISTINCT kw) FROM ora_wide GROUP BY hh;
