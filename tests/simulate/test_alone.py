"""``punto.simulate`` on a machine that has numpy alone: no numba, no msgspec, no click."""

import json
import subprocess
import sys
from pathlib import Path

from punto.simulate import Plan, Tally, cpu

SOURCE = Path(__file__).parents[2] / "src"
BLOCKED = """
import sys
class Block:
    def find_spec(self, name, path=None, target=None):
        root = name.partition(".")[0]
        if root not in {"numpy", "punto"} and root not in sys.stdlib_module_names and not name.startswith("_"):
            raise ImportError(f"{root} is not on this machine", name=root)
sys.meta_path.insert(0, Block())
sys.path.insert(0, SOURCE)
from punto.simulate.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def alone(*arguments: str, plan: str) -> "subprocess.CompletedProcess[str]":
    program = f"SOURCE = {str(SOURCE)!r}\n{BLOCKED}"
    command = [sys.executable, "-W", "error", "-c", program, "-", *arguments]
    return subprocess.run(command, input=plan, capture_output=True, text=True, timeout=120, check=False)


def test_counts_come_from_numpy_and_the_standard_library_alone() -> None:
    plan = Plan(shoes=1, seed=4, decks=1)
    done = alone("--device", "cpu", plan=json.dumps(plan.as_json()))
    assert (done.returncode, done.stderr) == (0, "")
    answer = json.loads(done.stdout)
    tally = Tally(1, cpu.count_part(plan))
    assert answer["counts"] == tally.counts.tolist()
    assert (answer["digest"], answer["rounds"], answer["shoes"]) == (tally.digest, tally.rounds, 1)
    assert Plan.of_json(answer["plan"]) == plan


def test_a_missing_cupy_is_said_in_one_line() -> None:
    done = alone(plan='{"shoes": 1}')
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "punto.simulate: --device gpu needs CuPy: pip install 'punto[gpu]'\n"


def test_a_bad_plan_is_said_in_one_line() -> None:
    done = alone(plan='{"shoes": 0}')
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "punto.simulate: invalid number of shoes 0: expected 1 to 4611686018427387904\n"
