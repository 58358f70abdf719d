import dev.negzero.annotations.*;
import dev.negzero.runtime.*;

@Collective(dtype = DType.F64, width = 2, groupSize = 2)
interface Sums {
    @AllReduce
    void sum(DeviceBuffer<F64> in, DeviceBuffer<F64> out, long count);
}
