"""Transition-based dependency parsing that gets crossing arcs right."""

from __future__ import annotations

from crossarc.systems import Configuration, Oracle, System, system_names

__all__ = ["Configuration", "Oracle", "System", "system_names"]

__version__ = "0.1.0"
