"""The neural parser as a learner. PyTorch is imported where a parser is trained or loaded, and no earlier."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, cast

from crossarc.learners.learner import Combined, Learner, Prepared, Rules
from crossarc.messages import warn
from crossarc.neural import require_torch
from crossarc.neural.options import NEURAL_NAMES, NeuralOptions

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from crossarc.parser.model_file import Model, ModelConfiguration
    from crossarc.parser.options import TrainingOptions
    from crossarc.treebank import Treebank


class BiLstm(Learner):
    name = "bilstm"
    options = NeuralOptions
    table = "neural"
    can_resume = True
    told_defaults: ClassVar = {
        "epochs": "best: by steps",
        "patience": "paper: 15; best: all",
        "exploration": "bilstm: 1",
        "first_exploration": "bilstm: 1",
    }

    @property
    def option_names(self) -> tuple[str, ...]:
        return NEURAL_NAMES  # epochs and patience have values of presets, but all learners have them

    def own_options(self, given: Mapping[str, Any]) -> NeuralOptions:
        return NeuralOptions.of(**given)

    def defaults(self, system: str, own: Any) -> dict[str, Any]:
        return {
            "epochs": own.epochs,
            "patience": own.patience,
            "exploration": own.exploration(system),
            "first_exploration": 1,
        }

    def settled_later(self, own: NeuralOptions) -> frozenset[str]:
        return frozenset(name for name in ("epochs", "patience") if getattr(own, name) is None)

    def fitted_defaults(self, own: NeuralOptions, treebank: Treebank, epochs: int | None) -> dict[str, Any]:
        """As many epochs as it takes to make the steps, and patience until their end, since the learning rate falls."""
        epochs = epochs or own.epochs_for(len(treebank), treebank.word_count)
        return {"epochs": epochs, "patience": own.patience or epochs}

    def require_packages(self) -> None:
        require_torch()

    def without_effect(self, options: Mapping[str, Any]) -> Rules:
        rules: Rules = [
            (("beam", "update"), "the learner bilstm parses greedily: it has no beam"),
            (("features",), "templates are for other learners: the network of bilstm has its own words"),
        ]
        if options.get("errors_per_step"):
            names = ("batch_size", "batch_words")
            rules.append((names, "steps follow errors; errors_per_step 0 has them follow batches"))
            rules.append((("steps",), "steps follow errors, and nothing tells how many an epoch has"))
        if options.get("batch_words"):
            rules.append((("batch_size",), "batches are counted in words (batch_words)"))
        if options.get("epochs") is not None:
            rules.append((("steps",), "epochs says how long training takes"))
        if options.get("embeddings") is None:
            rules.append((("tune_embeddings",), "there are no pretrained word vectors (embeddings) to tune"))
        if options.get("oracle") == "static":
            reason = "the static oracle cannot follow wrong predictions; a dynamic one can"
            rules.append((("near_mistakes",), reason))
        return rules

    def follows_mistakes(self, options: Mapping[str, Any]) -> bool:
        return super().follows_mistakes(options) or options.get("near_mistakes") != 0

    def templates(self, system: str) -> str | None:
        return None

    def learnable(self, treebank: Treebank, system: str) -> npt.NDArray[np.bool_]:
        """A warning tells of sentences that are too long."""
        import numpy as np  # noqa: PLC0415  # options are asked for more often than training

        from crossarc.neural.batches import longest_learnable  # noqa: PLC0415
        from crossarc.treebank import TreebankError  # noqa: PLC0415

        most = longest_learnable(system)
        is_short = np.diff(treebank.offsets) <= most
        if is_short.all():
            return is_short
        if not is_short.any():
            raise TreebankError(treebank.path, None, f"no sentence is left: all have more than {most:,} words")
        left_out = f"{int((~is_short).sum()):,} of {len(treebank):,}"
        warn(f"{treebank.path}: sentences of more than {most:,} words are not learnt from: {left_out}")
        return is_short

    def prepare(
        self, examples: Treebank, options: TrainingOptions, threads: int, gold: Treebank | None = None
    ) -> Prepared:
        require_torch()
        from crossarc.neural.trainer import NeuralTrainer  # noqa: PLC0415

        trainer = NeuralTrainer(examples, options, threads, gold)
        templates = "\n".join(trainer.scheme.slots)
        return Prepared(trainer, templates, network=trainer.settings(), origin=trainer.origin())

    def load(self, configuration: ModelConfiguration, weights: memoryview) -> Model:
        require_torch()
        from crossarc.neural.model import NeuralModel  # noqa: PLC0415

        system, options = configuration.system, configuration.system_options
        return NeuralModel.load(system, options, len(configuration.labels), configuration.network, weights)

    def combined(self, models: Sequence[Model]) -> Combined:
        from crossarc.neural.model import NeuralModel  # noqa: PLC0415

        model = NeuralModel.of_several(cast("Sequence[NeuralModel]", models))
        return Combined(model, model.settings())

    def columns(self, configuration: ModelConfiguration) -> set[str]:
        if configuration.network is None:
            return super().columns(configuration)
        from crossarc.neural.settings import settings_of_members  # noqa: PLC0415
        from crossarc.neural.vocabulary import Vocabulary  # noqa: PLC0415

        own = settings_of_members(configuration.network)
        return {column for one in own for column in Vocabulary.from_dict(one["vocabulary"]).treebank_columns}


LEARNER = BiLstm()
