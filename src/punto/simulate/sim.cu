// Whole shoes on a graphics processor: one shoe a thread, its cards in registers, counts in shared memory.
//
// The same streams and draws as punto/simulate/stream.py and simd.py, so that the same plan gives the same counts. A shoe
// is twelve sums (the cards up to each rank, in the order 10 J Q K A 2 ... 9): three in a word up to nine decks, two
// above. The third-card rules are an argument. Plain C++ but for CUDA's own words, so that a test can compile it for
// the processor.

typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

#define CLASSES 13576
#define PLACES 1100  // entries of the base of classes
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

static __device__ __forceinline__ u32 turned(u32 x, int left) { return __funnelshift_l(x, x, left); }

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

// Two cards of one number: below n and below n - 1. Returns the remainder that decides whether the number is rejected.
static __device__ __forceinline__ u32 pair_of(u32 x, u32 n, u32 &one, u32 &other) {
    u32 rest = x * n;
    one = __umulhi(x, n);
    other = __umulhi(rest, n - 1);
    return rest * (n - 1);
}

// Replace a rejected number by the next ones of the stream.
static __device__ __forceinline__ void accepted(Stream &s, u32 remainder, u32 n, u32 &one, u32 &other) {
    u32 ways = n * (n - 1), least = (0u - ways) % ways;  // 2^32 % ways
    while (remainder < least) remainder = pair_of(next_number(s), n, one, other);
}

// The six numbers of a coup: three of the stream, and the next ones for those rejected, which is seldom.
static __device__ __forceinline__ void six_numbers(Stream &s, u32 n, u32 *x) {
    u32 a = next_number(s), b = next_number(s), c = next_number(s);
    u32 first = pair_of(a, n, x[0], x[1]), second = pair_of(b, n - 2, x[2], x[3]), third = pair_of(c, n - 4, x[4], x[5]);
    if (min(first, min(second, third)) < n * (n - 1)) {  // one branch for all three
        accepted(s, first, n, x[0], x[1]);
        accepted(s, second, n - 2, x[2], x[3]);
        accepted(s, third, n - 4, x[4], x[5]);
    }
}

// The cards of a shoe: sums side by side in words, each below a guard bit.
template <u32 FIELDS, u32 BITS> struct Shoe {
    static const u32 WORDS = 12 / FIELDS, ONES = FIELDS == 3 ? 0x00100401u : 0x00010001u, GUARDS = ONES << (BITS - 1);
    static const u32 NOTHING = (1u << (BITS - 1)) - 1;  // draws no card: above every sum
    u32 sums[WORDS];

    __device__ __forceinline__ void fill(u32 decks) {
#pragma unroll
        for (u32 word = 0; word < WORDS; word++) {
            sums[word] = 0;
#pragma unroll
            for (u32 field = 0; field < FIELDS; field++) sums[word] |= 4 * decks * (FIELDS * word + field + 1) << BITS * field;
        }
    }

    // Draw card x, from 0: every sum above x falls by one. Returns how many fell: 12 for a ten to 0 for a nine.
    __device__ __forceinline__ u32 take(u32 x) {
        u32 both = x * ONES + GUARDS, fell = 0;
#pragma unroll
        for (u32 word = 0; word < WORDS; word++) {
            u32 falls = (~(both - sums[word]) & GUARDS) >> (BITS - 1);
            sums[word] -= falls;
            fell += falls;
        }
        return FIELDS == 3 ? fell * ONES >> 20 & 15 : (fell & 0xffffu) + (fell >> 16);  // the fields, added
    }
};

static __device__ __forceinline__ u32 worth(u32 fell) { return max(9 - (int)fell, 0); }

static __device__ __forceinline__ u32 points(u32 one, u32 other) {
    u32 both = worth(one) + worth(other);
    return min(both, both - 10);  // below ten the second wraps
}

// Deal a coup; returns its class as punto.core.coup.classes() numbers them, and how many third cards were drawn.
template <class Cards>
static __device__ __forceinline__ u32 deal_coup(Cards &cards, const u32 *x, const u32 *rows, const u16 *base, Rules r,
                                                u32 &drew) {
    u32 p1 = cards.take(x[0]), b1 = cards.take(x[1]), p2 = cards.take(x[2]), b2 = cards.take(x[3]);
    u32 player = points(p1, p2), banker = points(b1, b2);
    bool open_end = max(player, banker) < (u32)r.natural;
    bool draws = open_end && player < (u32)r.stands;
    u32 p3 = cards.take(draws ? x[4] : Cards::NOTHING);
    u32 third = draws ? worth(p3) : NONE;
    bool also = open_end && (rows[banker] >> third & 1);
    u32 b3 = cards.take(also ? (draws ? x[5] : x[4]) : Cards::NOTHING);
    drew = (u32)draws + (u32)also;
    u32 place = base[(player * 10 + banker) * 11 + third] + (also ? worth(b3) : 0);
    return 4 * place + 2 * (u32)(p1 == p2) + (u32)(b1 == b2);
}

template <class Cards>
static __device__ __forceinline__ void deal_shoe(u64 key, u64 shoe, Rules r, const u16 *burns, const u32 *rows,
                                                 const u16 *base, u32 *found) {
    Stream s = open_stream(key, shoe);
    Cards cards;
    u32 x[6], drew;
    cards.fill(r.decks);
    int unseen = 52 * r.decks, left = unseen;
    if (r.burning) {
        six_numbers(s, unseen, x);
        left -= 1 + __ldg(burns + 12 - cards.take(x[0]));
        unseen -= 1;
    }
    for (int dealt = 0, over = 0; r.coups ? dealt < r.coups : over <= r.after; dealt++) {
        six_numbers(s, unseen, x);
        atomicAdd(found + deal_coup(cards, x, rows, base, r, drew), 1u);
        unseen -= 4 + drew;
        left -= 4 + drew;
        over += left < r.depth;  // this coup met the cover card, or comes after it
        if (r.continuous) {
            cards.fill(r.decks);
            unseen = 52 * r.decks;
        }
    }
}

extern __shared__ u32 shared_words[];  // counts by class, the rows of the tableau, the base of classes

template <class Cards>
static __device__ __forceinline__ void count(u64 key, u64 first, u64 shoes, Rules r, const u16 *burns, const u16 *draw,
                                             const u16 *base, u64 *counts) {
    u32 *found = shared_words, *rows = shared_words + CLASSES;
    u16 *places = (u16 *)(rows + 16);
    for (u32 i = threadIdx.x; i < CLASSES; i += blockDim.x) found[i] = 0;
    for (u32 i = threadIdx.x; i < 10; i += blockDim.x) rows[i] = i < 8 ? draw[i] : 0;
    for (u32 i = threadIdx.x; i < PLACES; i += blockDim.x) places[i] = base[i];
    __syncthreads();
    u64 threads = (u64)gridDim.x * blockDim.x;
    for (u64 shoe = (u64)blockIdx.x * blockDim.x + threadIdx.x; shoe < shoes; shoe += threads)
        deal_shoe<Cards>(key, first + shoe, r, burns, rows, places, found);
    __syncthreads();
    for (u32 i = threadIdx.x; i < CLASSES; i += blockDim.x)
        if (found[i]) atomicAdd(counts + i, (u64)found[i]);
}

#define KERNEL(name, cards)                                                                                              \
    extern "C" __global__ void name(u64 key, u64 first, u64 shoes, int decks, int burning, int depth, int after, int coups, \
                                    int continuous, int stands, int natural, const u16 *burns, const u16 *draw,             \
                                    const u16 *base, u64 *counts) {                                                         \
        Rules r = {decks, burning, depth, after, coups, continuous, stands, natural};                                      \
        count<cards>(key, first, shoes, r, burns, draw, base, counts);                                                     \
    }
typedef Shoe<3, 10> Narrow;  // up to nine decks: 468 cards
typedef Shoe<2, 16> Wide;
KERNEL(count_shoes, Narrow)
KERNEL(count_many_decks, Wide)
