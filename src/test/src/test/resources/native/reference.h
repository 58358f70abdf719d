// What a reduction must give, one element at a time: floats decoded to double, each step rounded to the accumulation type by
// arithmetic on exponents, in rank order; integers by their definition. Shares nothing with the device headers.
#pragma once

#include <cmath>
#include <cstring>
#include <vector>

typedef unsigned int u32;
typedef unsigned long long u64;

namespace reference {

enum class Kind { FLOAT, FINITE, SIGNED, UNSIGNED };  // FINITE: a float type without infinities

/// An element type. Of a float: an IEEE-like binary format; of an integer: `fraction_bits` of magnitude.
struct Format {
    Kind kind;
    int exponent_bits;
    int fraction_bits;
    u64 nan;  // its canonical NaN

    bool is_float() const { return kind == Kind::FLOAT || kind == Kind::FINITE; }
    int bias() const { return (1 << (exponent_bits - 1)) - 1; }
    int bits() const { return kind == Kind::UNSIGNED ? fraction_bits : 1 + exponent_bits + fraction_bits; }
    int bytes() const { return bits() / 8; }
    u64 mask() const { return bits() == 64 ? ~0ull : (1ull << bits()) - 1; }
    u64 sign_bit() const { return 1ull << (bits() - 1); }
    u64 fraction_mask() const { return (1ull << fraction_bits) - 1; }
    /// The exponent field of infinities and NaNs; without infinities, of the NaN and the largest numbers.
    u64 top_exponent() const { return (1ull << exponent_bits) - 1; }
};

constexpr Format kBF16{Kind::FLOAT, 8, 7, 0x7FC0};
constexpr Format kF16{Kind::FLOAT, 5, 10, 0x7E00};
constexpr Format kF32{Kind::FLOAT, 8, 23, 0x7FC00000};
constexpr Format kF64{Kind::FLOAT, 11, 52, 0x7FF8000000000000};
constexpr Format kF8E4M3{Kind::FINITE, 4, 3, 0x7F};
constexpr Format kF8E5M2{Kind::FLOAT, 5, 2, 0x7E};
constexpr Format kI8{Kind::SIGNED, 0, 7, 0};
constexpr Format kU8{Kind::UNSIGNED, 0, 8, 0};
constexpr Format kI32{Kind::SIGNED, 0, 31, 0};
constexpr Format kI64{Kind::SIGNED, 0, 63, 0};

enum class Op { SUM, PROD, MIN, MAX, AVG };

inline double decode(u64 bits, const Format& f) {
    const u64 exponent = bits >> f.fraction_bits & f.top_exponent();
    const u64 fraction = bits & f.fraction_mask();
    double magnitude;
    if (exponent == f.top_exponent() && f.kind == Kind::FLOAT) {
        magnitude = fraction == 0 ? INFINITY : NAN;
    } else if (exponent == f.top_exponent() && fraction == f.fraction_mask()) {
        magnitude = NAN;
    } else if (exponent == 0) {
        magnitude = std::ldexp(static_cast<double>(fraction), 1 - f.bias() - f.fraction_bits);
    } else {
        magnitude = std::ldexp(static_cast<double>(fraction | 1ull << f.fraction_bits),
                               static_cast<int>(exponent) - f.bias() - f.fraction_bits);
    }
    return (bits & f.sign_bit()) != 0 ? -magnitude : magnitude;
}

/// The largest value of a type without infinities.
inline double greatest(const Format& f) { return decode(f.sign_bit() - 2, f); }

/// Rounds to the nearest value of the format, ties to even, subnormals kept.
inline double round_to(double x, const Format& f) {
    if (std::isinf(x) && f.kind == Kind::FINITE) {
        return std::copysign(greatest(f), x);
    }
    if (std::isnan(x) || std::isinf(x) || x == 0 || f.fraction_bits == 52) {
        return x;
    }
    const int lowest = 1 - f.bias();
    const int exponent = std::ilogb(x) < lowest ? lowest : std::ilogb(x);
    const int last_place = exponent - f.fraction_bits;
    const double rounded = std::ldexp(std::nearbyint(std::ldexp(x, -last_place)), last_place);
    if (f.kind == Kind::FINITE) {
        return std::fabs(rounded) > greatest(f) ? std::copysign(greatest(f), x) : rounded;
    }
    return std::fabs(rounded) >= std::ldexp(1.0, f.bias() + 1) ? std::copysign(INFINITY, x) : rounded;
}

/// Bits of a value that the format has. Zero has no sign here: a reduction never gives -0.0.
inline u64 encode(double x, const Format& f) {
    if (std::isnan(x)) {
        return f.nan;
    }
    if (x == 0) {
        return 0;
    }
    const u64 sign = std::signbit(x) ? f.sign_bit() : 0;
    if (std::isinf(x)) {
        return sign | f.top_exponent() << f.fraction_bits;
    }
    const double magnitude = std::fabs(x);
    const int lowest = 1 - f.bias();
    const int exponent = std::ilogb(magnitude);
    if (exponent < lowest) {
        return sign | static_cast<u64>(std::ldexp(magnitude, f.fraction_bits - lowest));
    }
    const u64 significand = static_cast<u64>(std::ldexp(magnitude, f.fraction_bits - exponent));
    return sign | (static_cast<u64>(exponent + f.bias()) << f.fraction_bits) +
                      (significand - (1ull << f.fraction_bits));
}

/// The type that accumulates a float type.
inline const Format& accumulator(const Format& f) { return f.bytes() == 8 ? kF64 : kF32; }

inline double join(Op op, double a, double b, const Format& acc) {
    if (std::isnan(a) || std::isnan(b)) {
        return NAN;
    }
    switch (op) {
        case Op::MIN: return b < a ? b : a;
        case Op::MAX: return a < b ? b : a;
        case Op::PROD: return round_to(a * b, acc);
        default: return round_to(a + b, acc);
    }
}

/// Doubles hold each exact sum, product and quotient of F32 values well enough: rounding them again to F32 rounds right.
inline u64 reduce_floats(Op op, const Format& f, const std::vector<u64>& bits) {
    double value = decode(bits[0], f) + 0.0;
    for (size_t r = 1; r < bits.size(); r++) {
        value = join(op, value, decode(bits[r], f) + 0.0, accumulator(f));
    }
    if (op == Op::AVG) {
        value = round_to(value / static_cast<double>(bits.size()), accumulator(f));
    }
    return encode(round_to(value, f), f);
}

inline bool less(u64 a, u64 b, const Format& f) {
    const u64 flip = f.kind == Kind::SIGNED ? f.sign_bit() : 0;
    return (a ^ flip) < (b ^ flip);
}

inline u64 reduce_integers(Op op, const Format& f, const std::vector<u64>& bits) {
    u64 value = bits[0];
    for (size_t r = 1; r < bits.size(); r++) {
        switch (op) {
            case Op::MIN: value = less(bits[r], value, f) ? bits[r] : value; break;
            case Op::MAX: value = less(value, bits[r], f) ? bits[r] : value; break;
            case Op::PROD: value = value * bits[r] & f.mask(); break;
            default: value = (value + bits[r]) & f.mask();
        }
    }
    return value;
}

/// The reduction of one element of every rank.
inline u64 reduce(Op op, const Format& f, const std::vector<u64>& bits) {
    return f.is_float() ? reduce_floats(op, f, bits) : reduce_integers(op, f, bits);
}

}  // namespace reference
