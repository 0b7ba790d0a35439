"""The language keeps its own rules: agreement and government hold in every tree, moved or not."""

from __future__ import annotations

import pytest
from reference import annotated_words

from crossarc import synthetic


@pytest.fixture(scope="module")
def sentences() -> list[annotated_words.Sentence]:
    return annotated_words.read(synthetic.conllu(1000, crossing="any", rate=0.6, seed=8))


def dependents(sentence: annotated_words.Sentence, head: annotated_words.Word) -> list[annotated_words.Word]:
    return [word for word in sentence.words if word.head == head.id]


def test_modifiers_agree_with_their_nouns(sentences: list[annotated_words.Sentence]) -> None:
    checked = 0
    for sentence in sentences:
        for word in sentence.words:
            if word.deprel in ("amod", "det"):
                noun = sentence.words[word.head - 1]
                for name in ("Case", "Gender", "Number"):
                    assert word.feats[name] == noun.feats[name], sentence.text
                checked += 1
    assert checked > 1000


def test_verbs_agree_with_their_subjects(sentences: list[annotated_words.Sentence]) -> None:
    checked = 0
    for sentence in sentences:
        for subject in sentence.words:
            if not subject.deprel.startswith("nsubj"):
                continue
            assert subject.feats["Case"] == "Nom"
            verb = sentence.words[subject.head - 1]
            carriers = [w for w in dependents(sentence, verb) if w.deprel in ("aux", "aux:pass", "cop")]
            finite = next(w for w in [*carriers, verb] if w.feats.get("VerbForm") == "Fin")
            coordinated = any(word.deprel == "conj" for word in dependents(sentence, subject))
            assert finite.feats["Number"] == ("Plur" if coordinated else subject.feats["Number"])
            assert finite.feats["Person"] == subject.feats.get("Person", "3")
            checked += 1
    assert checked > 1000


def test_relative_pronouns_agree_with_antecedents_however_far(sentences: list[annotated_words.Sentence]) -> None:
    far = 0
    for sentence in sentences:
        for clause in sentence.words:
            if clause.deprel != "acl:relcl":
                continue
            noun = sentence.words[clause.head - 1]
            inside = [clause]
            for word in inside:
                inside += [w for w in dependents(sentence, word) if w.deprel != "acl:relcl"]
            pronouns = [word for word in inside if word.feats.get("PronType") == "Rel"]
            assert len(pronouns) == 1
            for name in ("Gender", "Number"):
                assert pronouns[0].feats[name] == noun.feats[name]
            far += abs(clause.id - noun.id) > 6
    assert far > 50


def test_adpositions_govern_a_case(sentences: list[annotated_words.Sentence]) -> None:
    cases: dict[str, set[str]] = {}
    for sentence in sentences:
        for word in sentence.words:
            if word.deprel == "case" and word.upos != "SYM":
                noun = sentence.words[word.head - 1]
                cases.setdefault(word.lemma, set()).add(noun.feats["Case"])
    assert len(cases) > 10
    assert all(len(governed) == 1 for governed in cases.values())


def test_verbs_keep_their_frames(sentences: list[annotated_words.Sentence]) -> None:
    """A verb that governs an adposition always has that one, and its datives always have the same label."""
    governed: dict[str, set[str]] = {}
    for sentence in sentences:
        for word in sentence.words:
            if word.deprel == "obl:arg":
                case = next(w for w in dependents(sentence, word) if w.deprel == "case")
                governed.setdefault(sentence.words[word.head - 1].lemma, set()).add(case.lemma)
    single = sum(len(adpositions) == 1 for adpositions in governed.values())
    assert single > 0.9 * len(governed)  # homonymous verbs have two frames


def test_words_follow_a_long_tail() -> None:
    parts = synthetic.splits(train=600, dev=0, test=200)
    seen = {word.form.lower() for sentence in annotated_words.read(parts["train"]) for word in sentence.words}
    test = [word.form.lower() for sentence in annotated_words.read(parts["test"]) for word in sentence.words]
    unseen = sum(form not in seen for form in test) / len(test)
    assert 0.1 < unseen < 0.4


def test_ambiguity_is_a_matter_of_the_option() -> None:
    """How many forms of nouns stand for more than one case, with and without syncretism."""

    def syncretic(ambiguity: float) -> float:
        cells: dict[tuple[str, str], set[tuple[str, str]]] = {}
        for sentence in annotated_words.read(synthetic.conllu(1000, ambiguity=ambiguity, vocabulary=200)):
            for word in sentence.words:
                if word.upos == "NOUN" and "Abbr" not in word.feats:
                    features = (word.feats["Case"], word.feats["Number"])
                    cells.setdefault((word.lemma, word.form.lower()), set()).add(features)
        return sum(len(found) > 1 for found in cells.values()) / len(cells)

    assert syncretic(0) == 0
    assert 0 < syncretic(0.5) < syncretic(1)


def test_every_movement_occurs() -> None:
    sentences = annotated_words.read(synthetic.conllu(1200, crossing="any", rate=1, seed=6))
    assert {sentence.comments["movement"] for sentence in sentences} == {
        "extraposition",
        "crossed extraposition",
        "nested extraposition",
        "split phrase",
        "interlaced phrases",
        "mirrored phrases",
        "long fronting",
        "fronting with extraposition",
        "long relativisation",
        "clitic climbing",
        "long scrambling",
        "cross serial",
        "long cross serial",
        "comparative",
    }
