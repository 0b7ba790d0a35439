"""The picture is well-formed and shows what it should."""

from __future__ import annotations

from xml.etree import ElementTree

import crossarc
from crossarc import Treebank, synthetic
from crossarc.analysis import svg
from crossarc.analysis.plot import CLASSES


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
