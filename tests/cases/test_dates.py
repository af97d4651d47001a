"""H. Dates and time zones."""

import pytest

from cases.asking import utc

LONG = {"type": "long"}


def date(format_: str | None = None) -> dict:
    return {"type": "date", **({"format": format_} if format_ else {})}


def test_c088_a_format_of_the_mappings_own(table, gives):
    t = table({"t": date("yyyyMMddHHmmss")}, [{"t": "20240102030405"}])
    gives(f"SELECT t FROM {t}", utc("2024-01-02 03:04:05"))
    gives(f"SELECT t FROM {t} WHERE t > TIMESTAMP '2024-01-02'", utc("2024-01-02 03:04:05"))


def test_c089_one_instant_in_three_spellings(table, gives):
    at = "2024-01-19 05:42:14.886"
    t = table({"t": date()}, [{"t": 1705642934886}, {"t": "1705642934886"}, {"t": "2024-01-19T05:42:14.886Z"}])
    gives(f"SELECT t FROM {t}", *[utc(at)] * 3)
    gives(f"SELECT DISTINCT t FROM {t}", utc(at))
    gives(f"SELECT count(*) FROM {t} WHERE t = TIMESTAMPTZ '{at}+00'", 3)


def test_c091_literals_in_a_format_of_our_own(table, gives):
    t = table({"d": date("dd-MM-yyyy")}, [{"d": "03-01-2024"}, {"d": "04-01-2024"}])
    gives(f"SELECT d FROM {t} WHERE d = DATE '2024-01-03'", utc("2024-01-03"))
    gives(f"SELECT d FROM {t} WHERE d >= TIMESTAMPTZ '2024-01-03 00:00:00.001+00'", utc("2024-01-04"))


def test_c091_months_by_name(table, gives):
    t = table({"d": date("dd-MMM-yy")}, [{"d": "03-Jan-24"}])
    gives(f"SELECT d FROM {t} WHERE d = DATE '2024-01-03'", utc("2024-01-03"))


def test_c092_seconds_with_a_fraction(table, gives):
    t = table({"t": date("epoch_second")}, ['{"t":1496638310.58}', '{"t":1000000000}'])
    gives(f"SELECT t FROM {t} WHERE t >= TIMESTAMP '2017-06-05'", utc("2017-06-05 04:51:50.580"))
    gives(f"SELECT count(*) FROM {t}", 2)


def test_c094_offsets_with_and_without_a_join(table, gives):
    t = table({"k": LONG, "t": date()}, [{"k": 1, "t": "2024-11-13T09:11:01.668-06:00"}])
    gives(f"SELECT t FROM {t}", utc("2024-11-13 15:11:01.668"))
    gives(f"SELECT a.t FROM {t} a JOIN {t} b ON a.k = b.k", utc("2024-11-13 15:11:01.668"))


def test_c095_a_zone_is_the_same_on_every_batch(table, ask):
    """Columns are UTC whatever the zone; a zone is said in the statement, since one of the session is refused."""
    count = 12_000  # more than one page
    t = table({"n": LONG, "t": date()}, (f'{{"n":{n},"t":"2024-07-01T10:00:00Z"}}' for n in range(count)))
    ask.gives(f"SELECT extract(hour FROM t AT TIME ZONE 'Europe/Berlin') AS h, count(*) FROM {t} GROUP BY h", (12, count))
    ask.gives(f"SELECT extract(hour FROM t) AS h, count(*) FROM {t} GROUP BY h", (10, count))
    for session in ask.sessions.values():
        column = session.run(f"SELECT t FROM {t}").column("t")
        assert str(column.type) == "timestamp[us, tz=UTC]" and set(column.to_pylist()) == {utc("2024-07-01 10:00:00")}
    ask.fails("SET TimeZone = 'Europe/Berlin'", "unsupported", "AT TIME ZONE")


def test_c097_short_texts_without_a_zone(table, gives):
    t = table({"t": date()}, [{"t": "2023-04-17T23:01:18.151"}, {"t": "2023-04-17"}, {"t": "2023"}])
    gives(f"SELECT t FROM {t}", utc("2023-04-17 23:01:18.151"), utc("2023-04-17"), utc("2023-01-01"))
    gives(f"SELECT t FROM {t} WHERE t = TIMESTAMP '2023-01-01'", utc("2023-01-01"))


def test_c098_times_without_a_day(table, gives):
    t = table({"v": date("time_no_millis")}, [{"v": "08:00:00Z"}])
    gives(f"SELECT v FROM {t}", utc("1970-01-01 08:00:00"))


def test_c098_years_alone(table, gives):
    t = table({"v": date("year")}, [{"v": "2024"}])
    gives(f"SELECT v FROM {t}", utc("2024-01-01"))


def test_c100_several_formats_in_one_column(table, gives):
    t = table({"t": date("yyyy-MM-dd HH:mm:ss||epoch_millis")}, [{"t": "2024-01-01 00:00:00"}, {"t": 1704067200000}])
    gives(f"SELECT DISTINCT t FROM {t}", utc("2024-01-01"))
    gives(f"SELECT count(*) FROM {t} WHERE t = TIMESTAMPTZ '2024-01-01 00:00:00+00'", 2)


def test_c167_days_in_a_zone_with_summer_time(table, gives):
    t = table({"ts": date()}, [{"ts": "2024-03-30T23:30Z"}, {"ts": "2024-03-31T00:30Z"}, {"ts": "2024-03-31T22:30Z"}])
    day = "date_trunc('day', ts AT TIME ZONE 'Europe/Berlin')"
    gives(f"SELECT strftime({day}, '%Y-%m-%d'), count(*) FROM {t} GROUP BY {day}", ("2024-03-31", 2), ("2024-04-01", 1))
    gives(f"SELECT strftime(date_trunc('day', ts AT TIME ZONE 'UTC'), '%Y-%m-%d') AS d, count(*) FROM {t} GROUP BY d",
          ("2024-03-30", 1), ("2024-03-31", 2))
