package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.runtime.engine.Memory;

/**
 * A buffer that peers can read in place. The receiver of a hand-off by SIGNAL does, without a copy to staging memory;
 * collectives push and take any buffer alike. It, and slices of it, may be passed wherever a {@link DeviceBuffer} may; other
 * ranks may pass other kinds in the same call.
 */
public final class SymmetricBuffer<T extends Element> extends DeviceBuffer<T> {
    SymmetricBuffer(Rank rank, DType dtype, long count, Memory memory) {
        super(rank, dtype, count, memory);
    }
}
