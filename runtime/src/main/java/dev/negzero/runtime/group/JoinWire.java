package dev.negzero.runtime.group;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** One connection of a rendezvous: bytes, numbers and short texts, all of them before a deadline. */
final class JoinWire implements Closeable {
    private static final int MOST_TEXT = 4096;

    private final Socket socket;
    private long deadline;

    /**
     * A connection.
     *
     * @param deadline as {@link System#nanoTime} counts
     */
    JoinWire(Socket socket, long deadline) throws IOException {
        this.socket = socket;
        this.deadline = deadline;
        socket.setTcpNoDelay(true);
    }

    /** Bounds what is read from now on. */
    void deadline(long nanoTime) {
        deadline = nanoTime;
    }

    /**
     * Reads exactly so many bytes. The bound holds for all of them together: a peer that sends a byte now and then doesn't
     * move it.
     */
    byte[] bytes(int length) throws IOException {
        byte[] bytes = new byte[length];
        InputStream in = socket.getInputStream();
        for (int done = 0; done < length; ) {
            long millis = (deadline - System.nanoTime()) / 1_000_000;
            if (millis <= 0) {
                throw new SocketTimeoutException("no word in time");
            }
            socket.setSoTimeout((int) Math.min(millis, Integer.MAX_VALUE));
            int read = in.read(bytes, done, length - done);
            if (read < 0) {
                throw new EOFException("the connection was closed");
            }
            done += read;
        }
        return bytes;
    }

    int number() throws IOException {
        return ByteBuffer.wrap(bytes(4)).getInt();
    }

    String text() throws IOException {
        int length = number();
        if (length < 0 || length > MOST_TEXT) {
            throw new IOException("a text of " + length + " bytes");
        }
        return new String(bytes(length), StandardCharsets.UTF_8);
    }

    void send(byte[]... parts) throws IOException {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteBuffer all = ByteBuffer.allocate(length);
        for (byte[] part : parts) {
            all.put(part);
        }
        socket.getOutputStream().write(all.array());
    }

    /** A number as it is sent. */
    static byte[] number(int value) {
        return ByteBuffer.allocate(4).putInt(value).array();
    }

    /** A text as it is sent; cut where it is too long. */
    static byte[] text(String value) {
        byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
        int length = Math.min(bytes.length, MOST_TEXT);
        return ByteBuffer.allocate(4 + length)
                .putInt(length)
                .put(bytes, 0, length)
                .array();
    }

    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            // Nothing more is expected of it.
        }
    }
}
