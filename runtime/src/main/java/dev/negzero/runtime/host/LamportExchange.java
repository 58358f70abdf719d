package dev.negzero.runtime.host;

import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.numeric.Reduction;
import dev.negzero.runtime.numeric.Sanitiser;
import java.nio.ByteBuffer;

/**
 * LAMPORT, one shot: push the sanitised input, or each peer's segment of it, into each peer's slot of this generation,
 * clear the previous one, and reduce the own slots as they lose their sentinel.
 */
final class LamportExchange {
    private final DomainBytes domain;
    private final LamportSlots slots;
    private final Signatures signatures;
    private final Probe probe;

    LamportExchange(DomainBytes domain, LamportSlots slots, Signatures signatures, Probe probe) {
        this.domain = domain;
        this.slots = slots;
        this.signatures = signatures;
        this.probe = probe;
    }

    /** Runs one call. */
    void run(Call call, Kernel kernel) {
        signatures.send(call);
        slots.enter(call);
        int stride = call.operation().segmentsInput() ? call.bytes() : 0;
        push(call, kernel.sanitiser(), stride);
        probe.at(Probe.Point.PUSHED, domain.rank);
        slots.clear();
        probe.at(Probe.Point.BEFORE_WAIT, domain.rank);
        signatures.check(call);
        reduce(call, kernel.reduction(), call.inAt() + domain.rank * stride);
        slots.leave(call.paddedBytes());
    }

    private void push(Call call, Sanitiser sanitiser, int stride) {
        int slot = slots.slot(domain.rank);
        int padded = (int) call.paddedBytes();
        for (int peer = 0; peer < domain.size; peer++) {
            if (peer != domain.rank) {
                int from = call.inAt() + peer * stride;
                LamportSlots.push(sanitiser, call.in(), from, call.bytes(), padded, domain.region(peer), slot);
            }
        }
    }

    private void reduce(Call call, Reduction reduction, int inAt) {
        int elementBytes = call.elementBytes();
        long count = call.count();
        int step = reduction.capacity();
        for (long done = 0; done < count; done += step) {
            int elements = (int) Math.min(step, count - done);
            int from = (int) (done * elementBytes);
            // The last chunk waits for its padding too: a padding word still on its way could land behind the clear.
            int to = done + elements == count ? (int) call.paddedBytes() : from + elements * elementBytes;
            for (int rank = 0; rank < domain.size; rank++) {
                ByteBuffer source = rank == domain.rank ? call.in() : domain.own;
                int at = rank == domain.rank ? inAt : slots.slot(rank);
                if (rank != domain.rank) {
                    slots.await(call, rank, from, to);
                }
                if (rank == 0) {
                    reduction.first(source, at + from, elements);
                } else {
                    reduction.next(source, at + from, elements);
                }
            }
            probe.at(Probe.Point.CONSUMED, domain.rank);
            reduction.finish(call.out(), call.outAt() + from, elements);
        }
    }
}
