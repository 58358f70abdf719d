package dev.negzero.runtime.cuda;

import dev.negzero.emit.Platform;
import dev.negzero.runtime.engine.Kernels;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * What a kernel binary is asked for.
 *
 * @param kernels the plan and its files
 * @param source the kernels' text
 * @param sourceSha256 of the text, in hexadecimal
 * @param capability of the GPU: 90 for {@code sm_90}
 */
record BinaryRequest(Kernels kernels, String source, String sourceSha256, int capability) {
    /** A request for a GPU. */
    static BinaryRequest of(Kernels kernels, int capability) {
        String source = kernels.source(Platform.CUDA);
        return new BinaryRequest(kernels, source, Kernels.sha256(source.getBytes(StandardCharsets.UTF_8)), capability);
    }

    /** The architecture as compilers know it. */
    String arch() {
        return "sm_" + capability;
    }

    /** Flags that the promised bits rest on, without the architecture. */
    List<String> flags() {
        return Platform.CUDA.flags();
    }

    /** File name of the source, for compilers' messages. */
    String fileName() {
        return kernels.plan().flatName() + Platform.CUDA.extension();
    }
}
