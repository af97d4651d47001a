-- Aggregates and groups.

-- name: count_all
SELECT count(*) FROM ora_wide;

-- name: count_with_filter
SELECT count(*) FROM ora_wide WHERE grp = 'red' AND i IS NOT NULL;

-- name: count_twice
SELECT count(*), count(*) AS again, count(1) FROM ora_wide;

-- name: count_column
SELECT count(*), count(kw), count(l), count(flag), count(t), count(obj), count(items) FROM ora_wide;

-- name: count_distinct
SELECT count(DISTINCT kw), count(DISTINCT grp), count(DISTINCT l), count(DISTINCT t), count(DISTINCT d) FROM ora_wide;

-- name: count_of_nothing
SELECT count(*), count(kw), sum(i), min(l), max(t), avg(d) FROM ora_wide WHERE kw = 'not there';

-- name: sum_of_longs_is_exact
SELECT sum(l), sum(i), sum(s), sum(b) FROM ora_wide;

-- name: sum_of_quarters
SELECT sum(amount), avg(amount), count(amount) FROM ora_wide;

-- name: sum_of_doubles
-- near
SELECT sum(d), avg(d) FROM ora_wide WHERE abs(d) < 1e6;

-- name: min_max_numbers
SELECT min(l), max(l), min(i), max(i), min(s), max(b), max(f) FROM ora_wide;

-- name: min_max_texts
-- plain: SELECT min(kw), max(kw), min(txt), arg_max(ip, ip_key(ip)) AS "max(ip)", min(grp) FROM ora_wide
SELECT min(kw), max(kw), min(txt), max(ip), min(grp) FROM ora_wide;

-- name: min_max_dates_and_booleans
SELECT min(t), max(t), min(flag), max(flag), min(ts) FROM ora_wide;

-- name: avg_of_integers
SELECT avg(i) FILTER (WHERE abs(i::BIGINT) < 1000), avg(s), avg(b) FROM ora_wide;

-- name: group_by_keyword
SELECT grp, count(*) FROM ora_wide GROUP BY grp;

-- name: group_by_two
SELECT grp, "order", count(*), sum(amount), min(id), max(id) FROM ora_wide GROUP BY grp, "order";

-- name: group_by_boolean
SELECT flag, count(*), count(i) FROM ora_wide GROUP BY flag;

-- name: group_by_double_zero
SELECT d + 0 AS d, count(*) FROM ora_wide WHERE d <> 0 OR d IS NULL GROUP BY 1;

-- name: group_by_expression
SELECT length(kw) AS n, count(*) FROM ora_wide GROUP BY n;

-- name: group_by_struct_member
SELECT obj.kw, count(*) FROM ora_wide GROUP BY obj.kw;

-- name: group_by_three_levels
SELECT grp, flag, "order", count(*), sum(amount) FROM ora_wide GROUP BY ALL;

-- name: having
SELECT grp, count(*) AS n FROM ora_wide GROUP BY grp HAVING count(*) > 20 AND sum(amount) IS NOT NULL;

-- name: having_without_group
SELECT sum(amount) FROM ora_wide HAVING count(*) > 1000;

-- name: group_with_filter_above
SELECT * FROM (SELECT grp, count(*) AS n FROM ora_wide GROUP BY grp) WHERE n > 20 AND grp <> 'red';

-- name: top_group
-- ordered
SELECT grp, sum(amount) AS total FROM ora_wide GROUP BY grp ORDER BY total DESC NULLS LAST, grp LIMIT 2;

-- name: order_by_count_distinct
-- ordered
SELECT grp, count(DISTINCT kw) AS c FROM ora_wide GROUP BY grp ORDER BY c DESC, grp NULLS FIRST;

-- name: distinct
SELECT DISTINCT grp FROM ora_wide;

-- name: distinct_two
SELECT DISTINCT grp, flag FROM ora_wide;

-- name: distinct_with_filter
SELECT DISTINCT "order" FROM ora_wide WHERE i > 0;

-- name: distinct_on
-- ordered
SELECT DISTINCT ON (grp) grp, id FROM ora_wide ORDER BY grp NULLS FIRST, id;

-- name: filtered_aggregates
SELECT count(*) FILTER (WHERE flag), sum(amount) FILTER (WHERE grp = 'red'), count(*) FILTER (WHERE kw IS NULL) FROM ora_wide;

-- name: grouping_sets
SELECT grp, "order", count(*), grouping(grp) FROM ora_wide GROUP BY GROUPING SETS ((grp), ("order"), ());

-- name: rollup
SELECT grp, flag, count(*) FROM ora_wide GROUP BY ROLLUP (grp, flag);

-- name: list_and_string_aggregates
SELECT grp, string_agg(id::VARCHAR, ',' ORDER BY id), list(id ORDER BY id) FROM ora_wide WHERE id < 60 GROUP BY grp;

-- name: arg_max
SELECT grp, arg_max(id, ts), arg_min(id, ts) FROM ora_wide GROUP BY grp;

-- name: statistics
-- near
SELECT stddev_pop(s), var_samp(b), median(i), quantile_cont(amount, 0.25), corr(s, b) FROM ora_wide;

-- name: bool_aggregates
SELECT grp, bool_and(flag), bool_or(flag), bit_or(b) FROM ora_wide GROUP BY grp;

-- name: mode_like
SELECT grp, max(n) FROM (SELECT grp, kw, count(*) AS n FROM ora_wide GROUP BY grp, kw) GROUP BY grp;

-- name: count_after_deletes
SELECT count(*), count(n), sum(n), min(id), max(version) FROM ora_gappy;

-- name: group_after_deletes
SELECT grp, count(*), sum(n) FROM ora_gappy GROUP BY grp;

-- name: pivot
SELECT * FROM (SELECT grp, flag, amount FROM ora_wide) PIVOT (sum(amount) FOR flag IN (true, false));
