-- Conditions on one child of nested objects: pushed as a superset, picked above.

-- name: child_one_condition
SELECT id, i FROM ora_wide, UNNEST(items) u(i) WHERE i.sku = 'A1';

-- name: child_two_conditions_on_one_child
SELECT id, i.sku, i.qty FROM ora_wide, UNNEST(items) u(i) WHERE i.sku = 'A1' AND i.qty = 2;

-- name: child_two_conditions_on_two_children
SELECT id, i.sku, j.sku FROM ora_wide, UNNEST(items) u(i), UNNEST(items) v(j) WHERE i.sku = 'A1' AND j.sku = 'B2';

-- name: child_or
SELECT id, i.sku, i.qty FROM ora_wide, UNNEST(items) u(i) WHERE i.sku = 'A1' OR i.qty > 2;

-- name: child_in
SELECT id, i.sku FROM ora_wide, UNNEST(items) u(i) WHERE i.sku IN ('A1', 'B2', 'nowhere');

-- name: child_not_in
SELECT id, i.sku FROM ora_wide, UNNEST(items) u(i) WHERE i.sku NOT IN ('A1', 'B2');

-- name: child_not
SELECT id, i.sku FROM ora_wide, UNNEST(items) u(i) WHERE NOT (i.sku = 'A1' AND i.qty = 2);

-- name: child_is_null
SELECT id, i FROM ora_wide, UNNEST(items) u(i) WHERE i.sku IS NULL;

-- name: child_is_null_beside_a_value
SELECT id, i FROM ora_wide, UNNEST(items) u(i) WHERE i.sku IS NULL AND i.qty IS NOT NULL;

-- name: child_between
SELECT id, i.price FROM ora_wide, UNNEST(items) u(i) WHERE i.price BETWEEN 0.5 AND 10;

-- name: child_date
SELECT id, i."at" FROM ora_wide, UNNEST(items) u(i) WHERE i."at" >= TIMESTAMPTZ '2024-01-01 00:00:00+00';

-- name: child_function
SELECT id, i.sku FROM ora_wide, UNNEST(items) u(i) WHERE length(i.sku) = 2 AND i.qty >= 1;

-- name: child_against_its_document
SELECT id, i.qty FROM ora_wide, UNNEST(items) u(i) WHERE i.qty = b AND i.qty > 0;

-- name: child_unnested_in_select
SELECT id, i.sku FROM (SELECT id, unnest(items) AS i FROM ora_wide WHERE id < 200) WHERE i.sku = 'A1' AND i.qty > 0;

-- name: child_exists
SELECT id FROM ora_wide WHERE EXISTS (SELECT 1 FROM UNNEST(items) u(i) WHERE i.sku = 'A1' AND i.qty = 2);

-- name: child_not_exists
SELECT id FROM ora_wide WHERE NOT EXISTS (SELECT 1 FROM UNNEST(items) u(i) WHERE i.sku = 'A1');

-- name: child_exists_or
SELECT id FROM ora_wide WHERE id = 3 OR EXISTS (SELECT 1 FROM UNNEST(items) u(i) WHERE i.sku = 'A1');

-- name: child_in_subquery
SELECT id FROM ora_wide WHERE 'A1' IN (SELECT i.sku FROM UNNEST(items) u(i) WHERE i.qty > 1);

-- name: child_left_join
SELECT id, i.sku FROM ora_wide LEFT JOIN UNNEST(items) u(i) ON i.sku = 'A1';

-- name: child_left_join_filtered
SELECT id, i.sku FROM ora_wide LEFT JOIN UNNEST(items) u(i) ON true WHERE i.sku = 'A1';

-- name: child_counted
SELECT i.sku, count(*), count(DISTINCT id) FROM ora_wide, UNNEST(items) u(i) WHERE i.qty > 0 GROUP BY ALL;

-- name: child_first_rows
-- ordered
SELECT id, i.sku FROM ora_wide, UNNEST(items) u(i) WHERE i.sku >= 'B' ORDER BY id, i.sku, i.qty LIMIT 12;

-- name: child_below_a_numbering
SELECT count(*) FROM (SELECT *, row_number() OVER (ORDER BY id) AS r FROM ora_wide) s, UNNEST(items) u(i) WHERE i.sku = 'A1' AND r < 50;

-- name: child_numbered
SELECT id, r FROM (SELECT id, items, row_number() OVER (ORDER BY id) AS r FROM ora_wide) s, UNNEST(items) u(i) WHERE i.sku = 'A1';

-- name: child_and_a_join
SELECT w.id, i.sku, s.key FROM ora_wide w JOIN ora_side s ON w.grp = s.grp, UNNEST(w.items) u(i) WHERE i.sku = 'A1' AND s.score > 0;

-- name: child_with_a_document_condition
SELECT id, i.sku FROM ora_wide, UNNEST(items) u(i) WHERE i.sku = 'A1' AND kw IS NOT NULL AND id BETWEEN 10 AND 400;

-- name: child_negative_float
SELECT id, i.price FROM ora_wide, UNNEST(items) u(i) WHERE i.price <= 0 OR i.price > 100;
