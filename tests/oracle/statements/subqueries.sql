-- CTEs, subqueries and set operations.

-- name: cte
WITH red AS (SELECT id, amount FROM ora_wide WHERE grp = 'red') SELECT count(*), sum(amount) FROM red;

-- name: cte_used_twice
WITH w AS (SELECT grp, count(*) AS n FROM ora_wide GROUP BY grp)
SELECT a.grp, a.n, b.n FROM w a JOIN w b ON a.n >= b.n AND a.grp < b.grp;

-- name: cte_materialized
WITH w AS MATERIALIZED (SELECT id, i FROM ora_wide WHERE i > 0) SELECT x.id FROM w x, w y WHERE x.id = y.id;

-- name: cte_recursive
WITH RECURSIVE steps(n) AS (SELECT min(id) FROM ora_wide UNION ALL SELECT n + 50 FROM steps WHERE n < 250)
SELECT n, (SELECT grp FROM ora_wide WHERE id = n) FROM steps;

-- name: in_subquery
SELECT id, kw FROM ora_wide WHERE kw IN (SELECT key FROM ora_side);

-- name: in_subquery_with_filter
SELECT id FROM ora_wide WHERE id IN (SELECT wide_id FROM ora_side WHERE score > 10) AND grp IS NOT NULL;

-- name: not_in_subquery_with_nulls
SELECT id FROM ora_wide WHERE id NOT IN (SELECT wide_id FROM ora_side);

-- name: not_in_subquery
SELECT id, kw FROM ora_wide WHERE kw NOT IN (SELECT key FROM ora_side WHERE key IS NOT NULL);

-- name: exists
SELECT id FROM ora_wide w WHERE EXISTS (SELECT 1 FROM ora_side s WHERE s.wide_id = w.id);

-- name: not_exists
SELECT id FROM ora_wide w WHERE NOT EXISTS (SELECT 1 FROM ora_side s WHERE s.grp = w.grp AND s.score > 20);

-- name: scalar_subquery
SELECT id, amount FROM ora_wide WHERE amount > (SELECT avg(amount) FROM ora_wide);

-- name: scalar_subquery_equal
SELECT id FROM ora_wide WHERE ts = (SELECT max(ts) FROM ora_wide);

-- name: scalar_subquery_empty
SELECT id, (SELECT max(score) FROM ora_side WHERE key = 'not there') FROM ora_wide;

-- name: scalar_subquery_selected
SELECT id, (SELECT count(*) FROM ora_side) AS n FROM ora_wide WHERE id < 5;

-- name: correlated_count
SELECT id, (SELECT count(*) FROM ora_side s WHERE s.wide_id = w.id) AS n FROM ora_wide w;

-- name: correlated_max
SELECT grp, id FROM ora_wide w WHERE ts = (SELECT max(ts) FROM ora_wide x WHERE x.grp = w.grp);

-- name: any_and_all
SELECT id, s FROM ora_wide WHERE s > ALL (SELECT b FROM ora_wide WHERE b IS NOT NULL) OR s = ANY (SELECT b FROM ora_wide WHERE b > 0);

-- name: lateral
SELECT w.id, x.key FROM ora_wide w, LATERAL (SELECT key FROM ora_side s WHERE s.wide_id = w.id) x;

-- name: union_all
SELECT grp FROM ora_wide WHERE i > 0 UNION ALL SELECT grp FROM ora_side;

-- name: union
SELECT grp FROM ora_wide UNION SELECT grp FROM ora_side;

-- name: union_of_types
SELECT b AS x FROM ora_wide UNION ALL SELECT l FROM ora_wide UNION ALL SELECT score FROM ora_side;

-- name: union_by_name
SELECT grp, id FROM ora_wide UNION ALL BY NAME SELECT key, grp FROM ora_side;

-- name: except
SELECT grp FROM ora_side EXCEPT SELECT grp FROM ora_wide WHERE flag;

-- name: except_all
SELECT grp FROM ora_wide EXCEPT ALL SELECT grp FROM ora_side;

-- name: intersect
SELECT kw FROM ora_wide INTERSECT SELECT key FROM ora_side;

-- name: intersect_nulls
SELECT grp, "order" FROM ora_wide WHERE id < 100 INTERSECT SELECT grp, "order" FROM ora_wide WHERE id >= 100;

-- name: values_beside_a_table
SELECT v.x, count(w.id) FROM (VALUES ('red'), ('blue'), ('none')) v(x) LEFT JOIN ora_wide w ON w.grp = v.x GROUP BY v.x;

-- name: no_table
SELECT 1 + 1 AS two, 'x' AS x, NULL::INTEGER AS n, [1, 2] AS l;
