"""PyTorch, for the tests that need it: the others run without."""

import pytest


@pytest.fixture
def need_torch() -> None:
    for package in ("torch", "safetensors"):
        pytest.importorskip(package)
