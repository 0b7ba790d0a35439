"""Models with several stages: trained, kept, used from Python."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest
from reference import small_pipeline

import crossarc
from crossarc import Annotator, ModelError, Treebank, synthetic
from crossarc.annotator_training import as_seen_by_parser, checked_stages, train_annotator
from crossarc.choices import OptionError
from crossarc.messages import CrossarcWarning
from crossarc.tokenizer import restore

ALL = ("tokenize", "tag", "lemma", "parse")


def text() -> str:
    return restore(small_pipeline.treebank())


def test_a_parser_is_alone_unless_stages_are_asked_for() -> None:
    parser = crossarc.train(small_pipeline.treebank(), epochs=1)
    assert parser.stages == ("parse",)
    assert "train_tags" not in parser.info
    assert small_pipeline.model().stages == ALL
    assert small_pipeline.model().info["train_tags"] == "predicted"
    assert "".join(stage[0] for stage in checked_stages("parse, tag")) == "tp"


def test_text_becomes_trees() -> None:
    parsed = small_pipeline.model().parse_text(text())
    assert restore(parsed) == text()
    assert parsed.require_trees()
    for sentence in parsed:
        assert sentence.start is not None
        assert text()[sentence.start : sentence.end] == sentence.text
        contracted = [int(part) for token in sentence.multiword_tokens for part in token.id.split("-")]
        tokens = [word for word in sentence if word.id not in contracted] + sentence.multiword_tokens
        assert all(text()[token.start : token.end] == token.form for token in tokens)
    plain = small_pipeline.model().parse_text(text(), offsets=False)
    assert plain[0].start is plain[0].end is plain[0][0].start is plain[0][0].end is None
    assert np.array_equal(plain.heads, parsed.heads)


def test_multiword_tokens_have_places() -> None:
    rows = ["1-2\tdu\t_\t_\t_\t_\t_\t_\t_\tTokenRange=4:6|X=1", "1\tde\t_\t_\t_\t_\t0\troot\t_\t_"]
    sentence = Treebank.from_conllu("\n".join([*rows, "2\tle\t_\t_\t_\t_\t1\tdet\t_\tTokenRange=x:1"]) + "\n\n")[0]
    assert (sentence.start, sentence.end) == (4, 6)
    assert (sentence.multiword_tokens[0].start, sentence.multiword_tokens[0].end) == (4, 6)
    assert sentence[1].start is None


def test_formats_of_text() -> None:
    model = small_pipeline.model()
    assert [sentence.forms for sentence in model.parse_text("a b.\nc", format="tokens")] == [["a", "b."], ["c"]]
    assert len(model.parse_text("A b. C d.\nE f.", format="lines")) == 2
    with pytest.raises(ValueError, match="'html' is not one of text, lines, tokens"):
        model.parse_text("a", format="html")
    alone = crossarc.train(small_pipeline.treebank(), epochs=1)
    with pytest.raises(ValueError, match="no tokenizer"):
        alone.parse_text("a b")
    with pytest.warns(CrossarcWarning, match="missing throughout"):
        assert len(alone.parse_text("a b " * 20, format="tokens")) == 1


@pytest.mark.parametrize("nothing", ["", " \n\t \n\n", []])
def test_no_text_has_no_sentences(nothing: str | list[str]) -> None:
    assert len(small_pipeline.model().parse_text(nothing)) == 0


def test_words() -> None:
    model, sentence = small_pipeline.model(), small_pipeline.treebank()[0]
    own = model.parse_words(sentence.forms, upos=sentence.upos)
    assert own.upos == sentence.upos
    assert "_" not in own.lemmas
    assert len(own.heads) == len(sentence)
    assert model.parse_words(["a b"]).forms == ["a b"]


@pytest.mark.parametrize(
    ("words", "columns", "error", "message"),
    [
        ([], {}, ValueError, "there are no words"),
        ("abc", {}, TypeError, "a list of texts is needed"),
        (["a", 1], {}, TypeError, "1 is no text"),
        (["a", ""], {}, ValueError, "is empty"),
        (["a\tb"], {}, ValueError, "has a tab"),
        (["a"], {"upos": ["X", "Y"]}, ValueError, "upos: there are 2 for 1 words"),
        (["\ud800"], {}, ValueError, "half of a character"),
    ],
)
def test_words_that_are_none(words: list[str], columns: dict[str, list[str]], error: type, message: str) -> None:
    with pytest.raises(error, match=message):
        small_pipeline.model().parse_words(words, **columns)  # type: ignore[arg-type]


def test_a_model_is_kept_with_its_stages(tmp_path: Path) -> None:
    model = small_pipeline.model()
    model.save(tmp_path / "model")
    loaded = crossarc.load(tmp_path / "model")
    assert loaded.stages == ALL
    assert loaded.info == model.info
    assert loaded.parse_text(text()) == model.parse_text(text())
    assert pickle.loads(pickle.dumps(model)).parse_text(text()) == model.parse_text(text())
    loaded.save(tmp_path / "again")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "model").read_bytes()
    annotator = Annotator.load(tmp_path / "model")
    assert annotator.names == ALL[:3]
    assert annotator.tag(annotator.words(text())) == model.tag(model.annotator.words(text()))


def test_a_model_without_a_parser(tmp_path: Path) -> None:
    train_annotator(small_pipeline.treebank(), stages=["tag"]).save(tmp_path / "model")
    assert Annotator.load(tmp_path / "model").names == ("tag",)
    with pytest.raises(
        ModelError, match=r"there is no parser in it, but tag: `crossarc tag` and crossarc\.Annotator\.load read it"
    ):
        crossarc.load(tmp_path / "model")


def test_the_number_of_threads_makes_no_difference(tmp_path: Path) -> None:
    for threads in (1, 3):
        crossarc.train(small_pipeline.treebank(), stages=None, epochs=1, threads=threads).save(tmp_path / str(threads))
    assert (tmp_path / "1").read_bytes() == (tmp_path / "3").read_bytes()


def test_what_a_treebank_cannot_teach_is_left_out() -> None:
    bare = Treebank.from_conllu("1\ta\t_\t_\t_\t_\t0\troot\t_\t_\n2\tb\t_\t_\t_\t_\t1\tdep\t_\t_\n\n")
    with pytest.warns(CrossarcWarning, match=r"no (tokenizer|tagger|lemmatizer): ") as told:
        parser = crossarc.train(bare, stages=None, epochs=1)
    assert [str(warning.message).partition(":")[0] for warning in told][:3] == [
        "no tokenizer",
        "no tagger",
        "no lemmatizer",
    ]
    assert parser.stages == ("parse",)
    for stage, message in (("tokenize", "no tokenizer"), ("tag", "no tagger"), ("lemma", "no lemmatizer")):
        with pytest.raises(crossarc.TreebankError, match=f"{message} can be learnt"):
            crossarc.train(bare, stages=[stage, "parse"], epochs=1)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"stages": ["tag"]}, "there is no parser among them"),
        ({"stages": []}, "the list is empty"),
        ({"stages": "tagg,parse"}, "did you mean 'tag'"),
        ({"train_tags": "predicted"}, "predicted needs a tagger"),
        ({"stages": None, "train_tags": "silver"}, "not one of gold, predicted"),
    ],
)
def test_options_that_do_not_fit(options: dict[str, object], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        crossarc.train(small_pipeline.treebank(), **options)  # type: ignore[arg-type]


def test_parsers_learn_from_tags_of_others() -> None:
    """Jackknifed tags are as wrong as those of new text; the annotator's own of its training data are not."""
    treebank = synthetic.generate(120, seed=3)
    annotator = train_annotator(treebank, stages=["tag"])
    assert annotator.tagger is not None
    learnt, dev = as_seen_by_parser(annotator, treebank, treebank[:20])
    own = annotator.tagger.accuracy(treebank)["upos"]
    jackknifed = 100 * np.mean(np.array(learnt.column("upos")) == np.array(treebank.column("upos")))
    assert jackknifed < own - 2
    assert learnt.column("lemma") == treebank.column("lemma")
    assert dev is not None
    assert dev.column("upos") == annotator.tag(treebank[:20], redo=["tags"]).column("upos")
    gold = crossarc.train(treebank, stages=["tag", "parse"], train_tags="gold", epochs=1)
    assert "train_tags" not in gold.info
    assert gold.parse(treebank) == crossarc.train(treebank, epochs=1).parse(treebank)
