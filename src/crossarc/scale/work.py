"""Inputs through stages and into a file, block by block."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from crossarc.files import PathLike
from crossarc.messages import warn
from crossarc.parser.columns import filled_words
from crossarc.pipeline import Background
from crossarc.scale.account import Account
from crossarc.scale.inputs import Inputs, Piece
from crossarc.stages import Stage, needed, run
from crossarc.treebank import Treebank
from crossarc.treebank.joining import JoinedFiles
from crossarc.treebank.writing import writing_treebank


@dataclass(frozen=True)
class Work:
    """Stages, and how they are to be run. `done` is a word for what they do."""

    stages: Sequence[Stage]
    done: str
    strict_columns: bool = False
    threads: int = 0
    longest: int | None = None  # sentences of more words get no tree, which is told

    def complain(self) -> None:
        """Say, once, what there is to say of what was chosen for the stages."""
        for stage in self.stages:
            if stage.complaint:
                warn(stage.complaint)

    def account(self, inputs: Inputs) -> Account:
        """One in which nothing is done yet."""
        return Account(list(inputs.paths), needed(self.stages), self.done, self.longest)

    def run(self, inputs: Inputs, output: PathLike, words_done: Callable[[int], object] = lambda _: None) -> Account:
        """Write what the stages make of the inputs, piece by piece, and tell what that was.

        `words_done` is told how many words each piece has, when it is written.
        """
        inputs.check()
        columns = needed(self.stages)
        account = self.account(inputs)

        def filled(piece: Piece) -> tuple[Treebank, dict[str, int]]:
            treebank = run(self.stages, piece.block, threads=self.threads, absent=piece.absent)
            return treebank, filled_words(piece.block, columns)

        workers = 1 if self.threads == 1 else 2  # while the last sentences of a block are parsed, the next has begun
        with writing_treebank(output) as file:
            joined = JoinedFiles(file)

            def use(piece: Piece, done: tuple[Treebank, dict[str, int]]) -> None:
                treebank, filled = done
                account.add(piece, filled)
                if self.strict_columns:
                    account.refuse_lacking_columns(piece)
                joined.write(treebank.to_bytes(keep_broken=True), begins_file=piece.begins_file)
                words_done(treebank.word_count)

            def idle() -> bool:
                """Whoever sends no more may be waiting for an answer."""
                busy = working.idle()
                if not busy:
                    file.flush()
                return busy

            with Background(filled, use, workers=workers) as working:
                for piece in inputs.pieces(idle):
                    working.put(piece)
        return account
