"""How fast the neural parser is on one core and on two, and how much slower one sentence at a time would be.

    python benchmarks/neural_parsing.py ../shared/treebanks/ud-2.0/English-EWT

trains each preset for one epoch on part of train.conllu (speed depends on the sizes alone), then parses test.conllu in
memory. Runs take turns, and the best of each counts. "Network alone" is what PyTorch needs for the same multiplications
without a parser: the BiLSTM, the first layer of each word and slot, the guesses of heads, and two configurations a word
with random words, in one call for a batch.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import torch
from measured import fastest, seconds_of

import crossarc
from crossarc import Treebank
from crossarc.neural.batches import by_length
from crossarc.neural.model import NeuralModel
from crossarc.neural.threads import workers
from crossarc.tables import Table

sys.path.append(str(Path(__file__).parents[1] / "tests"))
from reference.network_parser import derivations


def network_alone(model: NeuralModel, test: Treebank) -> None:
    words = model.members[0].vocabulary.encoded(test._document)
    with workers(1), torch.inference_mode():
        for batch in by_length(words, 64):
            reading = model.decoder.read([batch])
            chosen = torch.randint(len(reading.entries), (2 * int(batch.lengths.sum()), len(model.scheme.slots)))
            model.decoder.scores(reading, chosen.numpy())


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--system", default="arc-eager")
    arguments.add_argument("--presets", nargs="+", default=["paper", "best"])
    arguments.add_argument("--sentences", type=int, default=2000, help="to train on")
    arguments.add_argument("--repeat", type=int, default=5)
    given = arguments.parse_args()
    torch.set_num_threads(1)
    train, test = (crossarc.read(given.folder / f"{name}.conllu") for name in ("train", "test"))
    few = test[:200]
    table = Table(["preset", "path", "words/s", "times one sentence at a time", "times one thread"])
    for preset in given.presets:
        parser = crossarc.train(
            train[: given.sentences], learner="bilstm", preset=preset, system=given.system, epochs=1
        )
        model = parser._model
        seconds = fastest(
            {
                "slow": lambda m=model: seconds_of(lambda: list(derivations(m, few))),
                "alone": lambda m=model: seconds_of(lambda: network_alone(m, test)),
                "one": lambda p=parser: seconds_of(lambda: p.parse(test, threads=1)),
                "two": lambda p=parser: seconds_of(lambda: p.parse(test, threads=2)),
            },
            given.repeat,
        )
        speed = {name: (few if name == "slow" else test).word_count / own for name, own in seconds.items()}
        slow, one, two = speed["slow"], speed["one"], speed["two"]
        table.add(preset, "network alone, one thread", f"{speed['alone']:,.0f}", "", "")
        table.add(preset, "one sentence at a time", f"{slow:,.0f}", "1.0", "")
        table.add(preset, "lock step, one thread", f"{one:,.0f}", f"{one / slow:.1f}", "1.0")
        table.add(preset, "lock step, two threads", f"{two:,.0f}", f"{two / slow:.1f}", f"{two / one:.2f}")
    table.show()


if __name__ == "__main__":
    main()
