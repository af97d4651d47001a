-- Objects, nested objects and their members.

-- name: struct
SELECT id, obj FROM ora_wide;

-- name: struct_member
SELECT id, obj.kw, obj.l FROM ora_wide;

-- name: struct_deep_member
SELECT id, obj.inner.d, obj.inner.flag, obj.inner.t FROM ora_wide;

-- name: struct_and_its_member
SELECT id, obj, obj.kw, obj.inner FROM ora_wide;

-- name: struct_is_null
SELECT id FROM ora_wide WHERE obj IS NULL;

-- name: struct_is_not_null
SELECT id, obj.kw FROM ora_wide WHERE obj IS NOT NULL;

-- name: struct_inner_is_null
SELECT id FROM ora_wide WHERE obj.inner IS NULL AND obj IS NOT NULL;

-- name: struct_member_equal
SELECT id, obj.kw FROM ora_wide WHERE obj.kw = 'p';

-- name: struct_member_not_equal
SELECT id, obj.kw FROM ora_wide WHERE obj.kw <> 'p';

-- name: struct_member_is_null
SELECT id FROM ora_wide WHERE obj.kw IS NULL;

-- name: struct_member_long
SELECT id, obj.l FROM ora_wide WHERE obj.l >= 2;

-- name: struct_member_dotted_in_the_document
SELECT id, obj FROM ora_wide WHERE obj.kw = 'dotted';

-- name: struct_member_of_inner
SELECT id FROM ora_wide WHERE obj.inner.d > 0.5 OR obj.inner.flag;

-- name: struct_member_not_in
SELECT id FROM ora_wide WHERE obj.kw NOT IN ('q', '');

-- name: struct_member_aggregated
SELECT count(obj.kw), sum(obj.l), max(obj.inner.d), min(obj.inner.t), count(DISTINCT obj.l) FROM ora_wide;

-- name: struct_member_ordered
-- ordered
SELECT obj.l AS l, id FROM ora_wide ORDER BY l NULLS FIRST, id LIMIT 30;

-- name: struct_star
SELECT id, obj.* FROM ora_wide;

-- name: struct_equality
SELECT a.id, b.id FROM ora_wide a JOIN ora_wide b ON a.obj = b.obj AND a.id < b.id;

-- name: struct_member_by_subscript
SELECT id, obj['kw'], struct_extract(obj, 'l') FROM ora_wide WHERE obj['inner']['d'] >= 0;

-- name: nested
SELECT id, items FROM ora_wide;

-- name: nested_length
SELECT id, len(items), items[1].sku FROM ora_wide;

-- name: nested_is_null
SELECT id FROM ora_wide WHERE items IS NULL;

-- name: nested_is_empty
SELECT id FROM ora_wide WHERE len(items) = 0;

-- name: unnest
SELECT w.id, item.sku, item.qty, item.price, item.at FROM ora_wide w, UNNEST(w.items) x(item);

-- name: unnest_in_select
SELECT id, unnest(items) FROM ora_wide WHERE id < 50;

-- name: unnest_members
SELECT id, unnest(items, recursive := true) FROM ora_wide WHERE id < 50;

-- name: unnest_with_condition_on_one_child
SELECT w.id, item.qty FROM ora_wide w, UNNEST(w.items) x(item) WHERE item.sku = 'A1' AND item.qty = 2;

-- name: unnest_with_condition_outside
SELECT * FROM (SELECT id, unnest(items) AS item FROM ora_wide) WHERE item.sku = 'A1' AND item.price > 5;

-- name: unnest_with_condition_on_the_parent
SELECT w.id, item.sku FROM ora_wide w, UNNEST(w.items) x(item) WHERE w.grp = 'red' AND item.qty IS NULL;

-- name: unnest_grouped
SELECT item.sku, count(*), sum(item.price), sum(item.qty) FROM ora_wide w, UNNEST(w.items) x(item) GROUP BY item.sku;

-- name: nested_in_exists
SELECT id FROM ora_wide w WHERE EXISTS (SELECT 1 FROM UNNEST(w.items) x(item) WHERE item.sku = 'B2');

-- name: nested_list_functions
SELECT id, list_transform(items, lambda x: x.sku), list_sum(list_transform(items, lambda x: x.price)) FROM ora_wide;

-- name: nested_list_filter
SELECT id FROM ora_wide WHERE len(list_filter(items, lambda x: x.qty > 1)) > 0;
