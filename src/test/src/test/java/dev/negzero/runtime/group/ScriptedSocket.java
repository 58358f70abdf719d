package dev.negzero.runtime.group;

import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.util.Arrays;
import java.util.function.UnaryOperator;

/** A connection without a network: the peer says some bytes, and then what it makes of the bytes that it was sent. */
final class ScriptedSocket extends Socket {
    private final ByteArrayOutputStream sent = new ByteArrayOutputStream();
    private final InputStream said;

    /**
     * A peer.
     *
     * @param first what it says at once
     * @param answer from all that it was sent until it has said that, what it says then
     * @param piece most bytes that a read gives
     */
    ScriptedSocket(byte[] first, UnaryOperator<byte[]> answer, int piece) {
        said = new Script(first, answer, piece);
    }

    private final class Script extends InputStream {
        private final UnaryOperator<byte[]> answer;
        private final int piece;
        private byte[] bytes;
        private int at;
        private boolean answered;

        Script(byte[] first, UnaryOperator<byte[]> answer, int piece) {
            this.bytes = first.clone();
            this.answer = answer;
            this.piece = piece;
        }

        @Override
        public int read(byte[] into, int from, int length) {
            if (length == 0) {
                return 0;
            }
            if (at == bytes.length && !answered) {
                answered = true;
                bytes = answer.apply(sent.toByteArray());
                at = 0;
            }
            int count = Math.min(Math.min(length, piece), bytes.length - at);
            if (count == 0) {
                return -1;
            }
            System.arraycopy(bytes, at, into, from, count);
            at += count;
            return count;
        }

        @Override
        public int read() {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
        }
    }

    /** Concatenates. */
    static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }

    /** Bytes from a place on; zeros behind the end. */
    static byte[] part(byte[] all, int from, int length) {
        return from >= all.length ? new byte[length] : Arrays.copyOfRange(all, from, from + length);
    }

    @Override
    public void connect(SocketAddress endpoint, int timeout) {
        // Nobody is there to connect to.
    }

    @Override
    public void setTcpNoDelay(boolean on) {
        // As above.
    }

    @Override
    public synchronized void setSoTimeout(int timeout) {
        // Reads never wait.
    }

    @Override
    public InputStream getInputStream() {
        return said;
    }

    @Override
    public OutputStream getOutputStream() {
        return sent;
    }
}
