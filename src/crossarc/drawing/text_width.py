"""How wide a text is, without a font: characters fall into classes of a width.

The classes of Latin, Greek and Cyrillic letters are the widest of Liberation Sans (which is as wide as Arial and
Helvetica), Noto Sans and DejaVu Sans, the fonts that browsers take for `sans-serif`; those of other scripts are what
three quarters and more of Noto's letters keep to. So a text is narrower than its estimate in most fonts, by an eighth
in Arial. `tests/drawing/test_in_a_browser.py` compares estimates with what a browser measures.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from functools import lru_cache

# In hundredths of the font's size.
_CLASSES = {
    10: "\u031b",  # the horn of Vietnamese letters, which other marks are above
    25: "′",
    30: "'ijlıłɟɨɭʝіј",
    35: " ,.:;I·ŀɩʃʄʆΙιІӀӏ‘’‚‛",
    40: "()-/[\\]ftŧſɪɫʇʈ‐‑‹›",
    45: "!r¡²³¹ɹɺɻɼɽ″",
    50: '"J`ª°´¸ºɬʅϝЈ․',
    55: "cszɔɕɛɜɾɿʂʐʑʔʕʖʗʟʡʢʬεζϯгзсэєѕѯҁґҕҙҫӷ“”„‟",
    60: "*?L_kvxy|¦§¨¯ĳĸĿŁƒɣɤʌʎʒʓʙʭ΄ΓγκλνξςχϛϜвтухьҍғҭүұҳӡӻӽ–‖‗†‡•‣",
    65: "$0123456789FTabdeghnopqu{}¢£¤¥«µ»¿ßðøþđŋŦǝɐɑɒɓɖɘəɡɢɥɦɧɲɳɴɵʀʁʉʊʋʏʧΞΣΤβδηθμορστυϙϚϡϧϩϫϭϮГЗТУабеиклорчяђѫѮѳ҂ҎҏҐҘ"
    "қҝҟҬҮҰҷҹһӄӌәөӶ‒€",
    70: "ABEKPSVXYZ¶ÞħɗɞɠʚʜʞʫʮʯΑΒΔΕΖΚΛΡΥΧαπϗϞϟϥϨϬЅАБВЕРХЧЬднпцћџѣѵҀҋҌҒҔңҩҪҲҸҺӃӆӈӊӋӠӺӼӾ‥",
    75: "CRUĲɮɸʛʠʪφЄКСЭЯъѥҚҜҞҶҽҿ",
    80: "&DGHNOQÐØĐŊɝɷʘΗΘΝΟΠΩψϘϤϦϪЏДИЛНОПЦмыѢѧѪѲѴѻҊҢӅӇӉӎӘӨ",
    85: "#+<=>^w~¬±×÷ŉɚʍʦΦΨωϣЪюѡѭѿҡҵ−",
    90: "ɶʨʩϠЂЋФЫфњѦѰѱҠҥҨ",
    95: "MĦΜϢМжшщљѠѤѾҗҧҴҼҾӍ",
    100: "%Wm©®¼½¾ÆæɯɰɱѺӔӕ—―…™←→",
    105: "@œʣʥЊѩѬѽҤ",
    110: "ŒʤЉЖШЩЮѹҖҦ№",
    125: "ѨѼѸ",
    135: "‰",
}
_WIDTHS = {character: width for width, characters in _CLASSES.items() for character in characters}

# The first character of a range of scripts, and the width of its letters.
_SCRIPTS = (
    (0x0000, 85),  # Latin, Greek, Cyrillic: those that have no class
    (0x0530, 75),  # Armenian, Hebrew
    (0x0600, 80),  # Arabic, whose letters are narrower where they are joined
    (0x0700, 90),  # Syriac, Thaana, N'Ko
    (0x0900, 80),  # Devanagari, Bengali, Gurmukhi, Gujarati, Oriya
    (0x0B80, 125),  # Tamil
    (0x0C00, 100),  # Telugu, Kannada
    (0x0D00, 130),  # Malayalam
    (0x0D80, 115),  # Sinhala
    (0x0E00, 70),  # Thai, Lao, Tibetan
    (0x1000, 110),  # Burmese
    (0x10A0, 80),  # Georgian
    (0x1200, 90),  # Ethiopic, Cherokee, Canadian syllabics
    (0x1700, 105),  # Tagalog and its relatives, Khmer, Mongolian and others
    (0x1E00, 85),  # Latin and Greek with marks
    (0x2000, 100),  # signs
    (0x2C00, 90),  # Glagolitic, Coptic, Georgian
    (0x2E00, 100),  # punctuation, and what is wide
    (0xA000, 100),  # Yi, Vai, Javanese and others
    (0xFB50, 130),  # Arabic letters in ligatures
    (0x10300, 90),  # Gothic, Old Italic
    (0x10380, 130),  # Ugaritic and others
    (0x10400, 100),
    (0x12000, 230),  # cuneiform
    (0x13000, 150),  # hieroglyphs
    (0x14000, 110),
    (0x1F000, 140),  # pictures
)
_STARTS = [start for start, _ in _SCRIPTS]
_WIDE = 100
_PICTURES = range(0x1F000, 0x20000)


def text_width(text: str, size: float) -> float:
    """The estimated width of a text in a sans-serif font of a size.

    >>> text_width("ill", 10), text_width("漢字", 10), text_width("e", 10), text_width("e\\u0301", 10)
    (9.0, 20.0, 6.5, 6.5)
    """
    return sum(map(_hundredths, text)) * size / 100


@lru_cache(maxsize=4096)
def _hundredths(character: str) -> int:
    if (known := _WIDTHS.get(character)) is not None:
        return known
    if unicodedata.category(character) in ("Mn", "Me", "Cf", "Cc"):  # above or below another, or nothing
        return 0
    if unicodedata.east_asian_width(character) in "WF" and ord(character) not in _PICTURES:
        return _WIDE
    parts = unicodedata.normalize("NFD", character)
    if parts != character:
        return sum(map(_hundredths, parts))
    return _SCRIPTS[bisect_right(_STARTS, ord(character)) - 1][1]
