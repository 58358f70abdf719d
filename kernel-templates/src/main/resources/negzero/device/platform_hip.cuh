// Platform: AMD GPUs (clang, HIP). Needs no header. Orders follow the LLVM AMDGPU memory model: relaxed 64-bit atomics at
// agent or system scope need no cache action; release and acquire bring their own waits and write-backs.
#pragma once

#define NZ_DEVICE static inline __attribute__((device, always_inline, unused))
#define NZ_DEVICE_COLD static __attribute__((device, noinline))
#define NZ_THREADS(threads, ...) threads
#define NZ_KERNEL(...) extern "C" __attribute__((global, amdgpu_flat_work_group_size(1, NZ_THREADS(__VA_ARGS__, 0))))
#define NZ_SHARED(type, name) static __attribute__((shared)) type name
#define NZ_PARAMETER const
#define NZ_MEMBER inline __attribute__((device, always_inline))

namespace nz {

typedef unsigned char u8;
typedef unsigned short u16;
typedef unsigned int u32;
typedef unsigned long long u64;

/// How far an ordered access reaches: every agent of the system, or this GPU (agent).
enum class Scope { System, Device };

/// Whether a variable without a value takes registers.
constexpr bool kUnsetTakesRegisters = false;

/// 16 bytes as four words.
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

NZ_DEVICE u32 thread_id() { return __builtin_amdgcn_workitem_id_x(); }

NZ_DEVICE u32 block_id() { return __builtin_amdgcn_workgroup_id_x(); }

/// The workgroup size as the implicit arguments (code object v5) give it.
NZ_DEVICE u32 block_threads() {
    return ((const __attribute__((address_space(4))) u16*)__builtin_amdgcn_implicitarg_ptr())[6];
}

/// The grid's workgroups, from the implicit arguments.
NZ_DEVICE u32 block_count() {
    return ((const __attribute__((address_space(4))) u32*)__builtin_amdgcn_implicitarg_ptr())[0];
}

/// The dispatch packet's acquire fence at system scope has made the previous kernel's writes visible.
NZ_DEVICE void kernel_enter() {}
NZ_DEVICE void settle(u64) {}
NZ_DEVICE void let_next_start() {}

// ---- block -----------------------------------------------------------------------------------------------------------

NZ_DEVICE void cta_sync() {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_s_barrier();
    __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "workgroup");
}

/// A workgroup release needn't wait for global stores, so each wave waits for its own before the barrier: after it, a
/// release by any one thread covers them all.
NZ_DEVICE void cta_sync_drain() {
    asm volatile("s_waitcnt vmcnt(0)" ::: "memory");
    cta_sync();
}

NZ_DEVICE bool cta_sync_or(bool flag) {
    NZ_SHARED(u32, votes);
    if (thread_id() == 0) {
        votes = 0;
    }
    cta_sync();
    if (flag) {
        __hip_atomic_store(&votes, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP);
    }
    cta_sync();
    const bool any = __hip_atomic_load(&votes, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_WORKGROUP) != 0;
    cta_sync();
    return any;
}

/// A barrier between waves, of which not all of a block need take part: counts this wave in on a counter in shared memory,
/// and waits until it has reached `target`. What the waves did before is seen by each behind it. The counter only rises.
NZ_DEVICE void wave_sync(u32* count, u32 target) {
    __builtin_amdgcn_fence(__ATOMIC_RELEASE, "workgroup");
    __builtin_amdgcn_wave_barrier();
    if (thread_id() % __builtin_amdgcn_wavefrontsize() == 0) {
        __hip_atomic_fetch_add(count, 1u, __ATOMIC_ACQ_REL, __HIP_MEMORY_SCOPE_WORKGROUP);
    }
    while (static_cast<int>(__hip_atomic_load(count, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_WORKGROUP) - target) < 0) {
    }
}

NZ_DEVICE void spin_pause() { __builtin_amdgcn_s_sleep(1); }

/// The constant 100 MHz clock, in nanoseconds.
NZ_DEVICE u64 clock_ns() { return __builtin_amdgcn_s_memrealtime() * 10; }

// ---- accesses with an order ------------------------------------------------------------------------------------------

template <Scope S, class T>
NZ_DEVICE T load_relaxed(const T* p) {
    if constexpr (S == Scope::System) {
        return __hip_atomic_load(p, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
    } else {
        return __hip_atomic_load(p, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    }
}

template <Scope S>
NZ_DEVICE u32 load_acquire(const u32* p) {
    if constexpr (S == Scope::System) {
        return __hip_atomic_load(p, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_SYSTEM);
    } else {
        return __hip_atomic_load(p, __ATOMIC_ACQUIRE, __HIP_MEMORY_SCOPE_AGENT);
    }
}

template <Scope S, class T>
NZ_DEVICE void store_relaxed(T* p, T v) {
    if constexpr (S == Scope::System) {
        __hip_atomic_store(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_SYSTEM);
    } else {
        __hip_atomic_store(p, v, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    }
}

/// The write-back that a release brings is waited for here: clang-19 takes its own wait out where it knows of no store that
/// is still on its way, as behind `cta_sync_drain`, and forgets the write-back (buffer_wbl2) itself.
template <Scope S>
NZ_DEVICE void fence_release() {
    if constexpr (S == Scope::System) {
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "");
    } else {
        __builtin_amdgcn_fence(__ATOMIC_RELEASE, "agent");
    }
    asm volatile("s_waitcnt vmcnt(0)" ::: "memory");
}

template <Scope S>
NZ_DEVICE void store_release(u32* p, u32 v) {
    fence_release<S>();
    store_relaxed<S>(p, v);
}

/// A pack of `Bytes` (4, 8 or 16), in atoms of 64 bits, or of 32 where it has no more; no order among them.
template <Scope S, int Bytes, int Atom = 4>
NZ_DEVICE void load_words_relaxed(const u8* p, u32* w) {
    if constexpr (Bytes == 4) {
        w[0] = load_relaxed<S>(reinterpret_cast<const u32*>(p));
    } else {
        for (int i = 0; i < Bytes / 8; i++) {
            split_long(load_relaxed<S>(reinterpret_cast<const u64*>(p) + i), w + 2 * i);
        }
    }
}

template <Scope S, int Bytes, int Atom = 4>
NZ_DEVICE void store_words_relaxed(u8* p, const u32* w) {
    if constexpr (Bytes == 4) {
        store_relaxed<S>(reinterpret_cast<u32*>(p), w[0]);
    } else {
        for (int i = 0; i < Bytes / 8; i++) {
            store_relaxed<S>(reinterpret_cast<u64*>(p) + i, join_long(w + 2 * i));
        }
    }
}

template <Scope S>
NZ_DEVICE void fence_acquire() {
    if constexpr (S == Scope::System) {
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "");
    } else {
        __builtin_amdgcn_fence(__ATOMIC_ACQUIRE, "agent");
    }
}

/// Loads that have returned can't be overtaken by later stores: no cache is involved.
template <Scope S>
NZ_DEVICE void fence_reads() {
    asm volatile("s_waitcnt vmcnt(0)" ::: "memory");
}

/// Counts a block in that has read what it had to read; returns how many have. A release and an acquire would write back
/// and invalidate caches; that the block's loads have returned is all that the counting has to show.
NZ_DEVICE u32 count_in(u32* arrivals) {
    fence_reads<Scope::Device>();
    const u32 old = __hip_atomic_fetch_add(arrivals, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
    fence_reads<Scope::Device>();
    return old + 1;
}

NZ_DEVICE u32 claim_relaxed(u32* p) {
    return __hip_atomic_exchange(p, 1u, __ATOMIC_RELAXED, __HIP_MEMORY_SCOPE_AGENT);
}

// ---- accesses without an order ---------------------------------------------------------------------------------------

template <int Bytes>
NZ_DEVICE void load_words(const u8* p, u32* w) {
    typedef u32 Vector __attribute__((ext_vector_type(Bytes / 4 == 1 ? 2 : Bytes / 4)));
    if constexpr (Bytes == 4) {
        w[0] = *reinterpret_cast<const u32*>(p);
    } else {
        const Vector v = *reinterpret_cast<const Vector*>(p);
        for (int i = 0; i < Bytes / 4; i++) {
            w[i] = v[i];
        }
    }
}

template <int Bytes>
NZ_DEVICE void store_words(u8* p, const u32* w) {
    typedef u32 Vector __attribute__((ext_vector_type(Bytes / 4 == 1 ? 2 : Bytes / 4)));
    if constexpr (Bytes == 4) {
        *reinterpret_cast<u32*>(p) = w[0];
    } else {
        Vector v;
        for (int i = 0; i < Bytes / 4; i++) {
            v[i] = w[i];
        }
        *reinterpret_cast<Vector*>(p) = v;
    }
}

// ---- conversions -----------------------------------------------------------------------------------------------------

/// Round to nearest even by integers: not every AMD target has the instruction.
NZ_DEVICE u16 bf16_from_f32(float x) {
    union {
        float f;
        u32 u;
    } bits = {x};
    return static_cast<u16>((bits.u + 0x7FFFu + (bits.u >> 16 & 1u)) >> 16);
}

NZ_DEVICE u16 f16_from_f32(float x) {
    union {
        _Float16 h;
        u16 u;
    } bits = {static_cast<_Float16>(x)};
    return bits.u;
}

NZ_DEVICE float f32_from_f16(u16 half) {
    union {
        u16 u;
        _Float16 h;
    } bits = {half};
    return static_cast<float>(bits.h);
}

}  // namespace nz
