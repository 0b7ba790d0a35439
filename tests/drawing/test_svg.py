"""Drawings as SVG: well-formed and valid, with all that there is to see in them as text."""

from __future__ import annotations

import subprocess
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from reference.hostile import HOSTILE

from crossarc import Treebank, synthetic
from crossarc.drawing import diagram_of, lay_out, svg_of
from crossarc.drawing.colours import GROUND, SHADES, Shades
from crossarc.shown_text import shown

NAME = "{http://www.w3.org/2000/svg}"
DTD = Path("/usr/share/xml/w3c-sgml-lib/schema/dtd/REC-SVG11-20110816/svg11.dtd")
XMLLINT = Path("/usr/bin/xmllint")


def texts(drawing: str) -> list[str]:
    return ["".join(own.itertext()) for own in ET.fromstring(drawing).iter(f"{NAME}text")]


def test_words_labels_and_tags_are_there() -> None:
    for sentence in synthetic.generate(20, crossing="any", rate=0.5):
        found = texts(sentence.to_svg())
        tokens = [token.form for token in sentence.multiword_tokens]
        assert sorted(found) == sorted([*sentence.forms, *sentence.deprels, *sentence.upos, *tokens])


def test_hostile_text_is_text() -> None:
    for sentence in Treebank.from_conllu(HOSTILE):
        root = ET.fromstring(sentence.to_svg(show=["lemma", "misc"]))
        kinds = {own.tag.removeprefix(NAME) for own in root.iter()}
        assert kinds <= {"svg", "title", "style", "rect", "g", "path", "text"}
        attributes = {name for own in root.iter() for name in own.attrib}
        assert not {name for name in attributes if name.startswith("on") or "href" in name or name == "style"}
        assert texts(sentence.to_svg())[-1] == shown(sentence.multiword_tokens[0].form)


@pytest.mark.skipif(not (DTD.exists() and XMLLINT.exists()), reason="needs w3c-sgml-lib and libxml2-utils")
def test_valid_by_the_definition_of_svg(tmp_path: Path) -> None:
    sentences = [*synthetic.generate(5, crossing="any", rate=0.5), *Treebank.from_conllu(HOSTILE)]
    drawings = [lay_out(diagram_of(sentence)) for sentence in sentences]
    for number, drawing in enumerate([svg_of(drawings), *map(svg_of, drawings)]):
        path = tmp_path / f"{number}.svg"
        path.write_text(drawing, encoding="utf-8")
        command = [str(XMLLINT), "--nonet", "--noout", "--dtdvalid", DTD.as_uri(), str(path)]
        checked = subprocess.run(command, capture_output=True, text=True, check=False)
        assert checked.returncode == 0, checked.stderr


def test_several_drawings_have_names() -> None:
    sentences = synthetic.generate(3)
    drawing = svg_of([lay_out(diagram_of(sentence)) for sentence in sentences])
    assert [text for text in texts(drawing) if text in {own.sent_id for own in sentences}] == [
        own.sent_id for own in sentences
    ]
    assert ET.fromstring(svg_of([])) is not None


def test_notebooks_show_sentences() -> None:
    sentence = synthetic.generate(1)[0]
    assert sentence._repr_svg_() == sentence.to_svg()
    assert sentence.to_svg() == sentence.to_svg()


def luminance(colour: str) -> float:
    """Relative luminance, as WCAG 2.1 has it."""
    channels = [int(colour[start : start + 2], 16) / 255 for start in (1, 3, 5)]
    linear = [own / 12.92 if own <= 0.04045 else ((own + 0.055) / 1.055) ** 2.4 for own in channels]
    return float(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2])


@pytest.mark.parametrize("shades", SHADES.values(), ids=SHADES)
def test_contrast(shades: Shades) -> None:
    for ground, colour in zip(GROUND, shades, strict=True):
        low, high = sorted((luminance(ground), luminance(colour)))
        assert (high + 0.05) / (low + 0.05) >= 4.5
