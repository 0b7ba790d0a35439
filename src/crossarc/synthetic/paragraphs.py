"""Where paragraphs and documents begin."""

from __future__ import annotations

from crossarc.synthetic.chance import Draw
from crossarc.synthetic.word import Node


class Paragraphs:
    """Gives each sentence, in order, the comments that say what begins with it.

    A sentence without punctuation is often a heading, and so a paragraph of its own; where it is not, nothing but its
    words tells where it ends.
    """

    def __init__(self, draw: Draw, name: str) -> None:
        self.draw = draw
        self.name = name
        self.document = self.paragraph = 0
        self.after_heading = False

    def comments(self, words: list[Node]) -> list[str]:
        ends = self.draw.chance(0.75 if self.after_heading else 0.15)
        begins_document = self.draw.chance(0.1)
        self.after_heading = not words[-1].form.endswith(".") and words[-1].upos != "PUNCT"
        if self.document and not ends:
            return []
        if self.document and not begins_document:
            self.paragraph += 1
            return [self._newpar()]
        self.document += 1
        self.paragraph = 1
        return [f"# newdoc id = {self._document_id()}", self._newpar()]

    def _newpar(self) -> str:
        return f"# newpar id = {self._document_id()}-paragraph{self.paragraph}"

    def _document_id(self) -> str:
        return f"{self.name}-document{self.document}"
