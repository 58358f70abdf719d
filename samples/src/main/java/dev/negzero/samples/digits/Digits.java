package dev.negzero.samples.digits;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * Handwritten digits, 8 x 8 pixels each: the test set of "Optical Recognition of Handwritten Digits" (E. Alpaydin,
 * C. Kaynak, 1998; UCI Machine Learning Repository, CC BY 4.0).
 *
 * @param train rows to learn from
 * @param test held-out rows: those whose index in the file is 4 modulo 5
 */
public record Digits(List<Row> train, List<Row> test) {
    /** Pixels of one picture. */
    public static final int PIXELS = 64;
    /** Digits that a picture may show. */
    public static final int CLASSES = 10;

    private static final String RESOURCE = "digits.csv.gz";
    private static final int MAX_PIXEL = 16;
    private static final int HELD_OUT = 4;
    private static final int FOLDS = 5;

    /** Takes copies of both lists. */
    public Digits {
        train = List.copyOf(train);
        test = List.copyOf(test);
    }

    /**
     * One picture.
     *
     * @param pixels {@link #PIXELS} values in 0..1, row by row; not to be changed
     * @param digit what it shows, 0..9
     */
    @SuppressWarnings("ArrayRecordComponent") // rows are read in the innermost loops and never compared
    public record Row(float[] pixels, int digit) {}

    /**
     * Reads the rows that ship with the samples: 1438 to learn from and 359 held out.
     *
     * @throws UncheckedIOException if the resource is missing or damaged
     */
    public static Digits load() {
        try (InputStream packed = Digits.class.getResourceAsStream(RESOURCE)) {
            if (packed == null) {
                throw new IOException("resource " + RESOURCE + " is missing beside " + Digits.class.getName());
            }
            return read(new InputStreamReader(new GZIPInputStream(packed), StandardCharsets.US_ASCII));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static Digits read(Reader source) throws IOException {
        List<Row> train = new ArrayList<>();
        List<Row> test = new ArrayList<>();
        BufferedReader lines = new BufferedReader(source);
        int index = 0;
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            (index % FOLDS == HELD_OUT ? test : train).add(row(line, index + 1));
            index++;
        }
        return new Digits(train, test);
    }

    private static Row row(String line, int number) throws IOException {
        String[] fields = line.split(",", -1);
        if (fields.length != PIXELS + 1) {
            throw new IOException("line " + number + " has " + fields.length + " numbers, expected " + (PIXELS + 1));
        }
        float[] pixels = new float[PIXELS];
        for (int i = 0; i < PIXELS; i++) {
            pixels[i] = (float) number(fields[i], MAX_PIXEL, number) / MAX_PIXEL;
        }
        return new Row(pixels, number(fields[PIXELS], CLASSES - 1, number));
    }

    private static int number(String field, int max, int line) throws IOException {
        int value;
        try {
            value = Integer.parseInt(field);
        } catch (NumberFormatException e) {
            throw new IOException("line " + line + " has '" + field + "', expected a number", e);
        }
        if (value < 0 || value > max) {
            throw new IOException("line " + line + " has " + value + ", expected 0.." + max);
        }
        return value;
    }
}
