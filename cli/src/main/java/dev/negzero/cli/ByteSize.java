package dev.negzero.cli;

import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A number of bytes as it is typed: {@code 512}, {@code 64K}, {@code 8M} or {@code 1G}, in powers of 1024. */
final class ByteSize implements ITypeConverter<Long> {
    private static final Pattern SIZE = Pattern.compile("([0-9]{1,12})([KMG]?)", Pattern.CASE_INSENSITIVE);

    @Override
    public Long convert(String text) {
        Matcher size = SIZE.matcher(text);
        if (!size.matches()) {
            throw new TypeConversionException("'" + text + "' is not a number of bytes such as 512, 64K or 8M");
        }
        int shift = size.group(2).isEmpty()
                ? 0
                : 10 * (1 + "KMG".indexOf(Character.toUpperCase(size.group(2).charAt(0))));
        long value = Long.parseLong(size.group(1));
        // What no long holds is out of every range too.
        return value > Long.MAX_VALUE >> shift ? Long.MAX_VALUE : value << shift;
    }
}
