package dev.negzero.runtime.cuda;

import dev.negzero.runtime.RuntimeProblem;

/** A call of the CUDA driver failed. The text names the call, the result, and the launch before it. */
public final class CudaException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String call;
    private final int result;

    CudaException(String call, int result, String name, String lastLaunch) {
        super(RuntimeProblem.CUDA_CALL.message(call + " returned " + result + " (" + name + ")"
                + (lastLaunch.isEmpty() ? "" : ", the last launch was " + lastLaunch)));
        this.call = call;
        this.result = result;
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
