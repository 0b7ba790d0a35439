"""Experiments as files: what they may declare, and what is said of mistakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from crossarc.choices import OptionError
from crossarc.experiment import DeclarationError, check_options, read_experiment

EXPERIMENTS = Path(__file__).parents[2] / "experiments"

SMALL = """
title = "Small"
seeds = [1, 2]

[options]
epochs = 3

[parsers]
"base" = { system = "arc-eager", oracle = "static" }
"{system} {oracle}" = { system = ["arc-hybrid", "covington"], oracle = ["static", "dynamic"], epochs = 4 }

[best]
"either" = ["base", "covington static"]

[[group]]
name = "crossing"
nonprojective = [10, inf]

[[table]]
title = "First"
parsers = ["base", "covington *", "either"]
scores = ["uas", "precision:LEFT-ARC"]
against = { "covington *" = "base" }

[published.scores."Danish-CDT"]
"base" = { uas = 80, las = 70.5 }
"either" = { uas = 81.5 }

[published.gains."Danish-CDT"."base"]
"covington static" = { uas = 0.25 }

[published.figures."Danish-CDT"]
left1 = 10.9
"""


def declared(folder: Path, text: str, *settings: str) -> Path:
    path = folder / "small.toml"
    path.write_text(text, encoding="utf-8")
    read_experiment(str(path), settings)
    return path


def test_a_grid_is_expanded(tmp_path: Path) -> None:
    experiment = read_experiment(str(declared(tmp_path, SMALL)))
    assert experiment.parsers == {
        "base": {"epochs": 3, "system": "arc-eager", "oracle": "static"},
        **{
            f"{system} {oracle}": {"epochs": 4, "system": system, "oracle": oracle}
            for system in ("arc-hybrid", "covington")
            for oracle in ("static", "dynamic")
        },
    }
    table = experiment.tables[0]
    assert experiment.shown(table) == ["base", "covington static", "covington dynamic", "either"]
    assert [table.baseline(name) for name in ("base", "covington static", "either")] == [None, "base", None]
    assert experiment.groups[0].holds(10.0, 1)
    assert not experiment.groups[0].holds(9.9, 1)
    check_options(experiment, list(experiment.parsers))


def test_settings_take_precedence(tmp_path: Path) -> None:
    experiment = read_experiment(str(declared(tmp_path, SMALL)), ["epochs=1", 'tags="upos"'])
    assert all(options["epochs"] == 1 and options["tags"] == "upos" for options in experiment.parsers.values())


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        ("seeds = [1, 2]", "seeds = [1, 2", r"small.toml:\d+: "),
        ("seeds = [1, 2]", 'seeds = ["a"]', r"small.toml:3: seed: must be a whole number: 'a'"),
        (
            "published.scores",
            "published.scales",
            r"small.toml:25: published: there is no option 'scales'; did you mean 'scores'",
        ),
        ("80, las", "true, las", "uas: must be a number: True"),
        ("10.9", "nan", "small.toml:33: left1: must be a finite number: nan"),
        ('"either" = { uas = 81.5 }', '"either" = 81.5', "either: must be a table: 81.5"),
        ('"either" = { uas', '"ether" = { uas', r"'Danish-CDT': there is no parser 'ether'; did you mean 'either'\?"),
        ("las = 70.5", "lsa = 70.5", r"small.toml:26: published scores of 'Danish-CDT': there is no score 'lsa'"),
        ('CDT"."base"', 'CDT"."basis"', "published gains of 'Danish-CDT': there is no parser 'basis'"),
        ("uas = 0.25", "usa = 0.25", "published gains of 'Danish-CDT': there is no score 'usa'"),
        ("left1 =", "left2 =", r"published figures of 'Danish-CDT': there is no figure 'left2'; did you mean 'left"),
        ("[best]", "[beast]", r"small.toml:12: there is no option 'beast'; did you mean 'best'\?"),
        (
            "nonprojective = [10, inf]",
            "crossing = 1",
            "group: there is no option 'crossing'; there is name, nonprojective, sentences",
        ),
        ("nonprojective = [10, inf]", "nonprojective = 1", "group: nonprojective: must be a list of two numbers: 1"),
        ('name = "crossing"', "", r"small.toml:15: group: name: it is missing"),
        ('"uas"', '"usa"', r"small.toml:22: table 'First': there is no score 'usa'; did you mean 'uas'\?"),
        (
            '"base", "covington *", "either"',
            '"basis"',
            r"small.toml:21: table 'First': no parser is called 'basis'; did you mean 'base'\?",
        ),
        ('= "base" }', '= "basis" }', "table 'First': there is no parser 'basis'"),
        ('"either" = ["base", ', '"either" = ["basis", ', r"small.toml:13: best 'either': there is no parser 'basis'"),
        ("{system} {oracle}", "{sistem}", "parser '{sistem}': its name has no option 'sistem'"),
        ("{system} {oracle}", "{system}", r"small.toml:10: two parsers have the name 'arc-hybrid'"),
        ("epochs = 3", "seed = 3", r"small.toml:6: parser 'base': seeds belong at the top of the file"),
        ("seeds = [1, 2]", "seeds = [1, 1]", "the seed 1 is there twice"),
        ("seeds = [1, 2]", "treebanks = [1]", "treebanks: must be a list of texts"),
        ('["base", "covington static"]', "5", "best 'either': must be a list of texts: 5"),
        ('["base", "covington static"]', "[]", "best 'either': the list is empty"),
        ('"either"', '"base"', "the parser 'base' is there twice"),
        ("[10, inf]", '["a", "b"]', "group: nonprojective: must be a list of two numbers"),
        ("[10, inf]", "[10]", "group: nonprojective: must be a list of two numbers"),
        ("[10, inf]", "[10, 5]", r"small.toml:17: group 'crossing': the lower end of a range comes first"),
        ('name = "crossing"', 'name = "all"', "the group 'all' is there twice"),
        ('["uas", "precision:LEFT-ARC"]', "[]", "table 'First': it has no scores"),
        ('["uas", "precision:LEFT-ARC"]', '[["uas"]]', "table 'First': scores: must be a list of texts"),
        ('"base", "covington *", "either"', "5", "table 'First': parsers: must be a list of texts"),
        ('"covington *" = "base"', '"arc-hybrid *" = "base"', "it shows no parser that is called 'arc-hybrid"),
        ("against = {", "link = 5\nagainst = {", "link: must be a list: 5"),
        ("{system} {oracle}", "{system.x}", "its name has no option"),
        ('["arc-hybrid", "covington"]', "[]", "an option has no values"),
    ],
)
def test_mistakes_are_told(before: str, after: str, message: str, tmp_path: Path) -> None:
    assert before in SMALL
    with pytest.raises(DeclarationError, match=message):
        declared(tmp_path, SMALL.replace(before, after, 1))


def test_templates_are_in_a_file_beside_it(tmp_path: Path) -> None:
    text = '[parsers]\na = { features = "few.txt" }'
    with pytest.raises(DeclarationError, match=r"small.toml:2: .*few.txt: No such file"):
        declared(tmp_path, text)
    (tmp_path / "few.txt").write_text("S0.w\n", encoding="utf-8")
    assert read_experiment(str(declared(tmp_path, text))).parsers == {"a": {"features": "S0.w\n"}}


def test_the_paper_s_own_figures(tmp_path: Path) -> None:
    published = read_experiment(str(declared(tmp_path, SMALL))).published
    assert published.score("Danish-CDT", "base", "las") == 70.5
    assert published.score("Danish-CDT", "base", "clas") is None
    assert published.score("Latin", "base", "las") is None
    assert published.gain("Danish-CDT", "covington static", "base", "uas") == 0.25
    assert published.gain("Danish-CDT", "covington static", "either", "uas") is None
    assert published.gain("Danish-CDT", "either", "base", "uas") == 1.5
    assert published.figure("Danish-CDT", "left1") == 10.9


@pytest.mark.parametrize("name", ["options", "parsers", "best", "group", "table", "seeds", "published"])
def test_parts_of_the_wrong_kind(name: str, tmp_path: Path) -> None:
    with pytest.raises(DeclarationError, match=f"small.toml:1: {name}: must be a (table|list): 5"):
        declared(tmp_path, f"{name} = 5")


def test_brackets_stand_for_themselves(tmp_path: Path) -> None:
    text = '[parsers]\n"A [1]" = {}\nB = {}\n[[table]]\ntitle = "x"\nagainst = { "A [1]" = "B" }'
    table = read_experiment(str(declared(tmp_path, text))).tables[0]
    assert (table.baseline("A [1]"), table.baseline("B")) == ("B", None)


@pytest.mark.parametrize(
    ("before", "after", "message"),
    [
        (
            "epochs = 3",
            "epoch = 3",
            r"small.toml:6: parser 'base': there is no option 'epoch'; did you mean 'epochs'\?",
        ),
        ("epochs = 3", "prune = nan", r"small.toml:6: parser 'base': prune: must be a finite number: nan"),
        ("epochs = 3", "exploration = 0.5", r"small.toml:6: parser 'base': exploration: it has no effect: the static"),
        ('"static" }', '"statc" }', r"small.toml:9: parser 'base': oracle: .*; did you mean 'static'\?"),
        (
            '"static" }',
            '"exact", nonprojective = "drop" }',
            r"small.toml:9: parser 'base': oracle: exact has no effect",
        ),
        ('"static" }', '"static", learner = "liblinear" }', r"small.toml:6: parser 'base': epochs: it has no effect"),
    ],
)
def test_options_are_those_of_training(before: str, after: str, message: str, tmp_path: Path) -> None:
    assert before in SMALL
    experiment = read_experiment(str(declared(tmp_path, SMALL.replace(before, after, 1))))
    with pytest.raises(DeclarationError, match=message):
        check_options(experiment, ["base"])


@pytest.mark.parametrize(
    ("setting", "message"),
    [
        ("epoch=1", "set: parser 'base': there is no option 'epoch'"),
        ('learner="psychic"', "set: parser 'base': learner: 'psychic' is not one of"),
        ("epochs=0", "set: parser 'base': epochs: must be at least 1: 0"),
    ],
)
def test_settings_are_not_the_file_s(setting: str, message: str, tmp_path: Path) -> None:
    experiment = read_experiment(str(declared(tmp_path, SMALL)), [setting])
    with pytest.raises(OptionError, match=message):
        check_options(experiment, ["base"])


@pytest.mark.parametrize("path", sorted(EXPERIMENTS.glob("*.toml")), ids=lambda path: path.stem)
def test_the_papers_experiments(path: Path) -> None:
    experiment = read_experiment(str(path))
    assert experiment.tables
    check_options(experiment, list(experiment.parsers))


@pytest.mark.parametrize("text", ["", "# nothing\n", "seeds = [1, 2]\n"])
def test_a_file_that_declares_nothing_is_refused(text: str, tmp_path: Path) -> None:
    (tmp_path / "empty.toml").write_text(text, encoding="utf-8")
    with pytest.raises(DeclarationError, match="it declares no parsers and no tables"):
        read_experiment(str(tmp_path / "empty.toml"))
