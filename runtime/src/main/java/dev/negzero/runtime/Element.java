package dev.negzero.runtime;

/**
 * Element type of a buffer, as a Java type: {@code DeviceBuffer<BF16>} is a buffer of bfloat16.
 *
 * <p>Its members are markers without instances, one for each {@link dev.negzero.annotations.DType}.
 */
public sealed interface Element permits BF16, F16, F32, F64, F8E4M3, F8E5M2, I8, U8, I32, I64 {}
