"""Commands and options of other programs: whoever tries one here is told what does the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

COMMANDS_INSTEAD: Mapping[str, str] = {
    **dict.fromkeys(("tokenize", "segment"), "crossarc tag MODEL INPUT, which tokenizes text"),
    **dict.fromkeys(("lemmatize", "annotate", "morph"), "crossarc tag MODEL INPUT"),
    **dict.fromkeys(("predict", "run", "apply", "process", "pipeline"), "crossarc parse MODEL INPUT"),
    **dict.fromkeys(("learn", "fit", "init"), "crossarc train TRAIN -o MODEL"),
    **dict.fromkeys(("test", "score", "accuracy", "benchmark"), "crossarc evaluate GOLD PREDICTED"),
    **dict.fromkeys(("stats", "statistics", "describe"), "crossarc analyze TREEBANK"),
    **dict.fromkeys(("show", "view", "visualize", "display", "plot", "render"), "crossarc draw TREEBANK"),
    **dict.fromkeys(("find", "search", "grep", "query", "filter"), "crossarc draw TREEBANK --where CONDITION"),
    **dict.fromkeys(("oracle", "derive", "debug"), "crossarc trace TREEBANK"),
    **dict.fromkeys(("gui", "web", "browse", "app"), "crossarc explore FILE"),
    **dict.fromkeys(("server", "rest"), "crossarc serve MODEL"),
    **dict.fromkeys(("ensemble", "vote"), "crossarc combine A B -o MODEL"),
    **dict.fromkeys(("download", "install", "pull"), "crossarc train: there are no models to download"),
    "convert": "crossarc.read and crossarc.write in Python",
}

_INPUTS = dict.fromkeys(("-i", "--input", "--inputs", "--input-file", "--text-file"), "INPUT: it has no option")
_NO_GRAPHICS = dict.fromkeys(
    ("--gpu", "--cuda", "--device"), "CROSSARC_DEVICE=cpu or cuda in the environment: networks take what PyTorch finds"
)
_QUIETER = dict.fromkeys(("-v", "--verbose"), "--quiet for less: all there is to say is said")
_THREADS = dict.fromkeys(("-j", "--jobs", "--processes", "--num-threads", "--n-process", "-t"), "--threads")

_ANNOTATING = {
    **_INPUTS,
    **dict.fromkeys(("-m", "--model"), "MODEL: it is the first argument, without an option"),
    **_NO_GRAPHICS,
    **_QUIETER,
    **_THREADS,
    **dict.fromkeys(("-f", "--input-format"), "--format"),
    **dict.fromkeys(("--tokenize", "--tag", "--parse", "--lemmatize"), "MODEL and INPUT alone: every stage is run"),
    **dict.fromkeys(("--text", "--raw"), "--format text"),
    **dict.fromkeys(("--pretokenized", "--tokenized"), "--format tokens"),
    "--presegmented": "--format lines",
}

OPTIONS_INSTEAD: Mapping[str, Mapping[str, str]] = {
    "": {"-V": "--version", "-v": "--version"},
    "parse": _ANNOTATING,
    "tag": _ANNOTATING,
    "train": {
        **dict.fromkeys(("--train", "--train-file", "-i", "--input", "-t"), "TRAIN: it has no option"),
        **dict.fromkeys(("-m", "--model", "--save"), "--output (-o)"),
        **dict.fromkeys(("-d", "--heldout", "--valid", "--dev-file"), "--dev"),
        **dict.fromkeys(("--test", "--test-file"), "crossarc evaluate, with what crossarc parse makes of it"),
        **dict.fromkeys(("-e", "--iterations", "--iter", "--max-epochs", "-n"), "--epochs"),
        **dict.fromkeys(("-a", "--algorithm", "--transition-system"), "--system"),
        **dict.fromkeys(("-b", "--beam-size", "--beam-width"), "--beam"),
        **dict.fromkeys(("-l", "--model-type"), "--learner"),
        **dict.fromkeys(("-F", "--templates"), "--features"),
        **_NO_GRAPHICS,
        **_QUIETER,
        **{name: told for name, told in _THREADS.items() if name != "-t"},
    },
    "evaluate": {
        **dict.fromkeys(("-g", "--gold"), "GOLD: it is the first argument, without an option"),
        **dict.fromkeys(("-s", "-p", "--system", "--predicted", "--pred"), "PREDICTED: it is the second argument"),
        **dict.fromkeys(("-m", "--metric", "--metrics"), "--json, which has all scores"),
        **_QUIETER,
    },
    "draw": {
        **dict.fromkeys(("-i", "--input"), "TREEBANK: it has no option"),
        **dict.fromkeys(("-f", "--type"), "--svg, --tikz or --html"),
        **dict.fromkeys(("--latex", "--tex"), "--tikz"),
        **dict.fromkeys(("--query", "--filter"), "--where"),
    },
    "trace": {"-n": "--sentence", "-m": "--model", "-i": "TREEBANK: it has no option"},
    "serve": {**dict.fromkeys(("-m", "--model"), "MODEL: it has no option"), "-p": "--port"},
}
"""By command; options of the program itself have no name of a command."""

_PICTURES = {"svg": "--svg", "tikz": "--tikz", "latex": "--tikz", "tex": "--tikz", "html": "--html"}


def command_instead(name: str) -> str:
    """What to add to a message about a command that there is not.

    >>> command_instead("tokenize"), command_instead("x")
    ('; use crossarc tag MODEL INPUT, which tokenizes text', '')
    """
    return f"; use {COMMANDS_INSTEAD[name]}" if name in COMMANDS_INSTEAD else ""


def option_instead(command: str, option: str) -> str | None:
    """What does the same as an option that there is not."""
    return OPTIONS_INSTEAD.get(command, {}).get(option)


def argument_instead(command: str, word: str) -> str:
    """What to add to a message about an argument too many."""
    if command == "trace" and word.isdecimal():
        return f"; did you mean --sentence {word}?"
    if command == "draw" and word.isdecimal():
        return f"; did you mean --id {word}?"
    return f"; did you mean -o {word}?" if command in ("info", "demo", "explore") and "." in word else ""


def format_instead(command: str, words: Sequence[str]) -> str:
    """What to add where a picture's format is given to `--format`, which is that of the treebank."""
    meant = next((_PICTURES[word] for word in words if word in _PICTURES), None)
    return f"; did you mean {meant}?" if command == "draw" and meant is not None else ""
