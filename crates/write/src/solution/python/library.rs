//! The functions that Python programs define if they use them, each after those that it needs, and the names that are taken.

use crate::solution::text::Helper;

/// Names that variables cannot have.
pub(super) const RESERVED: &str = "abs all any bool chr dict input int len list map math max min ord print \
    prod range re repr set sorted str sum sys parts match case";

/// Functions with what they need and their text.
pub(super) const HELPERS: &[Helper] = &[
    ("show_bool", &[], "def show_bool(value):\n    return \"true\" if value else \"false\""),
    ("show_list", &[], "def show_list(texts):\n    return \"[\" + \", \".join(texts) + \"]\""),
    (
        "show_decimal",
        &[],
        "def show_decimal(value, places):\n    digits = str(abs(value)).rjust(places + 1, \"0\")\n    sign = \"-\" if value < 0 else \"\"\n    return sign + digits[: len(digits) - places] + \".\" + digits[len(digits) - places :]",
    ),
    (
        "parse_int",
        &["re"],
        "def parse_int(text):\n    return int(text) if re.fullmatch(r\"[+-]?[0-9]+\", text.strip()) else None",
    ),
    (
        "parse_decimal",
        &["re"],
        "def parse_decimal(text, places):\n    found = re.fullmatch(r\"([+-]?)([0-9]+)(?:\\.([0-9]*))?\", text.strip())\n    if not found:\n        return None\n    fraction = (found.group(3) or \"\").rstrip(\"0\")\n    if len(fraction) > places:\n        return None\n    value = int(found.group(2) + fraction.ljust(places, \"0\"))\n    return -value if found.group(1) == \"-\" else value",
    ),
    (
        "parse_bool",
        &[],
        "def parse_bool(text):\n    return {\"true\": True, \"false\": False}.get(text.strip())",
    ),
    (
        "parse_char",
        &[],
        "def parse_char(text):\n    text = text if len(text) == 1 else text.strip()\n    return text if len(text) == 1 else None",
    ),
    (
        "parse_member",
        &[],
        "def parse_member(text, spellings):\n    return spellings.index(text.strip()) if text.strip() in spellings else None",
    ),
    ("quot", &[], "def quot(a, b):\n    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)"),
    ("rem", &["quot()"], "def rem(a, b):\n    return a - b * quot(a, b)"),
    ("power", &[], "def power(a, n):\n    return a ** max(n, 0)"),
    (
        "divide_rounded",
        &[],
        "def divide_rounded(a, b):\n    \"\"\"Half away from zero.\"\"\"\n    quotient = (2 * abs(a) + abs(b)) // (2 * abs(b))\n    return quotient if (a < 0) == (b < 0) else -quotient",
    ),
    ("split", &[], "def split(text, separator):\n    return text.split(separator) if separator else [text]"),
    ("is_int", &["re"], "def is_int(text):\n    return re.fullmatch(r\"-?[0-9]+\", text) is not None"),
    ("int_of_text", &["is_int()"], "def int_of_text(text):\n    return int(text) if is_int(text) else 0"),
];
