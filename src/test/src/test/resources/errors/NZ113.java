import dev.negzero.annotations.*;
import dev.negzero.runtime.*;

@Collective(dtype = DType.BF16, width = 8, groupSize = 2, maxBytes = 8 << 30)
interface Sums {
    @AllReduce
    void sum(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);
}
