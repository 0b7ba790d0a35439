"""Models with all stages, changed by a stranger who knows the checksum: refused in one line, or harmless.

    python tests/robustness/hostile_pipelines.py --count 20000

Bytes of one stage are flipped, overwritten, cut out, doubled or taken from another model; sizes in the table of stages
are made to fit, but for some. What still loads must turn any text into trees from which the text comes back.
"""

from __future__ import annotations

import argparse
import json
import random
import struct
import sys
import tempfile
import time
import zlib
from collections import Counter
from pathlib import Path

import crossarc
from crossarc import Annotator, ModelError, Parser, Treebank, synthetic
from crossarc.lexicon import Lexicon
from crossarc.tokenizer import restore

sys.path.insert(0, str(Path(__file__).parents[1]))
from reference.invented_text import bare_treebank, invented_treebank

ALIGNMENT, TABLE = 64, 24  # of parts, and where the table begins
TEXTS = (
    "Ana sieht zum weg. Bo, nu!\n\nweg-lo 3.14 http://a.b/c",
    "\ufeff\u200fA\0b \ue000 👩‍👩‍👧 \u202eZUM\u2028e\u0301  ak ak",
    "x" * 3000 + " " + "ß" * 3000,
)

Parts = dict[str, bytes]


def parts_of(content: bytes) -> tuple[list[dict[str, object]], Parts]:
    (size,) = struct.unpack("<Q", content[16:TABLE])
    table = json.loads(content[TABLE : TABLE + size])
    parts, at = {}, TABLE + size
    for entry in table:
        parts[entry["name"]] = content[at : at + entry["size"]]
        at += entry["size"] + -entry["size"] % ALIGNMENT
    return table, parts


def joined(table: list[dict[str, object]], parts: Parts) -> bytes:
    """The file, with a checksum that is right."""
    text = json.dumps(table).encode()
    text += b" " * (-(TABLE + len(text)) % ALIGNMENT)
    rest = struct.pack("<Q", len(text)) + text
    for part in parts.values():
        rest += part + b"\0" * (-len(part) % ALIGNMENT)
    return b"crossarc" + struct.pack("<II", 4, zlib.crc32(rest)) + rest


def mutated(content: bytes, other: bytes, draw: random.Random) -> bytes:
    changed = bytearray(content)
    for _ in range(draw.choice([1, 1, 2, 3, 8])):
        # The beginning and the end, where sizes and words are, as often as all the rest.
        within = draw.choice(
            [range(min(300, len(changed))), range(max(0, len(changed) - 300), len(changed)), range(len(changed))]
        )
        at = draw.choice(within)
        size = draw.choice([1, 2, 4, 8, 8, 64, 1000])
        match draw.randrange(7):
            case 0:
                changed[at] ^= 1 << draw.randrange(8)
            case 1:
                changed[at : at + size] = draw.choice([b"\0", b"\xff", b"\x7f", b" "]) * size
            case 2:
                del changed[at : at + size]
            case 3:
                changed[at:at] = changed[at : at + size]
            case 4:
                changed[at : at + size] = other[at : at + size]
            case 5:
                changed[at] = draw.choice([0, 1, 255, draw.randrange(256)])
            case 6:
                changed[at : at + 8] = struct.pack("<Q", draw.choice([0, 1, 2**16, 2**31, 2**32, 2**63, 2**64 - 1]))
        if len(changed) < 100:
            break
    return bytes(changed)


def models(folder: Path) -> list[bytes]:
    """For a language with punctuation, one without, and one with a lexicon."""
    lexicon = Lexicon.from_text("qqxqq\tqqx\tADV\tAdv\t_\nqxq\t_\tNOUN\t_\t_\n")
    made = [
        crossarc.train(synthetic.generate(40), stages=None, epochs=1, threads=1),
        crossarc.train(synthetic.generate(25, seed=2), stages=None, epochs=1, threads=1, lexicon=lexicon),
    ]
    contents = []
    for number, parser in enumerate(made):
        parser.save(folder / str(number))
        contents.append((folder / str(number)).read_bytes())
    tokenizers = (
        crossarc.tokenizer.Tokenizer.train(Treebank.from_conllu(make(40)))
        for make in (bare_treebank, invented_treebank)
    )
    for tokenizer in tokenizers:
        table, parts = parts_of(contents[0])
        parts["tokenize"] = tokenizer.to_bytes()
        for entry in table:
            entry["size"] = len(parts[str(entry["name"])])
        contents.append(joined(table, parts))
    return contents


def changed_model(contents: list[bytes], draw: random.Random) -> tuple[str, bytes]:
    """A model, and which of its stages was changed."""
    table, parts = parts_of(draw.choice(contents))
    _, others = parts_of(draw.choice(contents))
    name = draw.choice(list(parts))
    parts[name] = mutated(parts[name], others[name], draw)
    if draw.random() < 0.95:
        for entry in table:
            entry["size"] = len(parts[str(entry["name"])])
    return name, joined(table, parts)


def outcome(path: Path, text: str) -> str:
    """Whether a model was refused or worked; an AssertionError if it did neither."""
    try:
        parser: Parser = crossarc.load(path)
        annotator = Annotator.load(path)
    except ModelError as error:
        assert str(error).startswith(f"{path}: "), error
        assert str(error).isprintable(), error
        return "refused"
    parsed = parser.parse_text(text, threads=1)
    written = Treebank.from_conllu(parsed.to_conllu())
    assert restore(written) == text
    assert annotator.tag(annotator.words(text), threads=1).word_count == written.word_count
    parser.parse(annotator.words(text[:500]), redo=["tags", "lemmas"], threads=1)
    return "works"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--count", type=int, default=300)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--seconds", type=float, default=5.0, help="more than that for a model is too long")
    given = parser.parse_args()
    told: Counter[tuple[str, str]] = Counter()
    faults = 0
    with tempfile.TemporaryDirectory() as folder:
        contents = models(Path(folder))
        for seed in range(given.seed, given.seed + given.count):
            draw = random.Random(seed)
            name, content = changed_model(contents, draw)
            path = Path(folder) / "changed"
            path.write_bytes(content)
            print(f"seed {seed}", end="\r", file=sys.stderr, flush=True)  # the last one that is seen if it crashes
            start = time.perf_counter()
            try:
                told[name, outcome(path, draw.choice(TEXTS))] += 1
            except Exception as error:
                faults += 1
                print(f"--count 1 --seed {seed}: {name}: {type(error).__name__}: {error}"[:1000], flush=True)
            if (seconds := time.perf_counter() - start) > given.seconds:
                faults += 1
                print(f"--count 1 --seed {seed}: {name}: {seconds:.1f} s", flush=True)
    for (name, what), count in sorted(told.items()):
        print(f"{name}: {count:,} {what}")
    print(f"{given.count:,} models, {faults:,} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
