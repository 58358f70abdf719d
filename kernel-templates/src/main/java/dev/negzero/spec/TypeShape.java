package dev.negzero.spec;

import java.util.List;

/**
 * What kind of declaration carries {@code @Collective}.
 *
 * @param kind class, interface and so on
 * @param sealed whether it is declared {@code sealed}
 * @param typeParameters names of its type parameters
 * @param privateTypes simple names of those among the type and its enclosing types that are private, outermost first
 * @param memberTypes simple names of the types declared in the type and in its super-interfaces, sorted
 */
public record TypeShape(
        Kind kind, boolean sealed, List<String> typeParameters, List<String> privateTypes, List<String> memberTypes) {
    /** An open, visible interface without type parameters: what a launcher can be made for. */
    public static final TypeShape PLAIN = new TypeShape(Kind.INTERFACE, false, List.of(), List.of(), List.of());

    public TypeShape {
        typeParameters = List.copyOf(typeParameters);
        privateTypes = List.copyOf(privateTypes);
        memberTypes = List.copyOf(memberTypes);
    }

    /** The kinds of declaration that the annotation can stand on. */
    public enum Kind {
        /** An interface. */
        INTERFACE("interface"),
        /** A class. */
        CLASS("class"),
        /** A record. */
        RECORD("record"),
        /** An enum. */
        ENUM("enum"),
        /** An annotation type. */
        ANNOTATION("annotation type");

        private final String text;

        Kind(String text) {
            this.text = text;
        }

        /** How a message names it. */
        public String text() {
            return text;
        }
    }
}
