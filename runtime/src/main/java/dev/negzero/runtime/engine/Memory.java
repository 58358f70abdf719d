package dev.negzero.runtime.engine;

import java.nio.ByteBuffer;

/** A piece of one rank's memory that collectives read and write. */
public interface Memory {
    /** The same memory as one that peers can't reach: for calls of another group than the one whose peers know it. */
    Memory unshared();

    /** Bytes of it. */
    long bytes();

    /**
     * Fills a range from the JVM: in stream order, behind everything issued to the rank before; returns when done.
     *
     * @param offset first byte
     * @param length bytes
     * @param window called once or more, with consecutive parts of the range
     */
    void write(long offset, long length, Window window);

    /** Reads a range into the JVM, in stream order, as {@link #write} does. */
    void read(long offset, long length, Window window);

    /** Gives the memory back, in stream order. */
    void free();

    /** Where the bytes of a transfer can be reached from Java. */
    @FunctionalInterface
    interface Window {
        /**
         * Transfers one part of the range. Parts are multiples of 16 bytes, except for the last.
         *
         * @param buffer holds the part
         * @param at absolute offset of the part in {@code buffer}
         * @param done bytes of the range that earlier parts covered
         * @param length bytes of the part
         */
        void transfer(ByteBuffer buffer, int at, long done, int length);
    }
}
