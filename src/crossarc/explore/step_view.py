"""The view *Step*: a derivation that somebody chooses, lets the oracle go on with, or a model."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from crossarc.drawing import lay_out
from crossarc.explore.svg_parts import drawing_parts
from crossarc.pages.stepper import stepper_data
from crossarc.parser import Parser
from crossarc.parser.derivations import ModelDerivation, ModelStep
from crossarc.shown_text import shown
from crossarc.stages import run
from crossarc.tracing import Derivation
from crossarc.transition_systems import Configuration, System
from crossarc.treebank import Treebank

LONGEST = 150  # words: all steps are told anew after each choice
MOST_STEPS = 3_000
WHO = ("", "oracle", "model")
Chosen = tuple[str, str | None, dict[str, float] | None]


@dataclass(frozen=True)
class Followed(Derivation):
    """A derivation that follows given transitions, as far as they go."""

    path: tuple[Chosen, ...] = ()
    length: int = 0

    def _chooser(self) -> Callable[[Configuration, dict[str, int]], Chosen | None]:
        steps = iter(self.path)
        return lambda c, costs: next(steps, None)

    @property
    def words(self) -> int:
        return self.length


@dataclass(frozen=True)
class StepView:
    """A sentence, a system, and who may go on: an oracle if the sentence has a tree, a model if one is named."""

    sentence: Treebank  # of one sentence
    system: System
    oracle: str | None = None
    parser: Parser | None = None

    def answer(self, path: Sequence[str], who: str, to_the_end: bool) -> dict[str, Any]:
        """The steps of the path and of whoever goes on from there; a ValueError if it cannot be followed."""
        words = len(self.sentence[0])
        if words > LONGEST:
            raise ValueError(f"sentences of over {LONGEST} words are too long to be stepped through here")
        aim = self._aim()
        judged = Derivation(self.system, None, None) if aim is None else self._judged(aim)
        if who == "oracle":
            if judged.oracle is None:
                raise ValueError("the oracle needs a tree, and the sentence has none")
            path = [*path, *self._by_oracle(judged, path, to_the_end)]
        told, scores = self._scored(path, who, to_the_end)
        followed = Followed(judged.system, judged.oracle, judged.gold, None, tuple(told), words)
        shown_sentence = self.sentence[0]
        data, diagram = stepper_data(followed, shown_sentence, None if aim is None else aim[0], scores)
        return {
            "derivation": data,
            "path": " ".join(name for name, _, _ in told),
            "drawing": drawing_parts(lay_out(diagram)),
            "direction": "rtl" if diagram.is_right_to_left else "ltr",
            "text": shown(shown_sentence.text or " ".join(shown_sentence.forms), 2000),
            "about": self._about(aim, judged),
        }

    def _aim(self) -> Treebank | None:
        """The tree to steer for: the sentence's, with lifted arcs if the model learnt from such ones."""
        if not (self.sentence.heads >= 0).all() or not len(self.sentence[0]):
            return None
        encoding = None if self.parser is None else self.parser._configuration.encoding
        return ModelDerivation(self.system, [], self.sentence, encoding).target(self.sentence)

    def _judged(self, aim: Treebank) -> Derivation:
        return Derivation.of(self.system, aim.heads.tolist(), oracle=self.oracle)

    def _by_oracle(self, judged: Derivation, path: Sequence[str], to_the_end: bool) -> Iterator[str]:
        """One transition, or all, of minimum cost; of several the static oracle's."""
        assert judged.oracle is not None
        assert judged.gold is not None
        guide = self.system.oracle("static", judged.gold)
        c = self.system.start(len(judged.gold))
        for name in path:
            c = self.system.apply(c, name)
        while not c.finished:
            optimal = judged.oracle.optimal(c)
            name = next((own for own in guide.optimal(c) if own in optimal), optimal[0])
            yield name
            if not to_the_end:
                return
            c = self.system.apply(c, name)

    def _scored(self, path: Sequence[str], who: str, to_the_end: bool) -> tuple[list[Chosen], dict[str, float] | None]:
        """The path with what the model says to each step, as far as it goes on, and to what comes next."""
        if self.parser is None:
            if who == "model":
                raise ValueError("there is no model that could go on")
            return [(name, None, None) for name in path], None
        steps: list[ModelStep] = self.parser.derivation(self.sentence, first=path, beam=1).steps
        count = len(path)
        if who == "model":
            count = len(steps) if to_the_end else min(count + 1, len(steps))
        chosen: list[Chosen] = [(step.transition, step.label, step.scores) for step in steps[:count]]
        return chosen, steps[count].scores if count < len(steps) else {}

    def _about(self, aim: Treebank | None, judged: Derivation) -> str:
        if aim is None or judged.gold is None or judged.oracle is None:
            return "There is no gold tree, so that nothing is known of costs."
        parts = [f"Costs are those of the {judged.oracle.name} oracle."]
        if not self.system.covers(judged.gold):
            parts.append("The system cannot build all of this tree.")
        if (aim.heads != self.sentence.heads).any():
            parts.append("The model aims at a tree with lifted arcs, which is the one that is drawn.")
        return " ".join(parts)


def checked_path(system: System, words: int, path: Sequence[str]) -> list[str]:
    """Transitions that can be taken one after the other; a ValueError tells which cannot."""
    if len(path) > MOST_STEPS:
        raise ValueError(f"a derivation of over {MOST_STEPS:,} steps is too long")
    c = system.start(words)
    for name in path:
        c = system.apply(c, name)
    return list(path)


def with_parser(view: StepView, parser: Parser) -> StepView:
    """The view with a model, its system, and the columns that the model fills in."""
    annotated = run(parser.annotator.stages(), view.sentence, threads=1)
    return replace(view, sentence=annotated, system=System(parser.system, **parser.system_options), parser=parser)
