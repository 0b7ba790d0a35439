"""The component `crossarc` in pipelines of spaCy."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import crossarc
from crossarc import Treebank, synthetic

spacy = pytest.importorskip("spacy")


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("models") / "model"
    crossarc.train(synthetic.generate(300), stages=None, epochs=3).save(path)
    return path


@pytest.fixture(scope="module")
def nlp(model: Path) -> Any:
    nlp = spacy.blank("xx")
    nlp.add_pipe("crossarc", config={"model": str(model)})
    return nlp


@pytest.fixture(scope="module")
def gold() -> Treebank:
    return Treebank.from_conllu(synthetic.splits(1, 1, 60)["test"])


def texts(treebank: Treebank) -> list[str]:
    return [str(sentence.text or " ".join(sentence.forms)) for sentence in treebank]


def test_it_is_found_by_its_name_alone() -> None:
    """By the entry point, without an import of crossarc."""
    assert "crossarc" in spacy.registry._entry_point_factories.get_entry_points()


def test_a_doc_gets_all_that_the_model_has(nlp: Any, gold: Treebank) -> None:
    doc = nlp(texts(gold)[0])
    for annotation in ("DEP", "TAG", "LEMMA", "POS", "SENT_START"):
        assert doc.has_annotation(annotation)


def test_trees_are_the_parsers_own_nonprojective_arcs_included(nlp: Any, model: Path, gold: Treebank) -> None:
    parser = crossarc.load(model)
    untagged = list(gold.to_docs(nlp.vocab))
    docs = list(nlp.get_pipe("crossarc").pipe(untagged))
    parsed = parser.parse(gold)
    crossing = 0
    for doc, sentence in zip(docs, parsed, strict=True):
        heads = [0 if token.head.i == token.i else token.head.i + 1 for token in doc]
        assert heads == sentence.heads.tolist()
        assert [token.dep_.replace("ROOT", "root") for token in doc] == sentence.deprels
        crossing += crossarc.analyze(Treebank.from_sentences([sentence])).nonprojective > 0
    assert crossing


def test_what_a_doc_has_is_kept(nlp: Any, gold: Treebank) -> None:
    doc = next(gold.to_docs(nlp.vocab))
    for token in doc:
        token.pos_, token.lemma_ = "X", "mine"
    nlp.get_pipe("crossarc")(doc)
    assert {token.pos_ for token in doc} == {"X"}
    assert {token.lemma_ for token in doc} == {"mine"}


def test_sentences_of_a_doc_are_kept_and_otherwise_found(nlp: Any, gold: Treebank) -> None:
    text = " ".join(texts(gold)[:5])
    found = [sentence.text for sentence in nlp(text).sents]
    assert len(found) > 1
    with_sentences = spacy.blank("xx")
    with_sentences.add_pipe("sentencizer", config={"punct_chars": ["no such character"]})
    with_sentences.add_pipe("crossarc", config={"model": None})
    with_sentences.get_pipe("crossarc").from_bytes(nlp.get_pipe("crossarc").to_bytes())
    assert len(list(with_sentences(text).sents)) == 1


@pytest.mark.parametrize("text", ["", " ", "\n\n\t", "a", " a", "a ", "a  b\n\nc", "\u00a0a\u00a0", "👩‍👩‍👧 a\tb"])
def test_white_space_hangs_somewhere(nlp: Any, text: str) -> None:
    doc = nlp(text)
    assert doc.text == text
    for token in doc:
        if token.is_space and any(not other.is_space for other in doc):
            assert not token.head.is_space


def test_pipe_and_single_docs_agree(nlp: Any, gold: Treebank) -> None:
    given = [*texts(gold)[:20], "", " ", "a", "\n", *(f" {text}\n\n" for text in texts(gold)[:5]), "a  b", "\t"]
    single = [nlp(text).to_json() for text in given]
    assert [doc.to_json() for doc in nlp.pipe(given, batch_size=7)] == single


def test_two_processes(nlp: Any, gold: Treebank) -> None:
    given = texts(gold)[:20]
    expected = [doc.to_json() for doc in nlp.pipe(given)]
    assert [doc.to_json() for doc in nlp.pipe(given, n_process=2, batch_size=5)] == expected


def test_on_disk_and_as_bytes(nlp: Any, gold: Treebank, tmp_path: Path) -> None:
    text = texts(gold)[0]
    expected = nlp(text).to_json()
    nlp.to_disk(tmp_path / "pipeline")
    assert spacy.load(tmp_path / "pipeline")(text).to_json() == expected
    again = spacy.blank("xx")
    again.add_pipe("crossarc")
    assert again.from_bytes(nlp.to_bytes())(text).to_json() == expected


def test_scores_are_those_of_evaluate(nlp: Any, model: Path, gold: Treebank) -> None:
    from spacy.training import Example  # noqa: PLC0415

    references = list(gold.to_docs(nlp.vocab))
    examples = [Example(nlp.make_doc(doc.text), doc) for doc in references]
    for example in examples:  # the words of the treebank, and no tags
        example.predicted = spacy.tokens.Doc(
            nlp.vocab, [token.text for token in example.reference], [bool(t.whitespace_) for t in example.reference]
        )
        example.predicted[0].is_sent_start = True
        for token in example.predicted[1:]:
            token.is_sent_start = False
    found = nlp.evaluate(examples)
    expected = crossarc.evaluate(gold, crossarc.load(model).parse(gold, redo=["tags", "lemmas"]))
    assert found["dep_uas"] == pytest.approx(expected.uas_no_punct / 100)
    assert found["dep_las"] == pytest.approx(expected.las_no_punct / 100)


def test_without_a_model_it_says_so() -> None:
    nlp = spacy.blank("xx")
    nlp.add_pipe("crossarc")
    with pytest.raises(crossarc.CrossarcError, match="has no parser"):
        nlp("a")
    assert repr(nlp.get_pipe("crossarc")) == "<component crossarc of spaCy's: no parser>"


def test_treebank_to_docs_and_back(nlp: Any) -> None:
    treebank = synthetic.generate(100)
    for sentences in (1, 7):
        back = Treebank.from_docs(treebank.to_docs(nlp.vocab, sentences=sentences))
        assert len(back) == len(treebank)
        assert np.array_equal(back.heads, treebank.heads)
        for column in ("form", "lemma", "upos", "xpos", "feats", "deprel"):
            assert back.column(column) == treebank.column(column), column


def test_a_doc_alone_and_what_is_none(nlp: Any) -> None:
    doc = next(synthetic.generate(3).to_docs(nlp.vocab, sentences=3))
    assert len(Treebank.from_docs(doc)) == 3
    for vocab in (None, "xx", nlp):
        with pytest.raises(crossarc.CrossarcError, match=r"vocab: must be a vocabulary of spaCy's, as in .*nlp.vocab"):
            synthetic.generate(3).to_docs(vocab)
    with pytest.raises(crossarc.CrossarcError, match="sentences must be from 1 to"):
        synthetic.generate(3).to_docs(nlp.vocab, sentences=0)
    for docs in (None, 3, "text", [None]):
        with pytest.raises(crossarc.CrossarcError, match="docs: must be a doc of spaCy's, or several"):
            Treebank.from_docs(docs)  # type: ignore[arg-type]


def test_docs_without_trees_become_a_treebank(nlp: Any) -> None:
    doc = spacy.blank("xx")("a  b\n")
    treebank = Treebank.from_docs([doc])
    assert treebank[0].forms == ["a", "b"]
    assert treebank[0].column("head") == ["_", "_"]


def test_docs_of_several_vocabularies_with_and_without_trees(nlp: Any, gold: Treebank) -> None:
    other = spacy.blank("xx")
    docs = [*nlp.pipe(texts(gold)[:3]), other("a  b\n"), *nlp.pipe(texts(gold)[3:6]), other(""), other(" ")]
    expected = "".join(Treebank.from_docs([doc]).to_conllu() for doc in docs if doc.text.strip())
    assert Treebank.from_docs(docs).to_conllu() == expected


def test_heads_of_white_space_are_passed_over() -> None:
    """What hangs from white space hangs from its head; where that is a root, it is one itself."""
    vocab = spacy.blank("xx").vocab
    words = ["a", " ", "b", "\n", "c"]
    doc = spacy.tokens.Doc(vocab, words, [False] * 5, heads=[1, 2, 3, 3, 3], deps=["d"] * 5)
    assert Treebank.from_docs([doc])[0].heads.tolist() == [2, 0, 0]


def test_several_roots_whose_trees_lie_within_each_other(nlp: Any) -> None:
    """To spaCy the second root begins a sentence, from which arcs would lead out."""
    sentence = "".join(f"{at}\tw{at}\t_\tX\t_\t_\t{head}\td\t_\t_\n" for at, head in enumerate((3, 0, 0, 2), 1)) + "\n"
    treebank = Treebank.from_conllu(sentence * 2)
    docs = list(treebank.to_docs(nlp.vocab, sentences=2))
    back = Treebank.from_docs(docs)
    assert back.heads.tolist() == treebank.heads.tolist()
    assert [len(sentence) for sentence in back] == [4, 4]
    attributes = ["ORTH", "HEAD", "DEP", "SENT_START"]
    again = next(back.to_docs(nlp.vocab, sentences=2))
    assert np.array_equal(again.to_array(attributes), docs[0].to_array(attributes))
