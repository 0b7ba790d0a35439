"""Other trees for the same sentences: such as a parser can build, and the other arcs back."""

from crossarc.transforms.projective import projectivize
from crossarc.transforms.pseudo_projective import ENCODINGS, deprojectivize, pseudo_projectivize

__all__ = ["ENCODINGS", "deprojectivize", "projectivize", "pseudo_projectivize"]


def __dir__() -> list[str]:
    return sorted(__all__)
