"""Random number streams, one per shoe.

A shoe's cards depend only on the seed and the shoe's number, so that a simulation gives the same counts on any number
of threads, workers and devices. SplitMix64, started at an offset derived from the seed, yields two words per shoe; they
are the state of a xoshiro128++, which yields the shoe's 32-bit numbers.

Two cards are drawn with one number, by the method of Brackett-Rozinsky and Lemire: ``x n (n - 1) / 2**32`` has a first
card below ``n`` and a second below ``n - 1`` in its integer part. The low 32 bits of the product decide whether every
pair is equally likely: if they are below ``2**32 mod n (n - 1)``, which happens once in some fifty thousand pairs, the
number is rejected and the next one used.

A coup uses three numbers, for its first two cards, the next two and the third cards, whether these are drawn or not. A
rejected number is replaced by the next after these three, so that all shoes of a vector stay in step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

U16, U32, U64 = np.uint16, np.uint32, np.uint64

GOLDEN = 0x9E3779B97F4A7C15
MASK = 2**64 - 1


def key_of(seed: int) -> int:
    """Return the start of SplitMix64 for a seed."""
    z = (seed + GOLDEN) & MASK
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
    z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
    return z ^ z >> 31


def word(key: np.uint64, number: np.uint64) -> np.uint64:
    """Return a word of SplitMix64: shoe ``s`` has words ``2 s`` and ``2 s + 1``."""
    z = U64(key + U64(U64(number + U64(1)) * U64(GOLDEN)))
    z = U64(U64(z ^ U64(z >> U64(30))) * U64(0xBF58476D1CE4E5B9))
    z = U64(U64(z ^ U64(z >> U64(27))) * U64(0x94D049BB133111EB))
    return U64(z ^ U64(z >> U64(31)))


def turned(x: np.uint32, left: int) -> np.uint32:
    """Rotate 32 bits to the left."""
    return U32(U32(x << U32(left)) | U32(x >> U32(32 - left)))


State = tuple[np.uint32, np.uint32, np.uint32, np.uint32]


def step(s0: np.uint32, s1: np.uint32, s2: np.uint32, s3: np.uint32) -> tuple[np.uint32, State]:
    """Return the next number of a xoshiro128++ and its state after it."""
    x = U32(turned(U32(s0 + s3), 7) + s0)
    t = U32(s1 << U32(9))
    s2 = U32(s2 ^ s0)
    s3 = U32(s3 ^ s1)
    s1 = U32(s1 ^ s2)
    s0 = U32(s0 ^ s3)
    return x, (s0, s1, U32(s2 ^ t), turned(s3, 11))


def step_back(s0: np.uint32, s1: np.uint32, s2: np.uint32, s3: np.uint32) -> State:
    """Return the state before a step."""
    s3 = turned(s3, 21)
    s0 = U32(s0 ^ s3)
    y = U32(s2 ^ U32(s1 << U32(9)))
    q = U32(U32(y ^ U32(y << U32(9))) ^ U32(U32(y << U32(18)) ^ U32(y << U32(27))))  # solves q ^ q << 9 = y
    s1 = U32(s1 ^ q)
    return s0, s1, U32(q ^ s0), U32(s3 ^ s1)


def biased(low: np.uint32, ways: np.uint32) -> bool:
    """Return whether a number must be rejected, from the low bits of its product and the number of results."""
    return bool(low < ways and low < U32(U64(4294967296) % U64(ways)))


def next_number(states: NDArray[np.uint32], at: int, stride: int) -> np.uint32:
    """Return the next number of the stream whose four words are at ``at`` and every ``stride`` after it."""
    x, state = step(states[at], states[at + stride], states[at + 2 * stride], states[at + 3 * stride])
    states[at], states[at + stride], states[at + 2 * stride], states[at + 3 * stride] = state
    return x


def open_stream(key: np.uint64, shoe: np.uint64, states: NDArray[np.uint32], at: int, stride: int) -> None:
    """Initialize the state of a shoe's stream."""
    one = word(key, U64(U64(2) * shoe))
    two = word(key, U64(U64(2) * shoe + U64(1)))
    states[at], states[at + stride] = U32(one & U64(0xFFFFFFFF)), U32(one >> U64(32))
    states[at + 2 * stride], states[at + 3 * stride] = U32(two & U64(0xFFFFFFFF)), U32(two >> U64(32))


def below(n: np.uint32, states: NDArray[np.uint32], at: int, stride: int) -> np.uint32:
    """Draw a number below ``n``."""
    while True:
        product = U64(next_number(states, at, stride)) * U64(n)
        if not biased(U32(product & U64(0xFFFFFFFF)), n):
            return U32(product >> U64(32))


def pair_of(x: np.uint32, n: np.uint32) -> tuple[np.uint32, np.uint32, np.uint32]:
    """Return a number below ``n``, one below ``n - 1``, and the low bits that decide whether they are usable."""
    first = U64(x) * U64(n)
    second = U64(first & U64(0xFFFFFFFF)) * U64(U32(n - U32(1)))
    return U32(first >> U64(32)), U32(second >> U64(32)), U32(second & U64(0xFFFFFFFF))


HELPERS = ("word", "turned", "step", "step_back", "biased", "next_number", "open_stream", "below", "pair_of")
