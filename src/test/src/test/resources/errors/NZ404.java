import dev.negzero.annotations.*;
import dev.negzero.runtime.*;

@Collective(dtype = DType.BF16, width = 8, groupSize = 2)
interface Sums {
    @Barrier
    void meet();

    enum SumsLauncher {
        FIRST
    }
}
