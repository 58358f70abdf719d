package dev.negzero.runtime.cuda;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import jcuda.NativePointerObject;
import jcuda.driver.CUdeviceptr;

/** Numbers to JCuda's handle objects and back; JCuda keeps the number in a private field. */
final class Handles {
    private static final VarHandle NUMBER;

    static {
        try {
            NUMBER = MethodHandles.privateLookupIn(NativePointerObject.class, MethodHandles.lookup())
                    .findVarHandle(NativePointerObject.class, "nativePointer", long.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private Handles() {}

    /** The number in a handle object. */
    static long number(NativePointerObject handle) {
        return (long) NUMBER.get(handle);
    }

    /** A new handle object with a number. */
    static <H extends NativePointerObject> H with(H handle, long number) {
        NUMBER.set(handle, number);
        return handle;
    }

    /** A device address as JCuda passes it. */
    static CUdeviceptr address(long address) {
        return with(new CUdeviceptr(), address);
    }
}
