"""What is known that helps to choose a system and options for a treebank, in plain words.

Averages over treebanks do not tell what is best for one. So this says what was measured on those that are like it, with
the spread, and what follows from the trees themselves; where neither tells anything, it says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence

from crossarc.analysis.measured import MeasuredTreebank, like, measured_treebanks
from crossarc.analysis.profile import Analysis
from crossarc.messages import counted
from crossarc.roots import SEVERAL_FROM, shown

_AS_MEASURED = "greedy perceptrons with default settings, on gold tags"
_BEAM = (
    "A beam belongs to training: `crossarc train --beam 8` takes longer and scored higher where it was measured; a "
    "beam that is given to `crossarc parse` alone makes a greedy parser worse."
)


def recommend(analysis: Analysis) -> list[str]:
    """Sentences that say what is known for a treebank, the most important first."""
    return [
        *_systems(analysis),
        *_nonprojective_trees(analysis),
        *_roots(analysis),
        *_columns(analysis),
        _BEAM,
    ]


def _systems(a: Analysis) -> list[str]:
    near = like(a.sentences, a.percent(a.nonprojective))
    if not near:
        known = measured_treebanks()
        return [
            f"No advice on systems: none of the {len(known)} treebanks that they were measured on ({_extent(known)}) "
            f"is like this one ({_extent_of_one(a)})."
        ]
    systems = sorted(near[0].las, key=lambda system: (-_wins(near, system), _behind(near, system)))
    winners = [f"`{system}` on {_wins(near, system)}" for system in systems if _wins(near, system)]
    behind = (f"`{system}` {_to(*_behind(near, system), '.1f')}" for system in systems)
    treebanks = "measured treebank" if len(near) == 1 else f"{len(near)} measured treebanks"
    return [
        f"On the {treebanks} most like this one in size and share of non-projective sentences "
        f"({', '.join(treebank.name for treebank in near)}; {_extent(near)}), the highest LAS was that of "
        f"{_listed(winners)}; below the highest were {', '.join(behind)} ({_AS_MEASURED}).",
        "That does not settle which is best for this one: train those that were close, and compare them on development "
        "data (`crossarc compare`).",
    ]


def _wins(treebanks: Sequence[MeasuredTreebank], system: str) -> int:
    return sum(treebank.behind(system) == 0 for treebank in treebanks)


def _behind(treebanks: Sequence[MeasuredTreebank], system: str) -> tuple[float, float]:
    differences = [treebank.behind(system) for treebank in treebanks]
    return min(differences), max(differences)


def _extent(treebanks: Sequence[MeasuredTreebank]) -> str:
    sizes = [treebank.sentences for treebank in treebanks]
    shares = [treebank.nonprojective for treebank in treebanks]
    return f"{_to(min(sizes), max(sizes), ',')} sentences, {_to(min(shares), max(shares), '.0f')}% non-projective"


def _to(low: float, high: float, format: str) -> str:
    return f"{low:{format}} to {high:{format}}" if low < high else f"{low:{format}}"


def _extent_of_one(a: Analysis) -> str:
    return f"{counted(a.sentences, 'sentence')}, {a.percent(a.nonprojective):.0f}%"


def _nonprojective_trees(a: Analysis) -> list[str]:
    if a.nonprojective == 0:
        return ["Every tree is projective: each system can build all of them."]
    return [
        f"{a.percent(a.nonprojective):.1f}% of the sentences and {100 * a.nonprojective_arcs / a.tokens:.2f}% of the "
        f"arcs are non-projective. Projective trees cannot score above {a.projective_uas:.2f} UAS; `arc-eager` and "
        "`arc-hybrid` need labels that bring such arcs back (`--nonprojective pseudo-head`, the default), and "
        "`--nonprojective drop` would leave these sentences out of training.",
        f"`2-planar` can build {a.coverage['2-planar']:.2f}% of the trees, in linear time; `covington` all of them, in "
        f"quadratic time at worst (the longest sentence has {counted(a.longest_sentence, 'word')}).",
    ]


def _roots(a: Analysis) -> list[str]:
    if a.several_roots == 0:
        return []
    share = a.several_roots / a.sentences
    with_several = f"{shown(share)} of the sentences have several roots: a parser that is trained on them"
    if share >= SEVERAL_FROM:
        return [f"{with_several} may give several, too, unless `--one-root` forbids it."]
    return [f"{with_several} gives each sentence one, unless `--multi-root` allows more."]


def _columns(a: Analysis) -> list[str]:
    names = {"lemma": "LEMMA", "xpos": "XPOS", "feats": "FEATS"}
    filled = [shown for name, shown in names.items() if a.filled_columns[name] > 5]
    if not filled:
        tags = " and UPOS" if a.filled_columns["upos"] > 5 else ""
        return [f"There are no lemmas, XPOS or FEATS to use: the word forms{tags} have to do."]
    return [f"Use {_listed(filled)} as features: the treebank has them."]


def _listed(names: Sequence[str]) -> str:
    return " and ".join([", ".join(names[:-1]), names[-1]] if len(names) > 1 else names)
