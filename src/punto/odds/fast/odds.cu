// Exact odds on a graphics processor: one composition a thread, by the closed form of the manual.
//
// The same sums as punto/odds/fast/straight.py, as loops: pairs beside the Banker's hands, which are counted once for the
// full shoe (h all of them, z with one card marked) and less those that hold the card taken out first. Sums over five
// cards are doubles, exact below 2^53; the sixth card is multiplied in 64-bit integers. The tableau is handed in.
// Plain C++ but for CUDA's own words, so that a test can compile it for the processor.

typedef long long i64;

#define CELLS 400
#define MOST_GROUPS 64

struct Rules {
    int draws, stays, order[10], drawing[11];  // counts below which the Player's Hand draws, and has no natural; by x, bits of b
};

static __device__ __forceinline__ int ten(int n) { return (n + 20) % 10; }

// Pairs of count p that hold a given card of value i as their first: its partners.
static __device__ __forceinline__ double partners(const double *m, int p, int i) {
    int other = ten(p - i);
    return m[other] - (other == i ? 1.0 : 0.0);
}

static __device__ __forceinline__ double pairs(const double *m, int p) {
    double found = 0.0;
    for (int i = 0; i < 10; i++) found += m[i] * partners(m, p, i);
    return found;
}

// Two pairs that share no card.
static __device__ __forceinline__ double both(const double *m, const double *t, int p, int b) {
    double shared = 0.0;
    for (int i = 0; i < 10; i++) shared += m[i] * partners(m, b, i) * partners(m, p, i);
    return t[p] * (t[b] + (p == b ? 2.0 : 0.0)) - 4.0 * shared;
}

// Hands of three cards whose first two make b: added where they begin to draw, taken off where they cease to.
static __device__ void more_hands(const double *v, const double *t, int b, double more, double *z, double *h) {
    for (int k = 0; k < 10; k++) {
        double pair = 2.0 * more * v[k] * partners(v, b, k);
        for (int y = 0; y < 10; y++) z[k * 10 + ten(b + y)] += pair * (v[y] - (y == k) - (y == ten(b - k)));
    }
    for (int y = 0; y < 10; y++) {
        double found = more * v[y] * (t[b] - 2.0 * partners(v, b, y));
        z[y * 10 + ten(b + y)] += found;
        h[ten(b + y)] += found;
    }
}

// The Player's pairs beside all hands of three cards that end on f, without the card x: d[p].
static __device__ __forceinline__ void beside(const double *m, const double *t, const double *z, double h, int drawing,
                                              int x, int f, int draws, double *d) {
    double marked[10], gone = 0.0;
    int rest = ten(f - x);
    for (int i = 0; i < 10; i++) {
        int places = (drawing >> rest & 1) + (drawing >> ten(i + x) & 1) + (drawing >> ten(f - i) & 1);
        double u = places * m[i] * partners(m, rest, i);
        gone += u;
        marked[i] = z[i * 10 + f] - 2.0 * u;
    }
    for (int p = 0; p < draws; p++) {
        double sum = -marked[ten(f - p)];
        for (int i = 0; i < 10; i++) sum += partners(m, p, i) * marked[i];
        d[p] = t[p] * h - (t[p] - 2.0 * partners(m, p, x) + (rest == p ? 2.0 : 0.0)) * gone - 2.0 * sum;
    }
}

static __device__ __forceinline__ void put(const signed char *groups, i64 *sums, int cell, i64 deals) {
    if (groups[cell] >= 0) sums[groups[cell]] += deals;
}

static __device__ void count_one(const double *v, const Rules &r, const signed char *groups, i64 *sums) {
    double t[10], tm[10], m[10], z[100], h[10], d[10], cards = 0.0;
    for (int i = 0; i < 10; i++) cards += v[i], h[i] = 0.0, t[i] = pairs(v, i);
    for (int c = 0; c < 100; c++) z[c] = 0.0;
    i64 sixth = (i64)cards - 5;
    for (int p = 0; p < 10; p++)
        for (int b = 0; b < 10; b++)
            if (p >= r.stays || b >= r.stays || (p >= r.draws && !(r.drawing[10] >> b & 1)))
                put(groups, sums, p * 10 + b, sixth * (sixth + 1) * (i64)both(v, t, p, b));
    for (int turn = 0, before = 0; turn < 10; turn++) {
        int x = r.order[turn], drawing = r.drawing[x];
        for (int b = 0; b < 10; b++)
            if ((drawing ^ before) >> b & 1) more_hands(v, t, b, drawing >> b & 1 ? 1.0 : -1.0, z, h);
        before = drawing;
        for (int i = 0; i < 10; i++) m[i] = v[i] - (i == x);
        for (int i = 0; i < 10; i++) tm[i] = pairs(m, i);
        i64 number = (i64)v[x];
        for (int f = 0; f < 10; f++) {
            beside(m, tm, z, h[f], drawing, x, f, r.draws, d);
            for (int p = 0; p < r.draws; p++) put(groups, sums, 300 + ten(p + x) * 10 + f, number * (i64)d[p]);
        }
        for (int b = 0; b < r.stays; b++) {
            for (int p = 0; p < r.draws && !(drawing >> b & 1); p++)
                put(groups, sums, 200 + ten(p + x) * 10 + b, sixth * number * (i64)both(m, tm, p, b));
            for (int p = r.draws; p < r.stays && (r.drawing[10] >> b & 1); p++)
                put(groups, sums, 100 + p * 10 + ten(b + x), sixth * number * (i64)both(m, tm, p, b));
        }
    }
}

// A row of ten values for each composition, and a row of sums.
extern "C" __global__ void count_cells(i64 shoes, const short *values, const int *tableau, const signed char *cells,
                                       int results, i64 *found) {
    Rules r = {tableau[0], tableau[1], {}, {}};
    for (int i = 0; i < 10; i++) r.order[i] = tableau[2 + i];
    for (int i = 0; i < 11; i++) r.drawing[i] = tableau[12 + i];
    i64 threads = (i64)gridDim.x * blockDim.x;
    for (i64 shoe = (i64)blockIdx.x * blockDim.x + threadIdx.x; shoe < shoes; shoe += threads) {
        double v[10];
        i64 sums[MOST_GROUPS];
        for (int i = 0; i < 10; i++) v[i] = values[10 * shoe + i];
        for (int g = 0; g < results; g++) sums[g] = 0;
        count_one(v, r, cells, sums);
        for (int g = 0; g < results; g++) found[results * shoe + g] = sums[g];
    }
}
