package dev.negzero.runtime.host;

import dev.negzero.runtime.engine.Probe;
import dev.negzero.runtime.numeric.Reduction;
import dev.negzero.runtime.numeric.Sanitiser;
import java.nio.ByteBuffer;

/**
 * LAMPORT, two shots: rank r reduces the r-th of N chunks for all. Each rank pushes every peer its chunk of the input, and
 * behind it in the same slot the finished own chunk; there is no barrier in between.
 *
 * <p>A chunk without packs is sent as one pack of zeros, in both shots: the rotation of the generations rests on every rank
 * hearing from every peer in every call.
 */
final class LamportTwoShot {
    /** As slots are: a second shot starts aligned for every width. */
    private static final int ALIGN = 16;

    private final DomainBytes domain;
    private final LamportSlots slots;
    private final Signatures signatures;
    private final Probe probe;
    private int chunkBytes;
    /** Where in a slot the second shot begins. */
    private int second;

    LamportTwoShot(DomainBytes domain, LamportSlots slots, Signatures signatures, Probe probe) {
        this.domain = domain;
        this.slots = slots;
        this.signatures = signatures;
        this.probe = probe;
    }

    /** Runs one call. */
    void run(Call call, Kernel kernel) {
        signatures.send(call);
        slots.enter(call);
        long packs = (call.packs() + domain.size - 1) / domain.size;
        chunkBytes = (int) (packs * call.method().packBytes());
        second = (chunkBytes + ALIGN - 1) / ALIGN * ALIGN;
        push(call, kernel.sanitiser());
        probe.at(Probe.Point.PUSHED, domain.rank);
        slots.clear();
        probe.at(Probe.Point.BEFORE_WAIT, domain.rank);
        signatures.check(call);
        reduce(call, kernel);
        collect(call);
        slots.leave(2L * second);
    }

    /** Where a rank's chunk begins; for the rank behind the last, where the message ends. */
    private int begin(Call call, int rank) {
        return (int) Math.min((long) rank * chunkBytes, call.bytes());
    }

    /** Bytes of a rank's chunk as it travels. */
    private int padded(Call call, int rank) {
        int bytes = begin(call, rank + 1) - begin(call, rank);
        return bytes == 0 ? call.method().packBytes() : call.paddedBytes(bytes);
    }

    private void push(Call call, Sanitiser sanitiser) {
        int slot = slots.slot(domain.rank);
        for (int peer = 0; peer < domain.size; peer++) {
            if (peer != domain.rank) {
                int low = begin(call, peer);
                int bytes = begin(call, peer + 1) - low;
                int padded = padded(call, peer);
                LamportSlots.push(sanitiser, call.in(), call.inAt() + low, bytes, padded, domain.region(peer), slot);
            }
        }
    }

    /** Reduces the own chunk, and shares each part of it once it is finished. */
    private void reduce(Call call, Kernel kernel) {
        int low = begin(call, domain.rank);
        int end = begin(call, domain.rank + 1) - low;
        int step = kernel.reduction().capacity() * call.elementBytes();
        int from = 0;
        do {
            int bytes = Math.min(step, end - from);
            // The last part carries the padding, in which a word still on its way could land behind the clear.
            int to = from + bytes == end ? padded(call, domain.rank) : from + bytes;
            for (int peer = 0; peer < domain.size; peer++) {
                if (peer != domain.rank) {
                    slots.await(call, peer, from, to);
                }
            }
            probe.at(Probe.Point.CONSUMED, domain.rank);
            if (bytes > 0) {
                combine(call, kernel.reduction(), low, from, bytes / call.elementBytes());
            }
            share(call, kernel.sanitiser(), low, from, bytes, to - from);
            from += step;
        } while (from < end);
    }

    private void combine(Call call, Reduction reduction, int low, int from, int elements) {
        for (int rank = 0; rank < domain.size; rank++) {
            boolean own = rank == domain.rank;
            ByteBuffer source = own ? call.in() : domain.own;
            int at = own ? call.inAt() + low : slots.slot(rank);
            if (rank == 0) {
                reduction.first(source, at + from, elements);
            } else {
                reduction.next(source, at + from, elements);
            }
        }
        reduction.finish(call.out(), call.outAt() + low + from, elements);
    }

    private void share(Call call, Sanitiser sanitiser, int low, int from, int bytes, int padded) {
        int result = call.outAt() + low + from;
        int slot = slots.slot(domain.rank) + second + from;
        for (int peer = 0; peer < domain.size; peer++) {
            if (peer != domain.rank) {
                LamportSlots.push(sanitiser, call.out(), result, bytes, padded, domain.region(peer), slot);
            }
        }
    }

    /** Copies the peers' chunks out. */
    private void collect(Call call) {
        for (int peer = 0; peer < domain.size; peer++) {
            if (peer != domain.rank) {
                int low = begin(call, peer);
                slots.await(call, peer, second, second + padded(call, peer));
                int from = slots.slot(peer) + second;
                call.out().put(call.outAt() + low, domain.own, from, begin(call, peer + 1) - low);
            }
        }
    }
}
