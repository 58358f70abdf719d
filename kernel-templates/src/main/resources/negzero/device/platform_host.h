// Platform: plain C++ on a CPU, for tests. Each GPU thread is a real thread; a pack is stored word by word in random order,
// as no order holds among the words of a pack. Under ThreadSanitizer, which doesn't model fences, the first relaxed store
// of a word after a release fence is a release, and an acquire fence reads again, with acquire, the words that this thread
// has polled: what the fences promise, told in a way that the tool understands.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstring>
#include <thread>

#define NZ_DEVICE static inline
#define NZ_DEVICE_COLD static
#define NZ_KERNEL(threads) extern "C"
#define NZ_MEMBER inline
/// Storage that one block's threads share; a kernel has one such variable.
#define NZ_SHARED(type, name) type& name = *reinterpret_cast<type*>(nz::host::context->block->shared)
#define NZ_PARAMETER const

namespace nz {

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

enum class Scope { System, Device };

struct alignas(16) Words4 {
    u32 w[4];
};

namespace host {

#if defined(__SANITIZE_THREAD__)
constexpr bool kFencesUnseen = true;
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
constexpr bool kFencesUnseen = true;
#else
constexpr bool kFencesUnseen = false;
#endif
#else
constexpr bool kFencesUnseen = false;
#endif

/// A block's barrier and shared memory.
struct Block {
    explicit Block(u32 threads) : threads_(threads) {}

    /// Waits for all threads of the block; tells whether any flag was set.
    bool sync(bool flag) {
        const u32 round = round_.load(std::memory_order_acquire);
        if (flag) {
            votes_[round & 1].store(1, std::memory_order_relaxed);
        }
        if (arrived_.fetch_add(1, std::memory_order_acq_rel) + 1 == threads_) {
            votes_[(round + 1) & 1].store(0, std::memory_order_relaxed);
            arrived_.store(0, std::memory_order_relaxed);
            round_.store(round + 1, std::memory_order_release);
        } else {
            while (round_.load(std::memory_order_acquire) == round) {
                std::this_thread::yield();
            }
        }
        return votes_[round & 1].load(std::memory_order_relaxed) != 0;
    }

    alignas(16) unsigned char shared[1024];

  private:
    const u32 threads_;
    std::atomic<u32> arrived_{0};
    std::atomic<u32> round_{0};
    std::atomic<u32> votes_[2]{};
};

/// What a GPU thread knows of itself.
struct Context {
    Block* block;
    u32 thread;
    u32 threads;
    u32 block_index;
    u32 blocks;
    u32 random;
    bool released;
    static constexpr u32 kPolled = 64;
    u32 polled_count;
    const std::atomic<u32>* polled[kPolled];

    u32 next_random() {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        return random;
    }
};

inline thread_local Context* context = nullptr;

inline std::atomic<u32>* atom(const u32* p) { return reinterpret_cast<std::atomic<u32>*>(const_cast<u32*>(p)); }
inline std::atomic<u64>* atom(const u64* p) { return reinterpret_cast<std::atomic<u64>*>(const_cast<u64*>(p)); }

inline std::memory_order relaxed_store_order() {
    return kFencesUnseen && context->released ? std::memory_order_release : std::memory_order_relaxed;
}

inline void remember(const u32* p) {
    if (kFencesUnseen) {
        context->polled[context->polled_count++ % Context::kPolled] = atom(p);
    }
}

}  // namespace host

NZ_DEVICE u32 thread_id() { return host::context->thread; }
NZ_DEVICE u32 block_threads() { return host::context->threads; }
NZ_DEVICE u32 block_id() { return host::context->block_index; }
NZ_DEVICE u32 block_count() { return host::context->blocks; }

NZ_DEVICE void cta_sync() { host::context->block->sync(false); }
NZ_DEVICE void cta_sync_drain() { cta_sync(); }
NZ_DEVICE bool cta_sync_or(bool flag) { return host::context->block->sync(flag); }
NZ_DEVICE void spin_pause() { std::this_thread::yield(); }

NZ_DEVICE u64 clock_ns() {
    return static_cast<u64>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                std::chrono::steady_clock::now().time_since_epoch())
                                .count());
}

template <Scope S>
NZ_DEVICE u32 load_relaxed(const u32* p) {
    host::remember(p);
    return host::atom(p)->load(std::memory_order_relaxed);
}

template <Scope S>
NZ_DEVICE u64 load_relaxed(const u64* p) {
    host::remember(reinterpret_cast<const u32*>(p));
    return host::atom(p)->load(std::memory_order_relaxed);
}

template <Scope S>
NZ_DEVICE u32 load_acquire(const u32* p) {
    return host::atom(p)->load(std::memory_order_acquire);
}

template <Scope S>
NZ_DEVICE void store_relaxed(u32* p, u32 v) {
    host::atom(p)->store(v, host::relaxed_store_order());
}

template <Scope S>
NZ_DEVICE void store_relaxed(u64* p, u64 v) {
    host::atom(p)->store(v, host::relaxed_store_order());
}

template <Scope S>
NZ_DEVICE void store_release(u32* p, u32 v) {
    host::atom(p)->store(v, std::memory_order_release);
}

template <Scope S, int Bytes>
NZ_DEVICE void load_words_relaxed(const u8* p, u32* w) {
    const u32 turn = host::context->next_random();
    for (u32 i = 0; i < Bytes / 4; i++) {
        const u32 at = (i + turn) % (Bytes / 4);
        w[at] = load_relaxed<S>(reinterpret_cast<const u32*>(p) + at);
    }
}

template <Scope S, int Bytes>
NZ_DEVICE void store_words_relaxed(u8* p, const u32* w) {
    const u32 turn = host::context->next_random();
    for (u32 i = 0; i < Bytes / 4; i++) {
        const u32 at = (i + turn) % (Bytes / 4);
        store_relaxed<S>(reinterpret_cast<u32*>(p) + at, w[at]);
        if ((turn >> 8) % 4 == 0) {
            std::this_thread::yield();
        }
    }
}

NZ_DEVICE void acquire_polled() {
    const u32 count = host::context->polled_count;
    for (u32 i = 0; i < (count < host::Context::kPolled ? count : host::Context::kPolled); i++) {
        (void)host::context->polled[i]->load(std::memory_order_acquire);
    }
    host::context->polled_count = 0;
}

template <Scope S>
NZ_DEVICE void fence_release() {
    if constexpr (host::kFencesUnseen) {
        acquire_polled();
        host::context->released = true;
    } else {
        std::atomic_thread_fence(std::memory_order_acq_rel);
    }
}

/// The fence between two kernels of a stream, as the start of the later one.
NZ_DEVICE void kernel_enter() { fence_release<Scope::System>(); }

/// The same fence, as the end of the earlier one.
NZ_DEVICE void kernel_exit() {
    fence_release<Scope::System>();
    host::context->released = false;
}

NZ_DEVICE u32 fetch_add_acq_rel(u32* p, u32 v) { return host::atom(p)->fetch_add(v, std::memory_order_acq_rel); }
NZ_DEVICE u32 claim_relaxed(u32* p) { return host::atom(p)->exchange(1, std::memory_order_relaxed); }

template <int Bytes>
NZ_DEVICE void load_words(const u8* p, u32* w) {
    std::memcpy(w, p, Bytes);
}

template <int Bytes>
NZ_DEVICE void store_words(u8* p, const u32* w) {
    std::memcpy(p, w, Bytes);
}

NZ_DEVICE u16 bf16_from_f32(float x) {
    u32 bits;
    std::memcpy(&bits, &x, 4);
    return static_cast<u16>((bits + 0x7FFFu + (bits >> 16 & 1u)) >> 16);
}

/// Round to nearest even, subnormals kept, overflow to infinity.
NZ_DEVICE u16 f16_from_f32(float x) {
    u32 bits;
    std::memcpy(&bits, &x, 4);
    const u32 sign = bits >> 16 & 0x8000u;
    bits &= 0x7FFFFFFFu;
    if (bits >= 0x47800000u) {  // 65536 and up, Inf, NaN
        return static_cast<u16>(sign | (bits > 0x7F800000u ? 0x7E00u : 0x7C00u));
    }
    if (bits < 0x38800000u) {  // below 2^-14: let the float adder round at the subnormal's last place
        float magnitude;
        std::memcpy(&magnitude, &bits, 4);
        magnitude += 0.5f;
        std::memcpy(&bits, &magnitude, 4);
        return static_cast<u16>(sign | (bits - 0x3F000000u));
    }
    const u32 rounded = bits + 0xFFFu + (bits >> 13 & 1u) - 0x38000000u;
    return static_cast<u16>(sign | rounded >> 13);
}

NZ_DEVICE float f32_from_f16(u16 half) {
    const u32 sign = static_cast<u32>(half & 0x8000u) << 16;
    const u32 exponent = half >> 10 & 0x1Fu;
    const u32 fraction = half & 0x3FFu;
    float x;
    u32 bits;
    if (exponent == 0) {  // fraction * 2^-24, exactly
        x = static_cast<float>(fraction) * 5.9604644775390625e-8f;
        std::memcpy(&bits, &x, 4);
        bits |= sign;
    } else if (exponent == 31) {
        bits = sign | 0x7F800000u | fraction << 13;
    } else {
        bits = sign | (exponent + 112) << 23 | fraction << 13;
    }
    std::memcpy(&x, &bits, 4);
    return x;
}

}  // namespace nz
