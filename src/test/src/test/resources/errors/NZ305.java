import dev.negzero.annotations.*;
import dev.negzero.runtime.*;

@Collective(dtype = DType.BF16, width = 8, groupSize = 2)
interface Calls {
    @Reduce(root = 0, protocol = Protocol.LAMPORT, maxBytes = 4096)
    void sum(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);
}
