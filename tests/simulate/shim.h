/* CUDA's words for a compiler of the processor: one block of one thread, whose shared memory is an array. */
#define __device__
#define __global__
#define __shared__
#define __forceinline__ inline
struct Place { unsigned int x; };
static const Place threadIdx = {0}, blockIdx = {0}, blockDim = {1}, gridDim = {1};
static inline void __syncthreads() {}
static inline unsigned int __funnelshift_l(unsigned int low, unsigned int high, int left) {
    return (high << left) | (low >> (32 - left));
}
template <typename T> static inline T min(T one, T other) { return one < other ? one : other; }
template <typename T> static inline T max(T one, T other) { return one > other ? one : other; }
static inline unsigned int __umulhi(unsigned int a, unsigned int b) { return (unsigned long long)a * b >> 32; }
template <typename T> static inline T __ldg(const T *at) { return *at; }
template <typename T> static inline void atomicAdd(T *at, T more) { *at += more; }
extern unsigned int shared_words[];
unsigned int shared_words[13576 + 16 + 550];
