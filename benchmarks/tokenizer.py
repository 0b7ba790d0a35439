"""The tokenizer: tokens, words and sentences (F1 of the official scorer), and its speed.

    python benchmarks/tokenizer.py [TREEBANK…] [--part dev] [--with-dev] [--speed English-EWT] [--udpipe]

It is trained on `train`, and measured on the raw text of `dev`, or with `--part test` of `test`, made as the CoNLL 2017
task made it: sentences with a space between them, or none after SpaceAfter=No, and blank lines at new paragraphs and
documents. `--with-dev` trains on `train` and `dev` together, as UDPipe's models for small treebanks nearly did. What is
said of UDPipe 1.2 is its result in that task, on `test`; "–" was not found, or is 100.

`--speed` repeats a treebank's training text up to a million words. With `--udpipe`, UDPipe's tokenizer, trained here
for a single epoch (its speed does not depend on how well it was trained), runs in turns with ours.
"""

from __future__ import annotations

import io
import re
import time
from pathlib import Path

from measured import fastest, folders, part, seconds_of
from udtools import udeval

import crossarc
from crossarc.tables import Table
from crossarc.tokenizer import Tokenizer, restore

# Words and sentences on the test data.
UDPIPE = {
    "Latin-Perseus": (None, 98.56),
    "Turkish-IMST": (97.92, 96.89),
    "Gothic-PROIEL": (None, 24.12),
    "Greek-GDT": (99.87, 90.00),
    "English-EWT": (99.03, 75.33),
    "English-LinES": (99.92, 87.40),
    "Estonian-EDT": (None, 93.66),
    "Hungarian-Szeged": (None, 95.54),
    "Slovenian-SST": (99.87, 13.13),
    "French-Sequoia": (None, 84.60),
    "Vietnamese-VTB": (84.26, 92.87),
    "Portuguese-Bosque": (None, 89.24),
}
METRICS = ("Tokens", "Words", "Sentences")


def with_heads(conllu: str) -> str:
    """The scorer wants trees: each word hangs from the first."""

    def row(match: re.Match[str]) -> str:
        fields = match[0].split("\t")
        fields[6:8] = ["0", "root"] if fields[0] == "1" else ["1", "dep"]
        return "\t".join(fields)

    return re.sub(r"^[0-9]+\t.*$", row, conllu, flags=re.MULTILINE)


def scores(gold: str, found: str) -> list[float]:
    loaded = [
        udeval.load_conllu(io.StringIO(with_heads(text)), "", {"multiple_roots_okay": True}) for text in (gold, found)
    ]
    result = udeval.evaluate(*loaded)
    return [100 * result[metric].f1 for metric in METRICS]


def trained(treebanks: Path, name: str, with_dev: bool) -> tuple[Tokenizer, float]:
    """A tokenizer, and the seconds of the processor that it took."""
    parts = [crossarc.read(part(treebanks, name, which)) for which in (["train", "dev"] if with_dev else ["train"])]
    start = time.process_time()
    tokenizer = Tokenizer.train(parts)
    return tokenizer, time.process_time() - start


def accuracy(names: list[str], treebanks: Path, which: str, with_dev: bool) -> Table:
    title = f"Raw text of {which}, F1; trained on {'train and dev' if with_dev else 'train'}"
    peers = ["UDPipe 1.2: words", "sentences"] if which == "test" else []
    table = Table(["treebank", "tokens", "words", "sentences", *peers, "training, s", "MB"], title=title)
    for name in names:
        tokenizer, seconds = trained(treebanks, name, with_dev)
        gold = crossarc.read(part(treebanks, name, which))
        found = b"".join(tokenizer.tokenize(restore(gold))).decode()
        peer = UDPIPE.get(name, (None, None)) if which == "test" else ()
        size = len(tokenizer.to_bytes()) / 1e6
        table.add(name, *scores(gold.to_bytes().decode(), found), *peer, f"{seconds:.1f}", f"{size:.1f}")
    return table


class UdpipeTokenizer:
    """UDPipe's own, as a function of text."""

    def __init__(self, path: Path) -> None:
        import ufal.udpipe as peer  # noqa: PLC0415
        from udpipe import sentences  # noqa: PLC0415

        error, none = peer.ProcessingError(), peer.Sentences()
        content = peer.Trainer.train("morphodita_parsito", sentences(path), none, "epochs=1", "none", "none", error)
        if error.occurred():
            raise ValueError(error.message)
        file = Path("build/udpipe-tokenizer")
        file.parent.mkdir(exist_ok=True)
        file.write_bytes(content)
        self._error = error
        self._model = peer.Model.load(str(file))  # which the pipeline does not keep
        self._pipeline = peer.Pipeline(self._model, "tokenize", "none", "none", "conllu")

    def __call__(self, text: str) -> str:
        return self._pipeline.process(text, self._error)


def speed(name: str, treebanks: Path, with_udpipe: bool) -> Table:
    tokenizer, _ = trained(treebanks, name, False)
    treebank = crossarc.read(part(treebanks, name, "train"))
    times = max(1, round(1_000_000 / treebank.word_count))
    text = restore(treebank) * times
    content, words = text.encode(), treebank.word_count * times
    clock = time.process_time
    runs = {"crossarc": lambda: seconds_of(lambda: sum(map(len, tokenizer.tokenize(content))), clock)}
    if with_udpipe:
        other = UdpipeTokenizer(part(treebanks, name, "train"))
        shorter = restore(treebank)
        runs["UDPipe 1"] = lambda: times * seconds_of(lambda: other(shorter), clock)
    table = Table(
        ["tokenizer", "words/s", "MB/s"], title=f"{name}, {words:,} words, text to CoNLL-U, one core", right_from=1
    )
    for label, seconds in fastest(runs, 3).items():
        table.add(label, f"{words / seconds:,.0f}", f"{len(content) / seconds / 1e6:.2f}")
    return table


def main() -> None:
    parser = folders(__doc__)
    parser.add_argument("names", nargs="*", default=list(UDPIPE), metavar="TREEBANK")
    parser.add_argument("--part", choices=["dev", "test"], default="dev")
    parser.add_argument("--with-dev", action="store_true")
    parser.add_argument("--speed", metavar="TREEBANK", help="measure the speed instead")
    parser.add_argument("--udpipe", action="store_true")
    options = parser.parse_args()
    if options.speed:
        print(speed(options.speed, options.treebanks, options.udpipe).markdown())
    else:
        print(accuracy(options.names, options.treebanks, options.part, options.with_dev).markdown())


if __name__ == "__main__":
    main()
