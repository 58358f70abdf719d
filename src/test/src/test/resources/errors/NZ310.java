import dev.negzero.annotations.*;
import dev.negzero.runtime.*;

@Collective(dtype = DType.BF16, width = 8, groupSize = 8)
interface Sums {
    @SuppressWarnings("negzero:NZ312")
    @AllReduce(protocol = Protocol.LAMPORT, maxBytes = 256 << 20)
    void sum(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);
}
