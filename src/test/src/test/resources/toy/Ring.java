package com.acme;

import dev.negzero.annotations.Collective;
import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.Shift;
import dev.negzero.runtime.BF16;
import dev.negzero.runtime.DeviceBuffer;
import dev.negzero.runtime.I8;

/** What a user of the new collective writes. */
@SuppressWarnings("negzero:NZ311")
@Collective(dtype = DType.BF16, width = 8, groupSize = 4, maxBytes = 4096)
public interface Ring {
    /** Short messages through the mailbox, long ones between barriers. */
    @Shift
    void auto(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);

    /** Between barriers. */
    @Shift(protocol = Protocol.SIGNAL, width = 2)
    void signal(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);

    /** As triples. */
    @Shift(protocol = Protocol.MAILBOX)
    void triples(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);

    /** As pairs. */
    @Shift(protocol = Protocol.MAILBOX, dtype = DType.I8, width = 4)
    void pairs(DeviceBuffer<I8> in, DeviceBuffer<I8> out, long count);
}
