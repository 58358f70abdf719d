import dev.negzero.annotations.*;
import dev.negzero.runtime.*;

@Collective(dtype = DType.BF16, width = 8, groupSize = 2)
interface Calls {
    @Send
    void send(DeviceBuffer<BF16> in, long count);

    @Receive
    void receive(DeviceBuffer<BF16> out, long count, @Peer int from);
}
