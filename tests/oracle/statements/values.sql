-- What a column holds: every type, every spelling, and the traps of the mapping.

-- name: all_of_wide
-- plain: SELECT * EXCLUDE (_id, _index) FROM ora_wide
SELECT * FROM ora_wide;

-- name: all_of_odd
-- plain: SELECT * EXCLUDE (_id, _index) FROM ora_odd
SELECT * FROM ora_odd;

-- name: all_of_side
-- plain: SELECT * EXCLUDE (_id, _index) FROM ora_side
SELECT * FROM ora_side;

-- name: integers
SELECT id, l, i, s, b FROM ora_wide;

-- name: floats
SELECT id, d, f, amount FROM ora_wide;

-- name: booleans
SELECT id, flag FROM ora_wide;

-- name: dates
SELECT id, t, t_custom, ts FROM ora_wide;

-- name: texts
SELECT id, kw, txt, ip, grp, "order" FROM ora_wide;

-- name: binaries
SELECT id, bin, octet_length(bin) FROM ora_wide;

-- name: one_column_twice
SELECT l, id, l AS again, l + 0 AS computed FROM ora_wide;

-- name: columns_in_another_order
SELECT "user-agent", kw, id, "CamelCase" FROM ora_wide;

-- name: constants_beside_columns
SELECT 1 AS one, id, 'x' AS x, NULL AS nothing, DATE '2024-01-02' AS day FROM ora_wide;

-- name: casts_between_numbers
SELECT id, i::BIGINT, s::DOUBLE, b::VARCHAR, try_cast(l AS INTEGER), try_cast(d AS BIGINT), f::DOUBLE FROM ora_wide;

-- name: casts_of_text
SELECT id, try_cast(kw AS INTEGER), try_cast(kw AS DOUBLE), try_cast(kw AS BOOLEAN) FROM ora_wide;

-- name: casts_of_other_types
SELECT id, t::VARCHAR, flag::INTEGER, t::DATE, epoch_ms(t), d::VARCHAR, bin::VARCHAR FROM ora_wide;

-- name: decimals
SELECT id, amount::DECIMAL(18, 2), (amount * 3)::DECIMAL(18, 3) FROM ora_wide;

-- name: arithmetic
SELECT id, i + 1::BIGINT, s::INTEGER * b, i / 2, i // 2, i % 3, -s::INTEGER, d * 2, f + 1, power(s, 2) FROM ora_wide;

-- name: division_by_zero
SELECT id, s / 0, s % 0, d / 0 FROM ora_wide;

-- name: hugeint_arithmetic
SELECT id, l::HUGEINT * 2, l::HUGEINT - 1 FROM ora_wide;

-- name: case_expression
SELECT id, CASE WHEN i < 0 THEN 'negative' WHEN i = 0 THEN 'zero' WHEN i > 0 THEN 'positive' END FROM ora_wide;

-- name: case_of_values
SELECT id, CASE grp WHEN 'red' THEN 1 WHEN 'blue' THEN 2 ELSE 0 END AS color FROM ora_wide;

-- name: null_functions
SELECT id, coalesce(kw, grp, 'none'), nullif(i, 5), ifnull(d, -1), kw IS NULL FROM ora_wide;

-- name: unsigned_and_small_types
SELECT id, try_cast(b AS UTINYINT), try_cast(s AS USMALLINT), try_cast(l AS UBIGINT) FROM ora_wide;

-- name: lists_and_structs_made_here
SELECT id, [i, s], {'a': kw, 'b': [d]} FROM ora_wide;

-- name: json_of_disabled_object
SELECT id, off FROM ora_odd;

-- name: geo_points
SELECT id, place, place.lat, place.lon + 1 FROM ora_odd WHERE place IS NOT NULL;

-- name: geo_point_in_condition
SELECT id FROM ora_odd WHERE place.lat = 1 AND place.lon > 2;

-- name: json_path
SELECT id, off->>'ok', json_extract(off, '$.n[1]') FROM ora_odd;

-- name: ignore_above_equal
SELECT id, above FROM ora_odd WHERE above = 'longer one';

-- name: ignore_above_not_equal
SELECT id, above FROM ora_odd WHERE above <> 'short';

-- name: ignore_above_at_the_limit
SELECT id, above FROM ora_odd WHERE above IN ('12345', '123456');

-- name: ignore_above_is_null
SELECT id FROM ora_odd WHERE above IS NULL;

-- name: ignore_above_is_not_null
SELECT id, above FROM ora_odd WHERE above IS NOT NULL AND above > '1';

-- name: ignore_above_grouped
SELECT above, count(*) FROM ora_odd GROUP BY above;

-- name: normalizer_equal
SELECT id, lower FROM ora_odd WHERE lower = 'abc';

-- name: normalizer_grouped
SELECT lower, count(*) FROM ora_odd GROUP BY lower;

-- name: null_value_is_null
SELECT id FROM ora_odd WHERE standin IS NULL AND standin_l IS NULL;

-- name: null_value_equal
SELECT id, standin, standin_l FROM ora_odd WHERE standin = 'none' OR standin_l = 7;

-- name: null_value_counted
SELECT count(standin), count(standin_l), count(*) FROM ora_odd;

-- name: malformed_is_null
SELECT id, loose FROM ora_odd WHERE loose IS NULL OR loose = 1;

-- name: malformed_not_equal
SELECT id, loose FROM ora_odd WHERE loose <> 7;

-- name: not_indexed
SELECT id, no_index FROM ora_odd WHERE no_index = 'k1';

-- name: no_doc_values_equal
SELECT id, no_doc_values FROM ora_odd WHERE no_doc_values = 'k1';

-- name: no_doc_values_grouped
SELECT no_doc_values, count(*) FROM ora_odd GROUP BY no_doc_values;

-- name: neither_indexed_nor_doc_values
SELECT id, nothing FROM ora_odd WHERE nothing >= 2 OR nothing IS NULL;

-- name: half_floats
SELECT id, half FROM ora_odd WHERE half >= 0.5 OR half IS NULL;

-- name: half_floats_not_equal
SELECT id, half FROM ora_odd WHERE half <> 1.5;

-- name: scaled_floats
-- without: es-8.19
SELECT id, scaled FROM ora_scaled WHERE scaled = 1.25 OR scaled < 0 OR scaled IS NULL;

-- name: scaled_floats_not_equal
-- without: es-8.19
SELECT id, scaled FROM ora_scaled WHERE scaled <> 12.5;

-- name: epoch_seconds
SELECT id, late FROM ora_odd WHERE late >= TIMESTAMPTZ '2017-06-05 00:00:00+00';

-- name: mixed_formats_are_one_value
SELECT DISTINCT mixed FROM ora_odd WHERE mixed >= TIMESTAMPTZ '2024-01-01 00:00:00+00';

-- name: mixed_formats_before
SELECT id, mixed FROM ora_odd WHERE mixed < TIMESTAMPTZ '2000-01-01 00:00:00+00';

-- name: copy_to_target
SELECT id, copier, copied FROM ora_odd WHERE copied = 'c1' OR copied IS NULL;

-- name: copy_to_target_alone
SELECT copied, count(*) FROM ora_odd GROUP BY copied;

-- name: copy_to_target_and_document
SELECT id, above, copied, off FROM ora_odd WHERE copied <> 'c1';

-- name: ranges_are_json
SELECT id, span, span->>'gte' FROM ora_odd WHERE span IS NOT NULL;

-- name: nanoseconds
-- without: es-6.8
SELECT id, t, t_ms FROM ora_nanos;

-- name: nanoseconds_compared
-- without: es-6.8
SELECT id FROM ora_nanos WHERE t > TIMESTAMP_NS '2024-02-29 12:34:56.123456788' AND t <= TIMESTAMP_NS '2024-02-29 12:34:56.123456789';

-- name: nanoseconds_equal_milliseconds
-- without: es-6.8
SELECT id, t FROM ora_nanos WHERE t = TIMESTAMP_NS '2024-02-29 12:34:56.123' OR t IS NULL;

-- name: nanoseconds_grouped
-- without: es-6.8
SELECT t, count(*), min(t_ms) FROM ora_nanos GROUP BY t;

-- name: nanoseconds_ordered
-- without: es-6.8
-- ordered
SELECT t, id FROM ora_nanos ORDER BY t DESC NULLS LAST, id;

-- name: newer_types
-- without: es-6.8 es-7.10 es-7.17 es-8.19 os-1.3
SELECT id, u, w, m FROM ora_newer;

-- name: unsigned_compared
-- without: es-6.8 es-7.10 es-7.17 es-8.19 os-1.3
SELECT id, u FROM ora_newer WHERE u > 9223372036854775807 OR u IN (7, 9007199254740993);

-- name: unsigned_below_zero
-- without: es-6.8 es-7.10 es-7.17 es-8.19 os-1.3
SELECT id FROM ora_newer WHERE u > -1 AND u IS NOT NULL;

-- name: unsigned_aggregated
-- without: es-6.8 es-7.10 es-7.17 es-8.19 os-1.3
SELECT sum(u), min(u), max(u), count(DISTINCT u) FROM ora_newer;

-- name: wildcard_compared
-- without: es-6.8 es-7.10 es-7.17 es-8.19 os-1.3
SELECT id, w FROM ora_newer WHERE w IN ('abc', '', '5.0') OR w LIKE '%b%' OR w IS NULL;

-- name: match_only_text_compared
-- without: es-6.8 es-7.10 es-7.17 es-8.19 os-1.3
SELECT id, m FROM ora_newer WHERE m = 'Big Fish' OR m LIKE '%200';
