package dev.negzero.spec;

/**
 * Where a finding stands. What a part doesn't apply to is empty, or -1 for the parameter.
 *
 * <p>A place names an attribute even when the source leaves it out; the reporter then falls back to the annotation, and
 * from there to the method or type.
 *
 * @param methodKey key of the method, empty for the type
 * @param parameter index of the parameter, or -1
 * @param annotation simple name of the annotation, or empty
 * @param attribute name of the annotation's attribute, or empty
 */
public record Place(String methodKey, int parameter, String annotation, String attribute) {
    private static final int NONE = -1;

    /** The annotated type itself. */
    public static Place type() {
        return new Place("", NONE, "", "");
    }

    /** An attribute of {@code @Collective}. */
    public static Place collective(String attribute) {
        return new Place("", NONE, "Collective", attribute);
    }

    /** A method. */
    public static Place method(MethodSpec method) {
        return method(method.key());
    }

    /** A method by its key. */
    public static Place method(String key) {
        return new Place(key, NONE, "", "");
    }

    /** An attribute of a method's op annotation; the method must have exactly one. */
    public static Place operation(MethodSpec method, String attribute) {
        return new Place(method.key(), NONE, method.operation().annotation(), attribute);
    }

    /** A parameter of a method. */
    public static Place parameter(MethodSpec method, int index) {
        return new Place(method.key(), index, "", "");
    }

    /** An annotation on a parameter of a method. */
    public static Place parameter(MethodSpec method, int index, String annotation) {
        return new Place(method.key(), index, annotation, "");
    }

    /** Whether it is on the type and not on one of its methods. */
    public boolean onType() {
        return methodKey.isEmpty();
    }
}
