"""``python -m punto.simulate plan.json``: counts of a plan as JSON, on a machine with only numpy and CuPy.

The plan is a file or, with ``-``, standard input: ``{"shoes": 1000, "seed": 1, "decks": 8}``. With ``--device cpu`` it
is dealt by numba or, if that is missing, by plain Python; the counts are the same.
"""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from time import perf_counter
from typing import Any

from punto.simulate import cpu, gpu
from punto.simulate.plan import Plan, Tally


def main(arguments: list[str] | None = None) -> int:
    """Deal a plan and print the result; return the exit status."""
    parser = argparse.ArgumentParser(prog="python -m punto.simulate", description="counts of a plan as JSON")
    parser.add_argument("plan", help="a file with the plan as JSON, or - for standard input")
    parser.add_argument("--device", choices=("cpu", "gpu"), default="gpu")
    parser.add_argument("--threads", type=int, default=1)
    options = parser.parse_args(arguments)
    try:
        text = sys.stdin.read() if options.plan == "-" else Path(options.plan).read_text(encoding="utf-8")
        sys.stdout.write(json.dumps(dealt(Plan.from_json(text), options.device, max(1, options.threads))) + "\n")
    except (ValueError, OSError) as error:
        sys.stderr.write(f"punto.simulate: {' '.join(str(error).split())}\n")
        return 2
    return 0


def dealt(plan: Plan, device: str, threads: int) -> dict[str, Any]:
    """Deal a plan and return the result as a JSON-ready dict."""
    if device == "gpu":
        gpu.warm()
    else:
        cpu.warm(plan)
    begun = perf_counter()
    counts, shoes = gpu.count(plan) if device == "gpu" else cpu.count(plan, threads)
    seconds = perf_counter() - begun
    tally = Tally(shoes, counts)
    return {
        "plan": plan.as_json(),
        "device": device,
        "shoes": shoes,
        "rounds": tally.rounds,
        "seconds": seconds,
        "rounds-per-second": tally.rounds / seconds,
        "outcomes": tally.outcomes,
        "digest": tally.digest,
        "counts": counts.tolist(),
    }


if __name__ == "__main__":
    sys.exit(main())
