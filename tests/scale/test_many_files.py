"""One output for each input: what is finished, what is made again, what fails."""

from __future__ import annotations

import errno
from pathlib import Path

import pytest

from crossarc.files import FileError, writing
from crossarc.scale import Corpus, CorpusFile, CorpusPart, Failure, FileResult, Manifest, ManifestError, ManyFiles
from crossarc.scale.many_files import Facts

MADE_WITH = {"model": "m", "options": {"beam": 1}}


class Unwatched:
    def begins(self, file: CorpusFile) -> None: ...
    def ends(self, file: CorpusFile, result: FileResult | Failure) -> None: ...
    def words(self, number: int) -> None: ...


class Doubling:
    """A stand-in for a parser: writes each input twice, and remembers which."""

    def __init__(self) -> None:
        self.seen: list[str] = []

    def __call__(self, source: Path, output: Path) -> Facts:
        content = source.read_bytes()
        if b"bad" in content:
            raise FileError(str(source), 3, "it is bad")
        with writing(output) as file:
            file.write(content * 2)
        self.seen.append(source.name)
        return {"words": len(content)}


@pytest.fixture
def inputs(tmp_path: Path) -> list[Path]:
    (tmp_path / "in").mkdir()
    for name in "abcd":
        (tmp_path / "in" / f"{name}.conllu").write_text(name)
    return sorted((tmp_path / "in").iterdir())


def run(
    inputs: list[Path],
    make: object,
    *,
    resume: bool = True,
    part: CorpusPart | None = None,
    made_with: object = MADE_WITH,
) -> ManyFiles:
    out = inputs[0].parent.parent / "out"
    out.mkdir(exist_ok=True)
    result = ManyFiles(Corpus.of(inputs, out).part(part or CorpusPart()), out, make)  # type: ignore[arg-type]
    with Manifest(out, part or CorpusPart(), made_with, resume=resume) as manifest:  # type: ignore[arg-type]
        result.go(manifest, Unwatched())
    return result


def test_all_are_made_and_then_none(inputs: list[Path]) -> None:
    first, second = Doubling(), Doubling()
    run(inputs, first)
    result = run(inputs, second)
    assert (first.seen, second.seen) == ([path.name for path in inputs], [])
    assert all(own.resumed for own in result.results)
    assert [own.record["words"] for own in result.results] == [1, 1, 1, 1]
    assert (inputs[0].parent.parent / "out/a.conllu").read_text() == "aa"


def test_without_resume_all_are_made_again(inputs: list[Path]) -> None:
    run(inputs, Doubling())
    again = Doubling()
    run(inputs, again, resume=False)
    assert len(again.seen) == 4


def test_what_has_changed_is_made_again(inputs: list[Path]) -> None:
    run(inputs, Doubling())
    out = inputs[0].parent.parent / "out"
    inputs[0].write_text("x")  # as long as before
    (out / "b.conllu").write_text("xx")
    (out / "c.conllu").unlink()
    again = Doubling()
    run(inputs, again)
    assert again.seen == ["a.conllu", "b.conllu", "c.conllu"]


def test_another_model_makes_all_again_and_the_old_one_none(inputs: list[Path]) -> None:
    other = {"model": "n", "options": {"beam": 1}}
    run(inputs, Doubling())
    for made_with in (other, other):
        again = Doubling()
        run(inputs, again, made_with=made_with)
    assert again.seen == []


def test_records_of_other_parts_count(inputs: list[Path]) -> None:
    run(inputs, Doubling(), part=CorpusPart(1, 2))
    rest = Doubling()
    run(inputs, rest)
    assert rest.seen == ["b.conllu", "d.conllu"]
    assert sorted(path.name for path in (inputs[0].parent.parent / "out").glob("*.jsonl")) == [
        "manifest.1-of-2.jsonl",
        "manifest.jsonl",
    ]


@pytest.mark.parametrize("rubbish", [b'{"output": "b.con', b"[]\n", b"\xff\n", b'{"output": 3}\n', b"[" * 100_000])
def test_what_a_killed_process_left_of_a_line(inputs: list[Path], rubbish: bytes) -> None:
    run(inputs, Doubling())
    manifest = inputs[0].parent.parent / "out/manifest.jsonl"
    lines = manifest.read_bytes().splitlines(keepends=True)
    manifest.write_bytes(lines[0] + rubbish)
    again, third = Doubling(), Doubling()
    run(inputs, again)
    assert again.seen == ["b.conllu", "c.conllu", "d.conllu"]
    run(inputs, third)
    assert third.seen == []


def test_one_that_fails_does_not_end_the_run(inputs: list[Path]) -> None:
    inputs[1].write_text("bad")
    inputs[2].unlink()
    result = run([*inputs[:2], inputs[3], inputs[2]], Doubling())
    assert [failure.reason for failure in result.failures] == [
        f"{inputs[1]}:3: it is bad",
        f"{inputs[2]}: No such file or directory",
    ]
    assert [own.file.name.name for own in result.results] == ["a.conllu", "d.conllu"]
    assert not (inputs[0].parent.parent / "out/b.conllu").exists()


def test_a_full_disk_ends_it(inputs: list[Path]) -> None:
    def no_room(source: Path, output: Path) -> Facts:
        raise OSError(errno.ENOSPC, "No space left on device", str(output))

    with pytest.raises(OSError, match="No space left"):
        run(inputs, no_room)


def test_an_input_that_changes_meanwhile_fails(inputs: list[Path]) -> None:
    def changing(source: Path, output: Path) -> Facts:
        output.write_bytes(b"of the old input")
        source.write_text("something longer")
        return {}

    result = run(inputs[:1], changing)
    assert "it was changed while it was read" in result.failures[0].reason
    assert not (inputs[0].parent.parent / "out/a.conllu").exists()


def test_two_processes_do_not_share_a_part(inputs: list[Path]) -> None:
    out = inputs[0].parent.parent / "out"
    out.mkdir()
    with (
        Manifest(out, CorpusPart(), MADE_WITH, resume=True),
        pytest.raises(ManifestError, match="another process is writing the same part"),
        Manifest(out, CorpusPart(), MADE_WITH, resume=True),
    ):
        pass
