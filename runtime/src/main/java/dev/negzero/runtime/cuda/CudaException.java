package dev.negzero.runtime.cuda;

import dev.negzero.runtime.RuntimeProblem;

/** A call of the CUDA driver failed. The text names the call, the result, and the launch before it. */
public final class CudaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private static final int OUT_OF_MEMORY = 2;

    private final String call;
    private final int result;
    private final String failure;

    CudaException(String call, int result, String name, String lastLaunch) {
        super(RuntimeProblem.CUDA_CALL.message(
                failure(call, result, name) + (lastLaunch.isEmpty() ? "" : ", the last launch was " + lastLaunch)));
        this.call = call;
        this.result = result;
        failure = failure(call, result, name);
    }

    private static String failure(String call, int result, String name) {
        return call + " returned " + result + " (" + name + ")";
    }

    /** The call, its result and the result's name, for messages with another code. */
    String failure() {
        return failure;
    }

    /** Whether the device, or pinned memory, has nothing left. */
    boolean outOfMemory() {
        return result == OUT_OF_MEMORY;
    }

    /** The stable code. See {@link RuntimeProblem}. */
    public String code() {
        return RuntimeProblem.CUDA_CALL.code();
    }

    /** The driver's function, {@code cuStreamQuery}. */
    public String call() {
        return call;
    }

    /** What it returned, a {@code CUresult}. */
    public int result() {
        return result;
    }
}
