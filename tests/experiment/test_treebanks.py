"""Treebanks are found by the names of their files."""

from __future__ import annotations

from pathlib import Path

import pytest

from crossarc import TreebankError, synthetic
from crossarc.experiment import find_treebanks
from crossarc.messages import CrossarcWarning


def put(path: Path, sentences: int, *, seed: int = 1) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(synthetic.generate(sentences, seed=seed).to_conllu(), encoding="utf-8")


def test_folders_of_any_layout(tmp_path: Path) -> None:
    for part in ("train", "dev", "test"):
        put(tmp_path / "ud" / "Latin" / f"la-ud-{part}.conllu", 20)
        put(tmp_path / "plain" / f"{part}.conllu", 30)
    for part in ("train", "test"):
        put(tmp_path / "x" / "danish" / "ddt" / part / f"danish_ddt_{part}.conll", 40)
        put(tmp_path / "two" / f"a_{part}.conllu", 50)
        put(tmp_path / "two" / f"b_{part}.conllu", 60)
    put(tmp_path / "lonely" / "train.conllu", 5)
    (tmp_path / "README.md").write_text("train test")
    with pytest.warns(CrossarcWarning) as told:
        found = find_treebanks(tmp_path)
    assert [str(warning.message) for warning in told] == [
        f"left out {tmp_path / 'lonely' / 'train.conllu'} (there is no file to test)"
    ]
    (tmp_path / "lonely" / "train.conllu").unlink()
    assert [treebank.name for treebank in found] == ["Latin", "plain", "ddt", "a", "b"]
    assert [treebank.dev is not None for treebank in found] == [True, True, False, False, False]
    assert [len(treebank.training_trees) for treebank in found] == [20, 30, 36, 45, 54]
    assert [len(treebank.development_trees) for treebank in found] == [20, 30, 4, 5, 6]
    assert [treebank.sentences for treebank in find_treebanks(tmp_path, ["L*", "b"])] == [20, 54]


def test_what_is_left_out_is_named(tmp_path: Path) -> None:
    for part in ("train", "test"):
        put(tmp_path / "Latin" / f"{part}.conllu", 10)
    put(tmp_path / "dev" / "x-dev.conllu", 3)
    put(tmp_path / "other.conllu.gz", 3)
    with pytest.warns(CrossarcWarning) as told:
        find_treebanks(tmp_path)
    assert str(told[0].message) == (
        f"left out {tmp_path / 'dev' / 'x-dev.conllu'} (there is no file to train or to test); "
        f"{tmp_path / 'other.conllu.gz'} (its name contains none of train, dev and test)"
    )
    (tmp_path / "other.conllu.gz").unlink()
    (tmp_path / "dev" / "x-dev.conllu").unlink()
    with pytest.warns(CrossarcWarning, match="no treebank in it is called Greek$"):
        assert [files.name for files in find_treebanks(tmp_path, ["Greek", "L*"])] == ["Latin"]


def test_an_empty_file_is_an_error(tmp_path: Path) -> None:
    for part in ("train", "dev", "test"):
        put(tmp_path / "Latin" / f"{part}.conllu", 10)
    for part in ("train", "dev", "test"):
        path = tmp_path / "Latin" / f"{part}.conllu"
        text = path.read_text(encoding="utf-8")
        path.write_text("\n")
        with pytest.raises(TreebankError, match=rf"^{path}: there is no sentence in it$"):
            _ = find_treebanks(tmp_path)[0].fingerprints
        path.write_text(text, encoding="utf-8")


def test_names_are_told_apart(tmp_path: Path) -> None:
    for number, version in enumerate(("1.0", "2.0")):
        for part in ("train", "test"):
            put(tmp_path / version / "Latin" / f"{part}.conllu", 10 + number)
    assert [treebank.name for treebank in find_treebanks(tmp_path)] == ["1.0/Latin", "2.0/Latin"]


def test_names_that_cannot_be_told_apart(tmp_path: Path) -> None:
    for part in ("train", "test"):
        put(tmp_path / "1" / "Latin" / f"{part}.conllu", 10)
        put(tmp_path / "1" / "Latin" / f"Latin-{part}.conllu", 11)
        put(tmp_path / "2" / "test" / f"{part}.conllu", 12)
    assert [treebank.name for treebank in find_treebanks(tmp_path / "1")] == ["1/Latin", "Latin/Latin"]
    assert [treebank.name for treebank in find_treebanks(tmp_path / "2" / "test")] == ["test"]
    for part in ("train", "test"):
        put(tmp_path / "1" / f"Greek-{part}.conllu", 10)
        put(tmp_path / "1" / f"Gothic-{part}.conllu", 10)
        put(tmp_path / "1" / "Gothic" / f"{part}.conllu", 10)
    with pytest.raises(ValueError, match="two treebanks in it would be called 1/Gothic"):
        find_treebanks(tmp_path / "1")


def test_this_folder_and_links(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for part in ("train", "test"):
        put(tmp_path / "Latin" / f"{part}.conllu", 10)
    monkeypatch.chdir(tmp_path / "Latin")
    assert [treebank.name for treebank in find_treebanks(Path())] == ["Latin"]
    (tmp_path / "linked").mkdir()
    (tmp_path / "linked" / "Roman").symlink_to(tmp_path / "Latin")
    (tmp_path / "linked" / "again").symlink_to(tmp_path / "linked")
    assert [treebank.name for treebank in find_treebanks(tmp_path / "linked")] == ["Roman"]


def test_a_cut_is_the_end_of_the_training_trees(tmp_path: Path) -> None:
    for part in ("train", "test"):
        put(tmp_path / "a" / f"{part}.conllu", 25)
    (treebank,) = find_treebanks(tmp_path)
    assert (treebank.training_trees.to_bytes() + treebank.development_trees.to_bytes()) == treebank.train.read_bytes()
    assert len(treebank.development_trees) == 2


def test_figures(tmp_path: Path) -> None:
    for part, number in (("train", 30), ("dev", 10), ("test", 20)):
        put(tmp_path / "a" / f"{part}.conllu", number)
    (treebank,) = find_treebanks(tmp_path)
    assert treebank.analysis("train").sentences == 30
    assert treebank.analysis("all").sentences == 60
    train = treebank.analysis("train")
    assert treebank.nonprojective == pytest.approx(100 * train.nonprojective / train.sentences)


def test_what_is_wrong_is_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="there is no such folder"):
        find_treebanks(tmp_path / "nowhere")
    with pytest.raises(ValueError, match="there are no treebanks in it"):
        find_treebanks(tmp_path)
    for part in ("train", "test"):
        put(tmp_path / "small" / f"{part}.conllu", 1)
    with pytest.raises(ValueError, match="no treebank in it is called Nope or None"):
        find_treebanks(tmp_path, ["Nope", "None"])
    with pytest.raises(ValueError, match=r"train.conllu: there is no dev file, and too few sentences"):
        _ = find_treebanks(tmp_path)[0].training_trees
    for name in ("train.conllu", "train.conll", "test.conll"):
        put(tmp_path / "a" / name, 3)
    with pytest.raises(ValueError, match=r"the same treebank has .*train"):
        find_treebanks(tmp_path)
