package dev.negzero.runtime.cuda;

import java.util.List;

/** One place that kernel binaries come from. */
interface BinarySource {
    /**
     * Images that may run on the GPU asked for, best first.
     *
     * @param looked receives what was looked for, or what went wrong, when there are none
     */
    List<byte[]> find(BinaryRequest request, List<String> looked);

    /** The driver refused what {@link #find} gave. */
    default void refused(BinaryRequest request) {}

    /** Whether its images cost a compilation, so that they are worth keeping. */
    default boolean compiles() {
        return false;
    }
}
