package dev.negzero.runtime.cuda;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.Structure;
import com.sun.jna.ptr.LongByReference;

/** The driver's calls for memory of other processes. JCuda keeps a handle's bytes to itself. */
final class IpcCalls {
    /** CU_IPC_HANDLE_SIZE. */
    static final int HANDLE_BYTES = 64;

    /** CU_IPC_MEM_LAZY_ENABLE_PEER_ACCESS, the only flag there is, and needed. */
    private static final int LAZY_PEER_ACCESS = 1;

    /** A {@code CUipcMemHandle}, which the driver takes by value. */
    @Structure.FieldOrder("reserved")
    public static final class Handle extends Structure implements Structure.ByValue {
        /** Its bytes. */
        public byte[] reserved = new byte[HANDLE_BYTES];

        /** For JNA. */
        public Handle() {}

        Handle(byte[] bytes) {
            System.arraycopy(bytes, 0, reserved, 0, HANDLE_BYTES);
        }
    }

    private final NativeLibrary driver;

    IpcCalls(NativeLibrary driver) {
        this.driver = driver;
    }

    /** Fills {@code handle}; the driver's result. */
    int get(byte[] handle, long address) {
        try (Memory memory = new Memory(HANDLE_BYTES)) {
            memory.clear();
            int result = driver.getFunction("cuIpcGetMemHandle").invokeInt(new Object[] {memory, address});
            memory.read(0, handle, 0, HANDLE_BYTES);
            return result;
        }
    }

    /** Fills {@code address}; the driver's result. */
    int open(LongByReference address, byte[] handle) {
        // Since CUDA 11 the header maps the plain name to this one.
        return driver.getFunction("cuIpcOpenMemHandle_v2")
                .invokeInt(new Object[] {address, new Handle(handle), LAZY_PEER_ACCESS});
    }

    /** The driver's result. */
    int close(long address) {
        return driver.getFunction("cuIpcCloseMemHandle").invokeInt(new Object[] {address});
    }
}
