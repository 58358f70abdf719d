import dev.negzero.annotations.*;
import dev.negzero.runtime.*;

@Collective(dtype = DType.I32, width = 4, groupSize = 2)
interface Sums {
    @AllReduce(op = ReduceOp.AVG)
    void average(DeviceBuffer<I32> in, DeviceBuffer<I32> out, long count);
}
