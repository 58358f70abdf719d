// Element types and reduce operators. One accumulation type each, one rounding at the end.
#pragma once
#include "platform_cuda.cuh"

namespace nz {

NZ_DEVICE u32 bits_of(float x) {
    union {
        float f;
        u32 u;
    } value = {x};
    return value.u;
}

NZ_DEVICE float float_of(u32 bits) {
    union {
        u32 u;
        float f;
    } value = {bits};
    return value.f;
}

NZ_DEVICE bool is_nan(float x) { return (bits_of(x) & 0x7FFFFFFFu) > 0x7F800000u; }

/// bfloat16. `lanes` and `bits` describe it inside a 32-bit word; `round` is the only place that rounds.
struct BF16 {
    typedef float Acc;
    typedef u16 Bits;
    static constexpr u32 kNegativeZero = 0x8000u;
    static constexpr u32 kNaN = 0x7FC0u;
    static NZ_MEMBER float widen(u32 bits) { return float_of(bits << 16); }
    static NZ_MEMBER u32 round(float x) { return bf16_from_f32(x); }
};

/// IEEE binary16.
struct F16 {
    typedef float Acc;
    typedef u16 Bits;
    static constexpr u32 kNegativeZero = 0x8000u;
    static constexpr u32 kNaN = 0x7E00u;
    static NZ_MEMBER float widen(u32 bits) { return f32_from_f16(static_cast<u16>(bits)); }
    static NZ_MEMBER u32 round(float x) { return f16_from_f32(x); }
};

/// IEEE binary32.
struct F32 {
    typedef float Acc;
    typedef u32 Bits;
    static constexpr u32 kNegativeZero = 0x80000000u;
    static constexpr u32 kNaN = 0x7FC00000u;
    static NZ_MEMBER float widen(u32 bits) { return float_of(bits); }
    static NZ_MEMBER u32 round(float x) { return bits_of(x); }
};

/// An accumulator's final bits: a NaN is the type's one quiet NaN, and -0.0, which may come from rounding, is +0.0.
template <class T>
NZ_DEVICE u32 final_bits(float acc) {
    const u32 bits = T::round(acc);
    return is_nan(acc) ? T::kNaN : bits == T::kNegativeZero ? 0u : bits;
}

// ---- reduce operators: `join` in rank order, then `end` once ----------------------------------------------------------

struct Sum {
    static NZ_MEMBER float join(float a, float b) { return a + b; }
    static NZ_MEMBER float end(float a, int) { return a; }
};

struct Prod {
    static NZ_MEMBER float join(float a, float b) { return a * b; }
    static NZ_MEMBER float end(float a, int) { return a; }
};

/// NaN if either is: a comparison with a NaN in `a` is false and keeps it, one in `b` is asked for.
struct Min {
    static NZ_MEMBER float join(float a, float b) { return is_nan(b) || b < a ? b : a; }
    static NZ_MEMBER float end(float a, int) { return a; }
};

struct Max {
    static NZ_MEMBER float join(float a, float b) { return is_nan(b) || b > a ? b : a; }
    static NZ_MEMBER float end(float a, int) { return a; }
};

/// One division in the accumulation type.
struct Avg {
    static NZ_MEMBER float join(float a, float b) { return a + b; }
    static NZ_MEMBER float end(float a, int ranks) { return a / static_cast<float>(ranks); }
};

}  // namespace nz
