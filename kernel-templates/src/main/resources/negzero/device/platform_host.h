// Platform: plain C++ on a CPU, for tests. Each GPU thread is a real thread. What a GPU leaves open, this platform varies at
// random: the words of a pack are loaded and stored in any order, threads give way anywhere, and a kernel may start before
// the one ahead of it on its stream has ended (`kernel_enter` waits). Orders are no stronger than their names.
// A test may step in at loads (`Watch`). A thread that leaves its block while others wait in a barrier ends the process.
#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <unordered_set>

#if defined(__SANITIZE_THREAD__)
#define NZ_TSAN 1
#elif defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define NZ_TSAN 1
#endif
#endif
#ifdef NZ_TSAN
#include <sanitizer/tsan_interface.h>
#endif

#define NZ_DEVICE inline
#define NZ_DEVICE_COLD inline
#define NZ_KERNEL(...) extern "C"
#define NZ_MEMBER inline
/// Storage that one block's threads share.
#define NZ_SHARED(type, name) type& name = nz::host::context->block->template shared<type>()
#define NZ_PARAMETER const

namespace nz {

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

enum class Scope { System, Device };

/// Whether a variable without a value takes registers.
constexpr bool kUnsetTakesRegisters = false;

struct alignas(16) Words4 {
    u32 w[4];
};

/// 64 bits as two words, the low one first.
inline void split_long(u64 v, u32* w) {
    w[0] = static_cast<u32>(v);
    w[1] = static_cast<u32>(v >> 32);
}
inline u64 join_long(const u32* w) { return w[0] | static_cast<u64>(w[1]) << 32; }

namespace host {

/// Relaxed accesses and the fences around them.
#ifdef NZ_TSAN
/// ThreadSanitizer knows no fences, so they are told in terms that it knows, no stronger than they are. A relaxed store
/// after a release fence publishes what stood before the fence, and itself, but nothing in between: a courier carries it out
/// with release, a second context that knows of this thread only what it had done at its last fence. Couriers take turns,
/// so that a store doesn't publish the one before it. An acquire fence acquires every word that this thread has loaded
/// relaxed since the last one.
class Orders {
  public:
    Orders() : couriers_{__tsan_create_fiber(0), __tsan_create_fiber(0)} {}
    ~Orders() {
        __tsan_destroy_fiber(couriers_[0]);
        __tsan_destroy_fiber(couriers_[1]);
    }
    Orders(const Orders&) = delete;
    Orders& operator=(const Orders&) = delete;

    void release_fence() { __tsan_release(&fence_); }

    void acquire_fence() {
        for (const void* word : loaded_) {
            __tsan_acquire(const_cast<void*>(word));
        }
        loaded_.clear();
    }

    template <class T>
    void store(std::atomic<T>* p, T v) {
        void* const self = __tsan_get_current_fiber();
        turn_ ^= 1;
        void* const stored = &stored_[turn_];
        __tsan_switch_to_fiber(couriers_[turn_], __tsan_switch_to_fiber_no_sync);
        __tsan_acquire(&fence_);
        p->store(v, std::memory_order_release);
        __tsan_release(stored);
        __tsan_switch_to_fiber(self, __tsan_switch_to_fiber_no_sync);
        __tsan_acquire(stored);  // this thread's next release covers its own store
    }

    template <class T>
    T load(const std::atomic<T>* p) {
        loaded_.insert(p);
        return p->load(std::memory_order_relaxed);
    }

  private:
    void* const couriers_[2];
    u32 turn_ = 0;
    u64 fence_ = 0;
    u64 stored_[2] = {0, 0};
    std::unordered_set<const void*> loaded_;
};
#else
class Orders {
  public:
    void release_fence() { std::atomic_thread_fence(std::memory_order_release); }
    void acquire_fence() { std::atomic_thread_fence(std::memory_order_acquire); }

    template <class T>
    void store(std::atomic<T>* p, T v) {
        p->store(v, std::memory_order_relaxed);
    }

    template <class T>
    T load(const std::atomic<T>* p) {
        return p->load(std::memory_order_relaxed);
    }
};
#endif

/// A block's barrier and shared memory.
struct Block {
    explicit Block(u32 threads) : threads_(threads) {}

    /// Waits for all threads of the block; tells whether any flag was set.
    ///
    /// @param launches kernels that this thread has ended
    bool sync(bool flag, u32 launches) {
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
                expect_company(round, launches);
                std::this_thread::yield();
            }
        }
        return votes_[round & 1].load(std::memory_order_relaxed) != 0;
    }

    /// A thread has ended a kernel.
    void end() { ended_.fetch_add(1, std::memory_order_release); }

    /// Whether all threads but one wait in a barrier or have ended the kernel; asked by that one.
    bool others_wait_or_ended(u32 launches) const {
        const u32 ended = ended_.load(std::memory_order_acquire) - launches * threads_;
        return arrived_.load(std::memory_order_acquire) + ended == threads_ - 1;
    }

    /// One variable of each type, for all kernels.
    template <class T>
    T& shared() {
        static const u32 place = next_place_.fetch_add((sizeof(T) + 15) / 16 * 16, std::memory_order_relaxed);
        if (place + sizeof(T) > sizeof shared_) {
            std::abort();
        }
        return *reinterpret_cast<T*>(shared_ + place);
    }

  private:
    /// Ends the process when a thread has ended the kernel without this barrier: the others would wait for it for ever.
    void expect_company(u32 round, u32 launches) const {
        if (ended_.load(std::memory_order_relaxed) <= launches * threads_) {
            return;
        }
        // Acquire: pairs with the release in `end`; who got through the barrier before it ended shows in the round.
        const u32 ended = ended_.load(std::memory_order_acquire);
        if (ended > launches * threads_ && round_.load(std::memory_order_acquire) == round) {
            std::fputs("FAIL: a thread has left its block, which waits for it in a barrier\n", stderr);
            std::fflush(nullptr);
            std::_Exit(1);
        }
    }

    static inline std::atomic<u32> next_place_{0};
    alignas(16) unsigned char shared_[2048];
    const u32 threads_;
    std::atomic<u32> arrived_{0};
    std::atomic<u32> round_{0};
    std::atomic<u32> votes_[2]{};
    std::atomic<u32> ended_{0};  // threads that have ended a kernel, over all kernels so far
};

/// One kernel on a rank's stream.
struct Launch {
    const Launch* previous = nullptr;  // null: the stream's first
    u32 threads = 0;                   // of all its blocks
    std::atomic<u32> left{0};          // threads that have ended

    void wait_for_previous() const {
        while (previous != nullptr && previous->left.load(std::memory_order_acquire) != previous->threads) {
            std::this_thread::yield();
        }
    }
};

/// Lets a test step in as a thread is about to load a word relaxed. All threads that have it call it.
struct Watch {
    virtual ~Watch() = default;
    virtual void before_load(const void* word) = 0;
};

/// What a GPU thread knows of itself.
struct Context {
    Block* block = nullptr;
    Launch* launch = nullptr;
    Watch* watch = nullptr;  // null: nobody steps in
    u32 launches = 0;        // kernels that this thread has ended
    u32 thread = 0;
    u32 threads = 0;
    u32 block_index = 0;
    u32 blocks = 0;
    u32 random = 1;  // never 0
    u32 haste = 63;  // gives way once in haste + 1 times; a power of two less one
    Orders orders;

    u32 next_random() {
        random ^= random << 13;
        random ^= random >> 17;
        random ^= random << 5;
        return random;
    }

    /// The end of a kernel. That a grid's end is a fence needs no statement in a kernel: whoever ran it calls this.
    void end_kernel() {
        orders.acquire_fence();
        launches++;
        block->end();
        launch->left.fetch_add(1, std::memory_order_acq_rel);
    }

    /// Lets other threads pass now and then, so that every order of events has its turn.
    void falter() {
        if ((next_random() & haste) == 0) {
            for (u32 i = next_random() >> 27; i != 0; i--) {
                std::this_thread::yield();
            }
        }
    }
};

inline thread_local Context* context = nullptr;

inline std::atomic<u32>* atom(const u32* p) { return reinterpret_cast<std::atomic<u32>*>(const_cast<u32*>(p)); }
inline std::atomic<u64>* atom(const u64* p) { return reinterpret_cast<std::atomic<u64>*>(const_cast<u64*>(p)); }

}  // namespace host

NZ_DEVICE u32 thread_id() { return host::context->thread; }
NZ_DEVICE u32 block_threads() { return host::context->threads; }
NZ_DEVICE u32 block_id() { return host::context->block_index; }
NZ_DEVICE u32 block_count() { return host::context->blocks; }

NZ_DEVICE bool cta_sync_or(bool flag) {
    host::context->falter();
    return host::context->block->sync(flag, host::context->launches);
}
NZ_DEVICE void cta_sync() { cta_sync_or(false); }
NZ_DEVICE void cta_sync_drain() { cta_sync(); }
NZ_DEVICE void spin_pause() { std::this_thread::yield(); }

/// A wave is one thread here.
NZ_DEVICE void wave_sync(u32* count, u32 target) {
    host::context->falter();
    host::atom(count)->fetch_add(1, std::memory_order_acq_rel);
    while (static_cast<int>(host::atom(count)->load(std::memory_order_acquire) - target) < 0) {
        std::this_thread::yield();
    }
}

NZ_DEVICE u64 clock_ns() {
    return static_cast<u64>(std::chrono::duration_cast<std::chrono::nanoseconds>(
                                std::chrono::steady_clock::now().time_since_epoch())
                                .count());
}

template <Scope S, class T>
NZ_DEVICE T load_relaxed(const T* p) {
    if (host::context->watch != nullptr) {
        host::context->watch->before_load(p);
    }
    return host::context->orders.load(host::atom(p));
}

template <Scope S>
NZ_DEVICE u32 load_acquire(const u32* p) {
    host::context->falter();
    return host::atom(p)->load(std::memory_order_acquire);
}

template <Scope S>
NZ_DEVICE void store_relaxed(u32* p, u32 v) {
    host::context->falter();
    host::context->orders.store(host::atom(p), v);
}

template <Scope S>
NZ_DEVICE void store_relaxed(u64* p, u64 v) {
    host::context->falter();
    host::context->orders.store(host::atom(p), v);
}

template <Scope S>
NZ_DEVICE void store_release(u32* p, u32 v) {
    host::context->falter();
    host::atom(p)->store(v, std::memory_order_release);
}

template <Scope S, int Bytes, int Atom = 4>
NZ_DEVICE void load_words_relaxed(const u8* p, u32* w) {
    const u32 turn = host::context->next_random();
    for (u32 i = 0; i < Bytes / Atom; i++) {
        const u32 at = (i + turn) % (Bytes / Atom);
        if constexpr (Atom == 8) {
            split_long(load_relaxed<S>(reinterpret_cast<const u64*>(p) + at), w + 2 * at);
        } else {
            w[at] = load_relaxed<S>(reinterpret_cast<const u32*>(p) + at);
        }
    }
}

template <Scope S, int Bytes, int Atom = 4>
NZ_DEVICE void store_words_relaxed(u8* p, const u32* w) {
    const u32 turn = host::context->next_random();
    for (u32 i = 0; i < Bytes / Atom; i++) {
        const u32 at = (i + turn) % (Bytes / Atom);
        if constexpr (Atom == 8) {
            store_relaxed<S>(reinterpret_cast<u64*>(p) + at, join_long(w + 2 * at));
        } else {
            store_relaxed<S>(reinterpret_cast<u32*>(p) + at, w[at]);
        }
    }
}

template <Scope S>
NZ_DEVICE void fence_release() {
    host::context->orders.release_fence();
}

template <Scope S>
NZ_DEVICE void fence_acquire() {
    host::context->orders.acquire_fence();
}

template <Scope S>
NZ_DEVICE void fence_reads() {
    fence_release<S>();
}

NZ_DEVICE void let_next_start() {}
NZ_DEVICE void settle(u64) {}

/// The end of the stream's previous kernel, and the fence between the two.
NZ_DEVICE void kernel_enter() {
    host::context->falter();
    host::context->launch->wait_for_previous();
    fence_release<Scope::System>();
}

NZ_DEVICE u32 count_in(u32* arrivals) { return host::atom(arrivals)->fetch_add(1, std::memory_order_acq_rel) + 1; }
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
