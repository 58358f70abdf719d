package dev.negzero.spec.rules;

import dev.negzero.annotations.DType;
import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import dev.negzero.spec.MethodSpec;
import dev.negzero.spec.Operation;
import dev.negzero.spec.Place;
import dev.negzero.spec.Problem;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * width x size of the dtype is 4, 8 or 16 bytes: what one access moves. A method is looked at when it writes either of the
 * two itself; what it inherits is reported once, on the type.
 */
final class PackBytesRule implements Rule {
    @Override
    public List<Finding> check(CollectiveSpec spec) {
        List<Finding> findings = new ArrayList<>();
        boolean inherited = holds(spec.packBytes());
        if (!inherited) {
            findings.add(finding(Place.collective("width"), spec.dtype(), spec.width()));
        }
        for (MethodSpec method : spec.methods()) {
            boolean width = method.written().contains("width");
            boolean dtype = inherited && method.written().contains("dtype");
            if (method.isOne(Operation::hasData) && (width || dtype) && !holds(method.packBytes())) {
                findings.add(
                        finding(Place.operation(method, width ? "width" : "dtype"), method.dtype(), method.width()));
            }
        }
        return findings;
    }

    static boolean holds(long packBytes) {
        return packBytes == 4 || packBytes == 8 || packBytes == 16;
    }

    private static Finding finding(Place place, DType dtype, int width) {
        return Finding.of(
                Problem.PACK_BYTES,
                place,
                "width",
                width,
                "dtype",
                dtype,
                "bytes",
                dtype.bytes(),
                "packBytes",
                (long) width * dtype.bytes(),
                "fits",
                widths(dtype));
    }

    private static String widths(DType dtype) {
        List<String> fits = IntStream.of(4, 8, 16)
                .filter(bytes -> bytes >= dtype.bytes())
                .mapToObj(bytes -> Integer.toString(bytes / dtype.bytes()))
                .toList();
        String last = fits.get(fits.size() - 1);
        return fits.stream().limit(fits.size() - 1L).collect(Collectors.joining(", ")) + " or " + last;
    }
}
