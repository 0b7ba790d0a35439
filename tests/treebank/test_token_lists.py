"""Token lists of the package `conllu` hold all of a file, or a warning says that they do not."""

from __future__ import annotations

import warnings

import pytest
from hypothesis import given
from reference.conllu_strategies import files

import crossarc
from crossarc.messages import CrossarcWarning

conllu = pytest.importorskip("conllu")

ORDINARY = """\
# sent_id = one
# text = Le chat du voisin
1\tLe\tle\tDET\tD\tGender=Masc\t2\tdet\t2:det\t_
2\tchat\tchat\tNOUN\tN\t_\t0\troot\t0:root\t_
3-4\tdu\t_\t_\t_\t_\t_\t_\t_\t_
3\tde\tde\tADP\tP\t_\t5\tcase\t5:case\t_
4\tle\tle\tDET\tD\t_\t5\tdet\t5:det\t_
5\tvoisin\tvoisin\tNOUN\tN\t_\t2\tnmod\t2:nmod|1:dep\tSpaceAfter=No
5.1\tlà\tlà\tADV\t_\t_\t_\t_\t2:advmod\t_

"""
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
    treebank = crossarc.Treebank.from_conllu(ORDINARY)
    assert treebank.to_token_lists() == conllu.parse(ORDINARY)
    assert treebank[0].to_token_list() == conllu.parse(ORDINARY)[0]
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
        ORDINARY.replace("# sent_id = one", "#sent_id=one"),
        ORDINARY.replace("# sent_id = one", "# newpar\n# newpar"),
        ORDINARY.replace("\n", "\r\n"),
        ORDINARY + "\n",
        ORDINARY.rstrip("\n"),
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
