-- Order, limits and windows.

-- name: order_by_keyword
-- ordered
SELECT grp, id FROM ora_wide ORDER BY grp, id;

-- name: order_by_long_desc
-- ordered
SELECT l, id FROM ora_wide ORDER BY l DESC, id;

-- name: order_by_nulls_first
-- ordered
SELECT d, id FROM ora_wide ORDER BY d + 0.0 NULLS FIRST, id;

-- name: order_by_text
-- ordered
SELECT txt, id FROM ora_wide ORDER BY txt DESC NULLS LAST, id;

-- name: order_by_hidden_column
-- ordered
SELECT id FROM ora_wide ORDER BY ts, id;

-- name: order_by_limit
-- ordered
SELECT id, kw FROM ora_wide ORDER BY id LIMIT 7;

-- name: order_by_limit_offset
-- ordered
SELECT id FROM ora_wide ORDER BY id DESC LIMIT 5 OFFSET 12;

-- name: order_by_offset_only
-- ordered
SELECT id FROM ora_wide ORDER BY id OFFSET 290;

-- name: order_by_limit_nulls
-- ordered
SELECT l, id FROM ora_wide ORDER BY l NULLS FIRST, id LIMIT 40;

-- name: order_by_limit_big_longs
-- ordered
SELECT l, id FROM ora_wide WHERE l IS NOT NULL ORDER BY l DESC, id LIMIT 12;

-- name: order_by_limit_doubles
-- ordered
SELECT d, id FROM ora_wide WHERE d <> 0 ORDER BY d, id LIMIT 10;

-- name: order_by_limit_dates
-- ordered
SELECT t, id FROM ora_wide ORDER BY t DESC NULLS LAST, id LIMIT 15;

-- name: order_by_limit_unicode
-- ordered
SELECT kw, id FROM ora_wide ORDER BY kw DESC NULLS LAST, id LIMIT 10;

-- name: order_by_limit_with_filter
-- ordered
SELECT id, i FROM ora_wide WHERE grp = 'red' AND length(kw) < 10 ORDER BY id LIMIT 5;

-- name: order_by_limit_zero
SELECT id FROM ora_wide ORDER BY id LIMIT 0;

-- name: order_by_limit_more_than_there_are
-- ordered
SELECT id FROM ora_wide ORDER BY id LIMIT 100000;

-- name: order_by_alias_and_position
-- ordered
SELECT id, -id AS minus FROM ora_wide ORDER BY minus, 1 LIMIT 3;

-- name: order_by_ignored_text
-- ordered
SELECT above, id FROM ora_odd ORDER BY above NULLS FIRST, id LIMIT 25;

-- name: order_by_after_deletes
-- ordered
SELECT id, n FROM ora_gappy ORDER BY n DESC NULLS LAST, id LIMIT 20;

-- name: limit
-- member: SELECT id, kw, l FROM ora_wide
SELECT id, kw, l FROM ora_wide LIMIT 17;

-- name: limit_one
-- member: SELECT id FROM ora_wide
SELECT id FROM ora_wide LIMIT 1;

-- name: limit_with_exact_filter
-- member: SELECT id, grp FROM ora_wide WHERE grp = 'red'
SELECT id, grp FROM ora_wide WHERE grp = 'red' LIMIT 5;

-- name: limit_with_filter_left_behind
-- member: SELECT id, txt FROM ora_wide WHERE txt = 'fox'
SELECT id, txt FROM ora_wide WHERE txt = 'fox' LIMIT 2;

-- name: limit_with_mixed_filter
-- member: SELECT id FROM ora_wide WHERE flag AND length(kw) > 2
SELECT id FROM ora_wide WHERE flag AND length(kw) > 2 LIMIT 4;

-- name: limit_offset
-- member: SELECT id FROM ora_wide
SELECT id FROM ora_wide LIMIT 10 OFFSET 5;

-- name: limit_beyond_the_end
-- member: SELECT id FROM ora_gappy
SELECT id FROM ora_gappy LIMIT 10000;

-- name: limit_offset_beyond_the_end
SELECT id FROM ora_wide LIMIT 10 OFFSET 100000;

-- name: limit_in_subquery
-- member: SELECT id FROM ora_wide WHERE grp = 'blue'
SELECT id FROM (SELECT id FROM ora_wide WHERE grp = 'blue' LIMIT 6);

-- name: limit_below_a_filter
SELECT count(*) FROM (SELECT id FROM ora_wide LIMIT 9) WHERE id >= 0;

-- name: limit_below_an_aggregate
SELECT count(*) FROM (SELECT id FROM ora_wide WHERE grp = 'red' LIMIT 3);

-- name: limit_of_limit
SELECT count(*) FROM (SELECT * FROM (SELECT id FROM ora_wide LIMIT 20) LIMIT 8);

-- name: limit_with_expression
-- member: SELECT id, upper(kw) FROM ora_wide
SELECT id, upper(kw) FROM ora_wide LIMIT 11;

-- name: row_number
SELECT id, row_number() OVER (ORDER BY ts, id) FROM ora_wide;

-- name: rank_in_partition
SELECT id, grp, rank() OVER (PARTITION BY grp ORDER BY i NULLS LAST), dense_rank() OVER (PARTITION BY grp ORDER BY i) FROM ora_wide;

-- name: running_sum
SELECT id, sum(amount) OVER (PARTITION BY grp ORDER BY ts, id ROWS BETWEEN 2 PRECEDING AND CURRENT ROW) FROM ora_wide;

-- name: lag_and_lead
SELECT id, lag(id) OVER w, lead(kw, 2, 'end') OVER w, first_value(id) OVER w FROM ora_wide WINDOW w AS (PARTITION BY "order" ORDER BY id);

-- name: share_of_total
SELECT grp, count(*) AS n, sum(count(*)) OVER () AS total FROM ora_wide GROUP BY grp;

-- name: qualify
SELECT grp, id FROM ora_wide QUALIFY row_number() OVER (PARTITION BY grp ORDER BY ts DESC, id) = 1;

-- name: ntile
SELECT id, ntile(4) OVER (ORDER BY id), percent_rank() OVER (ORDER BY id) FROM ora_wide;
