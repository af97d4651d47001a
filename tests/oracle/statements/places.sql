-- Distances and boxes: pushed as a superset, decided above.

-- name: distance_shown
-- near
SELECT id, round(es_geo_distance(p, 52.5, 13.4), 3) FROM ora_places WHERE es_geo_distance(p, 52.5, 13.4) < 1.9e7;

-- name: distance_below
SELECT id FROM ora_places WHERE es_geo_distance(p, 52.5, 13.4) < 5000.5;

-- name: distance_of_nothing
SELECT id FROM ora_places WHERE es_geo_distance(p, 52.5, 13.4) < 0.001;

-- name: distance_above
SELECT id, p FROM ora_places WHERE es_geo_distance(p, 52.5, 13.4) > 9000.5;

-- name: distance_not_below
SELECT id FROM ora_places WHERE NOT es_geo_distance(p, 52.5, 13.4) < 9000.5;

-- name: distance_between
SELECT id FROM ora_places WHERE es_geo_distance(p, 52.5, 13.4) BETWEEN 2000.5 AND 9000.5;

-- name: distance_over_the_date_line
SELECT id FROM ora_places WHERE es_geo_distance(p, 0, 179.9) <= 150000.5;

-- name: distance_over_the_pole
SELECT id FROM ora_places WHERE es_geo_distance(p, 89, 90) <= 200000.5;

-- name: distance_to_the_other_side
SELECT id FROM ora_places WHERE es_geo_distance(p, -52.5, -166.6) >= 20000000;

-- name: distance_further_than_anything
SELECT id FROM ora_places WHERE es_geo_distance(p, 1, 1) < 1e9;

-- name: distance_below_zero
SELECT id FROM ora_places WHERE es_geo_distance(p, 1, 1) < -1;

-- name: distance_from_beyond_the_pole
SELECT id FROM ora_places WHERE es_geo_distance(p, 91, 0) < 1e6;

-- name: distance_or_id
SELECT id FROM ora_places WHERE es_geo_distance(p, 52.5, 13.4) < 5000.5 OR id < 10;

-- name: distance_and_id
SELECT count(*) FROM ora_places WHERE es_geo_distance(p, 52.5, 13.4) < 5000.5 AND id < 100;

-- name: distance_nearest
-- ordered
SELECT id FROM ora_places WHERE es_geo_distance(p, 15, 25) < 3e5 ORDER BY id LIMIT 7;

-- name: distance_grouped
SELECT id % 7, count(*) FROM ora_places WHERE es_geo_distance(p, 0, 0) < 5e6 GROUP BY ALL;

-- name: distance_is_null
SELECT id FROM ora_places WHERE es_geo_distance(p, 0, 0) IS NULL;

-- name: distance_where_an_index_has_no_points
SELECT id, p FROM "ora_places,ora_side" WHERE es_geo_distance(p, 52.5, 13.4) < 5000.5;

-- name: box
SELECT id, p FROM ora_places WHERE es_geo_within_box(p, 20, 20, 10, 30);

-- name: box_not
SELECT id, p FROM ora_places WHERE NOT es_geo_within_box(p, 20, 20, 10, 30);

-- name: box_over_the_date_line
SELECT id, p FROM ora_places WHERE es_geo_within_box(p, 1, 179.5, -1, -179.5);

-- name: box_of_one_longitude
SELECT id, p FROM ora_places WHERE es_geo_within_box(p, 90, 180, -90, 180);

-- name: box_of_one_point
SELECT id FROM ora_places WHERE es_geo_within_box(p, 52.5, 13.4, 52.5, 13.4);

-- name: box_of_the_earth
SELECT id FROM ora_places WHERE es_geo_within_box(p, 90, -180, -90, 180);

-- name: box_larger_than_the_earth
SELECT id FROM ora_places WHERE es_geo_within_box(p, 100, -500, -100, 500);

-- name: box_upside_down
SELECT id FROM ora_places WHERE es_geo_within_box(p, 10, 20, 20, 30);

-- name: box_outside_of_the_earth
SELECT id FROM ora_places WHERE es_geo_within_box(p, 10, 190, 0, 200);

-- name: box_at_the_pole
SELECT id FROM ora_places WHERE es_geo_within_box(p, 90, -180, 89.5, 180);

-- name: box_where_an_index_has_no_points
SELECT id, p FROM "ora_places,ora_side" WHERE es_geo_within_box(p, 20, 20, 10, 30) OR score > 20;
