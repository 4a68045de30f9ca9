"""Template of the closed form's generated code: the loops around the straight-line parts.

Rows of ``LANES`` numbers lie one after another in flat arrays. A loop over lanes takes its rows as slices, which cannot
begin before the array. The compiler could not rule that out for an index computed in the loop, and would not vectorize.
"""

START = """\
    floats = np.empty((330 + ROWS) * LANES)  # room is asked for twice, not ten times: for one shoe that counts
    v = floats[:20 * LANES]  # the values, twice, so that a rotation is a slice
    t = floats[20 * LANES:30 * LANES]
    n = floats[30 * LANES:130 * LANES]
    pairs = floats[130 * LANES:230 * LANES]
    others = floats[230 * LANES:330 * LANES]
    s = floats[330 * LANES:]
    whole = np.empty((414 + result.shape[1]) * LANES, np.int64)
    out = whole[:400 * LANES]
    numbers = whole[400 * LANES:410 * LANES]
    fills = whole[410 * LANES:414 * LANES]
    sums = whole[414 * LANES:]
    for first in range(0, len(values), LANES):
        for l in range(LANES):
            row = values[min(first + l, len(values) - 1)]
            for i in range(10):
                v[i * LANES + l] = row[i]
                v[(10 + i) * LANES + l] = row[i]
        out[:] = 0
        for c in range(Z, H + 10 * LANES):
            s[c] = 0.0"""

_TEN = range(10)

# Pairs of the full shoe, and two pairs side by side: N(p, b).
FOUR_CARDS = f"""\
        for p in range(10):
            for i in range(10):
                j, c = (p - i) % 10 * LANES, (p * 10 + i) * LANES
                less = 1.0 if i * LANES == j else 0.0
                one, two = v[i * LANES:(i + 1) * LANES], v[j:j + LANES]
                other, pair = others[c:c + LANES], pairs[c:c + LANES]
                for l in range(LANES):
                    other[l] = two[l] - less
                    pair[l] = one[l] * (two[l] - less)
            pair, total = pairs[p * 10 * LANES:(p + 1) * 10 * LANES], t[p * LANES:(p + 1) * LANES]
            for l in range(LANES):
                total[l] = {" + ".join(f"pair[{i} * LANES + l]" for i in _TEN)}
        for p in range(10):
            for b in range(p, 10):
                pair, other = pairs[p * 10 * LANES:(p + 1) * 10 * LANES], others[b * 10 * LANES:(b + 1) * 10 * LANES]
                one, two = t[p * LANES:(p + 1) * LANES], t[b * LANES:(b + 1) * LANES]
                c, k = (p * 10 + b) * LANES, (b * 10 + p) * LANES
                to, also = n[c:c + LANES], n[k:k + LANES]
                again = 2.0 if p == b else 0.0
                for l in range(LANES):
                    shared = {" + ".join(f"pair[{i} * LANES + l] * other[{i} * LANES + l]" for i in _TEN)}
                    to[l] = one[l] * (two[l] + again) - 4.0 * shared
                for l in range(LANES):
                    also[l] = to[l]
        for k in range(len(stops)):
            c = (stops[k, 0] * 10 + stops[k, 1]) * LANES
            one, to = n[c:c + LANES], out[c:c + LANES]
            for l in range(LANES):
                to[l] = np.int64(one[l])"""

# The Banker's hands of three cards: those that draw after this x and did not after the one before. Then x is removed: m
# the values, r those from x backward (r[j] = m[j - x]), q forward (q[j] = m[j + x]).
HANDS = f"""\
        for turn in range(10):
            x = TURNS[turn]
            for b in range(10):
                more = MORE[turn, b]
                if more != 0.0:
                    third = v[(10 - b) * LANES:(20 - b) * LANES]
                    for k in range(10):
                        h, c = (b - k) % 10, Z + k * 10 * LANES
                        marked = s[c:c + 10 * LANES]
                        pair = pairs[(b * 10 + k) * LANES:(b * 10 + k + 1) * LANES]
                        for l in range(LANES):
                            twice = 2.0 * more * pair[l]
{chr(10).join(f"                            marked[{f} * LANES + l] += twice * third[{f} * LANES + l]" for f in _TEN)}
                        c, j = (b + k) % 10 * LANES, (b + h) % 10 * LANES
                        one, two = marked[c:c + LANES], marked[j:j + LANES]
                        for l in range(LANES):
                            one[l] -= 2.0 * more * pair[l]
                        for l in range(LANES):
                            two[l] -= 2.0 * more * pair[l]
                    for i in range(10):
                        f = (b + i) % 10
                        c, j = Z + (i * 10 + f) * LANES, H + f * LANES
                        marked, hands = s[c:c + LANES], s[j:j + LANES]
                        card, pair = v[i * LANES:(i + 1) * LANES], t[b * LANES:(b + 1) * LANES]
                        other = others[(b * 10 + i) * LANES:(b * 10 + i + 1) * LANES]
                        for l in range(LANES):
                            found = more * card[l] * (pair[l] - 2.0 * other[l])
                            marked[l] += found
                            hands[l] += found
            one = v[x * LANES:(x + 1) * LANES]
            for i in range(10):
                for l in range(LANES):
                    numbers[i * LANES + l] = np.int64(one[l])
            back, forth = v[(10 - x) * LANES:(20 - x) * LANES], v[x * LANES:(x + 10) * LANES]
            for c in range(10 * LANES):
                s[M + c] = v[c]
            for c in range(10 * LANES):
                s[R + c] = back[c]
            for c in range(10 * LANES):
                s[Q + c] = forth[c]
            one, two, three = s[M + x * LANES:M + (x + 1) * LANES], s[R + 2 * x % 10 * LANES:], s[Q:Q + LANES]
            for l in range(LANES):
                one[l] -= 1.0
            for l in range(LANES):
                two[l] -= 1.0
            for l in range(LANES):
                three[l] -= 1.0"""

# The sixth card: multiply by the count of the card removed first.
TURN = """\
            for p in range(DRAWS):
                c, j = (300 + (p + x) % 10 * 10) * LANES, D + p * 10 * LANES
                to, one = out[c:c + 10 * LANES], s[j:j + 10 * LANES]
                for c in range(10 * LANES):
                    to[c] += numbers[c] * np.int64(one[c])
                c, j = (200 + (p + x) % 10 * 10 + STANDS) * LANES, U + p * STANDING * LANES
                to, one = out[c:c + STANDING * LANES], s[j:j + STANDING * LANES]
                for c in range(STANDING * LANES):
                    to[c] += numbers[c] * np.int64(one[c])
            for p in range(STAYS, NATURAL):
                for b in range(AGAINST):
                    c, j = (100 + p * 10 + (b + x) % 10) * LANES, Y + ((p - STAYS) * AGAINST + b) * LANES
                    to, one = out[c:c + LANES], s[j:j + LANES]
                    for l in range(LANES):
                        to[l] += numbers[l] * np.int64(one[l])"""

# Sums over groups of cells, in deals of six cards.
COLLECT = """\
        for l in range(LANES):
            cards = 0.0
            for i in range(10):
                cards += v[i * LANES + l]
            sixth = np.int64(cards) - 5
            fills[l] = sixth * (sixth + 1)
            fills[LANES + l] = sixth
            fills[2 * LANES + l] = sixth
            fills[3 * LANES + l] = 1
        sums[:] = 0
        for k in range(len(cells)):
            c, f, g = cells[k] * LANES, cells[k] // 100 * LANES, groups[k] * LANES
            to, fill, one = sums[g:g + LANES], fills[f:f + LANES], out[c:c + LANES]
            for l in range(LANES):
                to[l] += fill[l] * one[l]
        for l in range(min(LANES, len(values) - first)):
            for g in range(result.shape[1]):
                result[first + l, g] = sums[g * LANES + l]"""
