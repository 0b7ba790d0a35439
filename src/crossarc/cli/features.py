"""`crossarc features`."""

from __future__ import annotations

from typing import Annotated

from crossarc.choices import OptionError
from crossarc.cli.parameters import Option, Shared
from crossarc.cli.training_options import training_option
from crossarc.messages import counted, warn
from crossarc.parser.options import TrainingOptions


def features(
    system: Annotated[
        str | None, Shared(training_option, help="see `crossarc systems`", told=TrainingOptions.system)
    ] = None,
    from_malt: Annotated[
        str | None, Option("--from-malt", help="translate a feature model of MaltParser's", metavar="FILE.xml")
    ] = None,
) -> None:
    """Print the templates of a system, to be edited and given to `crossarc train --features`.

    With --from-malt those of a feature model of MaltParser's; features without a template are comments.
    """
    if from_malt is None:
        from crossarc.features import default_templates  # noqa: PLC0415
        from crossarc.transition_systems import System  # noqa: PLC0415

        print(default_templates(System(system or TrainingOptions.system).name), end="")
        return
    if system is not None:
        raise OptionError("system", "it does not go with --from-malt")
    from crossarc.features.malt import from_malt as translate  # noqa: PLC0415

    translated = translate(from_malt)
    for feature, template in translated:
        print(template or f"# no template: {' '.join(feature.split())}")
    if missing := sum(template is None for _, template in translated):
        warn(f"{from_malt}: {counted(missing, 'feature')} of {len(translated):,} without a template: see the comments")
