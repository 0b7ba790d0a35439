"""Corpora: many files, with what is finished written down, so that a run can be resumed or shared out."""

from crossarc.scale.corpus import Corpus, CorpusFile, Part, names_from
from crossarc.scale.manifest import Manifest, ManifestError
from crossarc.scale.many_files import Failure, FileResult, Run

__all__ = [
    "Corpus",
    "CorpusFile",
    "Failure",
    "FileResult",
    "Manifest",
    "ManifestError",
    "Part",
    "Run",
    "names_from",
]
