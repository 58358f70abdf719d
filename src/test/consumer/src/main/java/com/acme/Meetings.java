package com.acme;

import dev.negzero.annotations.Barrier;
import dev.negzero.annotations.Collective;
import dev.negzero.annotations.DType;

/** An interface that nothing else names, so that it can be renamed and deleted. */
@Collective(dtype = DType.F32, width = 4, groupSize = 2)
public interface Meetings {
    /** Waits for the other rank. */
    @Barrier
    void meet();
}
