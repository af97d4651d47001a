-- Functions of dates.

-- name: date_trunc_day
SELECT id, date_trunc('day', t) FROM ora_wide;

-- name: date_trunc_units
SELECT id, date_trunc('hour', ts), date_trunc('week', ts), date_trunc('month', ts), date_trunc('quarter', ts), date_trunc('year', t)
FROM ora_wide;

-- name: date_trunc_in_filter
SELECT id, ts FROM ora_wide WHERE date_trunc('month', ts) = TIMESTAMPTZ '2024-01-01 00:00:00+00';

-- name: date_parts
SELECT id, year(t), month(t), day(t), extract(hour FROM t), extract(epoch FROM t), dayofweek(t), week(t) FROM ora_wide;

-- name: year_in_filter
SELECT id FROM ora_wide WHERE year(t) = 2024;

-- name: day_in_another_zone
SELECT date_trunc('day', t AT TIME ZONE 'Europe/Berlin') AS day, count(*) FROM ora_wide
WHERE t BETWEEN '2024-03-30 00:00:00+00' AND '2024-04-02 00:00:00+00' GROUP BY 1;

-- name: date_and_interval
SELECT id, t + INTERVAL 1 DAY, ts - INTERVAL '2 hours' FROM ora_wide WHERE t > TIMESTAMPTZ '1900-01-01 00:00:00+00' AND t < DATE '2100-01-01';

-- name: interval_in_filter
SELECT id FROM ora_wide WHERE ts >= TIMESTAMPTZ '2024-03-01 00:00:00+00' - INTERVAL 30 DAYS AND ts < TIMESTAMPTZ '2024-03-01 00:00:00+00';

-- name: difference_of_dates
SELECT id, date_diff('day', t, ts), ts > t, age(ts, TIMESTAMPTZ '2024-01-01 00:00:00+00')::VARCHAR FROM ora_wide;

-- name: strftime
SELECT id, strftime(t, '%Y-%m-%d %H:%M:%S.%g') FROM ora_wide;

-- name: epochs
SELECT id, epoch_ms(t), epoch_us(ts), epoch(t_custom) FROM ora_wide;

-- name: time_buckets
SELECT time_bucket(INTERVAL 7 DAYS, ts) AS bucket, count(*), sum(amount) FROM ora_wide GROUP BY ALL;

-- name: group_by_day
SELECT date_trunc('day', ts) AS day, count(*) AS n FROM ora_wide GROUP BY day HAVING count(*) > 1;

-- name: group_by_month_ordered
-- ordered
SELECT date_trunc('month', ts) AS month, count(*), min(ts), max(ts) FROM ora_wide GROUP BY 1 ORDER BY 1 DESC;

-- name: date_as_timestamp_without_zone
SELECT id, t::TIMESTAMP, t AT TIME ZONE 'UTC' FROM ora_wide;

-- name: date_order
-- ordered
SELECT t, id FROM ora_wide ORDER BY t NULLS FIRST, id;
