package dev.negzero.processor.read;

import dev.negzero.spec.CollectiveSpec;
import java.util.Map;
import javax.lang.model.element.ExecutableElement;
import javax.lang.model.element.TypeElement;

/**
 * One interface as read.
 *
 * @param spec what the user wrote
 * @param type the interface
 * @param methods its methods by the spec's keys, default methods included
 * @param facts what else the launcher needs
 */
public record Reading(CollectiveSpec spec, TypeElement type, Map<String, ExecutableElement> methods, JavaFacts facts) {

    /**
     * Where a method comes from.
     *
     * @param key a key of {@link #methods}
     * @return qualified name of the super-interface that declares it; empty when the interface itself does, or for no key
     */
    public String inheritedFrom(String key) {
        ExecutableElement method = methods.get(key);
        if (method == null || Members.owner(method).equals(type)) {
            return "";
        }
        return Members.ownerName(method);
    }
}
