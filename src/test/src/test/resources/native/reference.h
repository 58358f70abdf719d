// What a reduction must give, one element at a time: decoded to double, each step rounded to the accumulation type by
// arithmetic on exponents, in rank order. Shares nothing with the device headers.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace reference {

/// An IEEE-like binary format.
struct Format {
    int exponent_bits;
    int fraction_bits;
    uint32_t nan;  // its canonical NaN

    int bias() const { return (1 << (exponent_bits - 1)) - 1; }
    int bytes() const { return (1 + exponent_bits + fraction_bits) / 8; }
};

constexpr Format kBF16{8, 7, 0x7FC0};
constexpr Format kF16{5, 10, 0x7E00};
constexpr Format kF32{8, 23, 0x7FC00000};

enum class Op { SUM, PROD, MIN, MAX, AVG };

inline double decode(uint32_t bits, const Format& f) {
    const int exponent = static_cast<int>(bits >> f.fraction_bits & ((1u << f.exponent_bits) - 1));
    const uint32_t fraction = bits & ((1u << f.fraction_bits) - 1);
    double magnitude;
    if (exponent == (1 << f.exponent_bits) - 1) {
        magnitude = fraction == 0 ? INFINITY : NAN;
    } else if (exponent == 0) {
        magnitude = std::ldexp(static_cast<double>(fraction), 1 - f.bias() - f.fraction_bits);
    } else {
        magnitude = std::ldexp(static_cast<double>(fraction | 1u << f.fraction_bits),
                               exponent - f.bias() - f.fraction_bits);
    }
    return bits >> (f.exponent_bits + f.fraction_bits) != 0 ? -magnitude : magnitude;
}

/// Rounds to the nearest value of the format, ties to even, subnormals kept.
inline double round_to(double x, const Format& f) {
    if (std::isnan(x) || std::isinf(x) || x == 0) {
        return x;
    }
    const int lowest = 1 - f.bias();
    const int exponent = std::ilogb(x) < lowest ? lowest : std::ilogb(x);
    const int last_place = exponent - f.fraction_bits;
    const double rounded = std::ldexp(std::nearbyint(std::ldexp(x, -last_place)), last_place);
    return std::fabs(rounded) >= std::ldexp(1.0, f.bias() + 1) ? std::copysign(INFINITY, x) : rounded;
}

/// Bits of a value that the format has. Zero has no sign here: a reduction never gives -0.0.
inline uint32_t encode(double x, const Format& f) {
    if (std::isnan(x)) {
        return f.nan;
    }
    if (x == 0) {
        return 0;
    }
    const uint32_t sign = std::signbit(x) ? 1u << (f.exponent_bits + f.fraction_bits) : 0;
    if (std::isinf(x)) {
        return sign | ((1u << f.exponent_bits) - 1) << f.fraction_bits;
    }
    const double magnitude = std::fabs(x);
    const int lowest = 1 - f.bias();
    const int exponent = std::ilogb(magnitude);
    if (exponent < lowest) {
        return sign | static_cast<uint32_t>(std::ldexp(magnitude, f.fraction_bits - lowest));
    }
    const uint32_t significand = static_cast<uint32_t>(std::ldexp(magnitude, f.fraction_bits - exponent));
    return sign | (static_cast<uint32_t>(exponent + f.bias()) << f.fraction_bits) +
                      (significand - (1u << f.fraction_bits));
}

inline double join(Op op, double a, double b) {
    if (std::isnan(a) || std::isnan(b)) {
        return NAN;
    }
    switch (op) {
        case Op::MIN: return b < a ? b : a;
        case Op::MAX: return a < b ? b : a;
        case Op::PROD: return round_to(a * b, kF32);
        default: return round_to(a + b, kF32);
    }
}

/// The reduction of one element of every rank. Doubles hold each exact sum, product and quotient of F32 values well
/// enough: rounding them again to F32 rounds right.
inline uint32_t reduce(Op op, const Format& f, const std::vector<uint32_t>& bits) {
    double acc = decode(bits[0], f) + 0.0;
    for (size_t r = 1; r < bits.size(); r++) {
        acc = join(op, acc, decode(bits[r], f) + 0.0);
    }
    if (op == Op::AVG) {
        acc = round_to(acc / static_cast<double>(bits.size()), kF32);
    }
    return encode(round_to(acc, f), f);
}

}  // namespace reference
