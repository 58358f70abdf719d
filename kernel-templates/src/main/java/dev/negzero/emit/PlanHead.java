package dev.negzero.emit;

import dev.negzero.annotations.Scope;
import dev.negzero.plan.CallLayout;
import dev.negzero.plan.ControlLayout;
import dev.negzero.plan.FaultKind;
import dev.negzero.plan.FaultSite;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.SignalLayout;

/** The head of a kernel source: every number that host and device share, as constants of {@code struct Plan}. */
final class PlanHead {
    private final StringBuilder out;

    private PlanHead(StringBuilder out) {
        this.out = out;
    }

    static void write(StringBuilder out, KernelPlan plan) {
        PlanHead head = new PlanHead(out);
        out.append("\n/// Numbers shared with the runtime. Offsets are bytes from the start of a rank's region.\n");
        out.append("struct Plan {\n");
        head.group(plan);
        head.domain(plan.layout());
        head.control();
        out.append("};\n");
        out.append(
                "static_assert(sizeof(unsigned int) == 4 && sizeof(unsigned long long) == 8 && sizeof(void*) == 8,\n");
        out.append("              \"the layout is one of 64-bit machines\");\n");
    }

    private void group(KernelPlan plan) {
        number("int", "kGroupSize", plan.groupSize());
        number("int", "kMaxBlocks", plan.layout().maxBlocks());
        flag("kSystemScope", plan.scope() == Scope.SYSTEM);
        flag("kVerify", plan.verify());
    }

    private void domain(SignalLayout layout) {
        out.append("    // domain region: state, then what peers write\n");
        offset("kStateCall", SignalLayout.STATE_CALL);
        offset("kStateLine", SignalLayout.STATE_LINE);
        offset("kStateLamport", layout.stateLamport());
        offset("kStateLamport64", layout.stateLamport64());
        offset("kStateMailbox", layout.stateMailbox());
        offset("kStateTriples", layout.stateTriples());
        offset("kStateInbox", layout.stateInbox());
        offset("kBarriers", layout.barriers());
        offset("kSignatures", layout.signatures());
        offset("kSignatureBytes", SignalLayout.SIGNATURE_BYTES);
        offset("kFlags", layout.flags());
        offset("kMailbox", layout.mailbox());
        offset("kMailboxWords", layout.mailboxWords());
        offset("kTriples", layout.triples());
        offset("kTripleWords", layout.tripleWords());
        offset("kInbox", layout.inbox());
        offset("kInboxBytes", layout.inboxBytes());
        offset("kLamport", layout.lamport());
        offset("kLamportBytes", layout.lamportBytes());
        offset("kLamport64", layout.lamport64());
        offset("kLamport64Bytes", layout.lamport64Bytes());
        offset("kDomainBytes", layout.total());
        if (layout.handoffBlocks() > 0) {
            handOff(layout);
        }
    }

    private void handOff(SignalLayout layout) {
        out.append("    // domain region: hand-offs, by pair of ranks\n");
        offset("kStateSent", SignalLayout.STATE_SENT);
        offset("kStateReceived", SignalLayout.STATE_RECEIVED);
        offset("kStateArrivals", SignalLayout.STATE_ARRIVALS);
        number("int", "kHandoffBlocks", layout.handoffBlocks());
        offset("kHandoffCounters", layout.handoffCounters());
        offset("kHandoffSignatures", layout.handoffSignatures());
        offset("kHandoffDone", layout.handoffDone());
        offset("kHandoffFlags", layout.handoffFlags());
        offset("kHandoffDescriptors", layout.handoffDescriptors());
        offset("kHandoffMailbox", layout.handoffMailbox());
        offset("kHandoffWords", layout.handoffWords());
        offset("kHandoffStaging", layout.handoffStaging());
        offset("kHandoffStagingBytes", layout.handoffStagingBytes());
    }

    private void control() {
        out.append("    // control region: faults\n");
        offset("kFaultSummary", ControlLayout.FAULT_SUMMARY);
        offset("kFaultClaim", ControlLayout.FAULT_CLAIM);
        offset("kFaultRecords", ControlLayout.FAULT_RECORDS);
        offset("kFaultRecordBytes", ControlLayout.FAULT_RECORD_BYTES);
        offset("kControlBytes", ControlLayout.TOTAL);
        offset("kRecordFlag", ControlLayout.RECORD_FLAG);
        offset("kRecordKind", ControlLayout.RECORD_KIND);
        number("unsigned int", "kFaultTimeout", FaultKind.TIMEOUT.code());
        number("unsigned int", "kFaultMismatch", FaultKind.MISMATCH.code());
        number("unsigned int", "kSiteLamportPoll", FaultSite.LAMPORT_POLL.code());
        number("unsigned int", "kSiteMailboxPoll", FaultSite.MAILBOX_POLL.code());
        number("unsigned int", "kSiteStartBarrier", FaultSite.START_BARRIER.code());
        number("unsigned int", "kSiteEndBarrier", FaultSite.END_BARRIER.code());
        number("unsigned int", "kSiteSignature", FaultSite.SIGNATURE.code());
        number("unsigned int", "kSiteSend", FaultSite.SEND.code());
        number("unsigned int", "kSiteReceive", FaultSite.RECEIVE.code());
        number("unsigned int", "kNoRoot", CallLayout.NO_ROOT);
    }

    private void offset(String name, long value) {
        number("unsigned long long", name, value);
    }

    private void number(String type, String name, long value) {
        out.append("    static constexpr ")
                .append(type)
                .append(' ')
                .append(name)
                .append(" = ")
                .append(value)
                .append(";\n");
    }

    private void flag(String name, boolean value) {
        out.append("    static constexpr bool ")
                .append(name)
                .append(" = ")
                .append(value)
                .append(";\n");
    }
}
