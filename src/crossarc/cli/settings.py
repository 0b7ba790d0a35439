"""The options of a command in a TOML file, for `--config`. What the command line says goes before the file."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from crossarc.choices import OptionError, did_you_mean
from crossarc.cli.parameters import Parameter

CHECKSUM = "sha256"  # of the options that say what was in a file of trees: `train-sha256`


@dataclass(frozen=True)
class Settings:
    """What a file says: values by the names of the command's parameters.

    `lists` are those that have several lines instead of the name of a file. `keys` are the names as they are written.
    """

    path: str
    text: str
    values: dict[str, Any]
    lists: dict[str, list[str]]
    keys: dict[str, str]

    def mistake(self, name: str, problem: str) -> ValueError:
        """`FILE:LINE: …` of what is wrong with an option."""
        from crossarc.toml_files import line_of  # noqa: PLC0415  # needed for mistakes alone

        key = self.keys[name]
        return ValueError(f"{self.path}:{line_of([key], self.text)}: {key}: {problem}")


def read_settings(path: str, parameters: Iterable[Parameter]) -> Settings:
    """The options in a file; a ValueError `FILE:LINE: …` tells of what is none.

    Features are a file on the command line; in a file of options they can be a list of lines as well.
    """
    from crossarc.toml_files import read_toml  # noqa: PLC0415  # for those who have such a file

    known = {parameter.in_files: parameter for parameter in parameters if not parameter.reads_options}
    text, table = read_toml(path)
    settings = Settings(path, text, {}, {}, {})
    for key, value in table.items():
        parameter = known.get(key.replace("_", "-"))
        name = key if parameter is None else parameter.name
        is_there = name in settings.keys
        settings.keys[name] = key
        if parameter is None:
            unknown = f"there is no such option{did_you_mean(key.replace('_', '-'), known)}"
            is_table = isinstance(value, dict)
            raise settings.mistake(name, "a table; options are not in tables" if is_table else unknown)
        if is_there:
            raise settings.mistake(name, "the option is there twice")
        try:
            _take(settings, parameter, value)
        except OptionError as error:
            raise settings.mistake(name, error.problem) from None
    return settings


def _take(settings: Settings, parameter: Parameter, value: Any) -> None:
    name = parameter.name
    if name == "features" and isinstance(value, list):
        if not all(isinstance(line, str) for line in value):
            raise OptionError(name, "must be the name of a file, or a list of lines")
        settings.lists[name] = value
    elif parameter.several:
        several = value if isinstance(value, list) else [value]
        settings.values[name] = [parameter.checked(one) for one in several]
    else:
        settings.values[name] = parameter.checked(value)


def written(values: dict[str, Any]) -> str:
    """Settings as the text of a file; ValueError or TypeError for what cannot be in one."""
    import tomli_w  # noqa: PLC0415  # one command writes such files

    if not all(name.replace("_", "").isalnum() for name in values):
        raise ValueError("the name of an option is invalid")
    return tomli_w.dumps({name.replace("_", "-"): value for name, value in values.items()})
