"""The picture is well-formed and shows what it should."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import crossarc
from crossarc import Treebank, synthetic
from crossarc.analysis import svg
from crossarc.analysis.plot import CLASSES, coverage_svg
from crossarc.drawing.colours import GROUND
from crossarc.svg import dark_rules


def test_a_bar_and_a_panel_for_each_treebank() -> None:
    analyses = [crossarc.analyze(synthetic.generate(60, crossing=c, rate=0.5)) for c in ("2-planar", "beyond")]
    root = ElementTree.fromstring(svg(analyses))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count("<synthetic>") == 4
    titles = [element.text for element in root.iter("{http://www.w3.org/2000/svg}title")]
    assert "projective: 50.00%" in titles
    assert "2-planar: 50.00%" in titles
    assert "3-planar: 50.00%" in titles


def test_treebanks_are_called_what_tells_them_apart() -> None:
    treebank = synthetic.generate(20)

    def names(*paths: str) -> list[str | None]:
        analyses = [crossarc.analyze(Treebank.from_bytes(treebank.to_bytes(), path=path)) for path in paths]
        root = ElementTree.fromstring(svg(analyses))
        texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
        return [text for text in texts[1 + len(CLASSES) :] if text and ("conll" in text or text.isupper())]

    assert names("A/train.conllu", "in/B/train.conll.gz") == ["A", "B"] * 2
    assert names("A/train.conllu", "A/dev.conllu") == ["A/train.conllu", "A/dev.conllu"] * 2
    assert names("A/train.conllu") == ["A/train.conllu"] * 2


def contrast(one: str, other: str) -> float:
    """As WCAG 2 has it."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted([luminance(one), luminance(other)])
    return (high + 0.05) / (low + 0.05)


def test_plots_are_dark_where_the_screen_is() -> None:
    analysis = crossarc.analyze(synthetic.generate(60, crossing="any", rate=0.5))
    text = svg([analysis]) + coverage_svg(analysis)
    in_the_dark = dict(re.findall(r'\[fill="([^"]+)"\] \{ fill: (\S+) \}', text))
    assert set(in_the_dark.items()) < set(re.findall(r'\[fill="([^"]+)"\] \{ fill: (\S+) \}', dark_rules()))
    assert in_the_dark["white"] == GROUND.dark
    fills = set(re.findall(r'<(?:text|rect)[^>]* fill="([^"]+)"', text)) - {"white", "#111"}  # #111 stands on bars
    assert len(fills) > 5
    for fill in fills:
        shown = in_the_dark.get(fill, fill)
        assert contrast(shown, GROUND.dark) >= 3, fill
        for on_it in (in_the_dark["white"], "#111111"):
            assert contrast(shown, on_it) >= 3, fill
