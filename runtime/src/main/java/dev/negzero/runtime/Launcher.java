package dev.negzero.runtime;

/**
 * What all generated launchers have in common. It stands here rather than in each of them so that a compiler has to read it
 * once only.
 */
public abstract class Launcher implements AutoCloseable {
    private final Communicator communicator;

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
