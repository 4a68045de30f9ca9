"""The simulator on a graphics processor: is every count right, how fast is it, and do the odds agree?

    PYTHONPATH=src python bench/gpu.py

Needs numpy and CuPy alone. Four parts, each of which stands for itself: counts of several plans against digests that
the processor's kernel made (``--write`` makes them anew where numba is) and against plain Python on this machine;
rounds a second for several launch shapes; exact odds of many compositions, against a digest and plain Python, and how
many a second; and one long run, every wager against its exact odds.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import traceback
from collections.abc import Callable, Mapping
from fractions import Fraction
from pathlib import Path
from time import perf_counter

import numpy as np

from punto.core.cards import Composition
from punto.core.coup import CoupClass
from punto.law.rulebook import load
from punto.odds import sheet
from punto.odds.fast import LANES, compiling, views
from punto.odds.fast import gpu as odds_gpu
from punto.odds.fast.views import Ints
from punto.simulate import cpu, gpu
from punto.simulate.plan import Plan, Tally, by_class
from punto.wagers.book import known

DIGESTS = Path(__file__).with_name("digests.json")
PLANS = {
    "eight decks": Plan(shoes=100_000, seed=1),
    "eight decks, other seed and first shoe": Plan(shoes=50_000, seed=2**64 - 1, first=10**15),
    "six decks": Plan(shoes=50_000, seed=2, decks=6),
    "one deck": Plan(shoes=50_000, seed=3, decks=1),
    "sixteen decks": Plan(shoes=2_000, seed=4, decks=16),
    "no burn, three coups after a deep cover card": Plan(
        shoes=20_000, seed=5, burns=(), cover_depth=60, coups_after_cover=3
    ),
    "continuous, six decks": Plan(shoes=20_000, seed=6, decks=6, burns=(), coups=80, continuous=True),
    "67 coups of every shoe": Plan(shoes=20_000, seed=8, coups=67),
}
SMALL = Plan(shoes=40, seed=7)  # for plain Python
SHAPES = [
    gpu.Shape(threads, blocks)
    for threads, most in ((128, 4), (256, 4), (512, 4), (768, 2), (1024, 2))
    for blocks in range(1, most + 1)
]
SPEED = Plan(shoes=2**26, seed=11)
LONG = 47_714_402_304  # shoes: about 3.2 and 3.9 million million rounds
COMPOSITIONS = 100_000
MANY = 2**22  # compositions, for the speed
EXACT = f"exact odds of {COMPOSITIONS:,} compositions"


def counts_agree() -> None:
    """Compare counts with digests, and with plain Python."""
    digests = json.loads(DIGESTS.read_text())
    for name, plan in PLANS.items():
        tally = Tally(plan.shoes, gpu.count(plan)[0])
        verdict = "same" if tally.digest == digests[name] else "DIFFERENT"
        print(f"  {verdict}: {name}, {tally.rounds:,} rounds, digest {tally.digest[:16]}")
    plain = cpu.count_shoes(SMALL, compiled=False)
    same = (by_class(plain) == gpu.count(SMALL)[0]).all()
    print(f"  {'same' if same else 'DIFFERENT'}: plain Python on this machine, {SMALL.shoes} shoes, every class")


def speeds() -> None:
    """Measure every launch shape: the best of three, transfer of counts included."""
    print(f"  {SPEED.shoes:,} shoes of eight decks; default shape {gpu.SHAPE}")
    rounds = Tally(SPEED.shoes, gpu.count(SPEED)[0]).rounds
    found = {}
    for shape in SHAPES:
        try:
            found[shape] = rounds / min(seconds(lambda: gpu.count(SPEED, shape=shape)) for _ in range(3))  # noqa: B023
            print(
                f"  {found[shape] / 1e9:8.2f} thousand million rounds/s  {shape.threads} threads, {shape.blocks} blocks"
            )
        except Exception as error:  # a shape that the device refuses
            print(f"  refused: {shape}: {str(error).splitlines()[0]}")
    best = max(found, key=lambda shape: found[shape])
    print(f"  best: {best}, {found[best] / 1e9:.2f} thousand million rounds/s")


def seconds(run: Callable[[], object]) -> float:
    """Return how long something takes."""
    begun = perf_counter()
    run()
    return perf_counter() - begun


def compositions(number: int) -> Ints:
    """Return parts of eight decks at random, a row each, by a generator whose stream numpy has frozen."""
    full = np.array([128] + [32] * 9)
    found = np.random.RandomState(8).randint(0, full + 1, (number, 10)).astype(np.int64)
    found[found.sum(axis=1) < 6] = full
    return found


def exactly(values: Ints, hands: compiling.Kernel) -> Ints:
    """Return who wins how often, by a kernel of the processor."""
    found = np.zeros((len(values), 3), np.int64)
    hands(values, views.cells(), views.outcomes(), views.four_card_ends(), found)
    return found


def digest_of(counts: Ints) -> str:
    """Return the digest of some counts."""
    return hashlib.sha256(np.ascontiguousarray(counts, "<i8").tobytes()).hexdigest()


def exact_odds() -> None:
    """Count compositions exactly; compare with the processor's digest and with plain Python; say how many a second."""
    import cupy

    few = compositions(COMPOSITIONS)
    found = odds_gpu.count(few)
    same = digest_of(found) == json.loads(DIGESTS.read_text())[EXACT]
    print(f"  {'same' if same else 'DIFFERENT'}: {EXACT}, digest {digest_of(found)[:16]}")
    same = (exactly(few[:20], compiling.plain_hands(1)) == found[:20]).all()
    print(f"  {'same' if same else 'DIFFERENT'}: plain Python on this machine, 20 compositions")
    many = np.tile(few, (MANY // COMPOSITIONS + 1, 1))[:MANY]
    rules, places, results = odds_gpu.handed(views.outcomes())
    given = odds_gpu.Handed(cupy.asarray(rules), cupy.asarray(places), results)
    values, room = cupy.asarray(many.astype(np.int16)), cupy.empty((len(many), 3), cupy.int64)

    def launched() -> None:
        odds_gpu.launch(values, given, room)
        cupy.cuda.Device().synchronize()

    launched()
    inside = len(many) / min(seconds(launched) for _ in range(5))
    whole = len(many) / min(seconds(lambda: odds_gpu.count(many)) for _ in range(3))
    print(f"  {inside / 1e6:.1f} million compositions/s on the device, {whole / 1e6:.1f} with all transfers")


def odds_agree() -> None:
    """Deal long runs and compare every wager with its exact odds; they are the same on every device.

    Where every shoe has as many coups, the odds of a full shoe are exactly those of every coup. Where the cover card
    ends a shoe, how many coups it has depends on its cards, and very long runs show that.
    """
    compare("67 coups of every shoe", Plan(shoes=LONG, seed=12, coups=67))
    compare("until the cover card, 10^10 rounds", Plan(shoes=122_724_000, seed=14))
    compare("until the cover card", Plan(shoes=LONG, seed=13))


def compare(title: str, plan: Plan) -> None:
    """Deal a plan and compare every wager, and every class of coup."""
    print(f"  {title}:")
    begun = perf_counter()
    tally = Tally(plan.shoes, gpu.count(plan)[0])
    took = perf_counter() - begun
    rate = tally.rounds / took / 1e9
    print(f"  {tally.shoes:,} shoes, {tally.rounds:,} rounds, {took:.2f} s: {rate:.2f} thousand million/s")
    print(f"  rounds a shoe: {tally.rounds / tally.shoes:.5f}; digest {tally.digest}")
    wagers = [wager for wager in known(load("ma-mini")) if wager.on_class]
    exact = sheet(Composition.decks(8), wagers)
    for name, number in tally.outcomes.items():
        share, due = number / tally.rounds, exact.outcomes[name] / exact.deals
        z = (share - due) / (due * (1 - due) / tally.rounds) ** 0.5
        print(f"  {name:20} {share:.9f}  exact {due:.9f}  z {z:+.2f}")
    for wager in wagers:
        fare, due = tally.fare(wager, Fraction(5, 100)), float(exact[wager.key].ev)
        z = (float(fare.ev) - due) / fare.stderr
        print(f"  {wager.key:20} {float(fare.ev):+.9f}  exact {due:+.9f}  stderr {fare.stderr:.2e}  z {z:+.2f}")
    chi_square(tally, exact.counts.classes, exact.deals)


def chi_square(tally: Tally, counts: Mapping[CoupClass, int], deals: int) -> None:
    """Compare all 13,576 classes at once."""
    found, squares, cells = tally.by_class(), 0.0, 0
    for coup, ways in counts.items():
        due = tally.rounds * ways / deals
        squares += (found.get(coup, 0) - due) ** 2 / due
        cells += 1
    z = (squares - (cells - 1)) / (2 * (cells - 1)) ** 0.5
    print(f"  all classes: chi-square {squares:.1f} with {cells - 1} degrees of freedom, z {z:+.2f}")


def write() -> None:
    """Make the digests with the processor's kernel."""
    digests = {name: Tally(plan.shoes, cpu.count(plan, 2)[0]).digest for name, plan in PLANS.items()}
    digests[EXACT] = digest_of(exactly(compositions(COMPOSITIONS), compiling.hands(LANES)))
    DIGESTS.write_text(json.dumps(digests, indent=1) + "\n")


def main() -> None:
    """Run all parts; one that breaks does not stop the others."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--write", action="store_true", help="make the digests anew, with numba")
    if parser.parse_args().write:
        write()
        return
    print(f"device: {gpu.name()}")
    print(f"sim.cu: sha256 {hashlib.sha256(gpu.source().encode()).hexdigest()}")
    print(f"odds.cu: sha256 {hashlib.sha256(odds_gpu.source().encode()).hexdigest()}")
    print(f"compiling: {seconds(gpu.warm):.2f} s")
    for title, part in (("counts", counts_agree), ("speed", speeds), ("exact odds", exact_odds), ("odds", odds_agree)):
        print(f"{title}:", flush=True)
        try:
            print(f"  ({seconds(part):.1f} s)", flush=True)
        except Exception:  # the next part may still say something
            traceback.print_exc()


if __name__ == "__main__":
    main()
