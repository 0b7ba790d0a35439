"""crossarc from a wheel in new environments: no extra, each extra alone, all of them.

    python tests/installation/environments.py WHEEL [--torch torch==2.13.0] [--only none ray …]

In each of them the command line answers, a demo runs, and what an extra brings works; and whatever needs an extra that
is not there says in one line which one. `--torch` is installed by itself and first, so that the build that is at hand
is taken.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

# For each extra something that needs it, in a folder with a model and a treebank. `{python}` has crossarc installed.
USES = {
    "zstd": "{python} -m crossarc parse model test.conllu -q -o parsed.conllu.zst",
    "conllu": "{python} -c 'import crossarc; crossarc.read(\"test.conllu\")[0].to_token_list()'",
    "arrow": '{python} -c \'import crossarc; crossarc.write(crossarc.read("test.conllu"), "test.parquet")\'',
    "pandas": "{python} -c 'import crossarc; crossarc.read(\"test.conllu\").to_frame()'",
    "ray": "{python} -m crossarc parse model test.conllu -q --out-dir parsed --cluster local --workers 1",
    "spacy": '{python} -c \'import spacy; nlp = spacy.blank("xx");'
    ' nlp.add_pipe("crossarc", config={{"model": "model"}}); assert nlp("a b")[0].dep_\'',
    "svm": "{python} -m crossarc train test.conllu -o svm --learner liblinear -q",
    "neural": "{python} -m crossarc train test.conllu -o net --learner bilstm --epochs 1 -q",
    "serve": "{python} -c 'import crossarc.serve.app'",
}
# Without spaCy there is nothing to add a component to.
WITHOUT = USES | {"spacy": "{python} -c 'import crossarc.spacy'", "serve": "{python} -m crossarc serve model"}
NONE, ALL = "none", "all"


def run(command: str, folder: Path, *, fails: bool = False) -> str:
    done = subprocess.run(["bash", "-c", command], cwd=folder, capture_output=True, text=True, check=False, timeout=900)
    if (done.returncode != 0) != fails:
        raise SystemExit(f"{command}\nended with {done.returncode}: {done.stdout}{done.stderr}")
    return done.stderr


def environment(name: str, wheel: Path, torch: str, folder: Path) -> str:
    """A new environment with the extras of that name; its Python."""
    subprocess.run([sys.executable, "-m", "venv", folder / "environment"], check=True)
    python = folder / "environment/bin/python"
    install = f"{python} -m pip install --quiet --only-binary :all:"
    extras = [] if name == NONE else [*USES] if name == ALL else [name]
    if "neural" in extras:
        run(f"{install} {torch}", folder)
    chosen = f"[{','.join(extras)}]" if extras else ""
    run(f"{install} '{wheel}{chosen}'", folder)
    return str(python)


def tried(name: str, wheel: Path, torch: str) -> str:
    with tempfile.TemporaryDirectory(prefix="environment-") as scratch:
        folder = Path(scratch)
        python = environment(name, wheel, torch, folder)
        run(f"{python} -m crossarc --help && {python} -m crossarc demo --sentences 60", folder)
        made = (
            "import crossarc; from crossarc import synthetic; treebank = synthetic.generate(40);"
            'crossarc.write(treebank, "test.conllu"); crossarc.train(treebank, stages=None, epochs=1).save("model")'
        )
        run(f"{python} -c '{made}'", folder)
        packages = subprocess.run([python, "-m", "pip", "list"], capture_output=True, text=True, check=True).stdout
        there, missing = [], []
        for extra, use in USES.items():
            is_there = name in (extra, ALL) or extra in brought_along(python)
            if is_there:
                run(use.format(python=python), folder)
                there.append(extra)
                continue
            told = run(WITHOUT[extra].format(python=python), folder, fails=True)
            last = told.strip().splitlines()[-1]
            if f"[{extra}]" not in last:
                raise SystemExit(f"{name}: {extra} is missing, and all that is said is {told!r}")
            if "-m crossarc" in WITHOUT[extra] and told.count("\n") > 1:
                raise SystemExit(f"{name}: {extra} is missing, which takes more than one line: {told!r}")
            missing.append(extra)
        count = len(packages.splitlines()) - 2
        return f"| {name} | {count} | {', '.join(there) or '–'} | {', '.join(missing) or '–'} |"


def brought_along(python: str) -> set[str]:
    """Extras whose packages another one has brought along, or Python itself."""
    modules = {"pandas": "pandas", "zstd": "compression.zstd", "arrow": "pyarrow", "conllu": "conllu", "svm": "sklearn"}
    return {
        extra
        for extra, module in modules.items()
        if subprocess.run([python, "-c", f"import {module}"], capture_output=True, check=False).returncode == 0
    }


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("wheel", type=Path)
    options.add_argument("--torch", default="torch")
    options.add_argument("--only", nargs="*", default=[NONE, *USES, ALL])
    chosen = options.parse_args()
    os.environ.pop("PYTHONPATH", None)
    print("| extras | packages | works | told to be missing |\n| --- | ---: | --- | --- |", flush=True)
    for name in chosen.only:
        print(tried(name, chosen.wheel.resolve(), chosen.torch), flush=True)


if __name__ == "__main__":
    main()
