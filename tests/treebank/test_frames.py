"""Data frames hold all of a file, whatever is done to them, or it is told."""

from __future__ import annotations

import io
import warnings

import pytest
from hypothesis import given
from reference.conllu_strategies import files
from reference.sample_sentences import CAT

import crossarc
from crossarc import Treebank, synthetic
from crossarc.messages import CrossarcWarning

pandas = pytest.importorskip("pandas")

TEXT = f"""\
{CAT}0.1\te\t_\tX\t_\t_\t_\t_\t1:x\t_
1\tOui\toui\tINTJ\t_\t_\t_\t_\t_\t_
1.1\tf\t_\tX\t_\t_\t_\t_\t1:x\t_

"""


@pytest.fixture
def treebank() -> Treebank:
    return Treebank.from_conllu(TEXT)


def test_a_row_for_each_word(treebank: Treebank) -> None:
    frame = treebank.to_frame()
    assert len(frame) == treebank.word_count
    assert frame.loc[(0, 5), "form"] == "voisin"
    assert frame.groupby("upos", observed=True).size()["NOUN"] == 2
    assert frame.loc[(0, 3), "lines_before"] == "3-4\tdu" + "\t_" * 8
    assert frame.loc[(1, 1), "lines_after"].startswith("1.1\tf")
    assert (frame["lines_before"] != "").sum() == 4


def test_nothing_is_lost(treebank: Treebank) -> None:
    frame = treebank.to_frame()
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert Treebank.from_frame(frame).to_conllu() == TEXT
        assert Treebank.from_frame(frame.reset_index()).to_conllu() == TEXT
        table = io.StringIO(frame.to_csv(index=True))
        assert Treebank.from_frame(pandas.read_csv(table, keep_default_na=False)).to_conllu() == TEXT
    assert Treebank.from_frame(frame.loc[[1]]).to_conllu() == treebank[1:].to_conllu()
    assert Treebank.from_frame(frame.loc[[1, 0]]).to_conllu() == treebank[[1, 0]].to_conllu()


def test_ids_are_followed_however_rows_are_sorted() -> None:
    treebank = synthetic.generate(200, crossing="any", rate=0.4)
    frame = treebank.to_frame()
    for shuffled in (frame.sort_values("form"), frame.sample(frac=1, random_state=1), frame.sort_values("head")):
        assert Treebank.from_frame(shuffled) == treebank
        assert Treebank.from_frame(shuffled.reset_index()) == treebank


def test_ids_with_gaps_are_refused(treebank: Treebank) -> None:
    frame = treebank.to_frame()
    without_determiners = frame[frame["upos"] != "DET"]
    with pytest.raises(ValueError, match=r"^sentence 0: there are 5 words, but no ID 1: HEADs refer to IDs"):
        Treebank.from_frame(without_determiners)
    with pytest.raises(ValueError, match=r"^sentence 0: there are 14 words, but no ID 8"):
        Treebank.from_frame(pandas.concat([frame.loc[[0]], frame.loc[[0]]]))
    with pytest.raises(ValueError, match="the frame has no sentence in its index, and no such column"):
        Treebank.from_frame(frame.reset_index(drop=True))


def test_frames_of_others() -> None:
    own = pandas.DataFrame({"sentence": ["b", "b", "a"], "form": ["x", "y", "z"], "head": [2, 0, 0.0]})
    own["deprel"] = ["nsubj", None, pandas.NA]
    treebank = Treebank.from_frame(own)
    assert [sentence.forms for sentence in treebank] == [["x", "y"], ["z"]]
    assert treebank.heads.tolist() == [2, 0, 0]
    assert treebank.column("deprel") == ["nsubj", "_", "_"]
    assert treebank.column("lemma") == ["_"] * 3
    for wrong in ("a\tb", "a\nb"):
        with pytest.raises(ValueError, match=r"would break the file, in the column form$"):
            Treebank.from_frame(own.assign(form=wrong))
    with pytest.raises(crossarc.TreebankError, match="HEAD"):
        Treebank.from_frame(own.assign(head=0.5))


def test_the_format_is_known() -> None:
    text = "1\ta\ta\tX\tX\tmasc\t0\troot\t0\troot\n\n"
    treebank = Treebank.from_conllu(text, format="conllx")
    assert Treebank.from_frame(treebank.to_frame()).format == "conllx"
    assert Treebank.from_frame(treebank.to_frame(), format="conllu").format == "conllu"


@given(files())
def test_identical_or_told(text: bytes) -> None:
    treebank = Treebank.from_bytes(text, format="conllu")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always", CrossarcWarning)
        again = Treebank.from_frame(treebank.to_frame())
    assert (again.to_bytes() == treebank.to_bytes()) != bool(told)
