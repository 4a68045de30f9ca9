"""Compiled plain enumeration: the baseline for the fast path, and a cross-check.

It enumerates every pair of values for the Player's Hand, every pair for the Banker's, and every third card required by
the tableau, and multiplies the remaining counts. Two cards of a hand in either order are counted together, and absent
values are skipped, so it is not needlessly slow.
"""

from __future__ import annotations

from typing import Any

from punto.odds.fast.compiling import compiled


def enumerate_cells(values: Any, player_draws: Any, banker_draws: Any, left: Any, out: Any) -> None:  # noqa: PLR0912
    """Count the cells of one composition by value into ``out``, of 4 x 10 x 10."""
    cards = 0
    for i in range(10):
        left[i] = values[i]
        cards += values[i]
    out[:] = 0
    for i in range(10):
        first = left[i]
        left[i] -= 1
        for j in range(i, 10):
            two = first * left[j] * (1 if i == j else 2)
            if two <= 0:
                continue
            left[j] -= 1
            p = (i + j) % 10
            for k in range(10):
                three = two * left[k]
                left[k] -= 1
                for h in range(k, 10):
                    four = three * left[h] * (1 if k == h else 2)
                    if four <= 0:
                        continue
                    left[h] -= 1
                    b = (k + h) % 10
                    if player_draws[p, b]:
                        for x in range(10):
                            five = four * left[x]
                            if banker_draws[p, b, x]:
                                left[x] -= 1
                                for y in range(10):
                                    out[3, (p + x) % 10, (b + y) % 10] += five * left[y]
                                left[x] += 1
                            else:
                                out[2, (p + x) % 10, b] += five * (cards - 5)
                    elif banker_draws[p, b, 10]:
                        for y in range(10):
                            out[1, p, (b + y) % 10] += four * left[y] * (cards - 5)
                    else:
                        out[0, p, b] += four * (cards - 4) * (cards - 5)
                    left[h] += 1
                left[k] += 1
            left[j] += 1
        left[i] += 1


enumerated = compiled(enumerate_cells)
