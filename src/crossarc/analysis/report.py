"""The figures of one or several treebanks as tables."""

from __future__ import annotations

from collections.abc import Sequence

from crossarc.analysis.profile import Analysis
from crossarc.tables import Table


def tables(analyses: Sequence[Analysis]) -> list[Table]:
    """Everything that `crossarc analyze` shows, in its order."""
    return [
        _sizes(analyses),
        _nonprojectivity(analyses),
        _directions(analyses),
        _gaps(analyses),
        _lengths(analyses),
        _coverage(analyses),
    ]


def _sizes(analyses: Sequence[Analysis]) -> Table:
    table = Table(["treebank", "sentences", "words", "words per sentence", "longest", "several roots"], title="Size")
    for a in analyses:
        table.add(
            a.label,
            a.sentences,
            a.tokens,
            a.tokens / a.sentences,
            a.longest_sentence,
            _share(a, a.several_roots),
        )
    return table


def _nonprojectivity(analyses: Sequence[Analysis]) -> Table:
    header = [
        "treebank",
        "non-projective",
        "non-proj. arcs",
        "not planar",
        "not 2-planar",
        "not 3-pl.",
        "not 4-pl.",
        "ill-nested",
    ]
    table = Table(header, title="Non-projectivity (Gómez-Rodríguez & Nivre 2010, Table 1)")
    for a in analyses:
        arcs = f"{a.nonprojective_arcs:,} ({100 * a.nonprojective_arcs / a.tokens:.2f}%)"
        counts = (a.not_planar, a.not_2planar, a.not_3planar, a.not_4planar, a.ill_nested)
        table.add(a.label, _share(a, a.nonprojective), arcs, *(_share(a, count) for count in counts))
    return table


def _directions(analyses: Sequence[Analysis]) -> Table:
    table = Table(
        ["treebank", "L%", "R%", "L1%", "R1%"],
        title="Direction of arcs (Fernández-González & Gómez-Rodríguez 2012, Table 2)",
    )
    for a in analyses:
        table.add(a.label, a.left, a.right, a.left1, a.right1)
    return table


def _gaps(analyses: Sequence[Analysis]) -> Table:
    degrees = sorted({degree for a in analyses for degree in a.gap_degree})
    table = Table(["treebank", *map(str, degrees)], title="Sentences by gap degree")
    for a in analyses:
        table.add(a.label, *(a.gap_degree.get(degree, 0) for degree in degrees))
    return table


def _lengths(analyses: Sequence[Analysis]) -> Table:
    classes = list(analyses[0].arc_lengths)
    table = Table(["treebank", *classes], title="Arcs by length: % leftward / rightward")
    for a in analyses:
        total = sum(left + right for left, right in a.arc_lengths.values()) or 1
        cells = (f"{100 * left / total:.1f} / {100 * right / total:.1f}" for left, right in a.arc_lengths.values())
        table.add(a.label, *cells)
    return table


def _coverage(analyses: Sequence[Analysis]) -> Table:
    table = Table(["system", *(a.label for a in analyses)], title="Trees that each system can build, %")
    for system in analyses[0].coverage:  # in the order of the first treebank
        table.add(system, *(a.coverage[system] for a in analyses))
    return table


def _share(analysis: Analysis, sentences: int) -> str:
    return f"{sentences:,} ({analysis.percent(sentences):.2f}%)"
