import dev.negzero.annotations.*;
import dev.negzero.runtime.*;

class Layer {
    @Collective(dtype = DType.BF16, width = 8, groupSize = 2)
    interface Sums {
        @Barrier
        void meet();
    }
}

@Collective(dtype = DType.BF16, width = 8, groupSize = 2)
interface Layer_Sums {
    @Barrier
    void meet();
}
