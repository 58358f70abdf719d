package dev.negzero.runtime.cuda;

import com.kenai.jffi.CallContext;
import com.kenai.jffi.CallingConvention;
import com.kenai.jffi.Invoker;
import com.kenai.jffi.Type;
import java.util.Arrays;
import java.util.function.ToLongFunction;

/**
 * The driver's functions of the launch path, called through jffi, which passes whole numbers on without looking at each: a launch
 * costs what it costs in C++, where JNA's direct mapping adds 11 to 16 % and JCuda has no {@code cuLaunchKernelEx} at all
 * (benchmarks/baselines/gpu-launch-bindings-h200.csv).
 */
final class DriverCalls {
    private static final Invoker INVOKER = Invoker.getInstance();
    private static final CallContext ONE = numbers(1);
    private static final CallContext TWO = numbers(2);
    private static final CallContext FOUR = numbers(4);

    private final long launchKernelEx;
    private final long ctxSetCurrent;
    private final long streamQuery;
    private final long eventQuery;
    private final long graphLaunch;

    /**
     * Binds the functions.
     *
     * @param addresses where the driver's functions are, by their names; may throw an {@link UnsatisfiedLinkError}
     */
    DriverCalls(ToLongFunction<String> addresses) {
        launchKernelEx = addresses.applyAsLong("cuLaunchKernelEx");
        ctxSetCurrent = addresses.applyAsLong("cuCtxSetCurrent");
        streamQuery = addresses.applyAsLong("cuStreamQuery");
        eventQuery = addresses.applyAsLong("cuEventQuery");
        graphLaunch = addresses.applyAsLong("cuGraphLaunch");
    }

    /** A function of so many addresses and handles whose result is a CUresult. The driver doesn't report by errno. */
    private static CallContext numbers(int parameters) {
        Type[] types = new Type[parameters];
        Arrays.fill(types, Type.UINT64);
        return CallContext.getCallContext(Type.SINT32, types, CallingConvention.DEFAULT, false);
    }

    int cuLaunchKernelEx(long config, long function, long parameters, long extra) {
        return (int) INVOKER.invokeL4(FOUR, launchKernelEx, config, function, parameters, extra);
    }

    int cuCtxSetCurrent(long context) {
        return (int) INVOKER.invokeL1(ONE, ctxSetCurrent, context);
    }

    int cuStreamQuery(long stream) {
        return (int) INVOKER.invokeL1(ONE, streamQuery, stream);
    }

    int cuEventQuery(long event) {
        return (int) INVOKER.invokeL1(ONE, eventQuery, event);
    }

    int cuGraphLaunch(long graphExec, long stream) {
        return (int) INVOKER.invokeL2(TWO, graphLaunch, graphExec, stream);
    }
}
