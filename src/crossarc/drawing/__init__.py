"""Drawings of trees: as text (text.py), and as pictures.

A picture is a `Diagram` (what there is to see: diagram.py, differences.py), laid out once (layout.py) and written down
as SVG (svg.py) or TikZ (tikz.py).
"""

from crossarc.drawing.diagram import Diagram, diagram_of
from crossarc.drawing.differences import diagram_of_two
from crossarc.drawing.layout import Layout, lay_out
from crossarc.drawing.svg import svg_of
from crossarc.drawing.text import draw_tree
from crossarc.drawing.tikz import tikz_of

__all__ = ["Diagram", "Layout", "diagram_of", "diagram_of_two", "draw_tree", "lay_out", "svg_of", "tikz_of"]
