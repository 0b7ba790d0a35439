"""Lemmas of words."""

from crossarc.lemmas.lemmatizer import Lemmatizer

__all__ = ["Lemmatizer"]
