"""WHERE conditions made from a seed: trees of AND, OR and NOT over comparisons with values that occur."""

import random

from oracle.statements import Statement

STATEMENTS = 60
DEPTH = 3

COMPARISONS = ("=", "<>", "<", "<=", ">", ">=")

TIMES = ("1970-01-01 00:00:00", "1969-12-31 23:59:59.999", "2024-02-29 12:34:56.789", "2024-02-29 12:34:56.789123", "2020-01-01 00:00:00", "2024-07-04 00:00:00",
         "9999-12-31 23:59:59.999", "0001-01-01 00:00:00", "2024-11-13 15:11:01.668")
WHOLE = (0, 1, -1, 5, 7, 42, 100, 127, -128, 32767, 2147483647, 9007199254740992, 9007199254740993, 9223372036854775807)
FRACTIONS = ("0.0", "-0.0", "0.1", "0.3", "1.5", "-1.5", "2.5", "5.0", "1e22", "5e-324", "1.7976931348623157e308", "-123.456")
WORDS = ("", "a", "A", "ab", "abc", "abc_123", "a%b", "a\\b", "O'Brien", "\u00e9", "e\u0301", "\U0001f600", "5", "5.0", "null", "paid", "~")
PATTERNS = ("a%", "%a", "%b%", "_", "abc_123", "%", "", "\u00e9%", "%\U0001f600", "A%", "%\\%")

# Columns with the literals worth comparing them with.
WIDE = {
    "kw": [f"'{word.replace(chr(39), chr(39) * 2)}'" for word in WORDS],
    "grp": ["'red'", "'Red'", "''", "'blue'", "'none'"],
    '"order"': ["'open'", "'paid'", "'closed'"],
    "obj.kw": ["'p'", "'q'", "''", "'dotted'"],
    "txt": ["'fox'", "'Big Fish'", "''", "'42'"],
    "ip": ["'192.168.0.1'", "'20.0.0.1'", "'::1'"],
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
TABLES = {"ora_wide": WIDE, "ora_odd": ODD, '"ora_drift-*"': DRIFT, "ora_open": WIDE}
SHARES = (6, 2, 2, 1)

TEXTUAL = ("kw", "grp", '"order"', "obj.kw", "txt", "ip", "above", "lower", "standin", "host", "msg", "only_a")


def generate(seed: int) -> list[Statement]:
    rng = random.Random(f"predicates {seed}")
    return [Statement(name=f"generated_{number}", sql=_statement(rng)) for number in range(STATEMENTS)]


def tree(rng: random.Random, table: str, depth: int) -> str:
    """A condition over one of the tables."""
    return _tree(rng, TABLES[table], depth)


def _statement(rng: random.Random) -> str:
    (table,) = rng.choices(list(TABLES), SHARES)
    selected = rng.choice(("id", "id", "count(*)", "_id, id"))
    return f"SELECT {selected} FROM {table} WHERE {_tree(rng, TABLES[table], DEPTH)}"


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
