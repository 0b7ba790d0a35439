"""No template of the package is idle: in every system that it is for, each of its atoms tells configurations apart."""

from __future__ import annotations

import pytest

from crossarc import System, Treebank, _core, synthetic, system_names
from crossarc.features import default_templates, fitted

# Atoms that a system does without, as systems share files. They stay in the files, so that parsers stay as they are.
IDLE = {
    "planar": {"T0"},
    "arc-eager": {"B0.d", "B0?.d"},
    "arc-standard": {"S0h", "S0hh", "S0.d", "S0?.d", "B0.d", "B0?.d"},
}


@pytest.fixture(scope="module")
def treebank() -> Treebank:
    return synthetic.generate(60, crossing="any", rate=0.5, seed=5)


@pytest.mark.parametrize("system", [*system_names(), "arc-eager+lba+rba+lnba+rnba"])
def test_each_atom_has_several_values(system: str, treebank: Treebank) -> None:
    templates = fitted(default_templates(system), treebank)
    atoms = sorted({atom for line in templates.split("\n") for atom in line.split("+")})
    values: dict[str, set[tuple[int, ...]]] = {atom: set() for atom in atoms}
    for index, (transitions, labels) in enumerate(derivations(system, treebank)):
        for atom in atoms:
            rows = _core.feature_keys(treebank._document, index, system, atom, transitions, labels)
            values[atom].update(map(tuple, rows))
    idle = {atom for atom, seen in values.items() if len(seen - {()}) < 2}
    assert {atom for atom in idle if not is_excused(system, atom)} == set()


def is_excused(system: str, atom: str) -> bool:
    address = atom.partition(".")[0].rstrip("?")
    return bool({atom, address} & IDLE.get(system.partition("+")[0], set()))


def derivations(system: str, treebank: Treebank) -> list[tuple[list[str], list[int]]]:
    """Transitions and the numbers of labels, from what the system can build of each tree."""
    stepwise = System(system)
    numbers = {label: number for number, label in enumerate(treebank.strings("deprel"))}
    found = []
    for sentence in treebank:
        heads = [word.head for word in sentence]
        c, transitions, labels = stepwise.start(len(heads)), [], []
        oracle = stepwise.oracle("static", heads)
        while not c.finished:
            transitions.append(oracle.optimal(c)[0])
            after = stepwise.apply(c, transitions[-1])
            new = set(after.arcs) - set(c.arcs) | {link[:2] for link in set(after.links) - set(c.links)}
            ends = {end for pair in new for end in pair if end > 0}
            dependents = [word.deprel for word in sentence if word.id in ends and (word.head in ends or len(ends) == 1)]
            labels.append(numbers[dependents[0]] if dependents else 0)
            c = after
        found.append((transitions, labels))
    return found
