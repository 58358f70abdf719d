/**
 * Groups, ranks, buffers, and the engines that run collectives. JCuda, JNA and jffi are no named modules: the CUDA engine finds
 * them on the class path, with {@code --add-reads dev.negzero.runtime=ALL-UNNAMED}.
 */
module dev.negzero.runtime {
    requires transitive dev.negzero.kernel.templates;
    requires static org.jspecify;

    exports dev.negzero.runtime;
}
