package dev.negzero.cli;

import dev.negzero.cli.bench.BenchListener;
import dev.negzero.cli.bench.BenchOptions;
import dev.negzero.cli.bench.BenchResult;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Prints results: in the columns that users of nccl-tests know, or as comma-separated values. */
final class BenchTable implements BenchListener {
    private static final String TABLE = "%12s %13s %9s %7s %10s %8s %8s %8s";
    private static final List<String> NAMES =
            List.of("size", "count", "type", "redop", "time", "algbw", "busbw", "#wrong");
    private static final List<String> UNITS = List.of("(B)", "(elements)", "", "", "(us)", "(GB/s)", "(GB/s)", "");
    private static final String VALUES = "size_bytes,count,type,redop,time_us,algbw_gbs,busbw_gbs,wrong";

    private final PrintWriter out;
    private final BenchOptions options;
    private final boolean csv;
    private long wrong;

    BenchTable(PrintWriter out, BenchOptions options, boolean csv) {
        this.out = out;
        this.options = options;
        this.csv = csv;
    }

    @Override
    public void opened(String engine) {
        if (csv) {
            out.println(VALUES);
        } else {
            out.println("# " + name(options.operation()) + ", " + options.ranks() + " ranks on engine " + engine
                    + (options.operation().hasData() ? ", protocol " + name(options.protocol()) : "")
                    + (options.graph() == 0 ? "" : ", replays of " + options.graph() + " captured calls")
                    + "; time of a call on the slowest rank, median of repeats");
            out.println("#" + row(NAMES).substring(1));
            out.println("#" + row(UNITS).substring(1));
        }
        out.flush();
    }

    @Override
    public void measured(BenchResult result) {
        wrong += result.wrong().orElse(0);
        List<String> cells = List.of(
                Long.toString(result.bytes()),
                Long.toString(result.count()),
                options.operation().hasData() ? name(options.type()) : "none",
                options.operation().redop(),
                decimal("%.2f", result.microseconds()),
                decimal("%.3f", result.algorithmBandwidth()),
                decimal("%.3f", result.busBandwidth()),
                result.wrong().isPresent() ? Long.toString(result.wrong().getAsLong()) : "N/A");
        out.println(csv ? String.join(",", cells) : row(cells));
        out.flush();
    }

    /** Elements that were wrong, over all sizes. */
    long wrong() {
        return wrong;
    }

    private static String row(List<String> cells) {
        return String.format(Locale.ROOT, TABLE, cells.toArray());
    }

    private static String decimal(String format, double value) {
        return String.format(Locale.ROOT, format, value);
    }

    private static String name(Enum<?> constant) {
        return constant.name().toLowerCase(Locale.ROOT);
    }
}
