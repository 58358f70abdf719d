import dev.negzero.annotations.*;

@DeviceHeader
interface Calls {}
