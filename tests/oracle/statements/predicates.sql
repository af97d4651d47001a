-- Conditions that are put into other words for the cluster.

-- name: year_is_a_range
SELECT id, t FROM ora_wide WHERE year(t) = 2024;

-- name: year_of_a_custom_format
SELECT id FROM ora_wide WHERE extract('year' FROM t_custom) IN (1969, 9999);

-- name: day_of_a_time
SELECT id, t FROM ora_wide WHERE t::DATE = DATE '2024-02-29';

-- name: day_between
SELECT id FROM ora_wide WHERE t::DATE BETWEEN DATE '1969-12-31' AND DATE '1970-01-01';

-- name: not_that_day
SELECT id FROM ora_wide WHERE NOT (t::DATE = DATE '1970-01-01');

-- name: month_truncated
SELECT id FROM ora_wide WHERE date_trunc('month', t) = TIMESTAMPTZ '2024-07-01 00:00:00+00';

-- name: bucket
SELECT id FROM ora_wide WHERE time_bucket(INTERVAL 15 MINUTE, t) = TIMESTAMPTZ '2024-02-29 12:30:00+00';

-- name: hour_in_a_zone_that_is_there_twice
SELECT id, t FROM ora_wide WHERE t AT TIME ZONE 'Europe/Berlin' >= TIMESTAMP '2024-03-31 01:30:00' AND t AT TIME ZONE 'Europe/Berlin' < TIMESTAMP '2024-04-01';

-- name: sub_millisecond_constants
SELECT id, t FROM ora_wide WHERE t > TIMESTAMPTZ '2024-02-29 12:34:56.789+00' OR t = TIMESTAMPTZ '2024-02-29 12:34:56.789123+00';

-- name: whole_number_against_a_fraction
SELECT id, l FROM ora_wide WHERE l > 4.5 AND l <= 9007199254740992.5;

-- name: whole_number_equal_to_a_fraction
SELECT id FROM ora_wide WHERE i = 5.5 OR i = 7.0;

-- name: long_as_double_loses_digits
SELECT id, l FROM ora_wide WHERE l::DOUBLE = 9007199254740992;

-- name: number_as_text
SELECT id FROM ora_wide WHERE i::VARCHAR = '5' OR l::VARCHAR IN ('1', '01', 'x');

-- name: number_as_text_not_equal
SELECT id FROM ora_wide WHERE i::VARCHAR <> '5';

-- name: floor_and_ceil
SELECT id, d FROM ora_wide WHERE floor(d) = 0 OR ceil(d) = -1;

-- name: distinct_from
SELECT id, kw FROM ora_wide WHERE kw IS DISTINCT FROM 'abc';

-- name: not_distinct_from_null
SELECT id FROM ora_wide WHERE grp IS NOT DISTINCT FROM NULL;

-- name: coalesce_to_the_same
SELECT id FROM ora_wide WHERE coalesce(grp, 'red') = 'red';

-- name: coalesce_to_another
SELECT id FROM ora_wide WHERE NOT (coalesce(grp, 'red') = 'blue');

-- name: coalesce_of_columns
SELECT id FROM ora_wide WHERE coalesce(kw, grp, 'x') = 'red';

-- name: unknown_is_not_true
SELECT id FROM ora_wide WHERE (kw = 'abc') IS NOT TRUE AND (i > 5) IS NOT FALSE;

-- name: boolean_is_not_false
SELECT id, flag FROM ora_wide WHERE flag IS NOT FALSE;

-- name: and_or_with_null
SELECT id FROM ora_wide WHERE (i = 5 OR NULL) AND NOT (i = 7 AND NULL);

-- name: in_with_null
SELECT id FROM ora_wide WHERE grp IN ('red', NULL);

-- name: not_in_with_null
SELECT id FROM ora_wide WHERE grp NOT IN ('red', NULL);

-- name: address_in_another_spelling
-- plain: SELECT id, ip FROM ora_wide WHERE ip IN ('2001:db8::1', '10.0.0.255')
SELECT id, ip FROM ora_wide WHERE ip = '2001:DB8:0:0:0:0:0:1' OR ip = '::FFFF:10.0.0.255';

-- name: addresses_in_other_spellings
-- plain: SELECT id, ip FROM ora_wide WHERE ip NOT IN ('2001:db8::1', '10.0.0.255', '1.1.1.1')
SELECT id, ip FROM ora_wide WHERE ip NOT IN ('2001:DB8:0::1', '::FFFF:a00:ff', '1.1.1.1');

-- name: address_order
SELECT id FROM ora_wide WHERE ip < '20.0.0.1';

-- name: address_order_across_versions
SELECT id, ip FROM ora_wide WHERE ip BETWEEN '::' AND '192.168.0.1';

-- name: address_order_in_a_case
-- plain: SELECT id, CASE WHEN ip_key(ip) < ip_key('20.0.0.1') THEN 'low' ELSE 'high' END AS place FROM ora_wide
SELECT id, CASE WHEN ip < '20.0.0.1' THEN 'low' ELSE 'high' END AS place FROM ora_wide;

-- name: addresses_as_texts
SELECT id, upper(ip::VARCHAR), length(ip::VARCHAR), ip::VARCHAR || '/32' FROM ora_wide WHERE ip IS NOT NULL;

-- name: addresses_joined_with_texts
SELECT id, ip, name FROM ora_wide JOIN (VALUES ('20.0.0.1', 'a'), ('::1', 'b'), ('2001:db8::1', 'c')) known(address, name) ON ip = address;

-- name: addresses_joined
SELECT count(*) FROM ora_wide a JOIN ora_wide b USING (ip);

-- name: addresses_among_those_of_a_subquery
SELECT id FROM ora_wide WHERE ip IN (SELECT ip FROM ora_wide WHERE id < 20);

-- name: network
SELECT id, ip FROM ora_wide WHERE ip_in_cidr(ip, '192.0.0.0/8');

-- name: network_of_ipv6
SELECT id, ip FROM ora_wide WHERE ip_in_cidr(ip, '2001:db8::/33');

-- name: not_in_a_network
SELECT id, ip FROM ora_wide WHERE NOT ip_in_cidr(ip, '0.0.0.0/0');

-- name: network_in_the_select_list
SELECT id, ip_in_cidr(ip, '10.0.0.0/8') FROM ora_wide;

-- name: lower_beyond_ascii
SELECT id, kw FROM ora_wide WHERE lower(kw) = 'é' OR lower(kw) IN ('k', 'i');

-- name: upper_not_equal
SELECT id, kw FROM ora_wide WHERE upper(kw) <> 'A';

-- name: ilike_of_letters_with_three_cases
SELECT id, kw FROM ora_wide WHERE kw ILIKE 'k' OR kw ILIKE '_ß' OR kw ILIKE 'ǆ';

-- name: regular_expression_of_the_whole
SELECT id, kw FROM ora_wide WHERE regexp_full_match(kw, '[a-c]{1,3}(_\d+)?');

-- name: regular_expression_dot_is_no_newline
SELECT id, kw FROM ora_wide WHERE regexp_matches(kw, '^line.break$') OR regexp_matches(kw, '^line\sbreak$');

-- name: regular_expression_with_options
SELECT id, kw FROM ora_wide WHERE regexp_matches(kw, '^ABC', 'i');

-- name: half_float_near
SELECT id, half FROM ora_odd WHERE half > 0.5 AND half <= 3.5;

-- name: scaled_float_near
-- without: es-8.19
SELECT id, scaled FROM ora_scaled WHERE scaled >= 1.25 AND scaled <> 100;

-- name: nanoseconds_above
-- without: es-6.8
SELECT id, t FROM ora_nanos WHERE t > TIMESTAMP_NS '2024-02-29 12:34:56.123456788';

-- name: nanoseconds_equal
-- without: es-6.8
SELECT id FROM ora_nanos WHERE t = TIMESTAMP_NS '2024-02-29 12:34:56.123456789' OR t < TIMESTAMP_NS '1969-12-31 00:00:00';

-- name: unsigned_beyond_long
-- without: es-6.8 es-7.10 es-7.17 es-8.19 os-1.3
SELECT id, u FROM ora_newer WHERE u >= 9223372036854775808::UBIGINT OR u IN (0, 7);
