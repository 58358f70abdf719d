import dev.negzero.annotations.*;
import dev.negzero.runtime.*;

@DeviceHeader
interface Sums {
    @AllReduce
    void sum(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long count);
}
