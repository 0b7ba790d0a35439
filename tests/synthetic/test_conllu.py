"""What the generator writes is valid CoNLL-U in the manner of Universal Dependencies."""

from __future__ import annotations

import re
import string
import subprocess
import sys
from pathlib import Path

import pytest
from reference import annotated_words, trees

from crossarc import synthetic

UPOS = {
    "ADJ",
    "ADP",
    "ADV",
    "AUX",
    "CCONJ",
    "DET",
    "INTJ",
    "NOUN",
    "NUM",
    "PART",
    "PRON",
    "PROPN",
    "PUNCT",
    "SCONJ",
    "SYM",
    "VERB",
    "X",
}
DEPREL = re.compile(r"[a-z]+(:[a-z]+)?")


@pytest.fixture(scope="module")
def sentences() -> list[annotated_words.Sentence]:
    return annotated_words.read(synthetic.conllu(800, crossing="any", rate=0.6, seed=5))


def test_every_sentence_is_a_tree_with_one_root(sentences: list[annotated_words.Sentence]) -> None:
    for sentence in sentences:
        assert [word.id for word in sentence.words] == list(range(1, len(sentence.words) + 1))
        assert all(0 <= word.head <= len(sentence.words) for word in sentence.words)
        assert [word.deprel == "root" for word in sentence.words].count(True) == 1
        assert all((word.head == 0) == (word.deprel == "root") for word in sentence.words)
        assert trees.is_tree(sentence.heads)


def test_columns(sentences: list[annotated_words.Sentence]) -> None:
    for sentence in sentences:
        for word in sentence.words:
            assert word.upos in UPOS
            assert DEPREL.fullmatch(word.deprel)
            assert list(word.feats) == sorted(word.feats, key=str.lower)
            assert all(re.fullmatch(r"[A-Z][A-Za-z]*", name) for name in word.feats)
            assert all(re.fullmatch(r"[A-Z0-9][A-Za-z0-9]*", value) for value in word.feats.values())
            assert word.misc in ("_", "SpaceAfter=No")


def test_text_is_what_the_tokens_spell(sentences: list[annotated_words.Sentence]) -> None:
    for sentence in sentences:
        assert sentence.comments["text"] == sentence.text
        assert next(word for word in sentence.words if word.upos != "PUNCT").form[0] not in string.ascii_lowercase
        assert not re.search(r" [,;.?!]", sentence.text)
    assert len({sentence.comments["sent_id"] for sentence in sentences}) == len(sentences)


def test_punctuation_stands_where_it_crosses_nothing(sentences: list[annotated_words.Sentence]) -> None:
    for sentence in sentences:
        for head, dependent in trees.nonprojective_arcs(sentence.heads):
            assert sentence.words[dependent - 1].upos != "PUNCT", (sentence.text, head)
        assert all(sentence.words[word.head - 1].upos != "PUNCT" for word in sentence.words if word.head), sentence.text


def test_function_words_have_no_dependents_of_their_own(sentences: list[annotated_words.Sentence]) -> None:
    leaves = {"case", "mark", "cc", "aux", "aux:pass", "cop", "det", "compound:prt", "expl:pv"}
    for sentence in sentences:
        for word in sentence.words:
            assert word.head == 0 or sentence.words[word.head - 1].deprel not in leaves


def test_the_labels_of_many_constructions_occur(sentences: list[annotated_words.Sentence]) -> None:
    found = {word.deprel for sentence in sentences for word in sentence.words}
    assert found == {
        "root",
        "nsubj",
        "nsubj:pass",
        "obj",
        "iobj",
        "obl",
        "obl:arg",
        "obl:agent",
        "nmod",
        "amod",
        "nummod",
        "det",
        "case",
        "advmod",
        "advmod:emph",
        "aux",
        "aux:pass",
        "cop",
        "mark",
        "cc",
        "conj",
        "punct",
        "acl",
        "acl:relcl",
        "advcl",
        "ccomp",
        "xcomp",
        "compound:prt",
        "expl:pv",
        "appos",
        "flat",
        "vocative",
        "discourse",
    }


def test_the_official_validator_has_no_complaint(tmp_path: Path) -> None:
    path = tmp_path / "treebank.conllu"
    path.write_text(synthetic.conllu(300, crossing="any", rate=0.5, seed=4, language=3), encoding="utf-8")
    command = [sys.executable, "-m", "udtools.cli", "--lang", "ud", "--level", "3", str(path)]
    checked = subprocess.run(command, capture_output=True, text=True, check=False)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_no_sentence_is_too_long() -> None:
    found = annotated_words.read(synthetic.conllu(400, max_words=20, crossing="any"))
    assert max(len(sentence.words) for sentence in found) <= 20


def test_no_sentences() -> None:
    assert synthetic.conllu(0) == ""


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"sentences": -1}, "from 0 to"),
        ({"kind": "3-planar"}, "unknown kind of tree: '3-planar'"),
        ({"crossing": {"2-planar": 0.7, "beyond": 0.4}}, "at most 1"),
        ({"rate": 1.5}, "rate must be between 0 and 1"),
        ({"ambiguity": -0.1}, "ambiguity"),
        ({"multiword": 2}, "multiword"),
        ({"vocabulary": 5}, "vocabulary"),
        ({"max_words": 3}, "from 20 to"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(ValueError, match=re.escape(message)):
        synthetic.conllu(**options)  # type: ignore[arg-type]
