"""Values worth testing, per mapped type, as documents spell them.

What a spelling means is not said here but in `model`, and the cluster's own doc values check that.
"""

import random

from oracle.json_text import Token

ABSENT = object()

KEYWORDS = [
    "", " ", "a", "A", "b", "B", "ab", "abc", "abc_123", "abcd123", "abcX123", "a%b", "a\\b", "a_b", "c*", "cX", "a?c", "a.c",
    "O'Brien", 'say "hi"', "line\nbreak", "tab\there", "\u00e9", "e\u0301", "\u00c9", "ß", "SS", "\U0001f600", "\U0001f600x", "\uffff",
    "zażółć gęślą", "日本語", "ﬀ", "null", "NULL", "true", "5", "05", "10", "9", "x{1}|(y)", "#@&<>~^$", "[a-c]", "-", "paid",
    "K", "k", "\u212a", "\u0130", "i", "\u1e9e", "\u01c5", "\u01c4",  # letters whose cases are not two of a kind
    Token("5"), Token("5.0"), True, "x" * 300, "nul\0inside", "trailing ", "/", "a/b",
]

TEXTS = ["", "Big Fish", "big fish", "The quick brown fox", "status=200", "Jane Roe", "über-cool", "one\ntwo", "50% off",
         "under_score", "\U0001f600 smile", "fox", "Fox", Token("42"), "word " * 80]

LONGS = [
    Token("0"), Token("-0"), Token("1"), Token("-1"), Token("2"), Token("5"), "5", Token("5.7"), "5.7", Token("-5.7"), Token("1e3"),
    Token("9007199254740992"), Token("9007199254740993"), Token("-9007199254740993"), "9007199254740995",
    Token("9223372036854775807"), Token("9223372036854775806"), Token("-9223372036854775808"), "9223372036854775807",
    "-9223372036854775808", "", Token("9007199254740993.0"), "9007199254740993.7", Token("9223372036854775807.0"), Token("2147483647"), Token("2147483648"), Token("172303"), Token("1126991323731648"),
]

INTEGERS = [Token("0"), Token("1"), Token("-1"), "5", Token("5.7"), Token("-5.7"), "-7.9", Token("7"), Token("42"), Token("42.0"),
            Token("2147483647"), Token("-2147483648"), Token("2147483646"), Token("1e2"), "100", "", Token("5.9999999999999999999"), "5.9999999999999999999"]

SHORTS = [Token("0"), "", Token("1"), Token("-1"), "5", Token("5.7"), Token("32767"), Token("-32768"), "32767", Token("32767.5")]

BYTES = [Token("0"), "", Token("1"), Token("-1"), "5", Token("5.7"), Token("127"), Token("-128"), "-128"]

DOUBLES = [
    Token("0.0"), Token("-0.0"), Token("0"), Token("0.1"), Token("0.2"), Token("0.3"), Token("0.30000000000000004"), Token("1.5"),
    Token("-1.5"), "2.5", Token("5"), Token("1e22"), Token("1E-7"), Token("123456.789"), Token("9007199254740993"),
    Token("1.7976931348623157e308"), Token("-1.7976931348623157e308"), Token("5e-324"), Token("2.2250738585072014e-308"),
    Token("0.1000000000000000055511151231257827"), Token("-123.456"), "1e3", "", "+5", Token("0.000000000000000000000000000001250"),
]

FLOATS = [Token("0.0"), Token("-0.0"), Token("0.1"), Token("0.25"), Token("16777217"), Token("3.4028235e38"), Token("1.4e-45"), "1.5",
          Token("1e10"), Token("-2.5"), Token("0.30000001"), Token("7"), "",
          Token("0.10000000000000000000000000001")]

HALF_FLOATS = ["", Token("0.5"), Token("1.5"), Token("-2"), Token("65504"), Token("0.25"), "3.5", Token("0.1"), Token("65519"), Token("6e-8")]
SCALED_FLOATS = ["", Token("1.25"), Token("0.5"), Token("-3.75"), Token("100"), "12.5", Token("1.239"), Token("0.125"), Token("-0.125"), "0.3"]

BOOLEANS = [True, False, "true", "false", ""]

DATES = [
    "1970-01-01T00:00:00Z", "1970-01-01", Token("0"), "0", Token("-1"), "1969-12-31T23:59:59.999Z", "1969-12-31T23:59:59.9996Z",
    "2024-02-29T12:34:56.789Z", "2024-02-29T12:34:56.789123Z", "2024-02-29T12:34:56.789999999Z", "2024-11-13T09:11:01.668-06:00",
    "2024-11-13T09:11:01.668+05:30", "2024", "2024-07", "2024-07-04", "2024-07-04T10Z", "2024-07-04T10:20Z", "2024-07-04T10:20:30",
    "2023-04-17T23:01:18.1Z", Token("1704067200000"), "1704067200000", Token("1709210096789"), "9999-12-31T23:59:59.999Z",
    "0001-01-01T00:00:00Z", Token("-62135596800000"), Token("253402300799999"), Token("2020"), "2024-03-30T23:30:00Z",
    "2024-03-31T00:30:00Z", "2024-03-31T22:30:00Z", "2024-01-01T00:00:00.000Z",
]

CUSTOM_DATES = ["2024/01/02 03:04:05", "1970/01/01 00:00:00", "1969/12/31 23:59:59", "2024/02/29 23:59:59", "9999/12/31 00:00:00"]
MIXED_DATES = ["2024-01-01 00:00:00", Token("1704067200000"), "1704067200000", "1999-12-31 23:59:59", Token("-1")]
SECOND_DATES = [Token("0"), Token("1496638310"), "1496638310", Token("-86400")]

NANO_DATES = ["1970-01-01T00:00:00Z", "2024-02-29T12:34:56.123456789Z", "2024-02-29T12:34:56.123456788Z", "2024-02-29T12:34:56.123Z",
              Token("1704067200000"), "1704067200000", "2024-07-04", "2024-11-13T09:11:01.000000001-06:00", "2262-04-11T23:47:16.854775807Z"]

UNSIGNED = [Token("0"), Token("1"), "7", Token("9223372036854775807"), Token("9223372036854775808"), Token("18446744073709551615"),
            "18446744073709551614", Token("9007199254740993")]

IPS = ["192.168.0.1", "192.1.1.0", "20.0.0.1", "59.64.1.2", "10.0.0.255", "::1", "2001:db8::1", "2001:DB8:0:0:0:0:0:1",
       "::ffff:10.0.0.255", "1:0:0:2:0:0:0:3", "::", "255.255.255.255"]

BINARIES = ["aGk=", "AAEC", "", "/+8=", "QQ=="]

IDENTIFIERS = ["x1", "x2", "X1"]


def spread(rng: random.Random, pool: list, count: int) -> list:
    """`count` values with each of the pool at least once, and some absent, null, empty and one-element arrays."""
    gaps = [ABSENT, ABSENT, None, []]
    values = [[value] if position % 9 == 4 else value for position, value in enumerate(pool)] + pool[:]
    while len(values) < count:
        values.append(rng.choice(gaps) if rng.random() < 0.3 else rng.choice(pool))
    values = values[:count]
    rng.shuffle(values)
    return values
