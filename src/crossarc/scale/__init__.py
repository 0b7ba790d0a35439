"""Corpora: many files, with what is finished written down, so that a run can be resumed or shared out."""

from crossarc.scale.corpus import Corpus, CorpusFile, CorpusPart, names_from
from crossarc.scale.manifest import Manifest, ManifestError
from crossarc.scale.many_files import Failure, FileResult, ManyFiles
from crossarc.scale.parse_batch import ParseBatch

__all__ = [
    "Corpus",
    "CorpusFile",
    "CorpusPart",
    "Failure",
    "FileResult",
    "Manifest",
    "ManifestError",
    "ManyFiles",
    "ParseBatch",
    "names_from",
]
