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
COLUMNS = {
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
TEXTUAL = ("kw", "grp", '"order"', "obj.kw", "txt", "ip")


def generate(seed: int) -> list[Statement]:
    rng = random.Random(f"predicates {seed}")
    return [Statement(name=f"generated_{number}", sql=f"SELECT id FROM ora_wide WHERE {_tree(rng, DEPTH)}") for number in range(STATEMENTS)]


def _tree(rng: random.Random, depth: int) -> str:
    if depth == 0 or rng.random() < 0.2:
        return _leaf(rng)
    if rng.random() < 0.3:
        return f"NOT ({_tree(rng, depth - 1)})"
    word = rng.choice((" AND ", " OR "))
    return "(" + word.join(_tree(rng, depth - 1) for _ in range(rng.choice((2, 2, 3)))) + ")"


def _leaf(rng: random.Random) -> str:
    column = rng.choice(list(COLUMNS))
    literals = COLUMNS[column]
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
