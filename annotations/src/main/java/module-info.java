/** What users write: annotations and the enums they take. */
module dev.negzero.annotations {
    requires static org.jspecify;

    exports dev.negzero.annotations;
}
