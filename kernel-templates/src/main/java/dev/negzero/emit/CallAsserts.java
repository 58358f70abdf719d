package dev.negzero.emit;

import dev.negzero.plan.CallLayout;

/** Static assertions that the compiler lays {@code nz::Call} out as the runtime fills it. */
final class CallAsserts {
    private final StringBuilder out;
    private final int ranks;

    private CallAsserts(StringBuilder out, int ranks) {
        this.out = out;
        this.ranks = ranks;
    }

    static void write(StringBuilder out, int ranks) {
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
        out.append("static_assert(sizeof(nz::Call<").append(ranks).append(">) == ");
        out.append(CallLayout.counts(ranks)).append(", \"size of the call\");\n");
    }

    private void offset(String field, int bytes) {
        out.append("static_assert(__builtin_offsetof(nz::Call<")
                .append(ranks)
                .append(">, ")
                .append(field);
        out.append(") == ").append(bytes).append(", \"offset of ").append(field).append("\");\n");
    }
}
