"""crossarc in spaCy's pipelines: the factory `crossarc`, and treebanks to and from docs. It needs the extra `spacy`."""

from crossarc.errors import MissingPackageError

try:
    import spacy as _  # noqa: F401
except ImportError:
    raise MissingPackageError.of_extra("spacy", "the component for pipelines needs spacy", name="spacy") from None

from crossarc.spacy.component import CrossarcComponent, make_component
from crossarc.spacy.docs import docs_of_treebank, treebank_of_docs

__all__ = ["CrossarcComponent", "docs_of_treebank", "make_component", "treebank_of_docs"]
