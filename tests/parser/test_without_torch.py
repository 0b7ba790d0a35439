"""Without PyTorch everything but the neural parser works, and that says what is missing."""

from __future__ import annotations

import subprocess
import sys

HIDE_TORCH = """
import sys
class Hidden:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in ("torch", "safetensors"):
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Hidden())
import importlib.util
find_spec = importlib.util.find_spec
importlib.util.find_spec = lambda name: None if name in ("torch", "safetensors") else find_spec(name)
import crossarc
from crossarc import synthetic
assert "torch" not in sys.modules
treebank = synthetic.generate(10)
crossarc.train(treebank, epochs=1).parse(treebank)
try:
    crossarc.train(treebank, learner="bilstm")
except ModuleNotFoundError as error:
    print(error)
"""


def test_the_message() -> None:
    result = subprocess.run([sys.executable, "-c", HIDE_TORCH], capture_output=True, text=True, check=True)
    assert result.stdout == "the neural parser needs torch and safetensors: run pip install 'crossarc[neural]'\n"


def test_importing_crossarc_does_not_import_torch() -> None:
    code = "import sys, crossarc, crossarc.cli; sys.exit('torch' in sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)
