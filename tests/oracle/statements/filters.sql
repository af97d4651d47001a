-- Comparisons and their logic over every type, as the cluster and as DuckDB decide them.

-- name: keyword_equal
SELECT id FROM ora_wide WHERE kw = 'abc';

-- name: keyword_equal_empty
SELECT id, kw FROM ora_wide WHERE kw = '';

-- name: keyword_above_empty
SELECT id, kw FROM ora_wide WHERE kw > '';

-- name: keyword_not_up_to_empty
SELECT id FROM ora_wide WHERE NOT (kw <= '' OR grp BETWEEN 'red' AND '');

-- name: keyword_not_equal
SELECT id, kw FROM ora_wide WHERE kw <> 'abc';

-- name: keyword_range
SELECT id, kw FROM ora_wide WHERE kw > 'a' AND kw <= 'abc';

-- name: keyword_range_beyond_ascii
-- UTF-8 order, not UTF-16 order: U+FFFF sorts before U+1F600.
SELECT id, kw FROM ora_wide WHERE kw >= '日本語';

-- name: keyword_number_as_written
SELECT id, kw FROM ora_wide WHERE kw IN ('5', '5.0', 'true');

-- name: keyword_quotes_and_newlines
SELECT id, kw FROM ora_wide WHERE kw IN ('O''Brien', 'say "hi"', E'line\nbreak', 'a\b', E'tab\there');

-- name: keyword_emoji
SELECT id, kw FROM ora_wide WHERE kw = '😀' OR kw > '😀';

-- name: keyword_combining_is_not_composed
SELECT id FROM ora_wide WHERE kw = chr(233) OR kw = 'e' || chr(769) || 'x';

-- name: keyword_case
SELECT id, kw FROM ora_wide WHERE kw = 'A' OR kw = 'b';

-- name: keyword_with_nul
SELECT id FROM ora_wide WHERE kw = 'nul' || chr(0) || 'inside';

-- name: keyword_very_long
SELECT id FROM ora_wide WHERE kw = repeat('x', 300);

-- name: keyword_trailing_space
SELECT id FROM ora_wide WHERE kw = 'trailing ' OR kw = ' ';

-- name: long_equal
SELECT id, l FROM ora_wide WHERE l = 5;

-- name: long_not_equal
SELECT id, l FROM ora_wide WHERE l <> 5;

-- name: long_beyond_2_53
SELECT id, l FROM ora_wide WHERE l = 9007199254740993;

-- name: long_beyond_2_53_range
SELECT id, l FROM ora_wide WHERE l > 9007199254740992 AND l < 9007199254740995;

-- name: long_negative_beyond_2_53
SELECT id, l FROM ora_wide WHERE l <= -9007199254740993;

-- name: long_extremes
SELECT id, l FROM ora_wide WHERE l IN (9223372036854775807, -9223372036854775808);

-- name: long_above_its_maximum
SELECT id FROM ora_wide WHERE l < 9223372036854775808;

-- name: long_strictly_below_minimum
SELECT id FROM ora_wide WHERE l < -9223372036854775808;

-- name: long_strictly_above_maximum
SELECT id FROM ora_wide WHERE l > 9223372036854775807;

-- name: long_small_and_big_in_either_order
SELECT id FROM ora_wide WHERE l IN (172303, 1126991323731648) OR l IN (1126991323731648, 172303);

-- name: long_with_fraction
SELECT id, l FROM ora_wide WHERE l > 4.5 AND l < 5.5;

-- name: long_equal_fraction
SELECT id FROM ora_wide WHERE l = 5.7;

-- name: long_compared_with_text
SELECT id FROM ora_wide WHERE l = '5';

-- name: constant_on_the_left
SELECT id, i FROM ora_wide WHERE 5 < i AND 100 >= i;

-- name: integer_extremes
SELECT id, i FROM ora_wide WHERE i = 2147483647 OR i = -2147483648;

-- name: integer_above_its_type
SELECT id FROM ora_wide WHERE i < 3000000000 AND i <> 4000000000;

-- name: short_and_byte
SELECT id, s, b FROM ora_wide WHERE s >= 5 AND b < 127;

-- name: byte_outside_its_type
SELECT id FROM ora_wide WHERE b = 200 OR b > -1000;

-- name: byte_minimum
SELECT id, b FROM ora_wide WHERE b = -128;

-- name: double_equal
SELECT id, d FROM ora_wide WHERE d = 0.1;

-- name: double_zero_has_two_signs
SELECT id, d FROM ora_wide WHERE d = 0;

-- name: double_below_zero
SELECT id, d FROM ora_wide WHERE d < 0;

-- name: double_at_least_minus_zero
SELECT id, d FROM ora_wide WHERE d >= -0.0::DOUBLE;

-- name: double_above_minus_zero
SELECT id, d FROM ora_wide WHERE d > -0.0::DOUBLE;

-- name: double_tiny_and_huge
SELECT id, d FROM ora_wide WHERE (d > 0 AND d < 1e-300) OR d > 1e300 OR d < -1e300;

-- name: double_neighbours
SELECT id, d FROM ora_wide WHERE d = 0.30000000000000004::DOUBLE;

-- name: double_infinity
SELECT id FROM ora_wide WHERE d < 'infinity'::DOUBLE AND d > '-infinity'::DOUBLE;

-- name: double_nan
SELECT id FROM ora_wide WHERE d <> 'nan'::DOUBLE;

-- name: double_not_equal
SELECT id, d FROM ora_wide WHERE d <> 5;

-- name: double_in
SELECT id, d FROM ora_wide WHERE d IN (0.0, 2.5, 1e22, 1.7976931348623157e308);

-- name: float_equal
SELECT id, f FROM ora_wide WHERE f = 0.1::FLOAT;

-- name: float_against_double
SELECT id, f FROM ora_wide WHERE f = 0.1::DOUBLE OR f > 1e10::DOUBLE;

-- name: float_rounded
SELECT id, f FROM ora_wide WHERE f = 16777216;

-- name: float_extremes
SELECT id, f FROM ora_wide WHERE f >= 3.4e38 OR (f > 0 AND f < 1e-40);

-- name: boolean_equal
SELECT id, flag FROM ora_wide WHERE flag = true;

-- name: boolean_bare
SELECT id FROM ora_wide WHERE flag;

-- name: boolean_not
SELECT id FROM ora_wide WHERE NOT flag;

-- name: boolean_is_not_true
SELECT id, flag FROM ora_wide WHERE flag IS NOT TRUE;

-- name: boolean_order
SELECT id, flag FROM ora_wide WHERE flag > false OR flag <= false;

-- name: date_equal
SELECT id, t FROM ora_wide WHERE t = TIMESTAMPTZ '2024-02-29 12:34:56.789+00';

-- name: date_finer_than_stored
SELECT id, t FROM ora_wide WHERE t = TIMESTAMPTZ '2024-02-29 12:34:56.789123+00';

-- name: date_range_finer_than_stored
SELECT id, t FROM ora_wide WHERE t > TIMESTAMPTZ '2024-02-29 12:34:56.7885+00' AND t < TIMESTAMPTZ '2024-02-29 12:34:56.7895+00';

-- name: date_not_equal
SELECT id, t FROM ora_wide WHERE t <> TIMESTAMPTZ '1970-01-01 00:00:00+00';

-- name: date_before_epoch
SELECT id, t FROM ora_wide WHERE t < TIMESTAMPTZ '1970-01-01 00:00:00+00';

-- name: date_at_epoch
SELECT id, t FROM ora_wide WHERE t <= TIMESTAMPTZ '1970-01-01 00:00:00+00' AND t >= TIMESTAMPTZ '1969-12-31 23:59:59.999+00';

-- name: date_against_date
SELECT id, t FROM ora_wide WHERE t >= DATE '2024-07-04' AND t < DATE '2024-07-05';

-- name: date_far
SELECT id, t FROM ora_wide WHERE t > TIMESTAMPTZ '9999-01-01 00:00:00+00' OR t < TIMESTAMPTZ '0001-01-02 00:00:00+00';

-- name: date_beyond_the_far_end
SELECT id FROM ora_wide WHERE t < TIMESTAMPTZ '20000-01-01 00:00:00+00';

-- name: date_infinite
SELECT id FROM ora_wide WHERE t < 'infinity'::TIMESTAMPTZ;

-- name: date_in
SELECT id, t FROM ora_wide
WHERE t IN (TIMESTAMPTZ '2024-01-01 00:00:00+00', TIMESTAMPTZ '2020-01-01 00:00:00+00', TIMESTAMPTZ '2020-01-01 00:00:00.0001+00');

-- name: date_between
SELECT id, t FROM ora_wide WHERE t BETWEEN '2024-03-30 23:30:00+00' AND '2024-03-31 22:30:00+00';

-- name: date_with_offset_literal
SELECT id, t FROM ora_wide WHERE t = TIMESTAMPTZ '2024-11-13 09:11:01.668-06';

-- name: custom_format_date
SELECT id, t_custom FROM ora_wide WHERE t_custom >= TIMESTAMPTZ '2024-01-02 03:04:05+00' AND t_custom < DATE '2024-03-01';

-- name: ip_equal_or_less
SELECT id, ip FROM ora_wide WHERE ip = '192.168.0.1' OR ip < '20.0.0.1';

-- name: binary_equal
SELECT id, bin FROM ora_wide WHERE bin = '\x00\x01\x02'::BLOB OR bin = ''::BLOB;

-- name: text_equal
SELECT id FROM ora_wide WHERE txt = 'Big Fish';

-- name: text_not_equal
SELECT id FROM ora_wide WHERE txt <> 'Big Fish' AND txt <> 'fox';

-- name: in_list
SELECT id, kw FROM ora_wide WHERE kw IN ('abc', '', 'é', '😀', 'not there');

-- name: in_list_with_null
SELECT id, kw FROM ora_wide WHERE kw IN ('abc', NULL);

-- name: not_in_list
SELECT id, kw FROM ora_wide WHERE kw NOT IN ('abc', '', 'paid');

-- name: not_in_list_with_null
SELECT id FROM ora_wide WHERE kw NOT IN ('abc', NULL);

-- name: not_in_numbers
SELECT id, i FROM ora_wide WHERE i NOT IN (42, -1, 7);

-- name: in_a_hundred
SELECT id FROM ora_wide WHERE id IN (SELECT unnest(range(0, 400, 3)));

-- name: in_many_literals
SELECT id FROM ora_wide WHERE id IN (1, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 1000);

-- name: between
SELECT id, i FROM ora_wide WHERE i BETWEEN -1 AND 42;

-- name: between_reversed
SELECT id FROM ora_wide WHERE i BETWEEN 42 AND -1;

-- name: not_between
SELECT id, i FROM ora_wide WHERE i NOT BETWEEN -1 AND 42;

-- name: is_null
SELECT id FROM ora_wide WHERE kw IS NULL;

-- name: is_not_null
SELECT id, kw FROM ora_wide WHERE kw IS NOT NULL;

-- name: is_null_each_type
SELECT id FROM ora_wide WHERE l IS NULL AND d IS NULL OR flag IS NULL AND t IS NULL OR ip IS NULL AND b IS NULL;

-- name: is_null_without_index
SELECT id FROM ora_wide WHERE bin IS NULL;

-- name: is_null_text
SELECT id FROM ora_wide WHERE txt IS NULL;

-- name: equal_null
SELECT id FROM ora_wide WHERE kw = NULL;

-- name: is_distinct_from
SELECT id, kw FROM ora_wide WHERE kw IS DISTINCT FROM 'abc';

-- name: is_not_distinct_from
SELECT id FROM ora_wide WHERE kw IS NOT DISTINCT FROM NULL;

-- name: and_or
SELECT id FROM ora_wide WHERE flag AND (grp = 'red' OR i > 5);

-- name: or_across_columns
SELECT id FROM ora_wide WHERE grp = 'red' OR i = 5 OR t IS NULL;

-- name: not_and
SELECT id FROM ora_wide WHERE NOT (grp = 'red' AND i > 5);

-- name: not_or
SELECT id FROM ora_wide WHERE NOT (grp = 'red' OR i > 5 OR flag);

-- name: not_not_in
SELECT id FROM ora_wide WHERE NOT (kw NOT IN ('abc', 'paid'));

-- name: not_null_test
SELECT id FROM ora_wide WHERE NOT (kw IS NULL OR NOT (d >= 0));

-- name: nest_of_three_values
SELECT id FROM ora_wide WHERE NOT ((l > 5 AND NOT (kw = 'abc' OR kw IS NULL)) OR (flag AND NOT (d < 1 OR b = 5)));

-- name: or_with_a_part_for_duckdb
SELECT id FROM ora_wide WHERE grp = 'red' OR length(kw) = 3;

-- name: and_with_a_part_for_duckdb
SELECT id FROM ora_wide WHERE grp = 'red' AND length(kw) <= 3;

-- name: not_of_a_superset
SELECT id FROM ora_wide WHERE NOT (grp = 'red' AND length(kw) <= 3);

-- name: two_columns_compared
SELECT id FROM ora_wide WHERE i > s OR kw = "order";

-- name: arithmetic_in_filter
SELECT id, i FROM ora_wide WHERE i % 2 = 1 AND abs(i) < 1000;

-- name: arithmetic_moves_over
SELECT id, s FROM ora_wide WHERE s + 1 = 6;

-- name: case_in_filter
SELECT id FROM ora_wide WHERE CASE WHEN flag THEN i > 0 ELSE grp = 'red' END;

-- name: coalesce_in_filter
SELECT id FROM ora_wide WHERE coalesce(grp, 'none') = 'none';

-- name: nullif_in_filter
SELECT id FROM ora_wide WHERE nullif(grp, 'red') IS NULL;

-- name: cast_in_filter
SELECT id FROM ora_wide WHERE i::VARCHAR = '42' OR CAST(d AS VARCHAR) = '0.1';

-- name: constant_true
SELECT count(*) FROM ora_wide WHERE 1 = 1 OR kw = 'x';

-- name: constant_false
SELECT id FROM ora_wide WHERE 1 = 0;

-- name: null_condition
SELECT id FROM ora_wide WHERE NULL;

-- name: truth_values_selected
SELECT id, i = 5 OR NULL AS o, i = 5 AND NULL AS a, NOT (i = 5) AS n, kw IN ('abc', NULL) AS x FROM ora_wide;
