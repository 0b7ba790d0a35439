"""The site: `sphinx-build -W docs build/site` makes it of the pages in this folder, as they are."""

from crossarc import __version__ as release

project = "crossarc"
author = "the crossarc developers"
copyright = "2026, the crossarc developers"
version = release

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx.ext.githubpages"]
source_suffix = {".md": "markdown"}
root_doc = "index"
exclude_patterns = ["README.md"]
html_theme = "furo"
html_title = f"crossarc {release}"

myst_enable_extensions = ["dollarmath"]
myst_heading_anchors = 4  # pages link to headings of others
suppress_warnings = ["myst.header"]  # pages begin where they begin

# Types are in the signatures; what an extra would be imported for is described without it.
autodoc_typehints = "signature"
autodoc_member_order = "bysource"
# A class is described with what it has from other classes, but for those of Python.
autodoc_default_options = {"inherited-members": "object,Sequence,Mapping,tuple,BaseException"}
autodoc_mock_imports = ["ray", "spacy", "torch", "safetensors", "pyarrow"]
