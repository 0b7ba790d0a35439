"""The picture is well-formed and shows what it should."""

from __future__ import annotations

from xml.etree import ElementTree

import crossarc
from crossarc import synthetic
from crossarc.analysis import svg


def test_a_bar_and_a_panel_for_each_treebank() -> None:
    analyses = [crossarc.analyze(synthetic.generate(60, crossing=c, rate=0.5)) for c in ("2-planar", "beyond")]
    root = ElementTree.fromstring(svg(analyses))
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert texts.count("<synthetic>") == 4
    titles = [element.text for element in root.iter("{http://www.w3.org/2000/svg}title")]
    assert "projective: 50.00%" in titles
    assert "2-planar: 50.00%" in titles
    assert "3-planar: 50.00%" in titles
