import dev.negzero.annotations.*;
import dev.negzero.runtime.*;

@Collective(dtype = DType.BF16, width = 8, groupSize = 2)
interface Calls {
    @Broadcast(root = 0)
    void broadcast(DeviceBuffer<BF16> inOut, long count, @Peer int to);
}
