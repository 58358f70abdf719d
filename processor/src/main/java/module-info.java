/**
 * The annotation processor, as it ships: JavaPoet, Gson and the kernel templates stand inside under names of its own, so none
 * is required. The build compiles against them on the class path.
 */
module dev.negzero.processor {
    requires dev.negzero.annotations;
    requires java.compiler;
    // As Gson's own descriptor does.
    requires static java.sql;
    requires static jdk.unsupported;
    requires static org.jspecify;

    provides javax.annotation.processing.Processor with
            dev.negzero.processor.NegzeroProcessor;
}
