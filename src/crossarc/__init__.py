"""Transition-based dependency parsing that gets crossing arcs right."""

from __future__ import annotations

__version__ = "0.1.0"
