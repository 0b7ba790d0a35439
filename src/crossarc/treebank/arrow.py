"""To and from Arrow tables and Parquet files; pyarrow is imported only here.

A row is a sentence. Its words are a list of structs, and so are its multiword tokens and empty nodes; comments are a
list of lines. What such a row cannot hold (line ends, further blank lines, comments between words, a byte order mark)
stands as the bytes of the sentence in `source`, which is null elsewhere: so every file comes back byte for byte. It
counts only as long as it says the same as the rest of the row.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any, Final

import numpy as np

from crossarc import _core
from crossarc.arguments import require_kind
from crossarc.errors import ArgumentError, MissingPackageError
from crossarc.files import Readable, opened, shown_source
from crossarc.treebank.columns import COLUMNS
from crossarc.treebank.errors import TreebankError

if TYPE_CHECKING:
    import pyarrow

    from crossarc.treebank.treebank import Treebank

SUFFIX: Final = ".parquet"
_FORMAT, _END = b"crossarc.format", b"crossarc.end"
_FIELDS: Final = tuple(name for name in COLUMNS if name != "id")
Row = dict[str, Any]
_ROWS = 1000  # sentences that are read or written at a time


def pyarrow_module() -> Any:
    try:
        import pyarrow  # noqa: PLC0415
        import pyarrow.compute  # noqa: PLC0415
        import pyarrow.parquet  # noqa: PLC0415
    except ImportError:
        raise MissingPackageError.of_extra("arrow", "Arrow and Parquet need pyarrow", name="pyarrow") from None
    return pyarrow


def is_parquet(path: str | os.PathLike[str]) -> bool:
    """Whether a file's name says so."""
    return Path(path).suffix.lower() == SUFFIX


def schema() -> pyarrow.Schema:
    """Of every table: what is no word has all its columns as text, IDs included."""
    pa = pyarrow_module()
    text = pa.string()
    word = [pa.field(name, pa.int32() if name == "head" else text) for name in _FIELDS]
    other = pa.list_(pa.struct([pa.field(name, text) for name in COLUMNS]))
    return pa.schema(
        {
            "sent_id": text,
            "text": text,
            "comments": pa.list_(text),
            "words": pa.list_(pa.struct([*word, pa.field("nonprojective", pa.bool_())])),
            "multiword_tokens": other,
            "empty_nodes": other,
            "source": pa.binary(),
        }
    )


def to_arrow(treebank: Treebank) -> pyarrow.Table:
    pa = pyarrow_module()
    sources, end = _sources(treebank)
    metadata = {_FORMAT: treebank.format.encode(), _END: end}
    own = schema().with_metadata(metadata)
    rows = _other_columns(treebank)
    rows["words"] = _words(treebank)
    table = pa.table({**rows, "source": pa.nulls(len(treebank), pa.binary())}, schema=own)
    kept = [None if source == rebuilt else source for source, rebuilt in zip(sources, _rebuilt(table), strict=True)]
    place = own.get_field_index("source")
    return table.set_column(place, own.field(place), pa.array(kept, pa.binary()))


def text_of_table(table: pyarrow.Table) -> tuple[bytes, str | None]:
    """The file that a table stands for, and its format. An `ArgumentError` if the table is of another kind."""
    pa = pyarrow_module()
    require_kind(table, pa.Table, "table", "a pyarrow.Table")
    metadata = table.schema.metadata or {}
    table = _checked(table)
    sources = table.column("source").to_pylist()
    sentences = _rebuilt(table)
    for row, source in enumerate(sources):
        if source is not None and _says_the_same(pa, table.slice(row, 1), source, metadata.get(_FORMAT)):
            sentences[row] = source
    format = metadata.get(_FORMAT, b"").decode("ascii", "replace") or None
    if format not in ("conllu", "conllx", None):
        raise ArgumentError(f"the table has an unknown format, {format!r}")
    return b"".join(sentences) + metadata.get(_END, b""), format


def write_parquet(treebank: Treebank, file: IO[bytes]) -> None:
    pyarrow_module().parquet.write_table(to_arrow(treebank), file, row_group_size=_ROWS, compression="zstd")


def read_parquet(source: Readable) -> pyarrow.Table:
    with _seekable(source) as file, _told_of(shown_source(source)):
        return pyarrow_module().parquet.read_table(file)


def tables_of_parquet(source: Readable) -> Iterator[pyarrow.Table]:
    """A file in pieces, in memory that does not grow with it."""
    pa = pyarrow_module()
    with _seekable(source) as opened_file, _told_of(shown_source(source)), pa.parquet.ParquetFile(opened_file) as file:
        metadata = dict(file.schema_arrow.metadata or {})
        end = metadata.pop(_END, b"")
        batches = file.iter_batches(batch_size=_ROWS)
        waiting = next(batches, None)
        while waiting is not None:
            batch, waiting = waiting, next(batches, None)
            own = metadata if waiting is not None else metadata | {_END: end}
            yield pa.Table.from_batches([batch]).replace_schema_metadata(own)


@contextmanager
def _seekable(source: Readable) -> Iterator[IO[bytes]]:
    """Opened here: pyarrow would take some names for addresses, and has words of its own for what is missing."""
    with opened(source, is_text=False) as file:
        yield file if file.seekable() else io.BytesIO(file.read())


@contextmanager
def _told_of(path: str) -> Iterator[None]:
    """What pyarrow says of a file that is none becomes a `TreebankError` about it."""
    try:
        yield
    except pyarrow_module().ArrowException as error:
        reason = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise TreebankError(path, None, f"cannot be read as Parquet: {reason}") from None


# From a treebank


def _words(treebank: Treebank) -> Any:
    pa = pyarrow_module()
    columns = [_column(treebank, name) for name in _FIELDS]
    columns.append(_nonprojective(treebank))
    struct = pa.StructArray.from_arrays(columns, fields=list(schema().field("words").type.value_type))
    return pa.ListArray.from_arrays(pa.array(treebank.offsets, pa.int32()), struct)


def _column(treebank: Treebank, name: str) -> Any:
    pa = pyarrow_module()
    if name == "head":
        return pa.array(treebank.heads, mask=np.asarray(treebank.heads) < 0)
    if name in ("deps", "misc"):
        return pa.array(treebank.column(name), pa.string())
    return pa.array(treebank.strings(name), pa.string()).take(pa.array(treebank.codes(name)))


def _nonprojective(treebank: Treebank) -> Any:
    """Null where a sentence has no whole tree."""
    pa = pyarrow_module()
    is_whole = np.ones(len(treebank), bool)
    missing = np.flatnonzero(np.asarray(treebank.heads) < 0)
    is_whole[np.searchsorted(treebank.offsets, missing, side="right") - 1] = False
    has_tree = np.repeat(is_whole, treebank.lengths)
    heads = np.where(has_tree, treebank.heads, 0).astype(np.int32)  # words of other sentences all hang from the root
    marks = _core.nonprojective_arcs(heads, treebank.offsets)
    return pa.array(marks.astype(bool), mask=~has_tree)


def _other_columns(treebank: Treebank) -> dict[str, list[Any]]:
    rows: dict[str, list[Any]] = {
        name: [] for name in ("sent_id", "text", "comments", "multiword_tokens", "empty_nodes")
    }
    for sentence in treebank:
        lines = [line.removesuffix("\r") for line in sentence.to_conllu().split("\n")]
        comments = [line for line in lines if line.startswith("#")]
        metadata = {key.strip(): value.strip() for key, _, value in (line[1:].partition("=") for line in comments)}
        rows["sent_id"].append(metadata.get("sent_id"))
        rows["text"].append(metadata.get("text"))
        rows["comments"].append(comments)
        others = [line.split("\t") for line in lines if "-" in (id := line.partition("\t")[0]) or "." in id]
        tokens = [dict(zip(COLUMNS, row, strict=True)) for row in others if not row[0].startswith("#")]
        rows["multiword_tokens"].append([token for token in tokens if "-" in token["id"]])
        rows["empty_nodes"].append([token for token in tokens if "-" not in token["id"]])
    return rows


def _sources(treebank: Treebank) -> tuple[list[bytes], bytes]:
    """The bytes of each sentence, with those between it and the one before; and what comes behind the last one."""
    whole = treebank.to_bytes()
    sources, done = [], 0
    for index in range(len(treebank)):
        own = treebank._document.sentence_text(index)
        end = whole.index(own, done) + len(own)
        sources.append(whole[done:end])
        done = end
    return sources, whole[done:]


# To text


def _rebuilt(table: pyarrow.Table) -> list[bytes]:
    """The sentences as they would be written of all but their sources."""
    pa = pyarrow_module()
    compute = pa.compute
    if not len(table):
        return []
    words = table.column("words").combine_chunks()
    words = words.chunk(0) if isinstance(words, pa.ChunkedArray) else words
    starts = words.offsets.to_numpy()
    fields = words.flatten()
    starts = starts - starts[0]
    ids = np.arange(1, len(fields) + 1) - np.repeat(starts[:-1], np.diff(starts))
    columns = [compute.cast(pa.array(ids), pa.string())]
    columns += [compute.fill_null(compute.cast(fields.field(name), pa.string()), "_") for name in _FIELDS]
    _refuse_breaks(columns)
    lines = compute.binary_join_element_wise(*columns, "\t").to_pylist()
    others = [table.column(name).to_pylist() for name in ("comments", "multiword_tokens", "empty_nodes")]
    return [
        _sentence(lines[starts[row] : starts[row + 1]], comments or [], tokens or [], nodes or [])
        for row, (comments, tokens, nodes) in enumerate(zip(*others, strict=True))
    ]


def _sentence(
    words: list[str], comments: list[str], tokens: list[dict[str, Any]], nodes: list[dict[str, Any]]
) -> bytes:
    lines = list(words)
    if tokens or nodes:
        placed = [(int(node["id"].partition(".")[0]), 1, _line(node)) for node in nodes]
        placed += [(int(token["id"].partition("-")[0]) - 1, 2, _line(token)) for token in tokens]
        merged = [(number, 0, line) for number, line in enumerate(words, start=1)] + placed
        lines = [line for *_, line in sorted(merged, key=lambda own: own[:2])]
    for line in comments:
        if not line.startswith("#") or "\n" in line or "\r" in line:
            raise ArgumentError(f"{line!r} is no comment")
    return "\n".join([*comments, *lines, "", ""]).encode()


def _line(row: dict[str, Any]) -> str:
    fields = [row[name] or "_" for name in COLUMNS]
    if any(character in field for field in fields for character in "\t\r\n"):
        raise ArgumentError(f"a tab or line break in {row['id']} would break the file")
    return "\t".join(fields)


def _refuse_breaks(columns: list[Any]) -> None:
    compute = pyarrow_module().compute
    for name, column in zip(("id", *_FIELDS), columns, strict=True):
        if compute.any(compute.match_substring_regex(column, "[\t\r\n]")).as_py():
            raise ArgumentError(f"a tab or line break in {name} would break the file")


def _checked(table: pyarrow.Table) -> pyarrow.Table:
    """With all the columns that there can be; an `ArgumentError` if `words` is missing or one is of another kind."""
    pa = pyarrow_module()
    own = schema()
    if "words" not in table.column_names:
        raise ArgumentError("the table has no column 'words': it does not hold a treebank")
    columns = {}
    for field in own:
        if field.name not in table.column_names:
            columns[field.name] = pa.nulls(len(table), field.type)
            continue
        try:
            columns[field.name] = table.column(field.name).cast(field.type)
        except pa.ArrowException:
            kind = table.schema.field(field.name).type
            raise ArgumentError(f"the column {field.name!r} is {kind}, not {field.type}") from None
    return pa.table(columns, schema=own)


def _says_the_same(pa: Any, row: pyarrow.Table, source: bytes, format: bytes | None) -> bool:
    from crossarc.treebank.treebank import Treebank  # noqa: PLC0415

    try:
        found = Treebank.from_bytes(source, format=format.decode() if format else None)
        again = to_arrow(found)
    except (ValueError, UnicodeDecodeError):
        return False
    names = [name for name in again.column_names if name != "source"]
    return len(found) == 1 and again.select(names).to_pylist() == row.select(names).to_pylist()
