package dev.negzero.emit;

import dev.negzero.plan.AutoRow;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.MethodPlan;
import dev.negzero.plan.SignalLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A plan as text for people. */
public final class PlanText {
    private final List<String> lines = new ArrayList<>();

    private PlanText() {}

    /**
     * The lines that show a manifest's plan.
     *
     * @param manifest of one interface
     * @return lines without terminators
     */
    public static List<String> of(KernelManifest manifest) {
        PlanText text = new PlanText();
        KernelPlan plan = manifest.plan();
        text.head(plan, manifest.digest());
        text.layout(plan.layout());
        text.entryPoints(plan);
        plan.methods().forEach(text::auto);
        return text.lines;
    }

    private void head(KernelPlan plan, String digest) {
        String name = plan.packageName().isEmpty() ? plan.sourceName() : plan.packageName() + "." + plan.sourceName();
        add(
                "%s: %d ranks, scope %s, signatures %s",
                name, plan.groupSize(), plan.scope(), plan.verify() ? "on" : "off");
        add("resources %s.{cu,hip.cpp,json}", plan.resourceStem());
        add("schema %d, digest %s", KernelPlan.SCHEMA, digest);
    }

    private void layout(SignalLayout layout) {
        add("");
        add("region of each rank: %d bytes", layout.total());
        add("%12s %12s  %s", "offset", "bytes", "part");
        part(0, layout.handoffCounters(), "state");
        part(layout.handoffCounters(), layout.signatures(), "hand-off counters");
        part(layout.signatures(), layout.flags(), "signatures");
        part(layout.flags(), layout.handoffSignatures(), "barrier flags");
        part(layout.handoffSignatures(), layout.handoffDone(), "hand-off signatures");
        part(layout.handoffDone(), layout.handoffFlags(), "hand-off done words");
        part(layout.handoffFlags(), layout.handoffDescriptors(), "hand-off flags");
        part(layout.handoffDescriptors(), layout.handoffMailbox(), "hand-off descriptors");
        part(layout.handoffMailbox(), layout.handoffStaging(), "hand-off mailbox");
        part(layout.handoffStaging(), layout.mailbox(), "hand-off staging");
        part(layout.mailbox(), layout.triples(), "mailbox pairs");
        part(layout.triples(), layout.inbox(), "mailbox triples");
        part(layout.inbox(), layout.lamport(), "inbox");
        part(layout.lamport(), layout.lamport64(), "lamport");
        part(layout.lamport64(), layout.total(), "lamport of 64-bit types");
    }

    private void part(long from, long to, String name) {
        if (to > from) {
            add("%12d %12d  %s", from, to - from, name);
        }
    }

    private void entryPoints(KernelPlan plan) {
        add("");
        add(
                "%-14s %-24s %-8s %5s %10s %7s %7s  %s",
                "method", "operation", "dtype", "width", "bytes to", "blocks", "threads", "entry point");
        for (MethodPlan method : plan.methods()) {
            for (KernelVariant variant : method.variants()) {
                add(
                        "%-14s %-24s %-8s %5d %10s %7d %7d  %s",
                        method.name(),
                        operation(method),
                        method.dtype(),
                        method.width(),
                        limit(variant.limitBytes()),
                        variant.shape().maxBlocks(),
                        variant.shape().threads(),
                        variant.entryPoint());
            }
        }
        add("bytes are those of one segment: what one rank sends to another, at most");
    }

    /** {@code all-reduce MAX}, {@code gather root 1}, {@code all-gather counts/rank}. */
    private static String operation(MethodPlan method) {
        StringBuilder text = new StringBuilder(method.operation().id().replace('_', '-'));
        if (method.operation().reduces()) {
            text.append(' ').append(method.reduceOp());
        }
        switch (method.counts()) {
            case ONE -> {}
            case PER_RANK -> text.append(" counts/rank");
            case PER_PAIR -> text.append(" counts/pair");
        }
        if (method.root() >= 0) {
            text.append(" root ").append(method.root());
        }
        return text.toString();
    }

    private void auto(MethodPlan method) {
        if (method.auto().isEmpty()) {
            return;
        }
        add("");
        add("AUTO table of %s", method.key());
        for (AutoRow row : method.auto()) {
            add(
                    "%8s up to %9s  %-18s %s",
                    row.arch(), limit(row.upToBytes()), row.algorithm().id(), row.evidence());
        }
    }

    private static String limit(long bytes) {
        return bytes == Long.MAX_VALUE ? "any" : Long.toString(bytes);
    }

    private void add(String format, Object... arguments) {
        lines.add(String.format(Locale.ROOT, format, arguments));
    }
}
