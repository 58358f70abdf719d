package dev.negzero.cli;

import dev.negzero.plan.Algorithm;
import dev.negzero.samples.digits.EpochReport;
import dev.negzero.samples.digits.Mlp;
import dev.negzero.samples.digits.TrainingListener;
import dev.negzero.samples.digits.TrainingOptions;
import dev.negzero.samples.digits.TrainingResult;
import dev.negzero.samples.digits.Wire;
import java.io.PrintWriter;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What the demo shows: a bar that fills, a line per epoch, the verdict. */
final class DemoScreen implements TrainingListener {
    private static final int BAR = 20;
    private static final double WANTED_ACCURACY = 0.95;

    private final PrintWriter out;
    private final TrainingOptions options;
    private final boolean terminal;
    private final Map<Algorithm, Integer> calls = new TreeMap<>();

    /**
     * A screen.
     *
     * @param terminal whether a carriage return goes back to the start of the line, so that the bar can move
     */
    DemoScreen(PrintWriter out, TrainingOptions options, boolean terminal) {
        this.out = out;
        this.options = options;
        this.terminal = terminal;
    }

    @Override
    public void open(String engine) {
        int bytes = Mlp.PARAMETERS * (options.wire() == Wire.F32 ? 4 : 2);
        print("Training 64-128-10 on handwritten digits: %d ranks on engine %s", options.ranks(), engine);
        print(
                "gradients %d x %s (%d bytes), protocol %s, %d epochs, seed %d%n",
                Mlp.PARAMETERS,
                lower(options.wire()),
                bytes,
                lower(options.protocol()),
                options.epochs(),
                options.seed());
    }

    @Override
    public void step(int epoch, int step, int steps) {
        if (terminal) {
            out.print("\r" + head(epoch, BAR * step / steps));
            out.flush();
        }
    }

    @Override
    public void epoch(EpochReport report) {
        report.calls().forEach((algorithm, count) -> calls.merge(algorithm, count, Integer::sum));
        print(
                "%s%s  loss %.4f  accuracy %.4f  %s",
                terminal ? "\r" : "",
                head(report.epoch(), BAR),
                report.loss(),
                report.accuracy(),
                text(report.calls()));
    }

    /**
     * Prints what came of it.
     *
     * @param result what the ranks ended with
     * @param reference what one thread ended with
     * @param testRows held-out rows
     * @return whether all bits are equal
     */
    boolean verdict(TrainingResult result, float[] reference, int testRows) {
        boolean accurate = result.accuracy() >= WANTED_ACCURACY;
        boolean agree = result.ranksAgree();
        boolean equal = result.equalTo(reference);
        print("%nall-reduces of each rank  %s", text(calls));
        print(
                "test accuracy             %.4f on %d held-out rows (%s %.2f)",
                result.accuracy(), testRows, accurate ? "at least" : "too few epochs for", WANTED_ACCURACY);
        print("weights of all %d ranks    %s", options.ranks(), agree ? "bit-identical" : "DIFFERENT");
        print("single-thread reference   %s", equal ? "equal, bit for bit" : "DIFFERENT");
        return agree && equal;
    }

    private String head(int epoch, int filled) {
        return String.format(
                Locale.ROOT,
                "epoch %3d/%d [%s%s]",
                epoch,
                options.epochs(),
                "#".repeat(filled),
                "-".repeat(BAR - filled));
    }

    private static String text(Map<Algorithm, Integer> calls) {
        return calls.entrySet().stream()
                .map(call -> call.getValue() + " x " + call.getKey().id())
                .collect(Collectors.joining(", "));
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
    }

    private void print(String format, Object... arguments) {
        out.println(String.format(Locale.ROOT, format, arguments));
        out.flush();
    }
}
