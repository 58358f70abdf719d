package dev.negzero.runtime;

/**
 * What all generated launchers have in common. It stands here rather than in each of them so that a compiler has to read it
 * once only.
 */
public abstract class Launcher implements AutoCloseable {
    private final Communicator communicator;

    /**
     * What a generated launcher says of itself. In here, as each import of a launcher costs its compiler more than a member of a
     * type that is imported anyway.
     *
     * @param interfaceName qualified name of the annotated interface
     * @param resourceStem path of its resources without extension: {@code META-INF/negzero/com/acme/Sums}
     * @param schema version of the contract between launcher and runtime
     * @param digest of the manifest that was generated with the launcher
     */
    public record Info(String interfaceName, String resourceStem, int schema, String digest) {}

    /**
     * For generated launchers.
     *
     * @param communicator this rank's, opened for the launcher's interface
     */
    protected Launcher(Communicator communicator) {
        this.communicator = communicator;
    }

    /**
     * What the calls go through; tells which algorithm the last one took.
     *
     * @return this rank's communicator
     */
    public final Communicator communicator() {
        return communicator;
    }

    /** Gives the workspace of this rank back. */
    @Override
    public final void close() {
        communicator.close();
    }
}
