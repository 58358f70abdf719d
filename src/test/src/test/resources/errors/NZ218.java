import dev.negzero.annotations.*;
import dev.negzero.runtime.*;

@Collective(dtype = DType.BF16, width = 8, groupSize = 2)
interface Calls {
    @Gather(root = 2)
    void gather(DeviceBuffer<BF16> in, DeviceBuffer<BF16> out, long countPerRank);
}
