package dev.negzero.annotations;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/**
 * Asks for the device primitives of a {@link Collective} interface as a C++ header, for kernels of the user's own: tagged
 * words, Lamport slots, barriers between ranks, packs, bounded waits.
 *
 * <p>For an interface {@code com.acme.Sums} it is the resource {@code META-INF/negzero/com/acme/Sums.device.cuh}, one file
 * that needs no other, for CUDA and HIP. Its head says what is in it and how to use it.
 */
@Documented
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.CLASS)
public @interface DeviceHeader {}
