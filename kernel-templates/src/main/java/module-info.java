/** Specs, rules, plans and the emission of kernels; processor and runtime share them. */
module dev.negzero.kernel.templates {
    requires transitive dev.negzero.annotations;
    requires com.google.gson;
    requires static org.jspecify;

    exports dev.negzero.emit;
    exports dev.negzero.plan;
    exports dev.negzero.spec;
    exports dev.negzero.spec.rules;
}
