"""The examples in docstrings and in the documentation run and say what is written there."""

from __future__ import annotations

import doctest
import importlib
import pkgutil
import re
from pathlib import Path

import pytest
from reference.example_files import DOCS, write_example_files

import crossarc
from crossarc import synthetic

# What other modules call, and is described where it is defined.
NOT_TOLD = {"require_tree", "require_oracle", "complaint_about_beam", "error_at", "shares_text_with"}
NOT_TOLD |= {"with_filled_columns", "index", "count", "keys"}
TREEBANKS = (crossarc.Treebank, crossarc.Sentence, crossarc.Word, crossarc.Token)
MODULES = [m.name for m in pkgutil.walk_packages(crossarc.__path__, "crossarc.") if not m.name.endswith("_core")]
# Their examples go on with files of their commands: see test_transcripts.
OTHER_FILES = {"compare.md", "parse-a-corpus.md", "study-a-treebank.md"}
EXAMPLES = re.compile(r"```python\n(.*?)```", re.DOTALL)
PAGES = {
    page.name: "\n".join(EXAMPLES.findall(page.read_text(encoding="utf-8")))
    for page in sorted(DOCS.glob("*.md"))
    if page.name not in OTHER_FILES and EXAMPLES.search(page.read_text(encoding="utf-8"))
}


@pytest.mark.parametrize("name", MODULES)
def test_docstrings(name: str) -> None:
    try:
        module = importlib.import_module(name)
    except ModuleNotFoundError as error:  # the modules that need PyTorch or spaCy
        if error.name not in ("torch", "safetensors", "spacy", "ray"):
            raise
        pytest.skip(f"needs {error.name}")
    assert doctest.testmod(module).failed == 0


@pytest.mark.parametrize("name", PAGES)
def test_pages(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    if name == "neural.md":
        need_torch()
    if name == "arrow.md":
        need_packages("pyarrow", "duckdb")
    monkeypatch.chdir(tmp_path)
    write_example_files(tmp_path)
    examples = doctest.DocTestParser().get_doctest(PAGES[name], {}, name, str(DOCS / name), 0)
    result = doctest.DocTestRunner().run(examples)
    assert result.attempted > 0
    assert result.failed == 0


def test_readme(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """Its Python runs as it stands, on files of the names that it has."""
    monkeypatch.chdir(tmp_path)
    for name, text in synthetic.splits(100, 30, 0).items():
        (tmp_path / f"{name}.conllu").write_text(text, encoding="utf-8")
    examples = EXAMPLES.findall((DOCS.parent / "README.md").read_text(encoding="utf-8"))
    assert examples
    for example in examples:
        exec(compile(example, "README.md", "exec"), {})
    assert "Gallia" in capsys.readouterr().out
    assert Path("gallia.svg").read_text(encoding="utf-8").startswith("<svg ")


def test_all_that_is_public_is_told() -> None:
    """Each name of `dir(crossarc)` is on the page about Python, and so are the members of its main classes."""
    page = (DOCS / "python.md").read_text(encoding="utf-8")
    for name in dir(crossarc):
        assert re.search(rf"\b{name}\b", page), name
    for kind in (*TREEBANKS, crossarc.Parser, crossarc.System, crossarc.Configuration, crossarc.Oracle, crossarc.Trace):
        for name in dir(kind):
            if not name.startswith("_") and name not in NOT_TOLD:
                assert re.search(rf"\b{name}\b", page), f"{kind.__name__}.{name}"


@pytest.mark.parametrize("page", [DOCS.parent / "README.md", *sorted(DOCS.glob("**/*.md"))], ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", without_blocks(page)):
        if not target.startswith("http"):
            name, _, anchor = target.partition("#")
            file = page.parent / name if name else page
            assert file.exists(), target
            assert not anchor or anchor in anchors_of(file), target
    assert "pip install 'crossarc[" not in page.read_text(encoding="utf-8"), "it is on no index: pip install '.[…]'"


@pytest.mark.parametrize("page", sorted(DOCS.glob("*.md")), ids=lambda page: page.name)
def test_options_tell_effect_default_and_when_to_change_them(page: Path) -> None:
    for header in re.findall(
        r"^\| (?:option[^|]*|argument) \|.*\|$", page.read_text(encoding="utf-8"), flags=re.MULTILINE
    ):
        assert [cell.strip() for cell in header.split("|")[2:-1]] == ["effect", "default", "when to change it"], header


def anchors_of(page: Path) -> set[str]:
    """What headings are called in links: in lower case, without punctuation, with hyphens for spaces."""
    headings = re.findall(r"^#+ (.*)$", without_blocks(page), flags=re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def without_blocks(page: Path) -> str:
    return re.sub(r"^```.*?^```", "", page.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)


def need_torch() -> None:
    need_packages("torch", "safetensors")


def need_packages(*packages: str) -> None:
    for package in packages:
        pytest.importorskip(package)
