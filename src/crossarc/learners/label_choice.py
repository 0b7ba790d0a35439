"""When labels are chosen: an option that several learners have."""

from __future__ import annotations

from typing import Any

from crossarc.choices import option

LABEL_CHOICES = ("after", "together")


def labels_option(default: str | None) -> Any:
    """Labels after transitions, or together with them, one class for each transition with each label (MaltParser)."""
    return option(
        default,
        "labels after or together",
        choices=LABEL_CHOICES,
        metavar="WHEN",
        told="after; paper: together",
        panel="Parser",
    )
