package dev.negzero.runtime.cuda;

/**
 * A GPU that ranks run on.
 *
 * @param ordinal its number, as the driver counts
 * @param name product name
 * @param context its primary context
 * @param capability ten times the major compute capability plus the minor
 * @param processors streaming multiprocessors
 * @param ranks how many ranks of the group it runs
 */
record Gpu(int ordinal, String name, long context, int capability, int processors, int ranks) {
    /** From here on a grid may be scheduled before the grid in front of it has ended. */
    private static final int PROGRAMMATIC_SINCE = 90;

    /** Holds a GPU's context and asks for its properties. */
    static Gpu open(Driver driver, int ordinal, int ranks) {
        int major = driver.attribute(ordinal, Driver.Attribute.MAJOR);
        int minor = driver.attribute(ordinal, Driver.Attribute.MINOR);
        int processors = driver.attribute(ordinal, Driver.Attribute.PROCESSORS);
        String name = driver.name(ordinal);
        // Last, as nothing would release it if another question failed.
        return new Gpu(ordinal, name, driver.retainContext(ordinal), 10 * major + minor, processors, ranks);
    }

    /** Makes a stream; the calling thread's context is the GPU's then. */
    long newStream(Driver driver) {
        driver.use(context);
        return driver.createStream();
    }

    /** The architecture as compilers and AUTO tables name it. */
    String arch() {
        return "sm_" + capability;
    }

    /**
     * Whether launches let the next grid be scheduled early. Not when ranks share the GPU: a grid that waits for its
     * turn would hold room that a peer's running grid needs.
     */
    boolean programmatic() {
        return ranks == 1 && capability >= PROGRAMMATIC_SINCE;
    }

    @Override
    public String toString() {
        return "GPU " + ordinal + " (" + name + ")";
    }
}
