import dev.negzero.annotations.*;
import dev.negzero.runtime.*;

interface Left {
    @AllReduce
    void sum(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);
}

interface Right {
    @AllReduce(op = ReduceOp.MAX)
    void sum(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);
}

@Collective(dtype = DType.BF16, width = 8, groupSize = 2)
interface Sums extends Left, Right {}
