package dev.negzero.litmus;

import dev.negzero.plan.ControlLayout;
import dev.negzero.runtime.signal.ControlRegion;
import dev.negzero.runtime.signal.FaultRecord;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;
import org.openjdk.jcstress.infra.results.IJ_Result;

/** What the control region promises. */
public final class ControlLitmus {
    private ControlLitmus() {}

    /** Who sees that there is a fault finds the record, and all of it. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 9", "1, 9"},
            expect = Expect.ACCEPTABLE,
            desc = "no fault yet, or its record")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a fault without its record, or with half of it")
    @State
    public static class Fault {
        private final ControlRegion region = new ControlRegion(Region.of(ControlLayout.TOTAL));

        @Actor
        public void reporter() {
            region.publish(FaultRecord.abort(3, 9));
        }

        @Actor
        public void reader(II_Result r) {
            r.r1 = region.failed() ? 1 : 0;
            FaultRecord record = region.primary();
            r.r2 = record == null ? 0 : record.epoch();
        }
    }

    /** Who sees the step of a meeting sees the digest that came with it. */
    @JCStressTest
    @Outcome(
            id = {"0, 0", "0, 5", "1, 5"},
            expect = Expect.ACCEPTABLE,
            desc = "not there, or with its digest")
    @Outcome(id = "1, 0", expect = Expect.FORBIDDEN, desc = "a step without its digest")
    @State
    public static class Meeting {
        private final ControlRegion region = new ControlRegion(Region.of(ControlLayout.TOTAL));

        @Actor
        public void comes() {
            region.arrive(1, 5);
        }

        @Actor
        public void waits(IJ_Result r) {
            r.r1 = region.step();
            r.r2 = region.digest();
        }
    }
}
