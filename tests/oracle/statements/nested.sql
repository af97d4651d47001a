-- Conditions on one child of nested objects: pushed as a superset, picked above.

-- name: child_one_condition
SELECT id, child FROM ora_wide, UNNEST(items) u(child) WHERE child.sku = 'A1';

-- name: child_two_conditions_on_one_child
SELECT id, child.sku, child.qty FROM ora_wide, UNNEST(items) u(child) WHERE child.sku = 'A1' AND child.qty = 2;

-- name: child_two_conditions_on_two_children
SELECT id, child.sku, other.sku FROM ora_wide, UNNEST(items) u(child), UNNEST(items) v(other) WHERE child.sku = 'A1' AND other.sku = 'B2';

-- name: child_or
SELECT id, child.sku, child.qty FROM ora_wide, UNNEST(items) u(child) WHERE child.sku = 'A1' OR child.qty > 2;

-- name: child_in
SELECT id, child.sku FROM ora_wide, UNNEST(items) u(child) WHERE child.sku IN ('A1', 'B2', 'nowhere');

-- name: child_not_in
SELECT id, child.sku FROM ora_wide, UNNEST(items) u(child) WHERE child.sku NOT IN ('A1', 'B2');

-- name: child_not
SELECT id, child.sku FROM ora_wide, UNNEST(items) u(child) WHERE NOT (child.sku = 'A1' AND child.qty = 2);

-- name: child_is_null
SELECT id, child FROM ora_wide, UNNEST(items) u(child) WHERE child.sku IS NULL;

-- name: child_is_null_beside_a_value
SELECT id, child FROM ora_wide, UNNEST(items) u(child) WHERE child.sku IS NULL AND child.qty IS NOT NULL;

-- name: child_between
SELECT id, child.price FROM ora_wide, UNNEST(items) u(child) WHERE child.price BETWEEN 0.5 AND 10;

-- name: child_date
SELECT id, child."at" FROM ora_wide, UNNEST(items) u(child) WHERE child."at" >= TIMESTAMPTZ '2024-01-01 00:00:00+00';

-- name: child_function
SELECT id, child.sku FROM ora_wide, UNNEST(items) u(child) WHERE length(child.sku) = 2 AND child.qty >= 1;

-- name: child_against_its_document
SELECT id, child.qty FROM ora_wide, UNNEST(items) u(child) WHERE child.qty = b AND child.qty > 0;

-- name: child_unnested_in_select
SELECT id, child.sku FROM (SELECT id, unnest(items) AS child FROM ora_wide WHERE id < 200) WHERE child.sku = 'A1' AND child.qty > 0;

-- name: child_exists
SELECT id FROM ora_wide WHERE EXISTS (SELECT 1 FROM UNNEST(items) u(child) WHERE child.sku = 'A1' AND child.qty = 2);

-- name: child_not_exists
SELECT id FROM ora_wide WHERE NOT EXISTS (SELECT 1 FROM UNNEST(items) u(child) WHERE child.sku = 'A1');

-- name: child_exists_or
SELECT id FROM ora_wide WHERE id = 3 OR EXISTS (SELECT 1 FROM UNNEST(items) u(child) WHERE child.sku = 'A1');

-- name: child_in_subquery
SELECT id FROM ora_wide WHERE 'A1' IN (SELECT child.sku FROM UNNEST(items) u(child) WHERE child.qty > 1);

-- name: child_left_join
SELECT id, child.sku FROM ora_wide LEFT JOIN UNNEST(items) u(child) ON child.sku = 'A1';

-- name: child_left_join_filtered
SELECT id, child.sku FROM ora_wide LEFT JOIN UNNEST(items) u(child) ON true WHERE child.sku = 'A1';

-- name: child_counted
SELECT child.sku, count(*), count(DISTINCT id) FROM ora_wide, UNNEST(items) u(child) WHERE child.qty > 0 GROUP BY ALL;

-- name: child_first_rows
-- ordered
SELECT id, child.sku FROM ora_wide, UNNEST(items) u(child) WHERE child.sku >= 'B' ORDER BY id, child.sku, child.qty LIMIT 12;

-- name: child_below_a_numbering
SELECT count(*) FROM (SELECT *, row_number() OVER (ORDER BY id) AS r FROM ora_wide) s, UNNEST(items) u(child) WHERE child.sku = 'A1' AND r < 50;

-- name: child_numbered
SELECT id, r FROM (SELECT id, items, row_number() OVER (ORDER BY id) AS r FROM ora_wide) s, UNNEST(items) u(child) WHERE child.sku = 'A1';

-- name: child_and_a_join
SELECT w.id, child.sku, s.key FROM ora_wide w JOIN ora_side s ON w.grp = s.grp, UNNEST(w.items) u(child) WHERE child.sku = 'A1' AND s.score > 0;

-- name: child_with_a_document_condition
SELECT id, child.sku FROM ora_wide, UNNEST(items) u(child) WHERE child.sku = 'A1' AND kw IS NOT NULL AND id BETWEEN 10 AND 400;

-- name: child_negative_float
SELECT id, child.price FROM ora_wide, UNNEST(items) u(child) WHERE child.price <= 0 OR child.price > 100;

-- name: child_beside_conditions_on_its_document
SELECT id, child.sku FROM ora_wide, UNNEST(items) u(child) WHERE grp = 'red' AND b > 0 AND child.sku = 'A1';

-- name: children_of_two_unnests_beside_a_document_condition
SELECT id, child.sku, other.qty FROM ora_wide, UNNEST(items) u(child), UNNEST(items) v(other) WHERE child.sku = 'A1' AND other.qty > 1 AND grp <> 'red';

-- name: child_beside_a_condition_on_a_numbered_document
SELECT id, delim_index FROM (SELECT id, grp, items, row_number() OVER (ORDER BY id) AS delim_index FROM ora_wide) s, UNNEST(s.items) u(child)
WHERE child.sku = 'A1' AND grp = 'red';

-- name: child_left_joined_beside_a_document_condition
SELECT id, child.sku FROM ora_wide LEFT JOIN UNNEST(items) u(child) ON true WHERE grp = 'red' AND id < 300;

-- name: child_joined_to_other_documents_beside_conditions
SELECT a.id, child.sku, b.id FROM ora_wide a JOIN ora_wide b ON a.id = b.id + 1, UNNEST(a.items) u(child) WHERE child.sku = 'A1' AND b.grp = 'red' AND a.grp = 'blue';

-- name: child_exists_beside_a_document_condition
SELECT id FROM ora_wide WHERE grp = 'red' AND EXISTS (SELECT 1 FROM UNNEST(items) u(child) WHERE child.sku = 'A1' AND ora_wide.b > 0);
