"""The first hour of somebody who comes from another library: its names, arguments and habits, and what they meet here.

Files and variables are those of `conftest.py`.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import crossarc
from crossarc import Parser, System, Treebank


@pytest.mark.parametrize(
    ("tried", "told"),
    [
        ("word.label", "'Word' object has no attribute 'label'; use word.deprel"),
        ("word.dep_", "use word.deprel"),
        ("word.pos", "use word.upos or word.xpos"),
        ("word.text", "use word.form"),
        ("word.parent", "use word.head, or word.head_id for its number"),
        ("word.dependents", "use word.children"),
        ("word.descendants", "use word.subtree"),
        ("word.i", "use word.id, counted from 1"),
        ("word.feats.Case", r"use feats\['Case'\]"),
        ("sentence.arcs[0].label", "use arc.deprel"),
        ("sentence.labels", "use sentence.deprels"),
        ("sentence.tags", "use sentence.upos or sentence.xpos"),
        ("sentence.length", r"use len\(sentence\)"),
        ("sentence.is_nonprojective", "use not sentence.is_projective"),
        ("sentence.show()", r"use sentence.draw\(\) or sentence.to_svg\(\)"),
        ("treebank.save('x.conllu')", r"use crossarc.write\(treebank, path\)"),
        ("treebank.to_pandas()", r"use treebank.to_frame\(\)"),
        ("treebank.describe()", r"use crossarc.analyze\(treebank\)"),
        ("Treebank.read('x.conllu')", r"use crossarc.read\(path\)"),
        ("Parser.train('x.conllu')", r"use crossarc.train\(path\)"),
        ("parser.predict('x')", r"use parser\(text\) or parser.parse\(path\)"),
        ("parser.fit('x')", r"use crossarc.train\(path\)"),
        ("scores.LAS", "use scores.las_ud for the LAS of the shared tasks, scores.las for whole labels"),
        ("crossarc.analyze(treebank).advice", "use analysis.recommendation"),
        ("crossarc.compare(treebank[:5], parser, parser, samples=5)['las'].p_value", "use difference.p_bootstrap or "),
        ("scores.to_json()", r"use json.dumps\(scores.to_dict\(\)\)"),
        ("crossarc.parse('x')", r"use parser = crossarc.load\(model\), then parser\(text\)"),
        ("crossarc.save(parser, 'x')", r"use parser.save\(path\), or crossarc.write"),
        ("crossarc.version", "use crossarc.__version__"),
        ("crossarc.read_conllu('x')", r"use crossarc.read\(path\)"),
        ("crossarc.system('2-planar')", r"use crossarc.System\(name\)"),
        ("crossarc.download('la')", "there are no models to download"),
        ("treebank.sent_ids", "use .sentence.sent_id for sentence in treebank."),
        ("treebank.num_words", "use treebank.word_count"),
        ("treebank.to_csv('x')", r"use treebank.to_frame\(\)"),
        ("sentence.edges", "use sentence.arcs"),
        ("sentence.visualize()", r"use sentence.to_svg\(\)"),
        ("sentence.gap_degree", r"use crossarc.analyze\(sentence\)"),
        ("word.siblings", "use word.head.children"),
        ("word.lefts", r"use \[child for child in word.children if child.id < word.id\]"),
        ("parser.accuracy", r"use parser.evaluate\(gold\)"),
        ("System('planar').step", r"use system.apply\(c, transition\)"),
        ("System('planar').start(3).is_final", "use c.finished"),
        ("crossarc.Corpus", "use crossarc.Treebank"),
        ("crossarc.Pipeline('la')", r"use crossarc.load\(path\), or crossarc.train\(path\)"),
        ("crossarc.ArcEager()", r'use crossarc.System\("arc-eager"\)'),
        ("crossarc.displacy.render(sentence)", r"use sentence.to_svg\(\) or sentence.draw\(\)"),
        ("crossarc.score(treebank, treebank)", r"use crossarc.evaluate\(gold, predicted\)"),
        ("crossarc.demo()", "use `crossarc demo` on the command line"),
        ("treebank.info()", r"use crossarc.analyze\(treebank\)"),
        ("treebank.shape", r"use len\(treebank\), treebank.word_count"),
        ("treebank.sort_values('length')", r"use Treebank\(sorted\(treebank, key=len\)\)"),
        ("treebank.vocab", r'use treebank.strings\("form"\)'),
        ("treebank.copy()", "the treebank itself, which never changes"),
        ("treebank.search('x')", r"use treebank.filter\("),
        ("Treebank.from_csv('x.csv')", r"use Treebank.from_frame\(frame\)"),
        ("sentence.pretty_print()", r"use print\(sentence.draw\(\)\)"),
        ("sentence.to_networkx()", "use sentence.arcs"),
        ("sentence.to_conll()", r"use sentence.to_conllu\(\)"),
        ("crossarc.Sentence.from_conllu('x')", r"use Treebank.from_conllu\(text\)\[0\]"),
        ("word.left_edge", r"use word.subtree\[0\]"),
        ("word.is_alpha", r"use word.form.isalpha\(\)"),
        ("word.whitespace_", "use token.space_after of sentence.tokens"),
        ("parser.config", "use parser.options"),
        ("parser.learner", r'use parser.options\["learner"\]'),
        ("parser.to('cuda')", "CROSSARC_DEVICE"),
        ("parser.has_scores", "use parser.has_confidence"),
        ("parser.parse_sents(['a', 'b'])", r"use \[parser\(text\) for text in texts\]"),
        ("scores.precision", r'use scores.conll18\["LAS"\].precision'),
        ("scores.summary()", r"use print\(scores\)"),
        ("scores.to_frame()", r"use pandas.Series\(dict\(scores\)\)"),
        ("crossarc.analyze(treebank).nonproj", "use analysis.nonprojective"),
        ("crossarc.trace(sentence).to_html()", "use `crossarc trace --html`"),
        ("System('planar').start(3).queue", "use c.buffer"),
    ],
)
def test_names_from_elsewhere(
    tried: str, told: str, treebank: Treebank, sentence: crossarc.Sentence, parser: Parser
) -> None:
    known = {"treebank": treebank, "sentence": sentence, "word": sentence[0], "parser": parser}
    known |= {"scores": crossarc.evaluate("test.conllu", "test.conllu")}
    with pytest.raises(AttributeError, match=told):
        eval(tried, globals() | known)


def test_habits_of_other_libraries(treebank: Treebank, sentence: crossarc.Sentence, parser: Parser) -> None:
    """What works there and here."""
    pd = pytest.importorskip("pandas")
    assert f"{sentence[0]:>8}|{sentence[2]:8}|" == "  Gallia|omnis   |"
    assert f"{sentence:.6}" == "Gallia"
    scores = parser.evaluate("test.conllu")
    assert json.loads(json.dumps(dict(scores)))["las"] == scores.las == dict(scores.items())["las"]
    assert scores.get("las") in scores.values()
    assert scores.get("nothing") is None
    frame = pd.DataFrame([dict(scores), dict(parser.evaluate("dev.conllu"))], index=["test", "dev"])
    assert frame.loc["test", "uas"] == scores.uas
    words = ["Zë", "neflivu"]
    assert parser.parse(np.array(words)) == parser.parse(pd.Series(words)) == parser.parse(words)  # type: ignore[call-overload]
    assert parser.parse(sentence.words).forms == parser.parse(sentence[:]).forms == sentence.forms
    assert treebank.split([0.8, 0.1, 0.1]) == treebank.split(0.8, 0.1, 0.1)
    assert treebank.filter("length == 7") == treebank.filter("length=7")
    assert len(sorted(treebank, key=len)[-1]) == len(max(treebank, key=len))
    assert crossarc.queries.matching(treebank, ["length<7"]).sum() == len(treebank.filter("length<7"))
    assert sum(map(len, treebank)) == treebank.word_count


def test_keys_of_what_has_attributes(treebank: Treebank, sentence: crossarc.Sentence) -> None:
    for attempt, told in (
        (lambda: sentence[0]["form"], "use word.form"),
        (lambda: sentence[0]["FEATS"], "use word.feats"),
        (lambda: treebank["upos"], r"use treebank.column\('upos'\)"),
        (lambda: crossarc.trace(sentence)[0], "there is no 0, but .*steps"),
        (lambda: crossarc.trace(sentence, crossarc.load("model")), r"parser.derivation\(treebank\)"),
        (lambda: System("stacklazy"), "did you mean 'arc-hybrid-swap'"),
        (lambda: System("nivreeager"), "did you mean 'arc-eager'"),
    ):
        with pytest.raises(crossarc.CrossarcError, match=told):
            attempt()


def test_treebanks_never_change(treebank: Treebank, sentence: crossarc.Sentence) -> None:
    with pytest.raises(AttributeError, match=r"word.head cannot be assigned: treebank.with_trees\(heads"):
        sentence[2].head = 3  # type: ignore[misc, assignment]
    with pytest.raises(AttributeError, match=r"sentence.text cannot be assigned: .* treebank.to_frame\(\)"):
        sentence.text = "Gallia"  # type: ignore[misc]
    frame = treebank[:3].to_frame()
    frame["upos"] = "X"
    assert {word.upos for word in Treebank.from_frame(frame).words} == {"X"}


def test_names_of_files(treebank: Treebank) -> None:
    with pytest.raises(FileNotFoundError, match=r"did you mean 'train.conllu'\?"):
        crossarc.read("trian.conllu")
    with pytest.raises(FileNotFoundError, match="download it first"):
        crossarc.read("https://universaldependencies.org/la_perseus-ud-train.conllu")
    with pytest.raises(crossarc.CrossarcError, match=r"of several: read\(a\) \+ read\(b\)"):
        crossarc.read(["train.conllu", "dev.conllu"])  # type: ignore[arg-type]
    with pytest.raises(crossarc.CrossarcError, match=r"name the file instead: .*train\.conllu"):
        crossarc.train(".")
    with pytest.raises(crossarc.CrossarcError, match="the name of a file is empty"):
        crossarc.read("")
    with pytest.raises(crossarc.TreebankError, match=r"model: a model and no treebank: crossarc.load\(path\)"):
        crossarc.read("model")
    assert sum([treebank[:3], treebank[3:5]]) == treebank[:5]
    with pytest.raises(crossarc.CrossarcError, match=r"Treebank\(sentences\) makes one"):
        treebank + treebank[0]  # type: ignore[operator]


def test_options_of_training() -> None:
    trees = crossarc.read("train.conllu")[:20]
    for options, told in (
        ({"epoch": 3}, "did you mean 'epochs'"),
        ({"beam_size": 8}, "there is no option 'beam_size'; use beam"),
        ({"num_threads": 2}, "use threads"),
        ({"verbose": True}, "use progress"),
        ({"output": "model"}, r"then parser.save\(path\)"),
        ({"test": "test.conllu"}, r"use parser.evaluate\(test\)"),
        ({"lr": 0.1}, "use learning_rate"),
        ({"gpu": True}, "use CROSSARC_DEVICE"),
        ({"stages": "all"}, "None stands for all stages"),
        ({"cost": 3}, "it has no effect: it belongs to the learners liblinear and libsvm"),
    ):
        with pytest.raises(crossarc.CrossarcError, match=told):
            crossarc.train(trees, **options)
    Path("templates.txt").write_text("S0.w\nB0.w\n", encoding="utf-8")
    with pytest.raises(crossarc.CrossarcError, match=r"not the name of their file: Path\(name\).read_text\(\)"):
        crossarc.train(trees, features="templates.txt")
    system = System("undirected-planar", reconstruction="naive")
    trained = crossarc.train(trees, system=system, epochs=1)
    assert (trained.system, trained.options["reconstruction"]) == ("undirected-planar", "naive")
