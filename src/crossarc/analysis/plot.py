"""Pictures of treebanks as SVG: classes of trees, arcs by direction and length, and what systems can build."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crossarc.analysis.profile import Analysis
from crossarc.svg import AXIS, NOTE, picture, short, text

CLASSES = ("projective", "planar", "2-planar", "3-planar", "4-planar and more")
COLOURS = ("#9aa5b1", "#6b8fb5", "#e0a030", "#cc5c30", "#7c1d3f")
ON_COLOURS = ("#111", "#111", "#111", "#111", "white")
LEFT, RIGHT = "#cc5c30", "#3b6ea5"
WIDTH, LABEL, ROW, MARGIN = 900, 210, 26, 16


def svg(analyses: Sequence[Analysis]) -> str:
    """One bar a treebank for the classes of its trees, one panel a treebank for its arcs."""
    bars_height = 70 + ROW * len(analyses)
    panels_height = 190 * ((len(analyses) + 2) // 3) + 30
    height = bars_height + panels_height + MARGIN
    return picture(WIDTH, height, [*_class_bars(analyses), *_length_panels(analyses, top=bars_height + 10)])


def coverage_svg(analysis: Analysis) -> str:
    """One bar a system: the share of trees that it can build."""
    shapes = [text(MARGIN, 24, "Trees that each system can build, %", weight="bold")]
    scale = (WIDTH - LABEL - 70) / 100
    for row, (system, share) in enumerate(analysis.coverage.items()):
        y = 40 + 22 * row
        shapes.append(text(LABEL - 8, y + 12, system, anchor="end"))
        shapes.append(f'<rect x="{LABEL}" y="{y}" width="{share * scale:.2f}" height="15" fill="{RIGHT}"/>')
        shapes.append(text(LABEL + share * scale + 6, y + 12, f"{share:.2f}"))
    return picture(WIDTH, 40 + 22 * len(analysis.coverage) + MARGIN, shapes)


def _names(analyses: Sequence[Analysis]) -> list[str]:
    """What tells treebanks apart: their folders, if their files are all called `train`, or the like."""
    labels = [analysis.label for analysis in analyses]
    folders, files = zip(*(label.rpartition("/")[::2] for label in labels), strict=True) if labels else ((), ())
    stems = {file.partition(".")[0] for file in files}
    return list(folders) if len(stems) == 1 and len(set(folders)) == len(labels) > 1 else labels


def _class_shares(analysis: Analysis) -> list[float]:
    beyond = (analysis.nonprojective, analysis.not_planar, analysis.not_2planar, analysis.not_3planar, 0)
    shares, before = [], analysis.sentences
    for count in beyond:
        shares.append(100 * (before - count) / analysis.sentences)
        before = count
    return shares


def _class_bars(analyses: Sequence[Analysis]) -> Iterator[str]:
    yield text(MARGIN, 24, "Trees by class, % of sentences", weight="bold")
    x = float(LABEL)
    for name, colour in zip(CLASSES, COLOURS, strict=True):
        yield f'<rect x="{x}" y="36" width="11" height="11" fill="{colour}"/>' + text(x + 16, 46, name)
        x += 34 + 7 * len(name)
    for row, (name, analysis) in enumerate(zip(_names(analyses), analyses, strict=True)):
        y = 58 + ROW * row
        yield text(MARGIN, y + 14, short(name))
        x = float(LABEL)
        scale = (WIDTH - LABEL - MARGIN) / 100
        for share, colour, on_it, kind in zip(_class_shares(analysis), COLOURS, ON_COLOURS, CLASSES, strict=True):
            if share > 0:
                width = share * scale
                title = f"<title>{kind}: {share:.2f}%</title>"
                size = f'width="{width:.2f}" height="18"'
                yield f'<rect x="{x:.1f}" y="{y}" {size} fill="{colour}">{title}</rect>'
                if width > 34:
                    yield text(x + width / 2, y + 13, f"{share:.1f}", anchor="middle", fill=on_it)
                x += width


def _length_panels(analyses: Sequence[Analysis], top: float) -> Iterator[str]:
    yield text(MARGIN, top + 14, "Arcs by length, % of arcs", weight="bold")
    for x, colour, name in ((LABEL, LEFT, "leftward"), (LABEL + 90, RIGHT, "rightward")):
        yield f'<rect x="{x}" y="{top + 4}" width="11" height="11" fill="{colour}"/>' + text(x + 16, top + 14, name)
    for index, (name, analysis) in enumerate(zip(_names(analyses), analyses, strict=True)):
        column, row = index % 3, index // 3
        yield from _length_panel(name, analysis, MARGIN + column * 295.0, top + 30 + row * 190)


def _length_panel(name: str, analysis: Analysis, left: float, top: float) -> Iterator[str]:
    total = sum(l_arcs + r_arcs for l_arcs, r_arcs in analysis.arc_lengths.values()) or 1
    most = max(max(pair) for pair in analysis.arc_lengths.values()) or 1
    base, step = top + 140.0, 39
    yield text(left, top + 10, short(name))
    yield f'<line x1="{left}" y1="{base}" x2="{left + step * 7}" y2="{base}" stroke="{AXIS}"/>'
    for place, (length, arcs) in enumerate(analysis.arc_lengths.items()):
        for side, (count, colour) in enumerate(zip(arcs, (LEFT, RIGHT), strict=True)):
            tall = 105 * count / most
            x = left + step * place + 4 + 15 * side
            title = f"<title>{100 * count / total:.2f}%</title>"
            yield f'<rect x="{x}" y="{base - tall:.1f}" width="14" height="{tall:.1f}" fill="{colour}">{title}</rect>'
        yield text(left + step * place + 19, base + 14, length, anchor="middle")
    yield text(left + 36, top + 30, f"highest: {100 * most / total:.1f}%", fill=NOTE)
