package dev.negzero.runtime.cuda;

import com.sun.jna.Memory;
import com.sun.jna.NativeLibrary;
import com.sun.jna.NativeLong;
import com.sun.jna.Pointer;
import com.sun.jna.StringArray;
import com.sun.jna.ptr.IntByReference;
import com.sun.jna.ptr.NativeLongByReference;
import com.sun.jna.ptr.PointerByReference;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Compiles with NVRTC of whatever major version is there. JCuda's own binding wants exactly one. */
final class NvrtcSource implements BinarySource {
    /** Newest first. */
    private static final List<String> NAMES =
            List.of("libnvrtc.so.13", "libnvrtc.so.12", "libnvrtc.so.11.2", "libnvrtc.so");

    private static final String[] FOLDERS = {"lib64", "lib", "targets/x86_64-linux/lib"};

    private final LibrarySearch search;
    private @Nullable NativeLibrary library;

    /** Looks where the system loads libraries from, then in the toolkits that the environment names. */
    NvrtcSource(Map<String, String> environment) {
        this(NAMES, LibrarySearch.toolkits(environment, FOLDERS));
    }

    NvrtcSource(List<String> names, List<Path> folders) {
        search = new LibrarySearch(names, folders);
    }

    @Override
    public boolean compiles() {
        return true;
    }

    @Override
    public synchronized List<byte[]> find(BinaryRequest request, List<String> looked) {
        NativeLibrary found = library;
        if (found == null) {
            found = search.library(NativeLibrary::getInstance);
            library = found;
        }
        if (found == null) {
            looked.add("NVRTC (" + search.looked() + ")");
            return List.of();
        }
        try {
            return List.of(new Program(found, request).compile());
        } catch (NvrtcFailure e) {
            looked.add("NVRTC " + found.getFile() + " (" + e.getMessage() + ")");
            return List.of();
        }
    }

    private static final class NvrtcFailure extends Exception {
        private static final long serialVersionUID = 1L;

        NvrtcFailure(String message) {
            super(message);
        }
    }

    /** One program of the library. */
    private static final class Program {
        private final NativeLibrary library;
        private final BinaryRequest request;
        private @Nullable Pointer handle;

        Program(NativeLibrary library, BinaryRequest request) {
            this.library = library;
            this.request = request;
        }

        private void call(String function, @Nullable Object... arguments) throws NvrtcFailure {
            int result = library.getFunction(function).invokeInt(arguments);
            if (result != 0) {
                String name = library.getFunction("nvrtcGetErrorString").invokeString(new Object[] {result}, false);
                throw new NvrtcFailure(function + ": " + name);
            }
        }

        byte[] compile() throws NvrtcFailure {
            PointerByReference reference = new PointerByReference();
            Memory source = text(request.source());
            call("nvrtcCreateProgram", reference, source, request.fileName(), 0, Pointer.NULL, Pointer.NULL);
            handle = reference.getValue();
            try {
                return compileCreated();
            } finally {
                call("nvrtcDestroyProgram", reference);
            }
        }

        private byte[] compileCreated() throws NvrtcFailure {
            int target = target();
            boolean exact = target == request.capability();
            List<String> options = new ArrayList<>(request.flags());
            options.add("--gpu-architecture=" + (exact ? "sm_" : "compute_") + target);
            try {
                call("nvrtcCompileProgram", handle, options.size(), new StringArray(options.toArray(new String[0])));
            } catch (NvrtcFailure e) {
                String log = new String(bytes("nvrtcGetProgramLogSize", "nvrtcGetProgramLog"), StandardCharsets.UTF_8);
                throw new NvrtcFailure(
                        e.getMessage() + ": " + log.replace("\0", "").strip());
            }
            return exact ? bytes("nvrtcGetCUBINSize", "nvrtcGetCUBIN") : bytes("nvrtcGetPTXSize", "nvrtcGetPTX");
        }

        /** The GPU's own architecture, or, for a GPU newer than the library, the newest one that it knows, as PTX. */
        private int target() throws NvrtcFailure {
            IntByReference count = new IntByReference();
            call("nvrtcGetNumSupportedArchs", count);
            Memory list = new Memory(4L * Math.max(1, count.getValue()));
            call("nvrtcGetSupportedArchs", list);
            int[] known = list.getIntArray(0, count.getValue());
            return Arrays.stream(known)
                    .filter(arch -> arch <= request.capability())
                    .max()
                    .orElseThrow(() -> new NvrtcFailure("it knows none of " + request.arch() + " and earlier"));
        }

        private byte[] bytes(String size, String get) throws NvrtcFailure {
            NativeLongByReference length = new NativeLongByReference(new NativeLong(0));
            call(size, handle, length);
            Memory memory = new Memory(Math.max(1, length.getValue().longValue()));
            call(get, handle, memory);
            return memory.getByteArray(0, length.getValue().intValue());
        }

        private static Memory text(String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            Memory memory = new Memory(bytes.length + 1L);
            memory.write(0, bytes, 0, bytes.length);
            memory.setByte(bytes.length, (byte) 0);
            return memory;
        }
    }
}
