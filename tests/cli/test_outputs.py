"""No command writes over what it reads, or over what is not its own."""

from __future__ import annotations

import gzip
import os
import subprocess
import sys
from pathlib import Path

import pytest
from cli_runner import CliRunner

import crossarc
from crossarc import synthetic
from crossarc.cli import app

runner = CliRunner()
COMMAND = [sys.executable, "-m", "crossarc"]
TREEBANK = synthetic.conllu(30, crossing="any", rate=0.4)
TABLE = 'treebanks = ["*"]\n[[table]]\ntitle = "Sizes"\nfigures = ["sentences"]\n'


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("model") / "model"
    crossarc.train(crossarc.Treebank.from_conllu(TREEBANK), epochs=1).save(path)
    return path.read_bytes()


@pytest.fixture
def folder(model: bytes, tmp_path: Path) -> Path:
    for name in ("train.conllu", "dev.conllu", "test.conllu"):
        (tmp_path / name).write_text(TREEBANK, encoding="utf-8")
    (tmp_path / "model").write_bytes(model)
    (tmp_path / "link").symlink_to("train.conllu")
    os.link(tmp_path / "train.conllu", tmp_path / "another-name")
    (tmp_path / "features.txt").write_text("S0.w\nB0.w\n", encoding="utf-8")
    (tmp_path / "config.toml").write_text("epochs = 1\n", encoding="utf-8")
    (tmp_path / "sizes.toml").write_text(TABLE, encoding="utf-8")
    return tmp_path


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize(
    "arguments",
    [
        "train train.conllu -o train.conllu",
        "train train.conllu -o ./train.conllu",
        "train train.conllu -o link",
        "train link -o train.conllu",
        "train train.conllu -o another-name",
        "train train.conllu --dev dev.conllu -o dev.conllu",
        "train train.conllu --features features.txt -o features.txt",
        "train train.conllu --config config.toml -o config.toml",
        "parse model test.conllu -o model",
        "parse model test.conllu -o test.conllu",
        "parse model train.conllu test.conllu -o another-name",
        "analyze train.conllu --plot train.svg",
    ],
)
def test_an_output_that_is_an_input_is_refused(arguments: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    (folder / "train.svg").symlink_to("train.conllu")
    before = contents(folder)
    result = runner.invoke(app, arguments.split())
    assert result.exit_code == 2
    assert "is an input as well" in result.stderr
    assert contents(folder) == before


def test_standard_output_must_not_be_the_input(folder: Path) -> None:
    """As with `crossarc parse model x.conllu >> x.conllu`, which would never end."""
    before = contents(folder)
    for arguments, given in ((["test.conllu"], None), (["-"], "test.conllu")):
        with (folder / "test.conllu").open("ab") as output, (folder / (given or os.devnull)).open("rb") as stdin:
            command = [*COMMAND, "parse", "model", *arguments]
            ended = subprocess.run(
                command, cwd=folder, stdin=stdin, stdout=output, stderr=subprocess.PIPE, check=False, timeout=60
            )
        assert ended.returncode == 2
        assert contents(folder) == before


@pytest.mark.parametrize("name", ["picture.png", "picture", "train.conllu", "-", "picture.svg.gz"])
def test_a_picture_is_an_svg_file(name: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    before = contents(folder)
    result = runner.invoke(app, ["analyze", "train.conllu", "--plot", name])
    assert result.exit_code == 2
    assert contents(folder) == before


def test_the_demonstration_replaces_no_other_files(folder: Path) -> None:
    save = ["demo", "--sentences", "20", "-q", "--save", str(folder)]
    before = contents(folder)
    refused = runner.invoke(app, save)
    assert refused.exit_code == 2
    assert f"{folder / 'train.conllu'} is there already" in refused.stderr
    assert contents(folder) == before
    assert runner.invoke(app, [*save, "--force"]).exit_code == 0
    after = contents(folder)
    assert after["train.conllu"] != before["train.conllu"]
    assert runner.invoke(app, save).exit_code == 0  # the same files again
    assert contents(folder) == after


def test_an_experiment_replaces_only_its_own_pages(folder: Path) -> None:
    output = folder / "output"
    output.mkdir()
    (output / "sizes.csv").write_text("mine", encoding="utf-8")
    (output / "sizes.md").write_text("my notes\n", encoding="utf-8")
    command = ["experiment", str(folder / "sizes.toml"), "-t", str(folder), "-q", "-o", str(output)]
    command += ["--results", str(folder / "results")]
    refused = runner.invoke(app, command)
    assert refused.exit_code == 2
    assert f"{output / 'sizes.md'} was not written by an experiment: --force replaces it" in refused.stderr
    assert (output / "sizes.md").read_text(encoding="utf-8") == "my notes\n"
    assert runner.invoke(app, [*command, "--force"]).exit_code == 0
    assert runner.invoke(app, command).exit_code == 0  # over its own


@pytest.mark.parametrize("name", ["sizes.csv", "sizes.svg"])
def test_what_is_beside_its_page_may_be_somebody_elses(name: str, folder: Path) -> None:
    (folder / "sizes.toml").write_text(f"{TABLE}[parsers.one]\nepochs = 1\n", encoding="utf-8")
    command = ["experiment", str(folder / "sizes.toml"), "-t", str(folder), "-q", "-o", str(folder), "--tables-only"]
    command += ["--results", str(folder / "results")]
    assert runner.invoke(app, command).exit_code == 0
    assert runner.invoke(app, command).exit_code == 0
    (folder / name).write_text("my numbers\n", encoding="utf-8")
    refused = runner.invoke(app, command)
    assert refused.exit_code == 2
    assert f"{folder / name} was not written by an experiment" in refused.stderr
    assert (folder / name).read_text(encoding="utf-8") == "my numbers\n"


def test_json_needs_another_place_for_the_model(folder: Path) -> None:
    result = runner.invoke(app, ["train", str(folder / "train.conllu"), "--epochs", "1", "-o", "-", "--json"])
    assert result.exit_code == 2
    assert result.stdout == ""


@pytest.mark.skipif(os.name == "nt", reason="there are no such names")
@pytest.mark.parametrize("output", ["/dev/stdout", "/dev/fd/1", "-"])
def test_json_is_not_printed_among_trees(output: str, folder: Path) -> None:
    treebank = str(folder / "train.conllu")
    for command in (["parse", str(folder / "model"), treebank], ["train", treebank, "--epochs", "1"]):
        run = [sys.executable, "-m", "crossarc", *command, "-o", output, "--json"]
        refused = subprocess.run(run, capture_output=True, text=True, check=False)
        assert (refused.returncode, refused.stdout) == (2, "")
        assert "JSON goes to standard output" in refused.stderr
    run = [sys.executable, "-m", "crossarc", "parse", str(folder / "model"), treebank, "-o", os.devnull, "--json"]
    assert subprocess.run(run, stdout=subprocess.DEVNULL, check=False).returncode == 0  # nobody reads either


def test_models_are_not_compressed_by_their_name(folder: Path) -> None:
    path = folder / "model.gz"
    assert runner.invoke(app, ["train", str(folder / "train.conllu"), "--epochs", "1", "-o", str(path)]).exit_code == 0
    assert path.read_bytes().startswith(b"crossarc")
    assert crossarc.load(path).labels


def test_whether_a_model_can_be_written_is_known_before_training(folder: Path) -> None:
    (folder / "model").chmod(0o444)
    result = runner.invoke(app, ["train", str(folder / "none.conllu"), "-o", str(folder / "model")])
    assert result.stderr == f"crossarc: error: {folder / 'model'}: Permission denied\n"


@pytest.mark.parametrize("label", ["", "a\x00b", "a\x1b[31m", "a\x85b"])
def test_labels_that_no_model_can_have_are_refused(label: str, folder: Path) -> None:
    broken = TREEBANK.replace("\troot\t", f"\t{label}\t")
    line = next(number for number, text in enumerate(broken.split("\n"), start=1) if f"\t{label}\t_" in text)
    (folder / "train.conllu").write_text(broken, encoding="utf-8")
    result = runner.invoke(app, ["train", str(folder / "train.conllu"), "-o", str(folder / "new")])
    assert result.exit_code == 1
    assert result.stderr.startswith(f"crossarc: error: {folder / 'train.conllu'}:{line}: DEPREL ")
    assert result.stderr.count("\n") == 1
    assert not (folder / "new").exists()


@pytest.mark.parametrize("label", ["a\u00a0b", "\u2028", "\u3000", "\ufeff", "a b", "_", "\u202e", "|"])
def test_other_labels_survive(label: str, folder: Path) -> None:
    (folder / "train.conllu").write_text(TREEBANK.replace("\troot\t", f"\t{label}\t"), encoding="utf-8")
    command = ["train", str(folder / "train.conllu"), "-o", str(folder / "new"), "--epochs", "3", "-q"]
    assert runner.invoke(app, command).exit_code == 0
    parsed = crossarc.load(folder / "new").parse(folder / "test.conllu")
    assert label in parsed.strings("deprel")


def test_inputs_do_not_run_into_each_other(folder: Path) -> None:
    """A file without a last newline, one with a byte-order mark, one without a blank line, an empty one."""
    sentences = TREEBANK.split("\n\n")[:4]
    texts = [
        sentences[0],
        "\ufeff" + sentences[1] + "\n",
        "",
        sentences[2].replace("\n", "\r\n"),
        sentences[3] + "\n\n",
    ]
    for number, text in enumerate(texts):
        (folder / f"{number}.conllu").write_bytes(text.encode("utf-8"))
    inputs = [str(folder / f"{number}.conllu") for number in range(len(texts))]
    result = runner.invoke(app, ["parse", str(folder / "model"), *inputs, "-q", "--format", "conllu"])
    assert result.exit_code == 0
    parsed = crossarc.Treebank.from_bytes(result.stdout_bytes)
    assert len(parsed) == len(sentences)
    assert b"\xef\xbb\xbf" not in result.stdout_bytes
    assert [sentence.text for sentence in parsed] == [
        sentence.text for sentence in crossarc.Treebank.from_conllu("\n\n".join(sentences) + "\n\n")
    ]


def test_one_input_stays_as_it_is(folder: Path) -> None:
    """Nothing is added to a single file, whatever its end is like."""
    sentence = TREEBANK.split("\n\n")[0]
    for end in ("", "\n", "\n\n", "\n\n\n"):
        (folder / "one.conllu").write_bytes(b"\xef\xbb\xbf" + (sentence + end).encode("utf-8"))
        result = runner.invoke(app, ["parse", str(folder / "model"), str(folder / "one.conllu"), "-q"])
        assert result.stdout_bytes.startswith(b"\xef\xbb\xbf")
        assert result.stdout_bytes.endswith(b"_" + end.encode("utf-8"))


def test_compressed_outputs_and_inputs(folder: Path) -> None:
    (folder / "test.conllu").write_bytes(gzip.compress(TREEBANK.encode("utf-8")))  # which its name does not say
    command = ["parse", str(folder / "model"), str(folder / "test.conllu"), "-q", "-o"]
    for name in ("out.conllu", "out.conllu.gz", "out.conllu.bz2", "out.conllu.xz"):
        assert runner.invoke(app, [*command, str(folder / name)]).exit_code == 0
    plain = crossarc.read(folder / "out.conllu")
    assert plain.to_bytes() == (folder / "out.conllu").read_bytes()
    for name in ("out.conllu.gz", "out.conllu.bz2", "out.conllu.xz"):
        assert (folder / name).read_bytes() != plain.to_bytes()
        assert crossarc.read(folder / name) == plain


def test_templates_and_options_may_have_a_byte_order_mark(folder: Path) -> None:
    for name in ("features.txt", "config.toml"):
        (folder / name).write_bytes(b"\xef\xbb\xbf" + (folder / name).read_bytes())
    command = ["train", str(folder / "train.conllu"), "-o", str(folder / "new"), "-q"]
    command += ["--features", str(folder / "features.txt"), "--config", str(folder / "config.toml")]
    assert runner.invoke(app, command).exit_code == 0
