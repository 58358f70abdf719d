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

NZ_DEVICE u64 bits_of(double x) {
    union {
        double d;
        u64 u;
    } value = {x};
    return value.u;
}

NZ_DEVICE double double_of(u64 bits) {
    union {
        u64 u;
        double d;
    } value = {bits};
    return value.d;
}

NZ_DEVICE bool is_nan(float x) { return (bits_of(x) & 0x7FFFFFFFu) > 0x7F800000u; }
NZ_DEVICE bool is_nan(double x) { return (bits_of(x) & 0x7FFFFFFFFFFFFFFFull) > 0x7FF0000000000000ull; }
NZ_DEVICE bool is_nan(u32) { return false; }
NZ_DEVICE bool is_nan(u64) { return false; }

// ---- element types: `widen` a lane's bits to the accumulation type, `round` an accumulator to bits, `less` compares -----

/// What the float types share. `A` accumulates, `B` is an element in memory, `L` holds its bits in a register.
template <class A, class B, class L>
struct FloatType {
    typedef A Acc;
    typedef B Bits;
    typedef L Lane;
    static constexpr bool kFloat = true;
    static NZ_MEMBER bool less(A a, A b) { return a < b; }
};

/// bfloat16.
struct BF16 : FloatType<float, u16, u32> {
    static constexpr u32 kNegativeZero = 0x8000u;
    static constexpr u32 kNaN = 0x7FC0u;
    static NZ_MEMBER float widen(u32 bits) { return float_of(bits << 16); }
    static NZ_MEMBER u32 round(float x) { return bf16_from_f32(x); }
};

/// IEEE binary16.
struct F16 : FloatType<float, u16, u32> {
    static constexpr u32 kNegativeZero = 0x8000u;
    static constexpr u32 kNaN = 0x7E00u;
    static NZ_MEMBER float widen(u32 bits) { return f32_from_f16(static_cast<u16>(bits)); }
    static NZ_MEMBER u32 round(float x) { return f16_from_f32(x); }
};

/// IEEE binary32.
struct F32 : FloatType<float, u32, u32> {
    static constexpr u32 kNegativeZero = 0x80000000u;
    static constexpr u32 kNaN = 0x7FC00000u;
    static NZ_MEMBER float widen(u32 bits) { return float_of(bits); }
    static NZ_MEMBER u32 round(float x) { return bits_of(x); }
};

/// IEEE binary64.
struct F64 : FloatType<double, u64, u64> {
    static constexpr u64 kNegativeZero = 0x8000000000000000ull;
    static constexpr u64 kNaN = 0x7FF8000000000000ull;
    static NZ_MEMBER double widen(u64 bits) { return double_of(bits); }
    static NZ_MEMBER u64 round(double x) { return bits_of(x); }
};

/// Rounds to the nearest 8-bit float, ties to even; what is too large becomes `Overflow`, a NaN as well. By integers, as
/// conversions in hardware differ: not all know the OCP formats, and not all saturate alike.
///
/// Below the normal numbers the last place of the sum with `anchor` is worth the least subnormal, so that the addition
/// rounds there.
template <int Fraction, int Bias, u32 Overflow>
NZ_DEVICE u32 f8_from_f32(float x) {
    constexpr int shift = 23 - Fraction;
    constexpr u32 anchor = (127u + 24 - Bias - Fraction) << 23;
    const u32 magnitude = bits_of(x) & 0x7FFFFFFFu;
    const u32 half = (1u << (shift - 1)) - 1 + (magnitude >> shift & 1u);
    const u32 normal = ((magnitude + half) >> shift) - ((127u - Bias) << Fraction);
    const u32 subnormal = bits_of(float_of(magnitude) + float_of(anchor)) - anchor;
    const u32 code = magnitude >= (128u - Bias) << 23 ? normal : subnormal;
    return (bits_of(x) >> 24 & 0x80u) | (code < Overflow ? code : Overflow);
}

/// OCP E4M3: no infinities. Overflow and infinities become 448.
struct F8E4M3 : FloatType<float, u8, u32> {
    static constexpr u32 kNegativeZero = 0x80u;
    static constexpr u32 kNaN = 0x7Fu;
    /// The bits in a float's places are the value by 2^-120, also for subnormals.
    static NZ_MEMBER float widen(u32 bits) {
        const u32 sign = bits << 24 & 0x80000000u;
        const float magnitude = float_of((bits & 0x7Fu) << 20) * float_of((127u + 120) << 23);
        return (bits & 0x7Fu) == kNaN ? float_of(F32::kNaN) : float_of(bits_of(magnitude) | sign);
    }
    static NZ_MEMBER u32 round(float x) { return f8_from_f32<3, 7, 0x7E>(x); }
};

/// OCP E5M2: the upper byte of a binary16.
struct F8E5M2 : FloatType<float, u8, u32> {
    static constexpr u32 kNegativeZero = 0x80u;
    static constexpr u32 kNaN = 0x7Eu;
    static NZ_MEMBER float widen(u32 bits) { return f32_from_f16(static_cast<u16>(bits << 8)); }
    static NZ_MEMBER u32 round(float x) { return f8_from_f32<2, 15, 0x7C>(x); }
};

/// Integers wrap: they accumulate unsigned, and only `less` knows a sign.
template <class A, class B, class Signed>
struct IntegerType {
    typedef A Acc;
    typedef B Bits;
    typedef A Lane;
    static constexpr bool kFloat = false;
    static NZ_MEMBER A widen(A bits) { return static_cast<A>(static_cast<Signed>(static_cast<B>(bits))); }
    static NZ_MEMBER A round(A x) { return static_cast<B>(x); }
    static NZ_MEMBER bool less(A a, A b) { return static_cast<Signed>(a) < static_cast<Signed>(b); }
};

struct I8 : IntegerType<u32, u8, signed char> {};
struct U8 : IntegerType<u32, u8, u8> {};
struct I32 : IntegerType<u32, u32, int> {};
struct I64 : IntegerType<u64, u64, long long> {};

/// An accumulator's final bits: a NaN is the type's one quiet NaN, and -0.0, which may come from rounding, is +0.0.
template <class T>
NZ_DEVICE typename T::Lane final_bits(typename T::Acc acc) {
    const typename T::Lane bits = T::round(acc);
    if constexpr (T::kFloat) {
        return is_nan(acc) ? T::kNaN : bits == T::kNegativeZero ? 0u : bits;
    }
    return bits;
}

// ---- reduce operators: `join` in rank order, then `end` once ----------------------------------------------------------

struct Sum {
    template <class T, class A>
    static NZ_MEMBER A join(A a, A b) {
        return a + b;
    }
    template <class A>
    static NZ_MEMBER A end(A a, int) {
        return a;
    }
};

struct Prod {
    template <class T, class A>
    static NZ_MEMBER A join(A a, A b) {
        return a * b;
    }
    template <class A>
    static NZ_MEMBER A end(A a, int) {
        return a;
    }
};

/// NaN if either is: a comparison with a NaN in `a` is false and keeps it, one in `b` is asked for.
struct Min {
    template <class T, class A>
    static NZ_MEMBER A join(A a, A b) {
        return is_nan(b) || T::less(b, a) ? b : a;
    }
    template <class A>
    static NZ_MEMBER A end(A a, int) {
        return a;
    }
};

struct Max {
    template <class T, class A>
    static NZ_MEMBER A join(A a, A b) {
        return is_nan(b) || T::less(a, b) ? b : a;
    }
    template <class A>
    static NZ_MEMBER A end(A a, int) {
        return a;
    }
};

/// One division in the accumulation type. Of floats only.
struct Avg {
    template <class T, class A>
    static NZ_MEMBER A join(A a, A b) {
        return a + b;
    }
    template <class A>
    static NZ_MEMBER A end(A a, int ranks) {
        return a / static_cast<A>(ranks);
    }
};

}  // namespace nz
