"""Files are written whole or not at all, and nothing is lost that was there."""

from __future__ import annotations

import errno
import gzip
import os
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from crossarc import CrossarcError
from crossarc.files import require_writable, writing
from crossarc.files.writing import _PREFIX

pytestmark = pytest.mark.skipif(os.name == "nt", reason="files have other rules there")


def put(path: Path | str, content: bytes = b"new", **options: bool) -> None:
    with writing(path, **options) as file:
        file.write(content)


def temporary_files(folder: Path) -> list[Path]:
    return list(folder.glob(f"{_PREFIX}*"))


def test_a_file_is_replaced_when_all_is_written(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with writing(path) as file:
        file.write(b"new")
        file.flush()
        assert path.read_bytes() == b"old"
    assert path.read_bytes() == b"new"
    assert temporary_files(tmp_path) == []


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt, SystemExit])
def test_an_error_leaves_what_was_there(error: type[BaseException], tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    with pytest.raises(error), writing(path) as file:
        file.write(b"new")
        raise error
    assert path.read_bytes() == b"old"
    assert temporary_files(tmp_path) == []


def test_a_folder_that_must_not_be_written_to(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As for everybody but root, who may write everywhere."""

    def refuse(path: str, *_: object) -> int:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(PermissionError) as raised:
        put(tmp_path / "file")
    assert isinstance(raised.value, CrossarcError)
    assert raised.value.filename == str(tmp_path / "file")


def test_a_descriptor_is_written_to_and_not_replaced(tmp_path: Path) -> None:
    """As with `-o /dev/stdout >> log`, and through a link to it."""
    log = tmp_path / "log"
    log.write_bytes(b"before\n")
    (tmp_path / "link").symlink_to("/dev/stdout")
    for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1", str(tmp_path / "link")):
        program = f"from crossarc.files import writing\nwith writing({name!r}) as file: file.write(b'new\\n')"
        with log.open("ab") as output:
            subprocess.run([sys.executable, "-c", program], stdout=output, check=True)
    assert log.read_bytes() == b"before\n" + 4 * b"new\n"
    assert (tmp_path / "link").is_symlink()


def test_what_was_printed_before_comes_before(tmp_path: Path) -> None:
    program = "from crossarc.files import writing\nprint('first')\nwith writing('/dev/stdout') as f: f.write(b'second')"
    ended = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True)
    assert ended.stdout == b"first\nsecond"


def test_a_pipe_is_written_to(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    require_writable(pipe)  # which does not wait for a reader
    put(pipe)
    reader.join(timeout=10)
    assert read == [b"new"]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_device_is_written_to() -> None:
    put("/dev/null")
    assert stat.S_ISCHR(Path("/dev/null").stat().st_mode)


def test_links_stay(tmp_path: Path) -> None:
    (tmp_path / "target").write_bytes(b"old")
    (tmp_path / "link").symlink_to("target")
    put(tmp_path / "link")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_bytes() == b"new"


def test_a_link_to_a_missing_file_makes_the_file(tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to("target")
    put(tmp_path / "link")
    assert (tmp_path / "target").read_bytes() == b"new"


def test_a_link_to_itself_is_an_error(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("link")
    for attempt in (put, require_writable):
        with pytest.raises(OSError, match="symbolic links") as caught:
            attempt(link)
        assert caught.value.filename == str(link)


def test_mode_and_owner_stay(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    if os.geteuid() == 0:
        os.chown(path, 12, 34)
    path.chmod(0o640)
    before = path.stat()
    put(path)
    after = path.stat()
    assert (after.st_mode, after.st_uid, after.st_gid) == (before.st_mode, before.st_uid, before.st_gid)


def test_a_new_file_has_the_usual_mode(tmp_path: Path) -> None:
    (tmp_path / "usual").write_bytes(b"")
    put(tmp_path / "file")
    assert (tmp_path / "file").stat().st_mode == (tmp_path / "usual").stat().st_mode


def test_write_protection_is_respected(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_bytes(b"old")
    path.chmod(0o444)
    for attempt in (put, require_writable):
        with pytest.raises(PermissionError) as caught:
            attempt(path)
        assert caught.value.filename == str(path)
    assert path.read_bytes() == b"old"


def test_the_longest_name_works(tmp_path: Path) -> None:
    path = tmp_path / ("x" * 255)
    require_writable(path)
    put(path)
    assert path.read_bytes() == b"new"


@pytest.mark.parametrize("name", ["missing/file", ".", "file/below"])
def test_what_cannot_be_written_is_known_before(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    for attempt in (put, require_writable):
        with pytest.raises(OSError, match=r".") as caught:
            attempt(f"{tmp_path}/{name}")
        assert caught.value.filename == f"{tmp_path}/{name}"


def test_finding_out_leaves_nothing(tmp_path: Path) -> None:
    require_writable(tmp_path / "file")
    assert list(tmp_path.iterdir()) == []


def test_names_compress_only_where_that_is_asked_for(tmp_path: Path) -> None:
    put(tmp_path / "plain.gz")
    put(tmp_path / "compressed.gz", compress=True)
    assert (tmp_path / "plain.gz").read_bytes() == b"new"
    assert gzip.decompress((tmp_path / "compressed.gz").read_bytes()) == b"new"


@pytest.mark.parametrize("size", [1, 1 << 20])  # written when it is closed, and before
def test_errors_name_the_file(size: int) -> None:
    for path in ("/dev/full", "/dev/stdout"):
        program = f"from crossarc.files import writing\nwith writing({path!r}) as file: file.write(bytes({size}))"
        with Path("/dev/full").open("wb") as full:
            ended = subprocess.run(
                [sys.executable, "-c", program], stdout=full, stderr=subprocess.PIPE, text=True, check=False
            )
        assert ended.stderr.rstrip().endswith(f"No space left on device: '{path}'")


KILLED = """
import os, signal, sys
from crossarc.files import writing
with writing(sys.argv[1]) as file:
    file.write(b"half")
    file.flush()
    os.kill(os.getpid(), signal.SIGKILL)
"""


def test_what_a_killed_process_left_is_removed_by_the_next(tmp_path: Path) -> None:
    for _ in range(2):
        ended = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "file")], check=False)
        assert ended.returncode == -9
        assert len(temporary_files(tmp_path)) == 1  # one: the second has removed that of the first
    assert not (tmp_path / "file").exists()
    put(tmp_path / "another")
    assert [path.name for path in tmp_path.iterdir()] == ["another"]


def test_what_another_is_writing_stays(tmp_path: Path) -> None:
    with writing(tmp_path / "first") as file:
        file.write(b"first")
        put(tmp_path / "second")
    assert (tmp_path / "first").read_bytes() == b"first"
    assert (tmp_path / "second").read_bytes() == b"new"


SIGNALLED = """
import os, signal, sys
from crossarc.files import writing
from crossarc.interruption import Interrupted, heard_signals
number = getattr(signal, sys.argv[2])
replace = os.replace
from pathlib import Path
def hit(self, target, replace=Path.replace):
    os.kill(os.getpid(), number)  # in the midst of putting the file in place
    return replace(self, target)
Path.replace = hit
try:
    with heard_signals():
        with writing(sys.argv[1]) as file:
            file.write(b"new")
        print("not heard")
except Interrupted as interruption:
    print("heard", interruption.number == number)
"""


@pytest.mark.parametrize("name", ["SIGINT", "SIGTERM", "SIGHUP"])
def test_a_signal_waits_until_the_file_is_in_place(name: str, tmp_path: Path) -> None:
    command = [sys.executable, "-c", SIGNALLED, str(tmp_path / "file"), name]
    assert subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout == b"heard True\n"
    assert [path.read_bytes() for path in tmp_path.iterdir()] == [b"new"]
