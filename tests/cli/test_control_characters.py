"""What is in a treebank cannot move a terminal's cursor, change its colours or hide: nothing is shown raw."""

from __future__ import annotations

from pathlib import Path

import pytest
from cli_runner import CliRunner

import crossarc
from crossarc.cli import app

runner = CliRunner()
ANGRY = """\
# sent_id = a\x1b[31mb
# text = a\x1b[31mX b
1\ta\x1b[31mX\tl\x1b\tNO\x1bUN\tx\x07\tA=1\t2\tde\x1bt\t_\tA=\x1b1
2\tb\u202e\t_\tX\t_\t_\t0\troot\t_\t_

"""


@pytest.mark.parametrize(
    "command",
    [
        "draw angry",
        "draw angry -n 0 --where length>1",
        "draw angry --against other",
        "draw angry --svg --show lemma,upos,xpos,misc",
        "draw angry --tikz --show lemma,upos,xpos,misc",
        "draw angry --html",
        "trace angry",
        "trace angry --html",
        "evaluate angry other --by label --by upos",
        "compare angry angry other --samples 5",
        "analyze angry",
    ],
)
def test_no_command_prints_them(command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "angry").write_text(ANGRY * 2, encoding="utf-8")
    (tmp_path / "other").write_text(ANGRY.replace("de\x1bt", "o\x1bther") * 2, encoding="utf-8")
    result = runner.invoke(app, command.split())
    assert result.exit_code == 0, result.stderr
    hidden = {character for character in result.stdout + result.stderr if not character.isprintable()}
    assert hidden <= {"\n"}


def test_nor_do_objects() -> None:
    treebank = crossarc.Treebank.from_conllu(ANGRY)
    scores = crossarc.evaluate(treebank, treebank)
    for shown in (treebank[0].draw(), crossarc.trace(treebank[0]), scores.by("label"), scores.by("upos")):
        assert "\x1b" not in str(shown)
