"""Text to CoNLL-U to text: every character comes back, of texts that people wrote and of such as nobody would.

    python tests/robustness/restoration.py --texts 100000 --treebanks ../shared/treebanks

Each `# text` of a folder of treebanks is tokenized by itself and together with the others of its file. Generated texts
mix pieces of such texts, what tokenizers stumble over, and any character. The tokenizers have learnt from an invented
language with punctuation and one without; with a pipeline tags, lemmas and trees are filled in on the way.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import crossarc
from crossarc import Treebank, synthetic
from crossarc.tokenizer import FORMATS, Tokenizer, restore

sys.path.insert(0, str(Path(__file__).parents[1]))
from reference.invented_text import bare_treebank, invented_treebank
from reference.texts import PIECES, is_blank

Read = Callable[[str, str], Treebank]
"""From a text and a format to a treebank."""

LONGEST = 60  # pieces of a generated text
SURROGATES = range(0xD800, 0xE000)


@dataclass
class Tally:
    texts: int = 0
    characters: int = 0
    lost: int = 0

    def check(self, text: str, read: Read, format: str) -> None:
        """Counts a text, and prints it if something else comes back."""
        found = Treebank.from_conllu(read(text, format).to_conllu(), ignore_trees=True)
        restored = restore(found)
        self.texts += 1
        self.characters += len(text)
        if restored != ("" if is_blank(text) else text):
            self.lost += 1
            print(f"lost, format {format}:\n  {text[:2000]!r}\n  {restored[:2000]!r}", flush=True)

    def __str__(self) -> str:
        return f"{self.texts:,} texts, {self.characters:,} characters, {self.lost:,} not restored"


def readers() -> tuple[list[Read], Read]:
    """Two tokenizers, and a pipeline with all stages."""
    tokenizers = [Tokenizer.train(Treebank.from_conllu(make(200))) for make in (invented_treebank, bare_treebank)]
    pipeline = crossarc.train(synthetic.generate(150), stages=None, epochs=1, threads=1)
    made: list[Read] = [
        lambda text, format, tokenizer=tokenizer: tokenizer.treebank(text, format=format)  # type: ignore[misc]
        for tokenizer in tokenizers
    ]
    return made, lambda text, format: pipeline.parse_text(text, format=format, threads=1)


def any_character(draw: random.Random) -> str:
    """Most of them from where scripts are, and from below U+0300; no half of a pair."""
    code = draw.randrange(draw.choice([0x80, 0x300, 0x3000, 0x10000, 0x110000]))
    return "\ufffd" if code in SURROGATES else chr(code)


def generated(count: int, seed: int, written: list[str]) -> Iterator[str]:
    draw = random.Random(seed)
    for _ in range(count):
        pieces = []
        for _ in range(draw.randint(0, draw.choice([3, 12, LONGEST]))):
            kind = draw.random()
            if kind < 0.1 and written:
                text = draw.choice(written)
                start = draw.randrange(len(text))
                pieces.append(text[start : start + draw.randint(1, 40)])
            else:
                pieces.append(draw.choice(PIECES) if kind < 0.7 else any_character(draw))
        yield "".join(pieces)


def files_of(treebanks: Path) -> list[Path]:
    return sorted(path for path in treebanks.rglob("*.conllu*") if path.is_file())


def texts_of(path: Path) -> list[str]:
    return [sentence.text for sentence in crossarc.read(path, ignore_trees=True) if sentence.text]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--texts", type=int, default=2000, help="how many to generate")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--treebanks", type=Path, help="a folder with treebanks, however deep; none if it is left out")
    given = parser.parse_args()
    tokenizers, pipeline = readers()
    written: list[str] = []
    lost = 0
    for path in files_of(given.treebanks) if given.treebanks else []:
        texts, tally, start = texts_of(path), Tally(), time.perf_counter()
        for read in tokenizers:
            for text in texts:
                tally.check(text, read, "text")
            for format in FORMATS:
                tally.check("\n".join(texts), read, format)
        tally.check("\n".join(texts), pipeline, "text")
        written += random.Random(given.seed).sample(texts, min(len(texts), 500))
        lost += tally.lost
        print(f"{path.relative_to(given.treebanks)}: {tally}, {time.perf_counter() - start:.0f} s", flush=True)
    tally, start = Tally(), time.perf_counter()
    for number, text in enumerate(generated(given.texts, given.seed, written)):
        # Few go through the pipeline, which takes longer.
        read = pipeline if number % 20 == 0 else tokenizers[number % 2]
        tally.check(text, read, FORMATS[number // 2 % len(FORMATS)])
    print(f"generated: {tally}, {time.perf_counter() - start:.0f} s")
    return 1 if lost + tally.lost else 0


if __name__ == "__main__":
    sys.exit(main())
