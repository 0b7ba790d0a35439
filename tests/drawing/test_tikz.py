"""Drawings for LaTeX: they compile, whatever the words are."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from reference.hostile import HOSTILE

from crossarc import Sentence, Treebank, synthetic
from crossarc.drawing.tikz import escaped
from crossarc.treebank.words import sentence_of_words

DOCUMENT = r"""\documentclass{{article}}
\usepackage[T1]{{fontenc}}
\usepackage{{tikz-dependency}}
\begin{{document}}
{}
\end{{document}}
"""
PLAIN = re.compile(r"[\x20-\x7e\xa1-\xff]*")  # what the encoding T1 has


def has_latex() -> bool:
    if shutil.which("pdflatex") is None or shutil.which("kpsewhich") is None:
        return False
    packages = ["tikz-dependency.sty", "environ.sty"]  # which the former needs
    return subprocess.run(["kpsewhich", *packages], capture_output=True, check=False).returncode == 0


needs_latex = pytest.mark.skipif(not has_latex(), reason="needs pdflatex, tikz-dependency and environ (texlive)")


def compiled(tikz: str, folder: Path) -> str:
    """What LaTeX says; all drawings are in the page that it makes."""
    (folder / "trees.tex").write_text(DOCUMENT.format(tikz), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "-no-shell-escape", "trees.tex"]
    ended = subprocess.run(command, cwd=folder, capture_output=True, check=False)
    said = ended.stdout.decode("utf-8", "replace")
    assert ended.returncode == 0, said[-2000:]
    assert (folder / "trees.pdf").exists()
    return said


def different(sentence: Sentence) -> Sentence:
    """The same words, half of which hang from the root's word with another label."""
    root = int((sentence.heads == 0).argmax()) + 1
    words = range(1, len(sentence) + 1)
    heads = [root if word % 2 and word != root else head for word, head in zip(words, sentence.heads, strict=True)]
    return Treebank.from_sentences([sentence]).with_trees(heads, ["x"] * len(heads))[0]


@needs_latex
def test_it_compiles(tmp_path: Path) -> None:
    drawings = []
    for sentence in synthetic.generate(8, crossing="any", rate=0.6):
        drawings += [sentence.to_tikz(), sentence.to_tikz(planes=True, show=["lemma", "upos"], direction="rtl")]
        drawings.append(sentence.to_tikz(against=different(sentence)))
    said = compiled("\n\n".join(drawings), tmp_path)
    assert "Overfull" not in said or "Error" not in said


@needs_latex
def test_hostile_words_compile(tmp_path: Path) -> None:
    sentences = [s for s in Treebank.from_conllu(HOSTILE) if PLAIN.fullmatch("".join(s.forms)) and len(s.forms[0]) < 50]
    assert len(sentences) > 20
    said = compiled("\n\n".join(s.to_tikz(show=["lemma", "misc"]) for s in sentences), tmp_path)
    assert "passwd" not in re.sub(r"input\{", "", said)  # no file was asked for


def test_special_characters() -> None:
    sentence = sentence_of_words(["a&b", "[x]", "|y|", "50%"]).with_trees([0, 1, 1, 1], ["root", "a_b", "c^d", "~"])[0]
    drawing = sentence.to_tikz()
    assert r"{a\symbol{38}b} \&" in drawing
    assert "{[x]}" in drawing
    assert r"{1}{2}{a\_b}" in drawing
    assert escaped("--") == "-{}-"


def test_only_what_is_used_is_defined() -> None:
    sentence = sentence_of_words(["a", "b"]).with_trees([2, 0], ["x", "root"])[0]
    assert re.findall(r"definecolor\{([a-z-]+)\}", sentence.to_tikz()) == ["crossarc-plain"]
    both = sentence.to_tikz(against=different(sentence))
    assert re.findall(r"definecolor\{([a-z-]+)\}", both) == ["crossarc-agreed", "crossarc-gold", "crossarc-predicted"]
