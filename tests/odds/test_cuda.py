"""The CUDA source of exact odds, compiled for the processor, counts what the other routes count."""

import hashlib
import json
import sys
from pathlib import Path

import numpy as np
import pytest

from punto.odds import OddsError
from punto.odds.fast import MOST_CARDS, compiling, gpu, views
from punto.odds.fast.views import Ints
from tests.odds.shoes import shoes
from tests.simulate.kernels import as_library, as_words, compiler

CUDA = Path(gpu.__file__).with_name(gpu.SOURCE)
VERIFIED = Path(__file__).with_name("verified.json")
SHOES = [shoe for shoe in shoes(12, seed=3) if shoe.total <= MOST_CARDS]
LARGEST = [
    [400] + [100] * 9,
    [0, 0, 650, 0, 0, 0, 650, 0, 0, 0],
    [0, MOST_CARDS] + [0] * 8,
    [1287, 0, 0, 0, 13] + [0] * 5,
]


def test_the_cuda_source_counts_every_cell(tmp_path: Path) -> None:
    """Where there is no compiler, the source must be one that passed with one."""
    digest = hashlib.sha256(CUDA.read_bytes()).hexdigest()
    program = compiler()
    if program is not None:
        library = as_library(program, tmp_path, CUDA)
        values = np.array([*(shoe.values for shoe in SHOES), *LARGEST], dtype=np.int64)
        every = np.arange(len(views.cells()))
        due = np.zeros((len(values), len(every)), dtype=np.int64)
        compiling.plain_hands(1)(values, views.cells(), every, views.four_card_ends(), due)
        for first in range(0, len(every), gpu.MOST_GROUPS):
            some = due[:, first : first + gpu.MOST_GROUPS]
            groups = np.where((every >= first) & (every < first + some.shape[1]), every - first, views.OUTSIDE)
            found = np.zeros(some.shape, dtype=np.int64)
            library.count_cells(*as_words(np.int64(len(values)), values.astype(np.int16), *gpu.handed(groups), found))
            assert (some == found).all()
    assert json.loads(VERIFIED.read_text()) == {"odds.cu": digest}, "write the digest of the source that passed"


def test_more_groups_than_a_thread_has_room_for() -> None:
    every: Ints = np.arange(len(views.cells()))
    with pytest.raises(OddsError, match="too many groups of cells: 205, the device supports 64"):
        gpu.handed(every)


def test_without_cupy_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(OddsError, match=r"need CuPy: pip install 'punto\[gpu\]'"):
        gpu.count(np.array([SHOES[0].values]))
