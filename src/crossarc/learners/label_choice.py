"""When labels are chosen: an option that several learners have."""

from __future__ import annotations

LABEL_CHOICES = ("after", "together")
LABELS_HELP = (
    "choose labels after transitions, or together with them, one class for each transition with each label, as "
    "MaltParser does; after, or the preset's own."
)
