"""Support vector machines as the last stage: from text to trees, with tags as the parser will see them."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("sklearn")

import crossarc
from crossarc import synthetic
from crossarc.annotator_training import as_seen_by_parser
from crossarc.tokenizer import restore


@pytest.mark.parametrize("learner", ["liblinear", "libsvm"])
def test_from_text_to_trees(learner: str, tmp_path: Path) -> None:
    treebank, test = synthetic.generate(160, seed=1), synthetic.generate(40, seed=2)
    parser = crossarc.train(treebank, stages=None, learner=learner, threads=1)
    assert parser.stages == ("tokenize", "tag", "lemma", "parse")
    assert parser.info["train_tags"] == "predicted"
    parser.save(tmp_path / "model")
    parsed = crossarc.load(tmp_path / "model").parse_text(restore(test), offsets=False)
    assert parsed == parser.parse_text(restore(test), offsets=False)
    assert crossarc.evaluate(test, parsed).las > 50
    # The parser is the one that jackknifed tags and lemmas make.
    seen, _ = as_seen_by_parser(parser.annotator, treebank, None)
    alone = crossarc.train(seen, learner=learner, threads=1)
    assert alone._model.weights() == parser._model.weights()
    assert crossarc.train(treebank, learner=learner, threads=1)._model.weights() != alone._model.weights()
