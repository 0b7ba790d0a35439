"""Templates: what they say is what is looked up, and what cannot be read is refused with its line."""

from __future__ import annotations

import random

import pytest
from reference.features import Features

from crossarc import System, Treebank, _core, synthetic
from crossarc.features import default_templates, fitted

TEMPLATES = [
    "S0.w",
    "S0.p",
    "B0.w+B0.p",
    "S1.l",
    "T0.x",
    "B1.m",
    "S0.f:Case+B0.f:Case",
    "S0?.p+B0?.p",
    "S0h.p",
    "S0hh.w",
    "S0l.w",
    "S0l2.p",
    "S0l'.d",
    "S0r.d",
    "S0r2.p",
    "S0r'.p",
    "B0l.p",
    "B0l'.d",
    "B0.vl",
    "S0.vr",
    "S0.sl+S0.sr",
    "S0.far",
    "S0.far+T0.far",
    "S0.tie",
    "B0.d",
    "S0.a:2",
    "S0.z:3",
    "B0.z:1",
    "CL.p",
    "CR.w",
    "CL?.p+CR?.p",
    "S2.p",
    "B2.z:9",
    "T1?.f:Number",
    "B0?.f:Tense+B0.p",
    "S0.nl+S0.nr",
    "B0.nl",
    "S0.ll",
    "S0.lr",
    "B0.ll",
    "S0.dist",
    "B1.dist+T0.dist",
]

LINK_TEMPLATES = [
    "S0.link",
    "T0.link+S1?.link",
    "B1.link",
    "S0L1.p",
    "S0L1.d",
    "S0L2.d",
    "S0L3.d+S0L3.w",
    "S0R1.d",
    "S0R2.d+S0R2.p",
    "S0R3?.d",
    "B0L1.d",
    "B0L3.p",
    "S0LS.w",
    "S0LS.d",
    "S0RS.w",
    "S0RS?.d",
    "B0RS.d",
    "S1LS.d",
    "S0L1R2.d",
    "S0RSL1.w",
    "UL.w",
    "UR.p",
    "UL?.p+ULR1?.d",
]


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return synthetic.generate(12, crossing="any", rate=0.6, seed=3)


def label_between(a: int, b: int) -> int:
    """More labels than there are bits in a number, each at several places."""
    return (3 * a + 7 * b) % 40


SYSTEMS = ["2-planar", "covington", "planar", "undirected-2-planar", "undirected-covington", "undirected-planar"]


@pytest.mark.parametrize("system", SYSTEMS)
def test_extraction_agrees_with_the_reference(system: str, treebank: Treebank) -> None:
    """Two features are the same number if and only if the same template sees the same values."""
    chooser = random.Random(1)
    number_of: dict[tuple[object, ...], int] = {}
    templates = TEMPLATES + LINK_TEMPLATES * system.startswith("undirected")
    stepwise = System(system)
    for index, sentence in enumerate(treebank):
        transitions, labels, configurations = [], [], [stepwise.start(len(sentence))]
        while not configurations[-1].finished:
            last = configurations[-1]
            transitions.append(chooser.choice(stepwise.legal(last)))
            labels.append(label_between(last.stack[-1] if last.stack else 0, last.buffer[0]))
            configurations.append(stepwise.apply(last, transitions[-1]))
        reference = Features(sentence, label_between)
        for template in templates:
            rows = _core.feature_keys(treebank._document, index, system, template, transitions, labels)
            for configuration, keys in zip(configurations, rows, strict=True):
                values = reference.template(configuration, template)
                assert len(keys) == (values is not None), (template, configuration)
                for key in keys:
                    assert number_of.setdefault((template, values), key) == key, (template, values)
        together = _core.feature_keys(treebank._document, index, system, "\n".join(templates), transitions, labels)
        for configuration, keys in zip(configurations, together, strict=True):
            seen = [(template, reference.template(configuration, template)) for template in templates]
            assert sorted(keys) == sorted(
                number_of[template, values] for template, values in seen if values is not None
            )
    assert len(set(number_of.values())) == len(number_of)


@pytest.mark.parametrize(
    ("template", "message"),
    [
        ("S0w", "'S0w' has no dot"),
        ("S0.q", "'q' is no attribute of a word"),
        ("X0.w", "'X0' is not an address"),
        ("S.w", "'S' is not an address"),
        ("CX.w", "'CX' is not an address"),
        ("UX.w", "'UX' is not an address: L or R follows U"),
        ("S0L4.w", "'S0L4' is not an address: after the number come h, l, l2, l', r, r2, r', L1 to L3"),
        ("S0.a:0", "a number of characters from 1 to 9"),
        ("S0.w+", "'S0.w+' ends with '+'"),
        ("+".join(["S0.w"] * 256), "a template has too many atoms"),
        ("S0.f:", "'f:' is no attribute"),
    ],
)
def test_errors_name_the_line(template: str, message: str, treebank: Treebank) -> None:
    with pytest.raises(ValueError, match="line 2 of the features: ") as caught:
        _core.feature_keys(treebank._document, 0, "2-planar", f"S0.w\n{template}  # wrong", [])
    assert message in str(caught.value)
    with pytest.raises(ValueError, match="there is no feature template"):
        _core.feature_keys(treebank._document, 0, "2-planar", "# nothing\n", [])


def test_fitting_to_a_treebank() -> None:
    def of(line: str, tags: str = "both", *, columns: str = "a\ta\tX\tY\tCase=Nom|Number=Sing") -> list[str]:
        treebank = Treebank.from_conllu(f"1\t{columns}\t0\troot\t_\t_\n\n")
        return fitted(line, treebank, tags).split()

    assert of("S0.p+B0.x") == ["S0.p+B0.x"]
    assert of("S0.p\nB0.x # comment\n", "upos") == ["S0.p"]
    assert of("S0.p\nS0.x\nB0.d", "xpos") == ["S0.x", "B0.d"]
    assert of("S0.p+B0.w\nS0.x\nS0.l\nS0.m\nS0.f:*\nS0.f:Case", "none") == ["S0.z:3+B0.w"]
    assert of("S0.f:*+B0.f:*") == ["S0.f:Case+B0.f:Case", "S0.f:Number+B0.f:Number"]
    assert of("S0.p\nS0.l\nS0.m", columns="a\t_\t_\tY\t_") == ["S0.x"]
    with pytest.raises(ValueError, match="tags are one of"):
        of("S0.p", "all")


@pytest.mark.parametrize("system", ["arc-eager", "arc-hybrid", *SYSTEMS])
def test_the_templates_of_the_package_can_be_read(system: str, treebank: Treebank) -> None:
    for tags in ("both", "none"):
        templates = fitted(default_templates(system), treebank, tags)
        assert _core.feature_keys(treebank._document, 0, system, templates, [])
