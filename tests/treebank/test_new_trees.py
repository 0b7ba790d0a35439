"""New trees are arrays; wherever text is asked for, it is what writing them line by line gives."""

from __future__ import annotations

import pickle
from random import Random

import numpy as np
import pytest
from reference.new_trees import rewritten

import crossarc
from crossarc.treebank import Treebank
from crossarc.treebank.columns import COLUMNS

LABELS = ["a", "b", "root", "a:b", "↑"]
MISC = ["_", "Confidence=0.50", "SpaceAfter=No", "A=1|Confidence=0.10|B=2", "NoConfidence=1", "A=1"]


def random_tree(words: int, rng: Random) -> list[int]:
    order = rng.sample(range(1, words + 1), words)
    heads = {word: rng.choice([0, *order[:place]]) for place, word in enumerate(order)}
    return [heads[word] for word in range(1, words + 1)]


def random_sentence(rng: Random, end: str) -> str:
    words = rng.randint(1, 5)
    lines = ["# text = …"] * rng.randint(0, 1)
    for word, head in enumerate(random_tree(words, rng), start=1):
        if rng.random() < 0.3 and word == 1 < words:
            lines.append("\t".join([f"{word}-{word + 1}", *["_"] * 8, "Confidence=0.11"]))
        deps = "|".join(f"{rng.randint(0, words)}:{rng.choice(LABELS)}" for _ in range(rng.randint(0, 3))) or "_"
        shown = rng.choice([str(head), f"0{head}", "_"])
        label = rng.choice(LABELS)
        lines.append("\t".join([str(word), "w", "_", "X", "_", "_", shown, label, deps, rng.choice(MISC)]))
    return "".join(line + end for line in (*lines, ""))


def random_trees(treebank: Treebank, rng: Random) -> tuple[list[int], list[str], list[float] | None]:
    """Like those that are there, but for some words."""
    new = [head for length in treebank.lengths for head in random_tree(int(length), rng)]
    heads = new if rng.random() < 0.5 else treebank.heads.tolist()
    labels = [rng.choice(LABELS) if rng.random() < 0.5 else label for label in treebank.column("deprel")]
    confidences = [rng.randint(0, 99) / 100 for _ in labels] if rng.random() < 0.3 else None
    return heads, labels, confidences


def coded(labels: list[str]) -> tuple[list[int], list[str]]:
    """As a parser tells them: numbered in any order, with labels that no word has."""
    names = sorted({*labels, "unused", "a"}, reverse=True)
    return [names.index(label) for label in labels], names


def assert_same(treebank: Treebank, read: Treebank) -> None:
    assert treebank.heads.tolist() == read.heads.tolist()
    for name in COLUMNS:
        assert treebank.column(name) == read.column(name)
        assert treebank.strings(name) == read.strings(name)
        assert treebank.codes(name).tolist() == read.codes(name).tolist()
        assert treebank.filled(name) == read.filled(name)
    assert list(treebank) == list(read)
    assert [list(sentence) for sentence in treebank] == [list(sentence) for sentence in read]
    assert [sentence[0] for sentence in treebank] == [sentence[0] for sentence in read]
    assert [sentence.line for sentence in treebank] == [sentence.line for sentence in read]
    assert treebank[::-1] == read[::-1]
    assert Treebank.from_sentences(treebank) == Treebank.from_sentences(read)
    copy = pickle.loads(pickle.dumps(treebank))
    assert copy == read
    assert copy.heads.tolist() == read.heads.tolist()


@pytest.mark.parametrize("seed", range(60))
def test_trees_are_what_their_text_says(seed: int) -> None:
    rng = Random(seed)
    end = rng.choice(["\n", "\r\n"])
    text = "".join(random_sentence(rng, end) for _ in range(rng.randint(1, 4)))
    treebank = Treebank.from_bytes(text.encode(), format="conllu", ignore_trees=rng.random() < 0.3)
    for _ in range(3):
        heads, labels, confidences = random_trees(treebank, rng)
        text = rewritten(text, heads, labels, confidences)
        given = None if confidences is None else np.array(confidences, np.float32)
        treebank = treebank.with_coded_trees(heads, *coded(labels), given)
        assert treebank.to_conllu() == text
        assert_same(treebank, Treebank.from_conllu(text))


def test_conllx_has_neither_deps_nor_misc() -> None:
    text = "1\ta\ta\tX\tX\t_\t2\tx\t2\tConfidence=1\n2\ta\ta\tX\tX\t_\t0\troot\t0\troot\n\n"
    treebank = Treebank.from_conllu(text, format="conllx").with_trees([0, 1], ["root", "y"])
    assert treebank.to_conllu() == text.replace("2\tx", "0\troot", 1).replace("0\troot\t0\troot", "1\ty\t0\troot")
    assert_same(treebank, Treebank.from_conllu(treebank.to_conllu(), format="conllx"))


def test_nothing_is_written_or_read_to_change_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither transformations nor scores need text; nor does training, which only takes the sums of its files."""
    treebank, dev = (crossarc.synthetic.generate(60, seed=seed) for seed in (2, 3))

    def source(treebank: Treebank) -> bytes:
        assert treebank._source is not None, "it had to be written"
        return treebank._source

    monkeypatch.delattr(Treebank, "from_bytes")
    monkeypatch.setattr(Treebank, "to_bytes", source)
    lifted = crossarc.transforms.pseudo_projectivize(treebank)
    assert crossarc.evaluate(treebank, crossarc.transforms.deprojectivize(lifted)).uas > 90
    assert crossarc.evaluate(treebank, crossarc.transforms.projectivize(treebank)).nonproj_recall == 0
    for nonprojective in ("pseudo-head", "lift", "projectivize", "keep"):
        parser = crossarc.train(treebank, dev=dev, epochs=2, nonprojective=nonprojective)
        assert crossarc.evaluate(dev, parser.parse(dev)).uas > 30


def test_errors_tell_lines_of_the_file() -> None:
    broken, sentence = "1\tx\n\n", "# a\n1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n\n"
    treebank = Treebank.from_conllu(broken + sentence, lenient=True, path="file")
    with pytest.raises(crossarc.TreebankError, match=r"^file:4: word 1 is its own head"):
        treebank.with_trees([1], ["x"])
    changed = treebank.with_trees([-1], ["x"])
    assert changed.problems == []
    with pytest.raises(crossarc.TreebankError, match=r"^file:4: word 1 has no HEAD"):
        changed.require_trees()
    assert changed.to_bytes(keep_broken=True).decode() == broken + sentence.replace("0\troot", "_\tx")
    assert treebank.to_bytes(keep_broken=True).decode() == broken + sentence
