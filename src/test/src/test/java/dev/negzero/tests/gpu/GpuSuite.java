package dev.negzero.tests.gpu;

import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectPackage;

import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
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
 * Runs the GPU tests without Maven: {@code java -cp 'LIB/*' dev.negzero.tests.gpu.GpuSuite [CLASS ...]}. Without names it
 * runs every class of this package; a name may be any test class on the class path. Prints a line a test, and JUnit's
 * counts. Exits with 1 unless tests ran and all of them succeeded.
 */
public final class GpuSuite {
    private GpuSuite() {}

    /** Prints each test as it ends, so that a run that is cut off has said how far it got. */
    private static final class Lines implements TestExecutionListener {
        private final java.util.Map<String, Long> starts = new java.util.concurrent.ConcurrentHashMap<>();

        @Override
        public void executionStarted(TestIdentifier test) {
            starts.put(test.getUniqueId(), System.nanoTime());
        }

        @Override
        public void executionFinished(TestIdentifier test, TestExecutionResult result) {
            long millis = (System.nanoTime() - starts.get(test.getUniqueId())) / 1_000_000;
            if (test.isTest()) {
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
            System.out.println("SKIPPED " + test.getDisplayName() + ": " + reason);
        }
    }

    /** Runs the tests named. */
    public static void main(String[] names) throws ClassNotFoundException {
        List<DiscoverySelector> selectors = new ArrayList<>();
        for (String name : names) {
            selectors.add(selectClass(
                    Class.forName(name.contains(".") ? name : GpuSuite.class.getPackageName() + "." + name)));
        }
        if (selectors.isEmpty()) {
            selectors.add(selectPackage(GpuSuite.class.getPackageName()));
        }
        LauncherDiscoveryRequestBuilder builder =
                LauncherDiscoveryRequestBuilder.request().selectors(selectors);
        if (names.length == 0) {
            builder.filters(TagFilter.includeTags("gpu"));
        }
        LauncherDiscoveryRequest request = builder.build();
        SummaryGeneratingListener counts = new SummaryGeneratingListener();
        LauncherFactory.create().execute(request, counts, new Lines());
        TestExecutionSummary summary = counts.getSummary();
        summary.printTo(new PrintWriter(System.out, true));
        System.exit(summary.getTestsStartedCount() > 0 && summary.getTotalFailureCount() == 0 ? 0 : 1);
    }
}
