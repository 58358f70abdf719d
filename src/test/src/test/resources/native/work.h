// What a call moves, by the definition of its operation: how many elements each rank has, and where each of them goes.
#pragma once

#include "reference.h"

#include <vector>

enum class Operation {
    ALL_REDUCE, REDUCE_SCATTER, REDUCE, ALL_GATHER, BROADCAST, SCATTER, GATHER, ALL_TO_ALL, SEND, RECEIVE, BARRIER
};

/// The numbers of one collective call; the same on all ranks.
struct Work {
    Operation operation;
    u32 ranks;
    u64 count = 0;
    u32 root = 0xFF;
    std::vector<u64> counts;  // of each rank, or of each pair; empty with one count

    bool reduces() const {
        return operation == Operation::ALL_REDUCE || operation == Operation::REDUCE_SCATTER ||
               operation == Operation::REDUCE;
    }

    bool rooted() const {
        return operation == Operation::REDUCE || operation == Operation::BROADCAST || operation == Operation::SCATTER ||
               operation == Operation::GATHER;
    }

    /// Whether peers have to be waited for that send no elements.
    bool needs_credits() const { return rooted() || !counts.empty(); }

    /// Elements that rank f has for rank t.
    u64 travelling(u32 f, u32 t) const {
        switch (operation) {
            case Operation::REDUCE:
            case Operation::GATHER: return t == root ? count : 0;
            case Operation::BROADCAST:
            case Operation::SCATTER: return f == root ? count : 0;
            case Operation::ALL_GATHER: return counts.empty() ? count : counts[f];
            case Operation::ALL_TO_ALL: return counts.empty() ? count : counts[f * ranks + t];
            case Operation::BARRIER: return 0;
            default: return count;
        }
    }

    /// Whether each rank has a segment of its own in an input, or one input serves all.
    bool segments() const {
        return operation == Operation::REDUCE_SCATTER || operation == Operation::SCATTER ||
               operation == Operation::ALL_TO_ALL;
    }

    /// Where the elements for rank t begin in the input of rank f.
    u64 source(u32 f, u32 t) const {
        u64 first = 0;
        for (u32 q = 0; segments() && q < t; q++) {
            first += travelling(f, q);
        }
        return first;
    }

    /// Where the elements of rank f begin in the output of rank t.
    u64 target(u32 f, u32 t) const {
        const bool ordered = operation == Operation::ALL_GATHER || operation == Operation::GATHER ||
                             operation == Operation::ALL_TO_ALL;
        u64 first = 0;
        for (u32 q = 0; ordered && q < f; q++) {
            first += travelling(q, t);
        }
        return first;
    }

    /// Elements of a rank's input.
    u64 in(u32 r) const {
        if (operation == Operation::RECEIVE) {
            return 0;
        }
        if (segments()) {
            return source(r, ranks);
        }
        u64 most = 0;
        for (u32 t = 0; t < ranks; t++) {
            most = travelling(r, t) > most ? travelling(r, t) : most;
        }
        return most;
    }

    /// Elements of a rank's output.
    u64 out(u32 r) const {
        u64 end = 0;
        for (u32 f = 0; f < ranks && operation != Operation::SEND; f++) {
            const u64 of_f = travelling(f, r) == 0 ? 0 : target(f, r) + travelling(f, r);
            end = of_f > end ? of_f : end;
        }
        return end;
    }

    /// Whether a rank may work in place, and with which element of its input at which of its output.
    bool may_be_in_place(u32 r) const {
        return operation != Operation::BARRIER && in(r) != 0 && out(r) != 0 && (counts.empty() || !segments());
    }
    u64 in_place_source(u32 r) const { return operation == Operation::ALL_TO_ALL ? 0 : source(r, r); }
    u64 in_place_target(u32 r) const { return operation == Operation::ALL_TO_ALL ? 0 : target(r, r); }

    /// What rank t's output must hold.
    ///
    /// @param inputs elements of every rank
    std::vector<u64> expected(u32 t, const std::vector<std::vector<u64>>& inputs, reference::Op op,
                                   const reference::Format& format) const {
        std::vector<u64> output(out(t));
        if (reduces()) {
            std::vector<u64> column(ranks);
            for (u64 i = 0; i < output.size(); i++) {
                for (u32 f = 0; f < ranks; f++) {
                    column[f] = inputs[f][source(f, t) + i];
                }
                output[i] = reference::reduce(op, format, column);
            }
            return output;
        }
        for (u32 f = 0; f < ranks; f++) {
            for (u64 i = 0; i < travelling(f, t); i++) {
                output[target(f, t) + i] = inputs[f][source(f, t) + i];
            }
        }
        return output;
    }
};
