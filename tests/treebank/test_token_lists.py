"""Token lists of the package `conllu` hold all of a file, or a warning says that they do not."""

from __future__ import annotations

import warnings

import pytest
from hypothesis import given
from reference.conllu_strategies import files
from reference.sample_sentences import CAT

import crossarc
from crossarc.messages import CrossarcWarning

conllu = pytest.importorskip("conllu")

ODD = """\
# newpar
# a = b = c
# a = d
# text = x
1\tNew  York\t_\tX\t_\tX|B=2|A=1\t2\tx\t2:x:y|3.1:z\tGloss=a=b|Gloss=c
2\tb\t_\tX\t_\t_\t0\troot\t_\t=x||y=
3\tc \t_\tX\t_\t_\t2\tx\t_\tA=|B\u00a0
3.1\td\t_\tX\t_\t_\t_\t_\t1:x\t_

"""


def test_as_the_package_reads_it() -> None:
    treebank = crossarc.Treebank.from_conllu(CAT)
    assert treebank.to_token_lists() == conllu.parse(CAT)
    assert treebank[0].to_token_list() == conllu.parse(CAT)[0]
    assert crossarc.Treebank.from_token_lists(treebank.to_token_lists()) == treebank


def test_what_tables_cannot_hold_stays_text() -> None:
    treebank = crossarc.Treebank.from_conllu(ODD)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        lists = treebank.to_token_lists()
    assert crossarc.Treebank.from_token_lists(lists) == treebank
    assert lists[0].metadata == {"newpar": None, "a": "b = c", "a = d": None, "text": "x"}
    assert lists[0][0]["form"] == "New  York"
    assert lists[0][0]["misc"] == "Gloss=a=b|Gloss=c"
    assert lists[0][0]["feats"] == {"X": "", "B": "2", "A": "1"}


@pytest.mark.parametrize(
    "text",
    [
        CAT.replace("# sent_id = one", "#sent_id=one"),
        CAT.replace("# sent_id = one", "# newpar\n# newpar"),
        CAT.replace("\n", "\r\n"),
        CAT + "\n",
        CAT.rstrip("\n"),
    ],
    ids=["spaces", "repeated", "line ends", "blank lines", "no end"],
)
def test_what_is_lost_is_told(text: str) -> None:
    treebank = crossarc.Treebank.from_conllu(text, path="x.conllu")
    with pytest.warns(
        CrossarcWarning, match=r"^x\.conllu: not all of it will come back byte for byte from token lists"
    ):
        lists = treebank.to_token_lists()
    assert crossarc.Treebank.from_token_lists(lists).heads.tolist() == treebank.heads.tolist()


@given(files())
def test_identical_or_told(text: bytes) -> None:
    treebank = crossarc.Treebank.from_bytes(text, format="conllu")
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        again = crossarc.Treebank.from_token_lists(treebank.to_token_lists())
    assert (again.to_bytes() == treebank.to_bytes()) != bool(told)
