"""No template is idle: in every system that its file is for, each of its atoms tells configurations apart."""

from __future__ import annotations

from pathlib import Path

import pytest

from crossarc import System, Treebank, _core, synthetic, system_names
from crossarc.features import default_templates, fitted

# Atoms that a system does without, as systems share files: S0 and B0 have no heads in arc-standard, nor has B0 in
# arc-eager. They stay in the files, so that parsers stay as they are: what is the same everywhere is a bias.
IDLE = {
    "planar": {"T0"},
    "arc-eager": {"B0.d", "B0?.d"},
    "arc-standard": {"S0h", "S0hh", "S0.d", "S0?.d", "B0.d", "B0?.d"},
}

EXPERIMENTS = Path(__file__).parents[2] / "experiments"
OF_EXPERIMENTS = {
    "2010-arc-eager-kernel.txt": "arc-eager",
    "2010-arc-eager-linear.txt": "arc-eager",
    "2010-2-planar-kernel.txt": "2-planar",
    "2010-2-planar-linear.txt": "2-planar",
    "2015-table-1-templates.txt": "covington",
    "2018-maltparser-templates.txt": "arc-eager",
}


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return synthetic.generate(60, crossing="any", rate=0.5, seed=5)


WITH_BUFFER_TRANSITIONS = [
    f"{base}+lba+rba+lnba+rnba" for base in system_names() if "undirected" not in base and base != "covington"
]


@pytest.mark.parametrize("system", [*system_names(), *WITH_BUFFER_TRANSITIONS])
def test_each_atom_has_several_values(system: str, treebank: Treebank) -> None:
    assert idle_atoms(system, default_templates(system), treebank) == set()


@pytest.mark.parametrize(("name", "system"), OF_EXPERIMENTS.items(), ids=list(OF_EXPERIMENTS))
def test_so_has_each_atom_of_the_papers_experiments(name: str, system: str, treebank: Treebank) -> None:
    assert {path.name for path in EXPERIMENTS.glob("*.txt")} == set(OF_EXPERIMENTS)
    assert idle_atoms(system, (EXPERIMENTS / name).read_text(encoding="utf-8"), treebank) == set()


def idle_atoms(system: str, templates: str, treebank: Treebank) -> set[str]:
    templates = fitted(templates, treebank)
    atoms = sorted({atom for line in templates.split("\n") for atom in line.split("+")})
    values: dict[str, set[tuple[int, ...]]] = {atom: set() for atom in atoms}
    for index, (transitions, labels) in enumerate(derivations(system, treebank)):
        for atom in atoms:
            rows = _core.feature_keys(treebank._document, index, system, atom, transitions, labels)
            values[atom].update(map(tuple, rows))
    idle = {atom for atom, seen in values.items() if len(seen - {()}) < 2}
    return {atom for atom in idle if not is_excused(system, atom)}


def is_excused(system: str, atom: str) -> bool:
    address = atom.partition(".")[0].rstrip("?")
    return bool({atom, address} & IDLE.get(system.partition("+")[0], set()))


def derivations(system: str, treebank: Treebank) -> list[tuple[list[str], list[int]]]:
    """Transitions and the numbers of labels, from what the system can build of each tree."""
    stepwise = System(system)
    numbers = {label: number for number, label in enumerate(treebank.strings("deprel"))}
    found = []
    for sentence in treebank:
        heads = sentence.heads.tolist()
        c, transitions, labels = stepwise.start(len(heads)), [], []
        oracle = stepwise.oracle("static", heads)
        while not c.finished:
            transitions.append(oracle.optimal(c)[0])
            after = stepwise.apply(c, transitions[-1])
            new = set(after.arcs) - set(c.arcs) | {link[:2] for link in set(after.links) - set(c.links)}
            ends = {end for pair in new for end in pair if end > 0}
            dependents = [
                word.deprel for word in sentence if word.id in ends and (word.head_id in ends or len(ends) == 1)
            ]
            labels.append(numbers[dependents[0]] if dependents else 0)
            c = after
        found.append((transitions, labels))
    return found
