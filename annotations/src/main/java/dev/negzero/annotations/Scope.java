package dev.negzero.annotations;

/**
 * How far a store must be visible: the memory scope of every shared access in the generated kernel.
 *
 * <p>Only {@link #SYSTEM} and {@link #DEVICE} name a set of ranks and can stand on {@link Collective}. The narrower two
 * exist for the device primitives; on an interface they are a compile error.
 */
public enum Scope {
    /** Ranks are GPUs (or processes): stores are ordered for every agent of the system. */
    SYSTEM,
    /** Ranks are streams of one GPU: stores are ordered for that GPU only, which is cheaper. */
    DEVICE,
    /** One thread block. Device primitives only. */
    WORKGROUP,
    /** One wave (warp). Device primitives only. */
    WAVEFRONT
}
