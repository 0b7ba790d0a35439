"""Which system and options suit a treebank, in plain words."""

from __future__ import annotations

from crossarc.analysis.profile import Analysis

# A projective system loses about as many arcs as are non-projective: below this share (in %) other things matter more.
FEW_NONPROJECTIVE_ARCS = 0.2
# Above this share (in %) Covington's system has scored highest.
MANY_NONPROJECTIVE_ARCS = 6.0
# Where two planes hold fewer trees than this (in %), they are no place to look for crossing arcs.
FEW_IN_TWO_PLANES = 80.0
# The paper finds that pseudo-projective trees hurt on treebanks smaller than this (2018 projective, Table 2).
SMALL_TREEBANK = 500
# L1% and R1% must differ by this much to prefer one buffer transition (2012 buffer, Table 2).
CLEAR_DIRECTION = 5.0


def recommend(analysis: Analysis) -> list[str]:
    """Sentences that say what to use for a treebank and why, the most important first."""
    return [
        *_system(analysis),
        _nonprojective_trees(analysis),
        *_buffer_transition(analysis),
        *_roots(analysis),
        *_columns(analysis),
    ]


def _arcs(a: Analysis) -> float:
    return 100 * a.nonprojective_arcs / a.tokens


def _system(a: Analysis) -> list[str]:
    """As they compared on 18 treebanks with 3 to 72 % of non-projective trees (docs/reproduction/systems.md)."""
    share = f"{a.percent(a.nonprojective):.1f}% of the sentences and {_arcs(a):.2f}% of the arcs are non-projective"
    if _arcs(a) < FEW_NONPROJECTIVE_ARCS:
        return [
            f"Use `arc-eager` or `arc-hybrid`: only {share}, so a projective system loses next to nothing, and its "
            "short derivations are easy to learn. `--beam 8` scores higher, and takes longer."
        ]
    worst = f"in quadratic time at worst (the longest sentence has {a.longest_sentence:,} words)"
    if _arcs(a) > MANY_NONPROJECTIVE_ARCS:
        return [
            f"Use `covington`: {share}, and where there are so many, it had the highest LAS of the greedy parsers. It "
            f"builds all trees, {worst}. Faster and next best were `arc-eager` and `arc-hybrid`, whose labels bring "
            "crossing arcs back (`--nonprojective pseudo-head`)."
        ]
    held = a.coverage["2-planar"]
    planes = (
        "; or `2-planar`, whose crossing arcs are the most precise, and whose two planes hold "
        f"{held:.2f}% of the trees in linear time"
    )
    return [
        "Use `arc-eager` or `arc-hybrid` with `--nonprojective pseudo-head`, as `crossarc train` does by itself: "
        f"{share}. Projective trees cannot score above {a.projective_uas:.2f} UAS, but labels bring crossing arcs "
        "back, and of the greedy parsers these had the highest LAS on most treebanks. `--beam 8` scores higher, and "
        "takes longer.",
        "Try `covington` if crossing arcs matter most: it finds more of them than the others, and builds all trees, "
        f"{worst}{planes if held >= FEW_IN_TWO_PLANES else ''}.",
    ]


def _nonprojective_trees(a: Analysis) -> str:
    dynamic = "Train with the dynamic oracle"
    if a.nonprojective == 0:
        return f"{dynamic}; every tree is projective, so no tree has to be changed or left out for any system."
    dropped = f"{dynamic}, and drop no trees: {a.percent(a.nonprojective):.1f}% of the sentences would be wasted."
    if a.sentences < SMALL_TREEBANK:
        return (
            f"{dropped} With {a.sentences:,} trees compare `--nonprojective projectivize` and `keep` as well: "
            "lifting arcs may do harm where there is little to learn from."
        )
    return dropped


def _buffer_transition(a: Analysis) -> list[str]:
    if a.right1 - a.left1 > CLEAR_DIRECTION:
        side, why = "lba", "rightward"
    elif a.left1 - a.right1 > CLEAR_DIRECTION:
        side, why = "rba", "leftward"
    else:
        return []
    return [
        f"If you want to try buffer transitions, begin with `arc-eager+{side}`: most arcs of length one are {why} "
        f"(L1 {a.left1:.1f}%, R1 {a.right1:.1f}%), and they are easier to learn when the others are out of the way."
    ]


def _roots(a: Analysis) -> list[str]:
    if a.several_roots == 0:
        return []
    return [f"Allow several roots: {a.percent(a.several_roots):.1f}% of the sentences have more than one."]


def _columns(a: Analysis) -> list[str]:
    names = {"lemma": "LEMMA", "xpos": "XPOS", "feats": "FEATS"}
    filled = [shown for name, shown in names.items() if a.filled_columns[name] > 5]
    if not filled:
        tags = " and UPOS" if a.filled_columns["upos"] > 5 else ""
        return [f"There are no lemmas, XPOS or FEATS to use: the word forms{tags} have to do."]
    columns = ", ".join(filled[:-1]) + (" and " if len(filled) > 1 else "") + filled[-1]
    return [f"Use {columns} as features: the treebank has them."]
