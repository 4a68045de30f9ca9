// Whole shoes on a graphics processor: one shoe a thread, its cards in registers, counts in shared memory.
//
// The same streams and draws as punto/simulate/stream.py and lanes.py, so that the same plan gives the same counts. A shoe
// is twelve sums (the cards up to each rank, in the order 10 J Q K A 2 ... 9), two in a word. The tableau is handed in.
// Plain C++ but for CUDA's own words, so that a test can compile it for the processor.

typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define CLASSES 13576
#define NOTHING 0x7fffu  // draws no card: above every sum
#define NONE 10u

struct Stream {
    u32 s0, s1, s2, s3;
};

struct Rules {
    int decks, burning, depth, after, coups, continuous, stands, natural;
};

static __device__ __forceinline__ u64 word(u64 key, u64 number) {  // SplitMix64
    u64 z = key + (number + 1) * 0x9E3779B97F4A7C15ull;
    z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
    z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
    return z ^ (z >> 31);
}

static __device__ __forceinline__ Stream open_stream(u64 key, u64 shoe) {
    u64 one = word(key, 2 * shoe), two = word(key, 2 * shoe + 1);
    Stream s = {(u32)one, (u32)(one >> 32), (u32)two, (u32)(two >> 32)};
    return s;
}

static __device__ __forceinline__ u32 turned(u32 x, int left) { return (x << left) | (x >> (32 - left)); }

static __device__ __forceinline__ u32 next_number(Stream &s) {  // xoshiro128++
    u32 x = turned(s.s0 + s.s3, 7) + s.s0, t = s.s1 << 9;
    s.s2 ^= s.s0;
    s.s3 ^= s.s1;
    s.s1 ^= s.s2;
    s.s0 ^= s.s3;
    s.s2 ^= t;
    s.s3 = turned(s.s3, 11);
    return x;
}

// Two cards of one number: below n and below n - 1; false where the number must be thrown away.
static __device__ __forceinline__ bool pair_of(u32 x, u32 n, u32 &one, u32 &other) {
    u32 rest = x * n, ways = n * (n - 1);
    one = __umulhi(x, n);
    other = __umulhi(rest, n - 1);
    u32 low = rest * (n - 1);
    return low >= ways || low >= (u32)(4294967296ull % ways);
}

// The six numbers of a coup: three of the stream, and the next ones for those thrown away.
static __device__ __forceinline__ void six_numbers(Stream &s, u32 n, u32 *x) {
    u32 a = next_number(s), b = next_number(s), c = next_number(s);
    while (!pair_of(a, n, x[0], x[1])) a = next_number(s);
    while (!pair_of(b, n - 2, x[2], x[3])) b = next_number(s);
    while (!pair_of(c, n - 4, x[4], x[5])) c = next_number(s);
}

static __device__ __forceinline__ void fill(u32 *sums, u32 decks) {
#pragma unroll
    for (u32 word = 0; word < 6; word++) sums[word] = 4 * decks * (2 * word + 1) | 4 * decks * (2 * word + 2) << 16;
}

// Draw card x, from 0: every sum above x falls by one. Returns the rank: 0 for a ten to 12 for a nine.
static __device__ __forceinline__ u32 take(u32 *sums, u32 x) {
    u32 both = (x | x << 16) | 0x80008000u, fell = 0;
#pragma unroll
    for (int word = 0; word < 6; word++) {
        u32 falls = (~(both - sums[word]) & 0x80008000u) >> 15;
        sums[word] -= falls;
        fell += falls;
    }
    return 12 - (fell & 0xffffu) - (fell >> 16);
}

static __device__ __forceinline__ u32 worth(u32 rank) { return rank > 3 ? rank - 3 : 0; }

static __device__ __forceinline__ u32 points(u32 one, u32 other) {
    u32 both = worth(one) + worth(other);
    return both > 9 ? both - 10 : both;
}

// Deal a coup; returns its class as punto.coup.classes() numbers them, and how many third cards were drawn.
static __device__ __forceinline__ u32 deal_coup(u32 *sums, const u32 *x, const u32 *rows, const u16 *base, Rules r,
                                                u32 &drew) {
    u32 p1 = take(sums, x[0]), b1 = take(sums, x[1]), p2 = take(sums, x[2]), b2 = take(sums, x[3]);
    u32 player = points(p1, p2), banker = points(b1, b2);
    bool open_end = player < (u32)r.natural && banker < (u32)r.natural;
    bool draws = open_end && player < (u32)r.stands;
    u32 p3 = take(sums, draws ? x[4] : NOTHING);
    u32 third = draws ? worth(p3) : NONE;
    bool also = open_end && (rows[banker] >> third & 1);
    u32 b3 = take(sums, also ? (draws ? x[5] : x[4]) : NOTHING);
    drew = (u32)draws + (u32)also;
    u32 place = __ldg(base + (player * 10 + banker) * 11 + third) + (also ? worth(b3) : 0);
    return 4 * place + 2 * (u32)(p1 == p2) + (u32)(b1 == b2);
}

static __device__ __forceinline__ void deal_shoe(u64 key, u64 shoe, Rules r, const u16 *burns, const u32 *rows,
                                                 const u16 *base, u32 *found) {
    Stream s = open_stream(key, shoe);
    u32 sums[6], x[6], drew;
    fill(sums, r.decks);
    int unseen = 52 * r.decks, left = unseen;
    if (r.burning) {
        six_numbers(s, unseen, x);
        left -= 1 + __ldg(burns + take(sums, x[0]));
        unseen -= 1;
    }
    for (int dealt = 0, over = 0; r.coups ? dealt < r.coups : over <= r.after; dealt++) {
        six_numbers(s, unseen, x);
        atomicAdd(found + deal_coup(sums, x, rows, base, r, drew), 1u);
        unseen -= 4 + drew;
        left -= 4 + drew;
        over += left < r.depth;  // this coup met the cover card, or comes after it
        if (r.continuous) {
            fill(sums, r.decks);
            unseen = 52 * r.decks;
        }
    }
}

extern __shared__ u32 shared_words[];  // counts by class, then the rows of the tableau

extern "C" __global__ void count_shoes(u64 key, u64 first, u64 shoes, int decks, int burning, int depth, int after,
                                       int coups, int continuous, int stands, int natural, const u16 *burns, const u16 *draw,
                                       const u16 *base, u64 *counts) {
    Rules r = {decks, burning, depth, after, coups, continuous, stands, natural};
    u32 *found = shared_words, *rows = shared_words + CLASSES;
    for (u32 i = threadIdx.x; i < CLASSES; i += blockDim.x) found[i] = 0;
    for (u32 i = threadIdx.x; i < 10; i += blockDim.x) rows[i] = i < 8 ? draw[i] : 0;
    __syncthreads();
    u64 threads = (u64)gridDim.x * blockDim.x;
    for (u64 shoe = (u64)blockIdx.x * blockDim.x + threadIdx.x; shoe < shoes; shoe += threads)
        deal_shoe(key, first + shoe, r, burns, rows, base, found);
    __syncthreads();
    for (u32 i = threadIdx.x; i < CLASSES; i += blockDim.x)
        if (found[i]) atomicAdd(counts + i, (u64)found[i]);
}
