"""Drawings as data, from which scripts make elements one by one: no text is ever read as markup in the browser."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from typing import Any

from crossarc.drawing import Layout, svg_of

_SVG = "{http://www.w3.org/2000/svg}"
_STYLE = f"{_SVG}style"
Part = list[Any]  # its name, its attributes, then texts and parts


def drawing_parts(layout: Layout) -> Part:
    """A drawing whose words and arcs have numbers (`svg_of`)."""
    return parts_of(svg_of(layout, is_part_of_page=True, numbered=True))


def parts_of(svg: str) -> Part:
    """Without style sheets: the page has them, and allows no others.

    >>> parts_of('<svg xmlns="http://www.w3.org/2000/svg"><text x="1">a &lt; b</text></svg>')
    ['svg', {}, ['text', {'x': '1'}, 'a < b']]
    """
    return _part(ET.fromstring(svg))  # our own, and well-formed


def _part(element: ET.Element) -> Part:
    texts = [element.text] if element.text and element.text.strip() else []
    inside = (_part(own) for own in element if own.tag != _STYLE)
    return [element.tag.removeprefix(_SVG), dict(element.attrib), *texts, *inside]
