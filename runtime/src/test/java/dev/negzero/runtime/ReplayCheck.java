package dev.negzero.runtime;

import dev.negzero.runtime.cuda.CudaEngine;
import java.util.List;

/** How one rank's buffers get the images of tapes, how the rank is held up, and how what replays leave there is compared. */
interface ReplayCheck {
    /**
     * Takes the images of a tape.
     *
     * @param slot its number, from 0; another tape may have had it before
     */
    void keep(int slot, ReplayTape tape);

    /**
     * Lets what the rank issues from now on come later.
     *
     * @param share of the longest delay, 0 to 1
     */
    void delay(double share);

    /** Writes a set's inputs, and what its outputs hold before, behind what the rank has issued. */
    void prepare(int slot, int set, List<DeviceBuffer<?>> ins);

    /** Compares the outputs with a set's, behind what the rank has issued; may wait with telling until {@link #end}. */
    void check(int slot, int set);

    /** Fails if any check since the last end found something. Behind a synchronize of the rank. */
    void end();

    /** Where it compares: {@code host} or {@code device}. */
    String place();

    /**
     * On the host for the host engine, by a kernel on a GPU.
     *
     * @param outs outputs, one for each dtype of the tapes
     * @param slots how many tapes are kept at a time
     */
    static ReplayCheck of(Rank rank, List<DeviceBuffer<?>> outs, int slots) {
        return rank.group().engine().equals(CudaEngine.NAME)
                ? DeviceReplayCheck.of(rank, outs, slots)
                : new HostReplayCheck(rank, outs, slots);
    }
}
