"""Each thing that can be wrong with a file is told in one line, with its place."""

from __future__ import annotations

import pickle
from pathlib import Path

import pytest

import crossarc


def word(identifier: object = 1, head: object = 0) -> str:
    return f"{identifier}\ta\ta\tX\t_\t_\t{head}\tdep\t_\t_\n"


GOOD = word() + "\n"

BROKEN = {
    "columns": (word() + "2\tb\tb\n\n", 2, "expected 10 columns separated by tabs, found 3"),
    "spaces": (GOOD + "1 b b X _ _ 0 root _ _\n\n", 3, "found 1 (spaces do not separate columns)"),
    "id": (word("x") + "\n", 1, "ID 'x' is no number (3), range (3-4) or empty node (3.1)"),
    "id too large": (word(2**40) + "\n", 1, "is no number"),
    "head": (word(head="x") + "\n", 1, "HEAD 'x' is not the number of a word, 0 or _"),
    "negative head": (word(head=-1) + "\n", 1, "HEAD '-1' is not the number of a word, 0 or _"),
    "empty head": (word(head="") + "\n", 1, "HEAD '' is not the number of a word, 0 or _"),
    "head out of range": (word(1, 2) + "\n", 1, "HEAD 2 is outside of the sentence, which has 1 word"),
    "gap": (GOOD + word(1) + word(3) + "\n", 4, "ID 3 where 2 was expected"),
    "twice": (word(1) + word(1) + "\n", 2, "ID 1 where 2 was expected"),
    "not from 1": (word(2) + "\n", 1, "ID 2 where 1 was expected"),
    "own head": (word(1) + word(2, 2) + "\n", 2, "word 2 is its own head"),
    "cycle": (word(1) + word(2, 3) + word(3, 2) + "\n", 2, "the heads of words 2, 3 form a cycle"),
    "no blank line between sentences": (word(1) + word(1) + "\n", 2, "ID 1 where 2 was expected"),
    "range": (word("2-3") + word(1) + "\n", 1, "multiword token '2-3' does not precede its words"),
    "range too long": (word("1-4") + word(1) + "\n", 1, "reaches to word 4, but the sentence has 1"),
    "empty node": (word(1) + word("3.1", "_") + "\n", 2, "empty node '3.1' does not follow word 3"),
    "no word": (word("0.1", "_") + "\n", 1, "a sentence without words"),
    "no treebank": ("Dear all,\nplease find attached\n", 1, "not a treebank: expected 10 columns"),
    "long line": (GOOD + "# " + "x" * (1 << 20) + "\n" + GOOD, 3, "longer than"),
}


@pytest.mark.parametrize(("text", "line", "message"), BROKEN.values(), ids=BROKEN)
def test_message_and_place(text: str, line: int, message: str) -> None:
    with pytest.raises(crossarc.TreebankError) as error:
        crossarc.Treebank.from_conllu(text, format="conllu", path="x.conllu")
    assert error.value.line == line
    assert message in error.value.message
    assert str(error.value) == f"x.conllu:{line}: {error.value.message}"
    assert "\n" not in str(error.value)


def test_invalid_utf8_is_not_shown() -> None:
    with pytest.raises(crossarc.TreebankError, match="x:3: invalid UTF-8 at byte 2"):
        crossarc.Treebank.from_bytes(GOOD.encode() + b"a\xff\n", path="x")


def test_binary_file() -> None:
    with pytest.raises(crossarc.TreebankError, match="x:1: "):
        crossarc.Treebank.from_bytes(bytes(range(256)), path="x")


def test_conllx_has_no_multiword_tokens() -> None:
    text = word("1-2", "_") + word(1) + word(2, 1) + "\n"
    assert len(crossarc.Treebank.from_conllu(text, format="conllu")) == 1
    with pytest.raises(crossarc.TreebankError, match="as CoNLL-X asks for"):
        crossarc.Treebank.from_conllu(text, format="conllx")


def test_lenient_reading_counts_what_it_leaves_out() -> None:
    text = GOOD + word(1, 5) + "\n" + GOOD + word("x") + word(2) + "\n" + GOOD + word(1, 1)
    treebank = crossarc.Treebank.from_bytes(text.encode(), lenient=True, path="x")
    assert len(treebank) == 3
    assert [problem.line for problem in treebank.problems] == [3, 7, 12]
    assert treebank.to_conllu() == GOOD * 3


def test_trees_are_required_by_those_who_need_them(tmp_path: Path) -> None:
    unparsed = crossarc.Treebank.from_conllu(GOOD + "# c\n" + word(1, "_") + "\n", path="x")
    assert unparsed.heads.tolist() == [0, -1]
    with pytest.raises(crossarc.TreebankError, match=r"^x:4: word 1 has no HEAD"):
        unparsed.require_trees()
    (tmp_path / "empty.conllu").write_text("")
    empty = crossarc.read(tmp_path / "empty.conllu")
    assert len(empty) == 0
    with pytest.raises(crossarc.TreebankError, match=r"empty.conllu: there is no sentence"):
        empty.require_trees()


@pytest.mark.parametrize("name", ["head", "negative head", "empty head", "head out of range", "own head", "cycle"])
def test_trees_can_be_ignored(name: str, tmp_path: Path) -> None:
    path = tmp_path / "x.conllu"
    path.write_text(BROKEN[name][0])
    treebank = crossarc.read(path, ignore_trees=True)
    copies = [treebank, treebank[:], crossarc.Treebank.from_sentences(treebank), pickle.loads(pickle.dumps(treebank))]
    assert pickle.loads(pickle.dumps(treebank[-1])) == treebank[-1]
    for copy in copies:
        assert copy.to_conllu() == BROKEN[name][0]
        assert copy.heads.tolist() == [-1] * treebank.word_count
    parsed = treebank.with_trees([0] * treebank.word_count, ["root"] * treebank.word_count)
    assert parsed.column("head") == ["0"] * treebank.word_count
    assert parsed.to_conllu().count("\t_\t_\n") == treebank.word_count


def test_what_is_no_sentence_is_broken_without_its_tree_too() -> None:
    trees = {"head", "negative head", "empty head", "head out of range", "own head", "cycle"}
    for name, (text, line, _) in BROKEN.items():
        if name not in trees:
            with pytest.raises(crossarc.TreebankError) as error:
                crossarc.Treebank.from_bytes(text.encode(), format="conllu", ignore_trees=True)
            assert error.value.line == line


def test_errors_survive_pickling() -> None:
    error = crossarc.TreebankError("x", 3, "why")
    assert str(pickle.loads(pickle.dumps(error))) == "x:3: why"
