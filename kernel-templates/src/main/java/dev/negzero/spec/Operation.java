package dev.negzero.spec;

/** The collectives that exist. One constant for each op annotation. */
public enum Operation {
    /** Every rank gets the reduction of all inputs. */
    ALL_REDUCE("AllReduce"),
    /** Ranks wait for each other. */
    BARRIER("Barrier");

    private final String annotation;

    Operation(String annotation) {
        this.annotation = annotation;
    }

    /** Simple name of the annotation in {@code dev.negzero.annotations} that asks for this operation. */
    public String annotation() {
        return annotation;
    }
}
