import dev.negzero.annotations.*;
import dev.negzero.runtime.*;

@Collective(dtype = DType.BF16, width = 8, groupSize = 2)
interface Calls {
    @Scatter
    void scatter(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long countPerRank, @Root long root);
}
