"""WHERE conditions made from a seed: trees of AND, OR and NOT over comparisons with values that occur."""

import random

from oracle import indices
from oracle.statements import Statement

STATEMENTS = 120
DEPTH = 3

COMPARISONS = ("=", "<>", "<", "<=", ">", ">=")

TIMES = ("1970-01-01 00:00:00", "1969-12-31 23:59:59.999", "2024-02-29 12:34:56.789", "2024-02-29 12:34:56.789123", "2020-01-01 00:00:00", "2024-07-04 00:00:00",
         "9999-12-31 23:59:59.999", "0001-01-01 00:00:00", "2024-11-13 15:11:01.668")
WHOLE = (0, 1, -1, 5, 7, 42, 100, 127, -128, 32767, 2147483647, 9007199254740992, 9007199254740993, 9223372036854775807)
FRACTIONS = ("0.0", "-0.0", "0.1", "0.3", "1.5", "-1.5", "2.5", "5.0", "1e22", "5e-324", "1.7976931348623157e308", "-123.456")
WORDS = ("", "a", "A", "ab", "abc", "abc_123", "a%b", "a\\b", "O'Brien", "\u00e9", "e\u0301", "\U0001f600", "5", "5.0", "null", "paid", "~")
PATTERNS = ("a%", "%a", "%b%", "_", "abc_123", "%", "", "\u00e9%", "%\U0001f600", "A%", "%\\%", "a_c%", "%_x", "__", "%c*", "a?c", "%?%", "line_break",
            "%\n%", "SS", "\u00df", "k", "K%", "%i", "\U0001f600_", "%a%b%", "_%_", "abc%3", "x%x", "%%%", "%[a-c]%", "a.c", '%"%', "\ufb00", "\u65e5_\u8a9e")
EXPRESSIONS = ("^ab[c_]", "a.c", "^[a-z]{1,3}$", "(a|b)+", "[0-9]", "\\d{2}", "\\w+\\s", "[^a-z]", "x{3,}", "^\\W", "\u00e9|\u65e5\u672c", "\\.", "b$", "line.break",
               "line\\sbreak", "^(?:abc|ab)_?", "[\\[-]", "c\\*", "^$", ".", "^.$", "a|", "^a|c$", "\\bab", "(?i)ABC", "[[:alpha:]]", "\U0001f600.?", "[\u00c0-\u00ff]")
NETWORKS = ("192.0.0.0/8", "0.0.0.0/0", "20.0.0.1/32", "10.0.0.128/25", "::/0", "2001:db8::/32", "::1/128", "192.168.0.77/16")

# Columns with the literals worth comparing them with.
WIDE = {
    "kw": [f"'{word.replace(chr(39), chr(39) * 2)}'" for word in WORDS],
    "grp": ["'red'", "'Red'", "''", "'blue'", "'none'"],
    '"order"': ["'open'", "'paid'", "'closed'"],
    "obj.kw": ["'p'", "'q'", "''", "'dotted'"],
    "txt": ["'fox'", "'Big Fish'", "''", "'42'"],
    "ip": ["'192.168.0.1'", "'20.0.0.1'", "'::1'", "'2001:db8::1'"],
    "l": [str(number) for number in WHOLE],
    "i": [str(number) for number in WHOLE],
    "s": [str(number) for number in WHOLE],
    "b": [str(number) for number in WHOLE],
    "obj.l": [str(number) for number in WHOLE],
    "d": [f"{number}::DOUBLE" for number in FRACTIONS],
    "f": [f"{number}::DOUBLE" for number in FRACTIONS] + ["0.1::FLOAT", "3.4028235e38::FLOAT"],
    "amount": ["0", "10.25", "-100", "250.5"],
    "obj.inner.d": ["0.5", "1.5", "3"],
    "t": [f"TIMESTAMPTZ '{time}+00'" for time in TIMES],
    "t_custom": [f"TIMESTAMPTZ '{time}+00'" for time in TIMES],
    "flag": ["true", "false"],
}
ODD = {
    "above": ["'short'", "'12345'", "'123456'", "'longer one'", "''"],
    "copied": ["'c1'", "'c2'"],
    "copier": ["'c1'", "'c2'"],
    "half": ["0.5::FLOAT", "1.5", "0"],
    "late": [f"TIMESTAMPTZ '{time}+00'" for time in ("1970-01-01 00:00:00", "2017-06-05 04:51:50", "1969-12-31 00:00:00")],
    "loose": ["1", "7", "12", "2"],
    "lower": ["'abc'", "'ABC'", "'x'"],
    "mixed": [f"TIMESTAMPTZ '{time}+00'" for time in ("2024-01-01 00:00:00", "1999-12-31 23:59:59", "1970-01-01 00:00:00")],
    "no_doc_values": ["'k1'", "'k2'"],
    "no_index": ["'k1'", "'k2'"],
    "nothing": ["1", "2", "3"],
    "standin": ["'none'", "'some'"],
    "standin_l": ["7", "8"],
}
DRIFT = {
    "host": ["'192.168.0.1'", "'web-1'", "'20.0.0.1'"],
    "kw": ["'x'", "'y'", "'zz'"],
    "msg": ["'fox'", "'status=200'", "''"],
    "n": ["1", "2.5", "3::DOUBLE", "4"],
    "obj.both": ["'a'", "'b'"],
    "obj.x": ["0", "3"],
    "only_a": ["'a1'", "'a2'"],
    "only_b": ["true", "false"],
    "v": ["1", "2", "32767", "70000"],
}
SCALED = {"scaled": ["1.25", "0.5", "-3.75", "100", "12.5", "1.254", "0"]}
NANOS = {
    "t": [f"TIMESTAMP_NS '{time}'" for time in (
        "1970-01-01 00:00:00", "2024-02-29 12:34:56.123456789", "2024-02-29 12:34:56.123456788", "2024-02-29 12:34:56.123", "2024-07-04 00:00:00",
        "1969-12-31 23:59:59.999999999", "2262-04-11 23:47:16.854775806", "1700-01-01 00:00:00")],
    "t_ms": [f"TIMESTAMPTZ '{time}+00'" for time in TIMES],
}
NEWER = {
    "m": ["'fox'", "'Big Fish'", "''"],
    "u": ["0", "1", "7", "9223372036854775807", "9223372036854775808::UBIGINT", "18446744073709551615::UBIGINT"],
    "w": [f"'{word.replace(chr(39), chr(39) * 2)}'" for word in WORDS],
}
TABLES = {"ora_wide": WIDE, "ora_odd": ODD, '"ora_drift-*"': DRIFT, "ora_open": WIDE, "ora_scaled": SCALED, "ora_nanos": NANOS, "ora_newer": NEWER}
SHARES = (12, 3, 3, 1, 1, 1, 1)
WITHOUT = {f"ora_{name}": frozenset(indices.INDICES[name].without) for name in ("scaled", "nanos", "newer")}

TEXTUAL = ("kw", "grp", '"order"', "obj.kw", "txt", "ip", "above", "lower", "standin", "host", "msg", "only_a", "w", "m")
INSTANTS = ("t", "t_ms", "t_custom", "late", "mixed")
INTEGERS = ("l", "i", "s", "b", "obj.l", "loose", "u")
FLOATING = ("d", "f", "amount", "obj.inner.d", "half", "scaled", "n")


def generate(seed: int) -> list[Statement]:
    rng = random.Random(f"predicates {seed}")
    return [_statement(rng, f"generated_{number}") for number in range(STATEMENTS)]


def tree(rng: random.Random, table: str, depth: int = 2) -> str:
    """A condition over one of the tables."""
    return _tree(rng, TABLES[table], depth)


def _statement(rng: random.Random, name: str) -> Statement:
    (table,) = rng.choices(list(TABLES), SHARES)
    selected = rng.choice(("id", "id", "count(*)", "_id, id"))
    # Half of them short, so that what one condition does shows.
    tree = _tree(rng, TABLES[table], rng.choice((0, 1, DEPTH, DEPTH)))
    return Statement(name=name, sql=f"SELECT {selected} FROM {table} WHERE {tree}", without=WITHOUT.get(table, frozenset()))


def _tree(rng: random.Random, columns: dict, depth: int) -> str:
    if depth == 0 or rng.random() < 0.2:
        return _leaf(rng, columns)
    if rng.random() < 0.3:
        return f"NOT ({_tree(rng, columns, depth - 1)})"
    word = rng.choice((" AND ", " OR "))
    return "(" + word.join(_tree(rng, columns, depth - 1) for _ in range(rng.choice((2, 2, 3)))) + ")"


def _leaf(rng: random.Random, columns: dict) -> str:
    column = rng.choice(list(columns))
    literals = columns[column]
    negation = rng.choice(("", "NOT "))
    if rng.random() < 0.4:
        return negation + "(" + _special(rng, column, literals) + ")"
    match rng.randrange(7):
        case 0:
            return f"{column} IS {negation}NULL"
        case 1:
            return f"{column} {negation}IN ({', '.join(rng.sample(literals, min(len(literals), rng.randrange(1, 5))))})"
        case 2:
            return f"{column} {negation}BETWEEN {rng.choice(literals)} AND {rng.choice(literals)}"
        case 3 if column in TEXTUAL:
            return f"{column} {negation}{rng.choice(('LIKE', 'LIKE', 'ILIKE'))} '{rng.choice(PATTERNS)}'"
        case 3:
            return f"{column} IS {negation}DISTINCT FROM {rng.choice(literals)}"
        case _:
            return f"{column} {rng.choice(COMPARISONS)} {rng.choice(literals)}"


def _special(rng: random.Random, column: str, literals: list) -> str:
    """Functions, casts and patterns that suit the column."""
    literal = rng.choice(literals)
    comparison = rng.choice(COMPARISONS)
    shared = [
        f"{column} IS {rng.choice(('', 'NOT '))}DISTINCT FROM {literal}",
        f"coalesce({column}, {literal}) {comparison} {rng.choice(literals)}",
        f"({column} {comparison} {literal}) IS {rng.choice(('', 'NOT '))}{rng.choice(('TRUE', 'FALSE', 'NULL'))}",
        f"{column} IN ({', '.join(literals)}, {literal})",
    ]
    return rng.choice(shared + ([] if "TIMESTAMP_NS" in literal else _suited(rng, column, comparison) * 2))


def _suited(rng: random.Random, column: str, comparison: str) -> list[str]:
    if column in TEXTUAL:
        pattern = rng.choice(PATTERNS).replace("'", "''")
        word = rng.choice(WORDS).replace("'", "''")
        expression = rng.choice(EXPRESSIONS)
        like = f"{rng.choice(('', 'NOT '))}{rng.choice(('LIKE', 'ILIKE'))}"
        conditions = [
            f"{column} {like} '{pattern}'", f"{column} {like} '{pattern.replace('_', '!_').replace('a', '!a')}' ESCAPE '!'",
            f"regexp_matches({column}, '{expression}')", f"{column} SIMILAR TO '{expression}'", f"regexp_full_match({column}, '{expression}')",
            f"starts_with({column}, '{word}')", f"ends_with({column}, '{word}')", f"contains({column}, '{word}')", f"{column} ^@ '{word}'",
            f"lower({column}) = '{word.lower()}'", f"upper({column}) <> '{word.upper()}'", f"lower({column}) LIKE '{pattern.lower()}'",
        ]
        if column == "ip":
            conditions += [f"ip_in_cidr(ip, '{rng.choice(NETWORKS)}')"] * 6
        return conditions
    if column in INSTANTS:
        day, time = rng.choice(TIMES)[:10], rng.choice(TIMES)
        return [
            f"year({column}) {comparison} {rng.choice((1, 1969, 1970, 2023, 2024, 9999))}", f"{column}::DATE {comparison} DATE '{day}'",
            f"date_trunc('{rng.choice(('hour', 'day', 'week', 'month', 'year'))}', {column}) {comparison} TIMESTAMPTZ '{day} 00:00:00+00'",
            f"time_bucket(INTERVAL 1 DAY, {column}) {comparison} TIMESTAMPTZ '{time}+00'", f"epoch({column}) {comparison} 0",
            f"{column} AT TIME ZONE '{rng.choice(('Europe/Berlin', 'America/New_York', 'Asia/Kolkata'))}' {comparison} TIMESTAMP '{day}'",
            f"{column}::TIMESTAMP {comparison} TIMESTAMP '{time}'", f"year({column}) IN (1970, 2024)", f"month({column}) = 2",
        ]
    if column in INTEGERS:
        number = rng.choice(WHOLE[:10])
        return [
            f"{column} {comparison} {number}.5", f"{column}::DOUBLE {comparison} {number}", f"{column}::VARCHAR = '{number}'",
            f"{column}::VARCHAR IN ('{number}', '0{number}', 'x')", f"{column}::DECIMAL(25, 1) {comparison} {number}",
        ] if column != "u" else [f"u {comparison} {abs(number)}", f"u::VARCHAR = '{abs(number)}'"]
    if column in FLOATING:
        number = rng.choice(("0", "1.5", "-1.5", "100", "0.25"))
        return [f"floor({column}) {comparison} {number}", f"ceil({column}) {comparison} {number}", f"{column} + 1 {comparison} {number}",
                f"abs({column}) {comparison} {number}"]
    return [f"{column} IS NULL"]
