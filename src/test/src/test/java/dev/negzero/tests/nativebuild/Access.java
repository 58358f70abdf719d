package dev.negzero.tests.nativebuild;

import java.util.EnumSet;
import java.util.Set;

/** An access to memory as the table of accesses names it, and the instructions that it must become. */
enum Access {
    PLAIN_LOAD(EnumSet.of(Form.LOAD), EnumSet.noneOf(Form.class)),
    PLAIN_STORE(EnumSet.of(Form.STORE), EnumSet.of(Form.STORE)),
    RELAXED_LOAD(EnumSet.of(Form.RELAXED_LOAD), EnumSet.of(Form.RELAXED_LOAD)),
    RELAXED_STORE(EnumSet.of(Form.RELAXED_STORE), EnumSet.of(Form.RELAXED_STORE)),
    ACQUIRE_LOAD(EnumSet.of(Form.ACQUIRE_LOAD), EnumSet.of(Form.RELAXED_LOAD, Form.INVALIDATE)),
    RELEASE_STORE(EnumSet.of(Form.RELEASE_STORE), EnumSet.of(Form.RELAXED_STORE, Form.WRITE_BACK)),
    RELEASE_FENCE(EnumSet.of(Form.FENCE), EnumSet.of(Form.WRITE_BACK)),
    ACQUIRE_FENCE(EnumSet.of(Form.FENCE), EnumSet.of(Form.INVALIDATE)),
    /** Loads before it have returned; on AMD GPUs a wait, which no cache takes part in. */
    READS_FENCE(EnumSet.of(Form.FENCE), EnumSet.noneOf(Form.class)),
    /** Counts arrivals; on AMD GPUs between two waits for loads. */
    COUNT_IN(EnumSet.of(Form.ACQ_REL_ATOMIC), EnumSet.of(Form.ATOMIC)),
    RELAXED_EXCHANGE(EnumSet.of(Form.RELAXED_ATOMIC), EnumSet.of(Form.ATOMIC));

    /** A kind of instruction. */
    enum Form {
        /**
         * A load without order. Not compared on AMD GPUs, where the parameter block is read through the same instructions.
         */
        LOAD,
        STORE,
        RELAXED_LOAD,
        RELAXED_STORE,
        ACQUIRE_LOAD,
        RELEASE_STORE,
        FENCE,
        ACQ_REL_ATOMIC,
        RELAXED_ATOMIC,
        /** AMD: an atomic that reads and writes. */
        ATOMIC,
        /** AMD: {@code buffer_wbl2}, the cache action of a release. */
        WRITE_BACK,
        /** AMD: {@code buffer_inv}, the cache action of an acquire. */
        INVALIDATE
    }

    private final Set<Form> ptx;
    private final Set<Form> amd;

    Access(Set<Form> ptx, Set<Form> amd) {
        this.ptx = ptx;
        this.amd = amd;
    }

    Set<Form> ptx() {
        return ptx;
    }

    Set<Form> amd() {
        return amd;
    }
}
