"""What functions find out, by attribute and by key."""

from __future__ import annotations

from collections.abc import Iterator, KeysView
from typing import Any

from crossarc.choices import did_you_mean
from crossarc.errors import UnknownNameError
from crossarc.other_names import INSTEAD, HintsAtNames


class ByKey(HintsAtNames):
    """Values by attribute (`result.uas`) and by key (`result["uas"]`); `dict(result)` has those of `keys()`.

    A result has a `to_dict`, whose keys are its own, unless it says otherwise.
    """

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """All values by name, as JSON has them."""
        raise NotImplementedError

    def keys(self) -> KeysView[str]:
        """The names of the values."""
        return self.to_dict().keys()

    def items(self) -> list[tuple[str, Any]]:
        """Names with their values."""
        return [(key, self[key]) for key in self.keys()]

    def values(self) -> list[Any]:
        """The values, in the order of their names."""
        return [self[key] for key in self.keys()]

    def get(self, key: str, default: Any = None) -> Any:
        """A value by name, or the default."""
        return self[key] if key in self.keys() else default

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __contains__(self, key: object) -> bool:
        return key in self.keys()

    def __getitem__(self, key: str) -> Any:
        if isinstance(key, str) and not key.startswith("_"):
            values = self.to_dict()
            if key in values:
                return getattr(self, key, values[key])
        instead = INSTEAD.get(type(self).__name__, {}).get(key) if isinstance(key, str) else None
        meant = did_you_mean(key, self.keys()) if instead is None else f"; use {instead}"
        raise UnknownNameError(f"there is no {key!r}, but {', '.join(self.keys())}{meant}")
