package dev.negzero.processor.read;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What the launcher's source needs of the user's source beyond the spec.
 *
 * @param typeDoc the interface's documentation comment as javac gives it; empty when there is none
 * @param methodDocs the methods' comments by key; without methods that have none
 * @param hiding simple names of the types and constants that an implementing class inherits, which hide imports
 * @param knowsGenerated whether {@code javax.annotation.processing.Generated} can be named from the interface's module
 * @param named whether that module has a name
 * @param hidesJavaLang whether the interface's package has a type of a name that the launcher uses of java.lang
 * @param deprecated whether the interface, a type around it or a method of it is deprecated
 * @param deviceHeader whether the interface asks for a header of device primitives
 */
public record JavaFacts(
        String typeDoc,
        Map<String, String> methodDocs,
        Set<String> hiding,
        boolean knowsGenerated,
        boolean named,
        boolean hidesJavaLang,
        boolean deprecated,
        boolean deviceHeader) {

    /** The lints that would find something in the launcher which its user can't change there. */
    public List<String> suppressed() {
        List<String> lints = new ArrayList<>();
        if (deprecated) {
            lints.addAll(List.of("deprecation", "removal"));
        }
        if (named && knowsGenerated) {
            // Of @Generated: its module need not be read by those who read the launcher's.
            lints.add("exports");
        }
        return lints;
    }
}
