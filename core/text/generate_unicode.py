"""Writes unicode_tables.hpp, from Python's own Unicode data: python core/text/generate_unicode.py"""

from __future__ import annotations

import textwrap
import unicodedata
from collections.abc import Callable, Iterable
from itertools import groupby
from pathlib import Path

CATEGORIES = {
    "Lu": "upper",
    "Lt": "upper",
    "Ll": "lower",
    "Lo": "letter",
    "Lm": "letter",
    "Nd": "digit",
    "Nl": "number",
    "No": "number",
    "Mn": "mark",
    "Mc": "mark",
    "Me": "mark",
    "Ps": "opening",
    "Pe": "closing",
    "Pi": "initial_quote",
    "Pf": "final_quote",
    "Pd": "dash",
    "Pc": "connector",
    "Po": "punctuation",
    "Sc": "currency",
    "Sm": "mathematical",
    "Sk": "modifier",
    "So": "symbol",
    "Cf": "format",
    "Zs": "blank",
    "Zl": "line_end",
    "Zp": "line_end",
    "Cc": "control",
}
# Scripts whose letters touch without being one word, by the first word of their characters' names.
SCRIPTS = {
    "CJK": "han",
    "IDEOGRAPHIC": "han",
    "HIRAGANA": "hiragana",
    "KATAKANA": "katakana",
    "KATAKANA-HIRAGANA": "katakana",
    "HANGUL": "hangul",
    "THAI": "brahmic",
    "LAO": "brahmic",
    "KHMER": "brahmic",
    "MYANMAR": "brahmic",
    "TIBETAN": "brahmic",
}
# In the order of CharacterClass.
CLASSES = [
    "unassigned",
    "control",
    "format",
    "blank",
    "line_end",
    "upper",
    "lower",
    "letter",
    "han",
    "hiragana",
    "katakana",
    "hangul",
    "brahmic",
    "mark",
    "digit",
    "number",
    "opening",
    "closing",
    "initial_quote",
    "final_quote",
    "dash",
    "connector",
    "punctuation",
    "currency",
    "mathematical",
    "modifier",
    "symbol",
]
LINE_ENDS = {0x0A, 0x0B, 0x0C, 0x0D, 0x85}


def character_class(code: int) -> str:
    if code == 0x09:
        return "blank"
    if code in LINE_ENDS:
        return "line_end"
    character = chr(code)
    found = CATEGORIES.get(unicodedata.category(character), "unassigned")
    if found == "letter":
        script = unicodedata.name(character, "").partition(" ")[0]
        return SCRIPTS.get(script, found)
    return found


def class_runs() -> str:
    """Each run of characters of one class as the class's letter and the number of characters, if that is not 1."""
    letters = {name: chr(ord("A") + number) for number, name in enumerate(CLASSES)}
    runs = ((name, len(list(run))) for name, run in groupby(range(0x110000), character_class))
    return "".join(letters[name] + (str(count) if count > 1 else "") for name, count in runs)


def mapped(code: int, mapping: Callable[[str], str]) -> int:
    result = mapping(chr(code))
    return ord(result) if len(result) == 1 else code


def lowered(code: int) -> int:
    return ord("i") if code == 0x130 else mapped(code, str.lower)  # İ: its full mapping is two characters


def case_runs(mapping: Callable[[int], int]) -> Iterable[str]:
    """Runs of characters, each one or two apart from the next, that are as far from what they map to."""
    pairs = [(code, mapping(code) - code) for code in range(0x110000) if mapping(code) != code]
    at = 0
    while at < len(pairs):
        first, distance = pairs[at]
        stride = pairs[at + 1][0] - first if at + 1 < len(pairs) and pairs[at + 1][1] == distance else 1
        stride = stride if stride <= 2 else 1
        count = 1
        while at + count < len(pairs) and pairs[at + count] == (first + count * stride, distance):
            count += 1
        yield f"{{{first:#x}, {count}, {stride}, {distance}}},"
        at += count


def array(name: str, items: Iterable[str]) -> str:
    rows = textwrap.wrap(" ".join(item.replace(" ", "~") for item in items), 116)
    body = "\n".join("    " + row.replace("~", " ") for row in rows)
    return f"inline constexpr CaseRun {name}[] = {{\n{body}\n}};\n"


def literal(name: str, text: str) -> str:
    rows = "\n".join(f'    "{text[at : at + 114]}"' for at in range(0, len(text), 114))
    return f"inline constexpr char {name}[] =\n{rows};\n"


def main() -> None:
    parts = [
        f"// Unicode {unicodedata.unidata_version}. Written by generate_unicode.py.",
        "// clang-format off",
        "#pragma once\n",
        "#include <cstdint>\n",
        "namespace crossarc::unicode_tables {\n",
        "// Runs of characters from U+0000 on: a letter for the CharacterClass, A for the first, and how many there",
        "// are, if there is more than one.",
        literal("classes", class_runs()),
        "// Characters `stride` apart, and how far what they map to is from them.",
        "struct CaseRun {\n    std::uint32_t first;\n    std::uint16_t count;\n    std::uint8_t stride;\n"
        "    std::int32_t distance;\n};",
        array("lower_case", case_runs(lowered)),
        array("upper_case", case_runs(lambda code: mapped(code, str.upper))),
        "}  // namespace crossarc::unicode_tables\n",
    ]
    Path(__file__).with_name("unicode_tables.hpp").write_text("\n".join(parts), encoding="utf-8")


if __name__ == "__main__":
    main()
