"""The first hour: what a new user types, in the order in which one would. Most of it did not work once.

Each test is a few lines of a notebook; files are in the current folder, and variables are fixtures with their names
(`conftest.py`).
"""

from __future__ import annotations

import gzip
import io
import logging
import multiprocessing
import pickle
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

import crossarc
from crossarc import Parser, System, Treebank

from .gallia import GALLIA

# The first minutes: reading


def test_what_is_there() -> None:
    shown = dir(crossarc)
    assert {"read", "train", "load", "evaluate", "Treebank", "Parser", "System", "systems"} <= set(shown)
    assert set(shown) == {*crossarc.__all__}
    assert all(getattr(crossarc, name) is not None for name in shown)
    with pytest.raises(AttributeError, match="did you mean 'read'"):
        crossarc.reed  # noqa: B018


def test_reading() -> None:
    treebank = crossarc.read("train.conllu")
    assert repr(treebank).startswith("<Treebank train.conllu: 250 sentences, ")
    assert crossarc.read(Path("train.conllu")) == treebank
    with open("train.conllu", encoding="utf-8") as file:  # noqa: PTH123
        assert crossarc.read(file) == treebank
    with open("train.conllu", "rb") as file:  # noqa: PTH123
        assert crossarc.read(file) == treebank
    assert crossarc.read(Path("train.conllu").read_bytes()) == treebank
    assert crossarc.read(io.BytesIO(treebank.to_bytes())) == treebank
    assert crossarc.read(io.StringIO(treebank.to_conllu())) == treebank
    with gzip.open("train.conllu.gz", "wb") as file:
        file.write(treebank.to_bytes())
    with gzip.open("train.conllu.gz") as file:
        assert crossarc.read(file) == treebank
    with open("train.conllu.gz", "rb") as file:  # noqa: PTH123
        assert crossarc.read(file) == crossarc.read("train.conllu.gz") == treebank


def test_text_of_a_treebank() -> None:
    text = Path("train.conllu").read_text(encoding="utf-8")
    assert Treebank.from_conllu(text) == Treebank.from_conllu(Path("train.conllu")) == crossarc.read("train.conllu")
    with pytest.raises(crossarc.CrossarcError, match=r"this is text of [\d,]+ lines, .* Treebank.from_conllu\(text\)"):
        crossarc.read(text)
    with pytest.raises(crossarc.CrossarcError, match=r"crossarc.read\(path\) reads files"):
        Treebank.from_conllu("train.conllu")
    with pytest.raises(crossarc.CrossarcError, match=r"crossarc\.read reads files"):
        Treebank("train.conllu")  # type: ignore[arg-type]


# What is in it


def test_looking_around(treebank: Treebank) -> None:
    assert len(treebank) == len(treebank.sentences) == 250
    assert treebank.sentences[0] == treebank[0] == next(iter(treebank))
    assert len(treebank.words) == treebank.word_count
    assert treebank.words[-1].form == treebank[-1][-1].form
    tags = Counter(word.upos for word in treebank.words)
    assert tags == Counter(treebank.column("upos"))
    assert treebank["language1-seed3-7"] == treebank[6]
    assert "language1-seed3-7" in treebank
    with pytest.raises(KeyError, match="did you mean 'language1-seed3-7'"):
        treebank["language1-seed3_7"]


def test_a_sentence(sentence: crossarc.Sentence) -> None:
    assert sentence.text == "Gallia est omnis divisa in partes tres."
    assert [word.form for word in sentence.words] == sentence.forms
    assert [token.form for token in sentence.tokens][-2:] == ["tres", "."]
    assert sentence.root is not None
    assert sentence.root.form == "divisa"
    assert (1, 3, "det") in sentence.arcs
    assert not sentence.is_projective
    assert sentence.planes == 2
    assert sentence.to_svg().startswith("<svg ")
    assert str(sentence) == sentence.text
    assert repr(sentence) == "<Sentence caesar-1, 8 words: Gallia est omnis divisa in partes tres .>"


def test_words(sentence: crossarc.Sentence) -> None:
    gallia, est, omnis, divisa = sentence[:4]
    assert omnis.head == gallia
    assert [word.head.form if word.head else "ROOT" for word in sentence][:4] == ["divisa", "divisa", "Gallia", "ROOT"]
    assert (omnis.head_id, divisa.head_id, divisa.head, divisa.is_root) == (1, 0, None, True)
    assert [child.form for child in divisa.children] == ["Gallia", "est", "partes", "."]
    assert " ".join(word.form for word in gallia.subtree) == "Gallia omnis"
    assert omnis.feats["Case"] == "Nom"
    assert omnis.feats.get("Tense") is None
    assert dict(est.feats)["Tense"] == "Pres"
    assert [word.form for word in sentence if word.is_nonprojective] == ["omnis"]
    assert repr(omnis) == "<Word 3 omnis: DET, det of 1 Gallia>"
    with pytest.raises(KeyError, match=r"no feature 'Cas': it has Case, Gender, Number; did you mean 'Case'\?"):
        omnis.feats["Cas"]


def test_in_a_notebook(treebank: Treebank, sentence: crossarc.Sentence, parser: Parser) -> None:
    scores = crossarc.evaluate("test.conllu", "test.conllu")
    comparison = crossarc.compare("test.conllu", "test.conllu", "test.conllu", samples=10)
    for shown, part in (
        (treebank, "and 240 more"),
        (scores, "UAS"),
        (scores.by("label"), "nsubj"),
        (comparison, "95 % interval"),
        (crossarc.analyze(treebank), "ill-nested"),
        (crossarc.trace(sentence, "2-planar"), "SWITCH"),
    ):
        assert part in shown._repr_html_()
    assert "omnis" in sentence._repr_svg_()
    angry = Treebank.from_conllu("# text = <script>\n1\t<script>\t_\t_\t_\t_\t0\troot\t_\t_\n\n")
    assert "<script>" not in angry._repr_html_() + angry[0]._repr_svg_()
    assert repr(parser).startswith("<Parser: arc-eager, perceptron, ")


def test_everything_tells_what_it_is(treebank: Treebank, sentence: crossarc.Sentence, parser: Parser) -> None:
    system, scores = System("2-planar"), parser.evaluate("test.conllu")
    annotator, comparison = parser.annotator, crossarc.compare("test.conllu", parser, "test.conllu", samples=10)
    for thing, part in (
        (treebank, "250 sentences"),
        (treebank.words, "words: "),
        (sentence, "caesar-1"),
        (sentence[0], "Gallia"),
        (sentence[0].feats, "Case=Nom"),
        (sentence.tokens[6], "tres"),
        (sentence.arcs[0], "nsubj:pass"),
        (parser, "arc-eager"),
        (annotator, "tokenize, tag, lemma"),
        (annotator.tokenizer, "weights"),
        (annotator.tagger, "tags"),
        (annotator.lemmatizer, "rules"),
        (scores, "uas="),
        (scores.by("label"), "Breakdown by label: "),
        (scores.by("label")["nsubj"], "nsubj"),
        (comparison, "LAS 100.00"),
        (comparison.pairs[0], "test.conllu"),
        (crossarc.analyze(treebank), "non-projective"),
        (system, "2-planar"),
        (system.start(3), "buffer=[1, 2, 3]"),
        (system.oracle("dynamic", sentence), "dynamic oracle of 2-planar for 8 words"),
        (crossarc.trace(sentence, system), "the gold tree"),
        (crossarc.Batch(system, [3, 4]), "2 sentences of 2-planar"),
    ):
        assert part in repr(thing)
        assert " object at 0x" not in repr(thing)


# Some of the sentences, and writing them


def test_choosing_sentences(treebank: Treebank) -> None:
    short = treebank.filter(lambda sentence: len(sentence) < 10)
    assert short == treebank.filter("length<10")
    assert short == Treebank(sentence for sentence in treebank if len(sentence) < 10) == treebank[treebank.lengths < 10]
    train, dev, test = treebank.split(0.8, 0.1, 0.1)
    assert (len(train), len(dev), len(test)) == (200, 25, 25)
    assert train + dev + test == treebank
    assert [len(part) for part in treebank.split(0.9, seed=7)] == [225, 25]
    assert treebank.sample(20, seed=1) == treebank.sample(20, seed=1) != treebank.sample(20, seed=2)
    assert sorted(s.sent_id or "" for s in treebank.shuffle(3)) == sorted(s.sent_id or "" for s in treebank)
    assert len(treebank.sample(n=20, seed=1)) == 20
    assert treebank.index(treebank[7]) == 7
    with pytest.raises(crossarc.CrossarcError, match="there is no 'colour', but nonprojective, projective, "):
        treebank.filter("colour=red")
    with pytest.raises(crossarc.CrossarcError, match=r"there is no <Sentence caesar-1, .* in it"):
        treebank.index(Treebank.from_conllu(GALLIA)[0])
    nonprojective = treebank.filter(lambda sentence: not sentence.is_projective)
    assert len(nonprojective) == crossarc.analyze(treebank).nonprojective


def test_writing(treebank: Treebank) -> None:
    crossarc.write(treebank, "copy.conllu")
    crossarc.write((sentence for sentence in crossarc.stream("train.conllu") if len(sentence) < 10), "short.conllu")
    assert crossarc.read("short.conllu") == treebank.filter(lambda sentence: len(sentence) < 10)
    crossarc.write(treebank[0], "one.conllu")
    crossarc.write([treebank[0], treebank[2]], Path("two.conllu.gz"))
    assert crossarc.read("one.conllu")[0] == treebank[0]
    assert crossarc.read("two.conllu.gz") == treebank[[0, 2]]
    with open("opened.conllu", "w", encoding="utf-8") as file:  # noqa: PTH123
        crossarc.write(treebank, file)
    assert crossarc.read("opened.conllu") == treebank


# Parsers


def test_training(caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]) -> None:
    caplog.set_level(logging.INFO, logger="crossarc")
    parser = crossarc.train(["train.conllu", "dev.conllu"], "test.conllu", system="2-planar", epochs=2, progress=print)
    lines = capsys.readouterr().out.splitlines()
    assert [line.partition(":")[0] for line in lines] == ["epoch 1", "epoch 2"]
    assert "LAS" in lines[0]
    assert [record.getMessage() for record in caplog.records] == lines
    assert caplog.records[0].name == "crossarc.training"
    assert (parser.options["system"], parser.options["epochs"]) == ("2-planar", 2)
    curve: list[float | None] = []
    crossarc.train(
        crossarc.read("train.conllu")[:50],
        dev="dev.conllu",
        epochs=2,
        progress=lambda line: curve.append(line.las) if isinstance(line, crossarc.Epoch) else None,
    )
    assert len(curve) == 2


def test_a_parser_from_text_to_trees(parser: Parser) -> None:
    text = crossarc.read("test.conllu")[0].text
    parsed = parser(text)
    assert parsed[0].root is not None
    assert parsed == parser.parse_text(text)
    words = parsed[0].forms
    one = parser.parse(words)
    assert one.forms == words
    assert one.root is not None
    assert [sentence.forms for sentence in parser.parse([words, ["Zë"]])] == [words, ["Zë"]]
    gold = crossarc.read("test.conllu")
    assert parser.parse("test.conllu") == parser.parse(Path("test.conllu")) == parser.parse(gold) == parser(gold)
    assert parser.parse(gold[3]) == parser.parse(gold)[3]
    assert parser.parse(crossarc.stream("test.conllu")) == parser.parse(gold)
    Path("book.txt").write_text(text, encoding="utf-8")
    assert parser(Path("book.txt")) == parser.parse_text(Path("book.txt")) == parsed
    assert parser.tag(words).column("upos") == one.upos
    with pytest.raises(crossarc.TreebankError, match=r"not a treebank.*; parser.parse_text\(pathlib.Path\(path\)\)"):
        parser.parse("book.txt")
    with pytest.warns(
        crossarc.CrossarcWarning, match=r"'book.txt' is parsed as text.*parse_text\(pathlib.Path\(path\)\)"
    ):
        parser("book.txt")
    with pytest.raises(FileNotFoundError, match=r"is it text\? parser\(text\)"):
        parser.parse("Zë neflivu hožõšit.")
    with pytest.warns(crossarc.CrossarcWarning, match=r"'test.conllu' is parsed as text.*parser.parse\(path\)"):
        parser("test.conllu")
    with pytest.raises(FileNotFoundError, match=r"is it text\? parser\(text\)"):
        parser.tag("Zë neflivu hožõšit.")
    with pytest.warns(crossarc.CrossarcWarning, match=r"a list of texts is one sentence.*parser\(text\)"):
        parser.parse(["Zë neflivu hožõšit.", "Pli kvõhosët fed."])


def test_how_sure_it_is() -> None:
    parser = crossarc.train("train.conllu", dev="dev.conllu", epochs=1)
    sure = [word.confidence for word in parser.parse("test.conllu", confidence=True).words]
    assert all(share is not None and 0 <= share <= 1 for share in sure)
    assert parser.parse("test.conllu")[0][0].confidence is None


def test_saving_and_loading(parser: Parser) -> None:
    parser.save("again")
    again = Parser.load("again")
    assert again.info == crossarc.load(Path("again")).info == parser.info
    with pytest.raises(crossarc.ModelError, match=r"train\.conllu: not a crossarc model"):
        crossarc.load("train.conllu")
    for made in (Parser, lambda: Parser("again"), lambda: Parser(system="arc-eager")):  # type: ignore[arg-type]
        with pytest.raises(crossarc.CrossarcError, match=r"trained .* or loaded"):
            made()
    with pytest.raises(crossarc.CrossarcError, match="source: must be text, a treebank, a file, "):
        parser(None)  # type: ignore[call-overload]


def test_a_parser_without_a_tokenizer_says_what_it_takes() -> None:
    parser = crossarc.train("train.conllu", epochs=1)
    with pytest.raises(crossarc.CrossarcError, match=r"no tokenizer.*stages=None"):
        parser("Zë neflivu hožõšit.")


# Scores


def test_scores(parser: Parser) -> None:
    scores = parser.evaluate("test.conllu")
    assert scores.uas == scores["uas"] == dict(scores)["uas"]
    assert scores == crossarc.evaluate("test.conllu", parser.parse("test.conllu"))
    assert scores == crossarc.evaluate("test.conllu", parser)
    assert scores.by("label")["nsubj"]["f1"] == scores.by("label")["nsubj"].f1
    with pytest.raises(KeyError, match=r"there is no 'usa', .*; did you mean 'uas'\?"):
        scores["usa"]
    other = crossarc.train("train.conllu", system="covington", epochs=1)
    comparison = crossarc.compare("test.conllu", parser, other, samples=100)
    assert comparison["las"].difference == comparison["las"]["difference"]
    with pytest.raises(KeyError, match="there is no score 'LAS'; did you mean 'las'"):
        comparison["LAS"]
    files = crossarc.compare("test.conllu", parser.parse("test.conllu"), other.parse("test.conllu"), samples=100)
    assert files["las"] == comparison["las"]
    named = crossarc.compare("test.conllu", {"eager": parser, "covington": other}, samples=100)
    assert named.pair("eager", "covington")["las"] == comparison["las"]
    first, second = crossarc.analyze(["train.conllu", "dev.conllu"])
    assert (first.sentences, second["sentences"]) == (250, 60)
    assert any("crossarc train --beam" in line for line in first.recommendation)


# Transition systems


def test_transition_systems(sentence: crossarc.Sentence) -> None:
    assert [system.name for system in crossarc.systems()] == list(crossarc.system_names())
    able = [system.name for system in crossarc.systems() if system.covers(sentence)]
    assert "2-planar" in able
    assert "arc-eager" not in able
    system = System("2-planar")
    c = system.start(sentence)
    for transition in system.derive(sentence):
        c = system.apply(c, transition)
    assert c.heads == sentence.heads.tolist()
    oracle = system.oracle("dynamic", sentence)
    assert oracle.loss(c) == 0
    trace = crossarc.trace(sentence, "2-planar")
    assert trace["wrong"] == trace.wrong == 0
    assert crossarc.trace(sentence).system == System("arc-eager")
    assert trace.steps[1]["transition"] == "SHIFT"
    assert "SWITCH" in trace.transitions
    assert "| SWITCH" in str(trace)


# To other processes


def test_objects_go_to_processes(parser: Parser) -> None:
    gold = crossarc.read("test.conllu")[:20]
    system = System("covington")
    with ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert pool.submit(parser.evaluate, gold).result() == parser.evaluate(gold)
        assert pool.submit(system.derive, gold[0]).result() == system.derive(gold[0])


def test_everything_can_be_pickled(sentence: crossarc.Sentence, parser: Parser) -> None:
    system = System("2-planar")
    scores = parser.evaluate("test.conllu")
    things = [
        *(sentence, sentence[2], sentence[2].feats, sentence.tokens[0], sentence.arcs[0]),
        *(system, system.start(3), crossarc.read("test.conllu"), scores, crossarc.analyze("test.conllu")),
        crossarc.compare("test.conllu", "test.conllu", "test.conllu", samples=10),
    ]
    for thing in things:
        assert pickle.loads(pickle.dumps(thing)) == thing
    oracle, trace = system.oracle("dynamic", sentence), crossarc.trace(sentence, system)
    assert pickle.loads(pickle.dumps(oracle)).costs(system.start(8)) == oracle.costs(system.start(8))
    assert pickle.loads(pickle.dumps(trace)).to_dict() == trace.to_dict()
    assert pickle.loads(pickle.dumps(parser)).parse("test.conllu") == parser.parse("test.conllu")
