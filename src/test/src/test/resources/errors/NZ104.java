import dev.negzero.annotations.*;
import dev.negzero.runtime.*;

class Layer {
    @Collective(dtype = DType.BF16, width = 8, groupSize = 2)
    private interface Sums {
        @Barrier
        void meet();
    }
}
