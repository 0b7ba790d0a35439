"""Links before they get their directions."""

from __future__ import annotations

import pytest

import crossarc
from crossarc import Treebank, synthetic
from crossarc.experiment.undirected import undirected_scores


@pytest.fixture(scope="module")
def parts() -> dict[str, Treebank]:
    texts = synthetic.splits(60, 10, 40, crossing="any", rate=0.5)
    return {name: Treebank.from_conllu(text) for name, text in texts.items()}


def links_by_sentence(links: crossarc.parser.parser.Links, sentences: int) -> list[dict[tuple[int, int], str]]:
    found: list[dict[tuple[int, int], str]] = [{} for _ in range(sentences)]
    for sentence, left, right, code in zip(*links[:4], strict=True):
        assert left < right
        found[sentence][int(left), int(right)] = links.labels[code]
    return found


@pytest.mark.parametrize("learner", ["perceptron", "liblinear", "libsvm"])
@pytest.mark.parametrize("system", ["undirected-planar", "undirected-2-planar", "undirected-covington"])
def test_links_are_those_of_the_trees_and_scored_by_definition(
    learner: str, system: str, parts: dict[str, Treebank]
) -> None:
    if learner != "perceptron":
        pytest.importorskip("sklearn")
    given = parts["train"][:25] if learner == "libsvm" else parts["train"]
    options = {"epochs": 2} if learner == "perceptron" else {}
    parser = crossarc.train(given, system=system, learner=learner, **options)
    gold, parsed = parts["test"], parser.parse(parts["test"], multi_root=True)
    links = parser.links(gold)
    assert links is not None
    found = links_by_sentence(links, len(gold))
    words = right = right_label = 0
    for own, gold_tree, tree in zip(found, gold, parsed, strict=True):
        between_words = {
            (min(head, word), max(head, word)): label
            for word, (head, label) in enumerate(zip(tree.heads, tree.deprels, strict=True), start=1)
            if head != 0
        }
        assert between_words == {pair: label for pair, label in own.items() if pair[0] != 0}  # nothing is lost
        for word, (head, label) in enumerate(zip(gold_tree.heads, gold_tree.deprels, strict=True), start=1):
            pair = min(head, word), max(head, word)
            words, right, right_label = words + 1, right + (pair in own), right_label + (own.get(pair) == label)
    assert undirected_scores(gold, links) == {
        "undirected_uas": 100 * (right / words),
        "undirected_las": 100 * (right_label / words),
    }
    assert 0 < right_label < right < words


def test_other_parsers_have_none(parts: dict[str, Treebank]) -> None:
    for options in ({"system": "planar"}, {"system": "undirected-planar", "nonprojective": "pseudo-head"}):
        assert crossarc.train(parts["train"], epochs=1, **options).links(parts["test"]) is None
