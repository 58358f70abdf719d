package com.acme;

import dev.negzero.annotations.AllReduce;
import dev.negzero.annotations.Collective;
import dev.negzero.annotations.DType;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.F32;

/** What two ranks do together. */
@Collective(dtype = DType.F32, width = 4, groupSize = 2)
public interface Sums {
    /** Every rank gets the sums. */
    @AllReduce
    void sum(DeviceBuffer<F32> in, DeviceBuffer<F32> out, long count);
}
