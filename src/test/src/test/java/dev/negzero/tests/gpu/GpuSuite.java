package dev.negzero.tests.gpu;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectMethod;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.platform.engine.DiscoverySelector;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TagFilter;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;
import org.junit.platform.launcher.listeners.SummaryGeneratingListener;
import org.junit.platform.launcher.listeners.TestExecutionSummary;

/**
 * Runs the GPU tests without Maven: {@code java -cp 'LIB/*' dev.negzero.tests.gpu.GpuSuite [--csv FILE] [NAME ...]}.
 * Without names it runs every class of this package; a name may be any test class on the class path, or {@code
 * CLASS#METHOD} with the class's package. Prints a line a test, and JUnit's counts; the file gets a line a class. Exits
 * with 1 unless tests ran and all of them succeeded.
 */
public final class GpuSuite {
    private GpuSuite() {}

    /** What became of one class. */
    private static final class Counts {
        private int passed;
        private int failed;
        private int skipped;
        private long millis;
    }

    /** Prints each test as it ends, so that a run that is cut off has said how far it got; counts them by class. */
    private static final class Lines implements TestExecutionListener {
        private final Map<String, Long> starts = new ConcurrentHashMap<>();
        private final Map<String, Counts> classes = new TreeMap<>();

        @Override
        public void executionStarted(TestIdentifier test) {
            starts.put(test.getUniqueId(), System.nanoTime());
        }

        private Counts counts(TestIdentifier test) {
            return classes.computeIfAbsent(
                    test.getUniqueId().replaceAll(".*\\[class:[a-z.]*([A-Za-z0-9]+)\\].*", "$1"), name -> new Counts());
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            long millis = (System.nanoTime() - starts.get(test.getUniqueId())) / 1_000_000;
            boolean passed = result.getStatus() == TestExecutionResult.Status.SUCCESSFUL;
            if (test.isTest() || !passed) {
                Counts counts = counts(test);
                counts.passed += passed ? 1 : 0;
                counts.failed += passed ? 0 : 1;
                counts.millis += test.isTest() ? millis : 0;
                String parent = test.getParentId()
                        .map(id -> id.replaceAll(".*\\[class:|.*\\[test-template:", ""))
                        .orElse("");
                System.out.println(
                        result.getStatus() + " " + parent + " " + test.getDisplayName() + " " + millis + " ms");
            }
            result.getThrowable().ifPresent(e -> e.printStackTrace(System.out));
            System.out.flush();
        }

        @Override
        public void executionSkipped(TestIdentifier test, String reason) {
            counts(test).skipped++;
            System.out.println("SKIPPED " + test.getDisplayName() + ": " + reason);
        }

        void write(Path file) throws IOException {
            List<String> lines = new ArrayList<>(List.of("class,passed,failed,skipped,seconds"));
            classes.forEach((name, counts) -> lines.add(String.format(
                    Locale.ROOT,
                    "%s,%d,%d,%d,%.1f",
                    name,
                    counts.passed,
                    counts.failed,
                    counts.skipped,
                    counts.millis / 1000.0)));
            Files.write(file, lines);
        }
    }

    /** Runs the tests named. */
    public static void main(String[] args) throws ClassNotFoundException, IOException {
        boolean csv = args.length >= 2 && args[0].equals("--csv");
        String[] names = csv ? Arrays.copyOfRange(args, 2, args.length) : args;
        SummaryGeneratingListener counts = new SummaryGeneratingListener();
        Lines lines = new Lines();
        LauncherFactory.create().execute(request(names), counts, lines);
        TestExecutionSummary summary = counts.getSummary();
        summary.printTo(new PrintWriter(System.out, true));
        if (csv) {
            lines.write(Path.of(args[1]));
        }
        System.exit(summary.getTestsStartedCount() > 0 && summary.getTotalFailureCount() == 0 ? 0 : 1);
    }

    private static LauncherDiscoveryRequest request(String[] names) throws ClassNotFoundException {
        LauncherDiscoveryRequestBuilder builder = LauncherDiscoveryRequestBuilder.request();
        if (names.length == 0) {
            return builder.selectors(selectPackage(GpuSuite.class.getPackageName()))
                    .filters(TagFilter.includeTags("gpu"))
                    .build();
        }
        for (String name : names) {
            builder.selectors(selector(name.contains(".") ? name : GpuSuite.class.getPackageName() + "." + name));
        }
        return builder.build();
    }

    private static DiscoverySelector selector(String name) throws ClassNotFoundException {
        return name.contains("#") ? selectMethod(name) : selectClass(Class.forName(name));
    }
}
