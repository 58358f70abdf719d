// Platform: NVIDIA GPUs (nvcc, NVRTC, clang). Needs no header; everything below PTX comes from the compiler itself.
// Every access to memory that ranks share goes through here, with its order and scope in its name.
#pragma once

// NZ_KERNEL takes the threads of a block, and how many blocks a processor must have registers for: unless that is said, ptxas
// spills for the sake of more blocks than the grids have.
#if defined(__clang__)
#define NZ_DEVICE static inline __attribute__((device, always_inline, unused))
#define NZ_DEVICE_COLD static __attribute__((device, noinline))
#define NZ_MEMBER inline __attribute__((device, always_inline))
#define NZ_KERNEL(...) extern "C" __attribute__((global, launch_bounds(__VA_ARGS__)))
#define NZ_SHARED(type, name) static __attribute__((shared)) type name
#define NZ_PARAMETER const
#else
#define NZ_DEVICE [[maybe_unused]] static __device__ __forceinline__
#define NZ_DEVICE_COLD static __device__ __noinline__
#define NZ_MEMBER __device__ __forceinline__
#define NZ_KERNEL(...) extern "C" __global__ __launch_bounds__(__VA_ARGS__)
#define NZ_SHARED(type, name) __shared__ type name
// Read in place: a parameter whose address is taken would otherwise be copied to the stack by every thread.
#define NZ_PARAMETER const __grid_constant__
#endif

namespace nz {

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

/// How far an ordered access reaches: every agent of the system, or this GPU.
enum class Scope { System, Device };

/// Whether a variable without a value takes registers. What a loop sets only in some of its rounds, compilers for sm_100 and
/// later keep through all rounds of every loop around it, and spill other values for it.
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000
constexpr bool kUnsetTakesRegisters = true;
#else
constexpr bool kUnsetTakesRegisters = false;
#endif

/// 16 bytes as four words. Each word is an atom of its own in the accesses below.
struct alignas(16) Words4 {
    u32 w[4];
};

/// 64 bits as two words, the low one first.
NZ_DEVICE void split_long(u64 v, u32* w) {
    w[0] = static_cast<u32>(v);
    w[1] = static_cast<u32>(v >> 32);
}
NZ_DEVICE u64 join_long(const u32* w) { return w[0] | static_cast<u64>(w[1]) << 32; }

// ---- ids and the grid ------------------------------------------------------------------------------------------------

NZ_DEVICE u32 thread_id() {
    u32 x;
    asm("mov.u32 %0, %%tid.x;" : "=r"(x));
    return x;
}

NZ_DEVICE u32 block_threads() {
    u32 x;
    asm("mov.u32 %0, %%ntid.x;" : "=r"(x));
    return x;
}

NZ_DEVICE u32 block_id() {
    u32 x;
    asm("mov.u32 %0, %%ctaid.x;" : "=r"(x));
    return x;
}

NZ_DEVICE u32 block_count() {
    u32 x;
    asm("mov.u32 %0, %%nctaid.x;" : "=r"(x));
    return x;
}

/// Before any global access: waits for the previous grid of this stream, whose writes are then visible. A no-op unless
/// launched with programmatic serialisation.
NZ_DEVICE void kernel_enter() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

/// Has `value` made here. The compiler may move what has no effect behind a wait, so this is one, if an idle one: a pause of no
/// length, for one value.
NZ_DEVICE void settle(u64 value) {
    asm volatile("{ .reg .pred p; setp.eq.u64 p, %0, 1; @p nanosleep.u32 0; }" ::"l"(value));
}

/// Lets the next grid of this stream be scheduled, once all blocks have come here or ended; its `kernel_enter` still waits for
/// this grid's end. Behind the first pushes: ahead of them it makes a short call 0.06 us longer.
NZ_DEVICE void let_next_start() {
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
    asm volatile("griddepcontrol.launch_dependents;" ::: "memory");
#endif
}

// ---- block -----------------------------------------------------------------------------------------------------------

/// Block barrier; accesses of this block before it happen before accesses of this block after it.
NZ_DEVICE void cta_sync() { asm volatile("bar.sync 0;" ::: "memory"); }

/// Block barrier after which a release by any one thread covers the stores of all. PTX barriers do that as they are.
NZ_DEVICE void cta_sync_drain() { cta_sync(); }

/// Block barrier that tells every thread whether any thread's flag was set.
NZ_DEVICE bool cta_sync_or(bool flag) {
    u32 any;
    asm volatile(
        "{ .reg .pred p, q; setp.ne.u32 p, %1, 0; bar.red.or.pred q, 0, p; selp.u32 %0, 1, 0, q; }"
        : "=r"(any)
        : "r"(flag ? 1u : 0u)
        : "memory");
    return any != 0;
}

/// A barrier between waves, of which not all of a block need take part: counts this wave in on a counter in shared memory,
/// and waits until it has reached `target`. What the waves did before is seen by each behind it. The counter only rises.
NZ_DEVICE void wave_sync(u32* count, u32 target) {
    u32 place;
    u32 seen;
    asm("{ .reg .u64 a; cvta.to.shared.u64 a, %1; cvt.u32.u64 %0, a; }" : "=r"(place) : "l"(count));
    asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
    if (thread_id() % 32 == 0) {
        asm volatile("atom.acq_rel.cta.shared.add.u32 %0, [%1], 1;" : "=r"(seen) : "r"(place) : "memory");
    }
    do {
        asm volatile("ld.acquire.cta.shared.u32 %0, [%1];" : "=r"(seen) : "r"(place) : "memory");
    } while (static_cast<int>(seen - target) < 0);
    asm volatile("bar.warp.sync 0xffffffff;" ::: "memory");
}

/// Eases a spin.
NZ_DEVICE void spin_pause() {}

/// Nanoseconds of a clock that never runs backwards.
NZ_DEVICE u64 clock_ns() {
    u64 t;
    asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(t));
    return t;
}

// ---- accesses with an order ------------------------------------------------------------------------------------------

template <Scope S>
NZ_DEVICE u32 load_relaxed(const u32* p) {
    u32 v;
    if constexpr (S == Scope::System) {
        asm volatile("ld.relaxed.sys.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    } else {
        asm volatile("ld.relaxed.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    }
    return v;
}

template <Scope S>
NZ_DEVICE u64 load_relaxed(const u64* p) {
    u64 v;
    if constexpr (S == Scope::System) {
        asm volatile("ld.relaxed.sys.global.u64 %0, [%1];" : "=l"(v) : "l"(p) : "memory");
    } else {
        asm volatile("ld.relaxed.gpu.global.u64 %0, [%1];" : "=l"(v) : "l"(p) : "memory");
    }
    return v;
}

template <Scope S>
NZ_DEVICE u32 load_acquire(const u32* p) {
    u32 v;
    if constexpr (S == Scope::System) {
        asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    } else {
        asm volatile("ld.acquire.gpu.global.u32 %0, [%1];" : "=r"(v) : "l"(p) : "memory");
    }
    return v;
}

template <Scope S>
NZ_DEVICE void store_relaxed(u32* p, u32 v) {
    if constexpr (S == Scope::System) {
        asm volatile("st.relaxed.sys.global.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
    } else {
        asm volatile("st.relaxed.gpu.global.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
    }
}

template <Scope S>
NZ_DEVICE void store_relaxed(u64* p, u64 v) {
    if constexpr (S == Scope::System) {
        asm volatile("st.relaxed.sys.global.u64 [%0], %1;" ::"l"(p), "l"(v) : "memory");
    } else {
        asm volatile("st.relaxed.gpu.global.u64 [%0], %1;" ::"l"(p), "l"(v) : "memory");
    }
}

template <Scope S>
NZ_DEVICE void store_release(u32* p, u32 v) {
    if constexpr (S == Scope::System) {
        asm volatile("st.release.sys.global.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
    } else {
        asm volatile("st.release.gpu.global.u32 [%0], %1;" ::"l"(p), "r"(v) : "memory");
    }
}

/// A pack of `Bytes` (4, 8 or 16) as words, each an atom; no order among them. `Atom` 8: pairs of words, each pair an atom.
template <Scope S, int Bytes, int Atom = 4>
NZ_DEVICE void load_words_relaxed(const u8* p, u32* w) {
    if constexpr (Atom == 8 && Bytes == 16) {
        u64 v[2];
        if constexpr (S == Scope::System) {
            asm volatile("ld.relaxed.sys.global.v2.u64 {%0, %1}, [%2];" : "=l"(v[0]), "=l"(v[1]) : "l"(p) : "memory");
        } else {
            asm volatile("ld.relaxed.gpu.global.v2.u64 {%0, %1}, [%2];" : "=l"(v[0]), "=l"(v[1]) : "l"(p) : "memory");
        }
        split_long(v[0], w);
        split_long(v[1], w + 2);
    } else if constexpr (Atom == 8) {
        split_long(load_relaxed<S>(reinterpret_cast<const u64*>(p)), w);
    } else if constexpr (Bytes == 16) {
        if constexpr (S == Scope::System) {
            asm volatile("ld.relaxed.sys.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3])
                         : "l"(p)
                         : "memory");
        } else {
            asm volatile("ld.relaxed.gpu.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                         : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3])
                         : "l"(p)
                         : "memory");
        }
    } else if constexpr (Bytes == 8) {
        if constexpr (S == Scope::System) {
            asm volatile("ld.relaxed.sys.global.v2.u32 {%0, %1}, [%2];" : "=r"(w[0]), "=r"(w[1]) : "l"(p) : "memory");
        } else {
            asm volatile("ld.relaxed.gpu.global.v2.u32 {%0, %1}, [%2];" : "=r"(w[0]), "=r"(w[1]) : "l"(p) : "memory");
        }
    } else {
        w[0] = load_relaxed<S>(reinterpret_cast<const u32*>(p));
    }
}

template <Scope S, int Bytes, int Atom = 4>
NZ_DEVICE void store_words_relaxed(u8* p, const u32* w) {
    if constexpr (Atom == 8 && Bytes == 16) {
        if constexpr (S == Scope::System) {
            asm volatile("st.relaxed.sys.global.v2.u64 [%0], {%1, %2};" ::"l"(p), "l"(join_long(w)), "l"(join_long(w + 2))
                         : "memory");
        } else {
            asm volatile("st.relaxed.gpu.global.v2.u64 [%0], {%1, %2};" ::"l"(p), "l"(join_long(w)), "l"(join_long(w + 2))
                         : "memory");
        }
    } else if constexpr (Atom == 8) {
        store_relaxed<S>(reinterpret_cast<u64*>(p), join_long(w));
    } else if constexpr (Bytes == 16) {
        if constexpr (S == Scope::System) {
            asm volatile("st.relaxed.sys.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(p),
                         "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3])
                         : "memory");
        } else {
            asm volatile("st.relaxed.gpu.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(p),
                         "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3])
                         : "memory");
        }
    } else if constexpr (Bytes == 8) {
        if constexpr (S == Scope::System) {
            asm volatile("st.relaxed.sys.global.v2.u32 [%0], {%1, %2};" ::"l"(p), "r"(w[0]), "r"(w[1]) : "memory");
        } else {
            asm volatile("st.relaxed.gpu.global.v2.u32 [%0], {%1, %2};" ::"l"(p), "r"(w[0]), "r"(w[1]) : "memory");
        }
    } else {
        store_relaxed<S>(reinterpret_cast<u32*>(p), w[0]);
    }
}

/// Everything this thread did or saw before it happens before what it stores after it.
template <Scope S>
NZ_DEVICE void fence_release() {
    if constexpr (S == Scope::System) {
        asm volatile("fence.acq_rel.sys;" ::: "memory");
    } else {
        asm volatile("fence.acq_rel.gpu;" ::: "memory");
    }
}

/// What this thread has seen by relaxed loads before it happens before what it does after it.
template <Scope S>
NZ_DEVICE void fence_acquire() {
    fence_release<S>();
}

/// What this block has read before it happens before what whoever counts it stores after it: for memory that is only read
/// here. (AMD needs no cache action for that, NVIDIA has no weaker fence.)
template <Scope S>
NZ_DEVICE void fence_reads() {
    fence_release<S>();
}

/// Counts a block in that has read what it had to read; returns how many have. The last one may overwrite what they read.
NZ_DEVICE u32 count_in(u32* arrivals) {
    u32 old;
    asm volatile("atom.acq_rel.gpu.global.add.u32 %0, [%1], 1;" : "=r"(old) : "l"(arrivals) : "memory");
    return old + 1;
}

/// Sets a word of this GPU to 1 and returns what it was.
NZ_DEVICE u32 claim_relaxed(u32* p) {
    u32 old;
    asm volatile("atom.relaxed.gpu.global.exch.b32 %0, [%1], %2;" : "=r"(old) : "l"(p), "r"(1u) : "memory");
    return old;
}

// ---- accesses without an order: memory that an acquire, a block barrier or the kernel's start has made ours -----------

template <int Bytes>
NZ_DEVICE void load_words(const u8* p, u32* w) {
    if constexpr (Bytes == 16) {
        asm volatile("ld.global.v4.u32 {%0, %1, %2, %3}, [%4];"
                     : "=r"(w[0]), "=r"(w[1]), "=r"(w[2]), "=r"(w[3])
                     : "l"(p));
    } else if constexpr (Bytes == 8) {
        asm volatile("ld.global.v2.u32 {%0, %1}, [%2];" : "=r"(w[0]), "=r"(w[1]) : "l"(p));
    } else {
        asm volatile("ld.global.u32 %0, [%1];" : "=r"(w[0]) : "l"(p));
    }
}

template <int Bytes>
NZ_DEVICE void store_words(u8* p, const u32* w) {
    if constexpr (Bytes == 16) {
        asm volatile("st.global.v4.u32 [%0], {%1, %2, %3, %4};" ::"l"(p), "r"(w[0]), "r"(w[1]), "r"(w[2]), "r"(w[3])
                     : "memory");
    } else if constexpr (Bytes == 8) {
        asm volatile("st.global.v2.u32 [%0], {%1, %2};" ::"l"(p), "r"(w[0]), "r"(w[1]) : "memory");
    } else {
        asm volatile("st.global.u32 [%0], %1;" ::"l"(p), "r"(w[0]) : "memory");
    }
}

// ---- conversions; NaN payloads don't matter here, dtype.cuh makes them canonical --------------------------------------

NZ_DEVICE u16 bf16_from_f32(float x) {
    u16 bits;
    asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(bits) : "f"(x));
    return bits;
}

NZ_DEVICE u16 f16_from_f32(float x) {
    u16 bits;
    asm("cvt.rn.f16.f32 %0, %1;" : "=h"(bits) : "f"(x));
    return bits;
}

NZ_DEVICE float f32_from_f16(u16 bits) {
    float x;
    asm("cvt.f32.f16 %0, %1;" : "=f"(x) : "h"(bits));
    return x;
}

}  // namespace nz
