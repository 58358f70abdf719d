package dev.negzero.runtime.cuda;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.jna.Callback;
import com.sun.jna.CallbackReference;
import com.sun.jna.Pointer;
import dev.negzero.runtime.ClassPath;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The driver's functions get what they are called with, whole and in order, and their result comes back. */
class DriverCallsTest {
    private static final long LARGE = 0xFEDC_BA98_7654_3210L;
    private static final int NOT_READY = 600;
    private static final String REFUSAL =
            "the launch path can't be called, for which the driver must be of CUDA 11.8 or newer, and"
                    + " com.github.jnr:jffi with classifier native on the class path: ";

    /** A function with one parameter. */
    interface One extends Callback {
        /** Called as C. */
        int invoke(long a);
    }

    /** A function with two. */
    interface Two extends Callback {
        /** Called as C. */
        int invoke(long a, long b);
    }

    /** A function with four. */
    interface Four extends Callback {
        /** Called as C. */
        int invoke(long a, long b, long c, long d);
    }

    private final List<String> called = new ArrayList<>();
    /** Held, as what a callback of native code needs is freed with it. */
    private final Map<String, Callback> functions = new HashMap<>();

    private int result;

    private int note(String name, long... arguments) {
        StringBuilder line = new StringBuilder(name);
        for (long argument : arguments) {
            line.append(' ').append(Long.toHexString(argument));
        }
        called.add(line.toString());
        return result;
    }

    private DriverCalls calls() {
        functions.put("cuLaunchKernelEx", (Four) (a, b, c, d) -> note("cuLaunchKernelEx", a, b, c, d));
        functions.put("cuGraphLaunch", (Two) (a, b) -> note("cuGraphLaunch", a, b));
        for (String name : List.of("cuCtxSetCurrent", "cuStreamQuery", "cuEventQuery")) {
            functions.put(name, (One) a -> note(name, a));
        }
        return new DriverCalls(name -> Pointer.nativeValue(CallbackReference.getFunctionPointer(functions.get(name))));
    }

    @Test
    void argumentsArriveWholeAndInOrder() {
        DriverCalls calls = calls();
        assertEquals(0, calls.cuLaunchKernelEx(LARGE, 2, -3, 0));
        assertEquals(0, calls.cuGraphLaunch(5, LARGE));
        assertEquals(0, calls.cuCtxSetCurrent(LARGE));
        assertEquals(0, calls.cuStreamQuery(7));
        assertEquals(0, calls.cuEventQuery(-8));
        assertEquals(
                List.of(
                        "cuLaunchKernelEx fedcba9876543210 2 fffffffffffffffd 0",
                        "cuGraphLaunch 5 fedcba9876543210",
                        "cuCtxSetCurrent fedcba9876543210",
                        "cuStreamQuery 7",
                        "cuEventQuery fffffffffffffff8"),
                called);
    }

    @Test
    void resultsComeBack() {
        DriverCalls calls = calls();
        result = NOT_READY;
        assertEquals(NOT_READY, calls.cuStreamQuery(0));
        result = -1;
        assertEquals(-1, calls.cuLaunchKernelEx(0, 0, 0, 0));
    }

    @Test
    void aFunctionThatTheDriverLacks() {
        CudaUnavailable refusal = assertThrows(
                CudaUnavailable.class,
                () -> Binding.calls(name -> {
                    throw new UnsatisfiedLinkError("no " + name);
                }));
        assertEquals(REFUSAL + "no cuLaunchKernelEx", refusal.getMessage());
    }

    /** Binds functions that are never called, and prints why it can't. */
    static final class Main {
        private Main() {}

        public static void main(String[] args) {
            try {
                System.out.println(Binding.calls(name -> 0));
            } catch (CudaUnavailable e) {
                System.out.println(e.getMessage());
            }
        }
    }

    @Test
    void withoutJffisNativePart() throws IOException, InterruptedException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        Process process = new ProcessBuilder(
                        java, "-cp", ClassPath.without("jffi-.*-native[.]jar"), Main.class.getName())
                .start();
        List<String> lines = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
                .lines()
                .toList();
        process.waitFor();
        assertEquals(1, lines.size(), lines::toString);
        assertTrue(lines.get(0).startsWith(REFUSAL), lines::toString);
        assertTrue(lines.get(0).contains("could not locate stub library"), lines::toString);
    }
}
