package dev.negzero.emit;

import dev.negzero.plan.CallLayout;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.MethodPlan;
import dev.negzero.spec.Counts;
import java.util.EnumSet;

/** The kernels' parameter types, and static assertions that the compiler lays them out as the runtime fills them. */
final class CallAsserts {
    private final StringBuilder out;
    private final int ranks;

    private CallAsserts(StringBuilder out, int ranks) {
        this.out = out;
        this.ranks = ranks;
    }

    /** The C++ type of the parameter block. */
    static String type(int ranks, Counts counts) {
        String plain = "nz::Call<" + ranks + ">";
        return counts == Counts.ONE ? plain : "nz::CountedCall<" + ranks + ", " + counts.numbers(ranks) + ">";
    }

    static void write(StringBuilder out, KernelPlan plan) {
        int ranks = plan.groupSize();
        out.append("\n// The runtime fills the parameter block by these offsets.\n");
        CallAsserts asserts = new CallAsserts(out, ranks);
        asserts.offset("input", CallLayout.INPUT);
        asserts.offset("output", CallLayout.OUTPUT);
        asserts.offset("count", CallLayout.COUNT);
        asserts.offset("deadline_ns", CallLayout.DEADLINE_NS);
        asserts.offset("rank", CallLayout.RANK);
        asserts.offset("root", CallLayout.ROOT);
        asserts.offset("symmetric_id", CallLayout.SYMMETRIC_ID);
        asserts.offset("counts_hash", CallLayout.COUNTS_HASH);
        asserts.offset("symmetric_offset", CallLayout.SYMMETRIC_OFFSET);
        asserts.offset("symmetric", CallLayout.SYMMETRIC);
        asserts.offset("domain", CallLayout.DOMAIN);
        asserts.offset("control", CallLayout.control(ranks));
        EnumSet<Counts> kinds = EnumSet.of(Counts.ONE);
        plan.methods().stream().map(MethodPlan::counts).forEach(kinds::add);
        kinds.forEach(asserts::size);
    }

    private void size(Counts counts) {
        out.append("static_assert(sizeof(").append(type(ranks, counts)).append(") == ");
        out.append(CallLayout.bytes(ranks, counts)).append(", \"size of the call\");\n");
    }

    private void offset(String field, int bytes) {
        out.append("static_assert(__builtin_offsetof(nz::Call<")
                .append(ranks)
                .append(">, ")
                .append(field);
        out.append(") == ").append(bytes).append(", \"offset of ").append(field).append("\");\n");
    }
}
