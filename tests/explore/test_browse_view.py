"""What the view Browse keeps of a treebank, without a browser."""

from __future__ import annotations

from processes import wait_until

from crossarc import synthetic
from crossarc.explore.browse_view import BrowseView
from crossarc.explore.treebanks import Treebanks


def test_texts_are_made_ready_while_the_first_rows_are_looked_at() -> None:
    treebank = synthetic.generate(30)
    view = BrowseView(Treebanks({"own": treebank}))
    assert view.rows("own", "", "", False, 0, 5)["count"] == 30
    measured = view._measured["own"]
    wait_until(lambda: "text" in measured._folded)
    assert measured.folded("text") == [sentence.text.casefold() for sentence in treebank]
