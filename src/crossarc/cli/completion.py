"""`crossarc completion`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import Annotated

from crossarc.cli.command import Command
from crossarc.cli.parameters import Argument, Parameter
from crossarc.cli.words import HELP, flags_of

FILES = "<files>"  # what the shell is asked to complete itself


class Shell(StrEnum):
    bash = "bash"
    zsh = "zsh"
    fish = "fish"


# Each asks this command with the words up to the cursor, whose last one may be empty.
_SCRIPTS = {
    Shell.bash: """\
_crossarc() {
    local IFS=$'\\n' found word words=() before=
    # Bash takes --name=value for three words, which are put together again.
    for word in "${COMP_WORDS[@]:1:COMP_CWORD}"; do
        if [[ ${#words[@]} -gt 0 && ( $word == "=" || ${words[-1]} == *= ) ]]; then
            words[-1]+=$word
        else
            words+=("$word")
        fi
    done
    found=$(crossarc completion bash -- "${words[@]}" 2>/dev/null) || return
    word=${words[-1]}
    [[ $word == --*=* ]] && before="${word%%=*}=" word="${word#*=}"
    if [[ $found == "<files>" ]]; then
        compopt -o filenames 2>/dev/null
        COMPREPLY=($(compgen -f -- "$word"))
    else
        COMPREPLY=($found)
        COMPREPLY=("${COMPREPLY[@]#"$before"}")
    fi
}
complete -F _crossarc crossarc
""",
    Shell.zsh: """\
#compdef crossarc
_crossarc() {
    local -a found
    found=("${(@f)$(crossarc completion zsh -- "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    if [[ $found[1] == "<files>" ]]; then
        [[ $PREFIX == --*=* ]] && compset -P '*='
        _files
    else
        compadd -- $found
    fi
}
compdef _crossarc crossarc
""",
    Shell.fish: """\
function __crossarc_complete
    set -l words (commandline --tokenize --cut-at-cursor --current-process)[2..]
    set -a words (commandline --current-token --cut-at-cursor)
    set -l found (crossarc completion fish -- $words 2>/dev/null)
    if test "$found[1]" = "<files>"
        __fish_complete_path (commandline --current-token --cut-at-cursor)
    else
        printf '%s\\n' $found
    end
end
complete --command crossarc --no-files --arguments '(__crossarc_complete)'
""",
}


def completion(
    shell: Annotated[Shell, Argument("bash, zsh or fish")],
    words: Annotated[list[str] | None, Argument("what is typed so far: asked by the shell, not by you", "WORD")] = None,
) -> None:
    """Print what makes a shell complete commands, options, their values and names of files with Tab.

    bash: `crossarc completion bash >> ~/.bashrc`. zsh: the same into ~/.zshrc, after `compinit`. fish: `crossarc
    completion fish > ~/.config/fish/completions/crossarc.fish`.
    """
    print("\n".join(candidates(words)) if words else _SCRIPTS[shell], end="\n" if words else "")


def candidates(words: Sequence[str]) -> list[str]:
    """What the last of some words can become; `FILES` alone if it can be the name of a file."""
    from crossarc.cli import COMMANDS, command_named  # noqa: PLC0415  # which lists this command, too

    *before, last = words
    if not before:
        return _beginning([*COMMANDS, *((*HELP, "--version") if last.startswith("-") else ())], last)
    if before[0] not in COMMANDS:
        return []
    command = command_named(before[0])
    flags = flags_of(command.parameters)
    option, equals, value = last.partition("=")
    if option in flags and equals:
        return _values(flags[option].parameter, value, f"{option}=")
    asking = flags.get(before[-1]) if len(before) > 1 else None
    if asking is not None and not asking.parameter.is_flag:
        return _values(asking.parameter, last)
    if last.startswith("-"):
        return _beginning([*flags, *HELP], last)
    argument = _argument(command, before[1:])
    return [] if argument is None else _values(argument, last)


def _values(parameter: Parameter, text: str, before: str = "") -> list[str]:
    known = parameter.declared.choices
    if not known and parameter.declared.suggested is not None:
        known = tuple(parameter.declared.suggested())
    if known:
        return [before + own for own in _beginning(known, text)]
    return [FILES] if parameter.declared.kind == "str" else []


def _argument(command: Command, words: Sequence[str]) -> Parameter | None:
    """The argument that comes after some words."""
    flags = flags_of(command.parameters)
    count, rest = 0, list(reversed(words))
    while rest:
        word = rest.pop()
        if word in flags and not flags[word].parameter.is_flag:
            rest = rest[:-1]
        elif word == "-" or not word.startswith("-"):
            count += 1
    arguments = command.arguments
    return arguments[count] if count < len(arguments) else next((own for own in arguments if own.several), None)


def _beginning(known: Iterable[str], text: str) -> list[str]:
    return sorted(own for own in known if own.startswith(text))
