"""What a stream of its own costs each shoe: five generators, 512 streams side by side, on one core.

    python bench/streams.py

Nanoseconds for a number of 32 bits, the best of many turns, in the vector code that numba makes of each; and how many
numbers a stream must throw away before its first good one.
"""

from __future__ import annotations

from collections.abc import Callable
from time import perf_counter
from typing import Any

import numpy as np
from numba import njit, uint32, uint64

LANES, ROUNDS, TURNS = 512, 64, 400
U32, U64 = uint32, uint64


@njit(inline="always")
def rotl(x, k):  # type: ignore[no-untyped-def]
    """Rotate to the left."""
    return U32((x << U32(k)) | (x >> U32(32 - k)))


@njit
def xoshiro_pp(s, out):  # type: ignore[no-untyped-def]
    """Step every stream, as Blackman and Vigna have it."""
    for _ in range(ROUNDS):
        for i in range(LANES):
            s0, s1, s2, s3 = s[i], s[LANES + i], s[2 * LANES + i], s[3 * LANES + i]
            out[i] = U32(rotl(U32(s0 + s3), 7) + s0)
            t = U32(s1 << U32(9))
            s2 = U32(s2 ^ s0)
            s3 = U32(s3 ^ s1)
            s[LANES + i], s[i] = U32(s1 ^ s2), U32(s0 ^ s3)
            s[2 * LANES + i], s[3 * LANES + i] = U32(s2 ^ t), rotl(s3, 11)


@njit
def xoshiro_ss(s, out):  # type: ignore[no-untyped-def]
    """Step every stream, likewise."""
    for _ in range(ROUNDS):
        for i in range(LANES):
            s0, s1, s2, s3 = s[i], s[LANES + i], s[2 * LANES + i], s[3 * LANES + i]
            out[i] = U32(rotl(U32(s1 * U32(5)), 7) * U32(9))
            t = U32(s1 << U32(9))
            s2 = U32(s2 ^ s0)
            s3 = U32(s3 ^ s1)
            s[LANES + i], s[i] = U32(s1 ^ s2), U32(s0 ^ s3)
            s[2 * LANES + i], s[3 * LANES + i] = U32(s2 ^ t), rotl(s3, 11)


@njit
def sfc(s, out):  # type: ignore[no-untyped-def]
    """Step every stream, as Doty-Humphrey has it."""
    for _ in range(ROUNDS):
        for i in range(LANES):
            a, b, c, d = s[i], s[LANES + i], s[2 * LANES + i], s[3 * LANES + i]
            t = U32(U32(a + b) + d)
            s[3 * LANES + i] = U32(d + U32(1))
            s[i] = U32(b ^ U32(b >> U32(9)))
            s[LANES + i] = U32(c + U32(c << U32(3)))
            s[2 * LANES + i] = U32(rotl(c, 21) + t)
            out[i] = t


@njit
def philox(s, out):  # type: ignore[no-untyped-def]
    """Four numbers at a time, so a quarter as many turns."""
    for number in range(ROUNDS // 4):
        for i in range(LANES):
            c0, c1, c2, c3 = U32(number), s[i], s[LANES + i], U32(0)
            k0, k1 = s[2 * LANES + i], s[3 * LANES + i]
            for _ in range(10):
                p, q = U64(c0) * U64(0xD2511F53), U64(c2) * U64(0xCD9E8D57)
                c0, c2 = U32(U32(q >> U64(32)) ^ c1 ^ k0), U32(U32(p >> U64(32)) ^ c3 ^ k1)
                c1, c3 = U32(q & U64(0xFFFFFFFF)), U32(p & U64(0xFFFFFFFF))
                k0, k1 = U32(k0 + U32(0x9E3779B9)), U32(k1 + U32(0xBB67AE85))
            out[i] = U32(c0 ^ c1 ^ c2 ^ c3)


@njit
def squares(s, out):  # type: ignore[no-untyped-def]
    """Compute every number from its place, as Widynski has it."""
    for number in range(ROUNDS):
        for i in range(LANES):
            key = U64(U64(s[i]) << U64(32)) | U64(s[LANES + i])
            x = y = U64(U64(number) * key)
            z = U64(y + key)
            x = U64(x * x + y)
            x = U64((x >> U64(32)) | (x << U64(32)))
            x = U64(x * x + z)
            x = U64((x >> U64(32)) | (x << U64(32)))
            x = U64(x * x + y)
            x = U64((x >> U64(32)) | (x << U64(32)))
            out[i] = U32(U64(x * x + z) >> U64(32))


SCHEMES: dict[str, tuple[Callable[..., Any], str]] = {
    "xoshiro128++": (xoshiro_pp, "0"),
    "xoshiro128**": (xoshiro_ss, "0"),
    "SFC32": (sfc, "12"),
    "Philox4x32-10": (philox, "0"),
    "Squares32": (squares, "0, but a key must be chosen with care"),
}


def main() -> None:
    """Print the figures."""
    for name, (kernel, thrown) in SCHEMES.items():
        states = np.random.default_rng(1).integers(1, 2**32, 4 * LANES, dtype=np.uint32)
        out = np.zeros(LANES, np.uint32)
        kernel(states, out)
        times = []
        for _ in range(TURNS):
            begun = perf_counter()
            kernel(states, out)
            times.append(perf_counter() - begun)
        print(f"{name:15} {min(times) / ROUNDS / LANES * 1e9:6.3f} ns a number; thrown away first: {thrown}")


if __name__ == "__main__":
    main()
