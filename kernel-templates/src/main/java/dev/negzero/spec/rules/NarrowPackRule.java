package dev.negzero.spec.rules;

import dev.negzero.annotations.DType;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.ArrayList;
import java.util.List;

/**
 * Warns of packs that are legal but shorter than the 16 bytes that one access can move. What methods inherit is reported once,
 * on the type.
 */
final class NarrowPackRule implements Rule {
    private static final int WIDEST = 16;

    @Override
    public List<Finding> check(CollectiveSpec spec) {
        List<Finding> findings = new ArrayList<>();
        if (isNarrow(spec.packBytes()) && spec.methods().stream().anyMatch(NarrowPackRule::inherits)) {
            findings.add(finding(Place.collective("width"), spec.dtype(), spec.width()));
        }
        for (MethodSpec method : spec.methods()) {
            if (hasData(method) && !inherits(method) && isNarrow(method.packBytes())) {
                String attribute = method.written().contains("width") ? "width" : "dtype";
                findings.add(finding(Place.operation(method, attribute), method.dtype(), method.width()));
            }
        }
        return findings;
    }

    private static boolean isNarrow(long packBytes) {
        return PackBytesRule.holds(packBytes) && packBytes < WIDEST;
    }

    private static boolean hasData(MethodSpec method) {
        return method.operations().size() == 1 && method.operation().hasData();
    }

    private static boolean inherits(MethodSpec method) {
        return hasData(method)
                && !method.written().contains("width")
                && !method.written().contains("dtype");
    }

    private static Finding finding(Place place, DType dtype, int width) {
        return Finding.of(
                Problem.NARROW_PACK,
                place,
                "width",
                width,
                "dtype",
                dtype,
                "packBytes",
                (long) width * dtype.bytes(),
                "widest",
                WIDEST / dtype.bytes());
    }
}
