"""The recorded results of a GPU: ``bench/gpu.py`` runs there, and its output is stored in ``bench/h200.txt``.

No machine that builds Punto has such a device, so this reads the record: it was made with the current kernel, every
count equals the CPU's, the odds agree, and the speed is stated.
"""

import hashlib
import re
from pathlib import Path

from tools.soaks import Figures, judged, soak

ROOT = Path(__file__).parents[2]
LEAST_SPEED = 88.0


@soak("simulate: the counts of a graphics processor are those of a processor, and 3 million million rounds agree")
def device() -> Figures:
    said = (ROOT / "bench" / "h200.txt").read_text()
    for kernel in ("simulate/sim.cu", "odds/fast/odds.cu"):
        source = (ROOT / "src" / "punto" / kernel).read_bytes()
        line = f"{Path(kernel).name}: sha256 {hashlib.sha256(source).hexdigest()}\n"
        assert line in said, f"{kernel} has changed: run bench/gpu.py on the device"
    assert "DIFFERENT" not in said
    same = said.count("same: ")
    speed = float(re.findall(r"best: .*, ([\d.]+) thousand million", said)[0])
    assert speed >= LEAST_SPEED
    even = said.split("67 coups of every shoe:")[1].split("until the cover card")[0]
    rounds = re.findall(r"shoes, ([\d,]+) rounds", even)[0]
    whole = said.split("10^10 rounds:")[1].split("all classes")[0]
    return {
        "device": re.findall(r"device: (.*)", said)[0],
        "plans and odds with the same counts": same,
        "thousand million rounds a second": speed,
        "rounds, 67 of every shoe": rounds,
        "exact odds, million compositions a second": float(re.findall(r"([\d.]+) million compositions/s", said)[0]),
        "worst z, all classes included": judged(_z(even)),
        "worst z of 10^10 rounds to the cover card": judged(_z(whole)),
    }


def _z(block: str) -> dict[str, float]:
    """Return every z of a block; a name that occurs twice is first an outcome's frequency and then a wager's gain."""
    found: dict[str, float] = {}
    for name, z in re.findall(r"^  (all classes|[a-z0-9-]+).* z ([+-][\d.]+)$", block, re.M):
        found[f"{name}'s gain" if name in found else name] = float(z)
    return found
