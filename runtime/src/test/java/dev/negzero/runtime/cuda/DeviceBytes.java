package dev.negzero.runtime.cuda;

import dev.negzero.runtime.engine.Memory;
import dev.negzero.runtime.engine.RankPort;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * For tests: writes and compares bytes of one rank's memory by kernels, bytes.cu, in the order of the rank's stream, and
 * holds that up. The host waits for nothing, so replays follow each other as closely as the stream allows, and their outputs
 * don't leave the device.
 */
public final class DeviceBytes {
    /** Parameters: {@code Bytes} of bytes.cu. */
    static final int TO = LaunchBlock.CALL;

    static final int FROM = TO + 8;
    static final int COUNT = FROM + 8;
    static final int REPORT = COUNT + 8;
    static final int MARK = REPORT + 8;
    static final int END = MARK + 8;
    static final int REPORT_BYTES = 24;

    /**
     * So few that they fit into the room of the rank's own kernels, which don't run meanwhile: a peer's kernel, which waits
     * for this rank's next call, must not keep them out.
     */
    static final int BLOCKS = 8;

    static final int THREADS = 128;

    /**
     * What comparisons came to.
     *
     * @param wrong bytes that differed
     * @param mark the first comparison where one did
     * @param at the first byte there
     * @param compared bytes
     */
    public record Report(long wrong, int mark, int at, long compared) {}

    private final CudaRank rank;
    private final Memory report;
    private final LaunchBlock write;
    private final LaunchBlock compare;
    private final LaunchBlock delay;

    private DeviceBytes(CudaRank rank, long module) {
        this.rank = rank;
        report = rank.allocate(REPORT_BYTES);
        write = block(module, "nz_write");
        compare = block(module, "nz_compare");
        delay = block(module, "nz_delay");
        compare.bytes().putLong(REPORT, ((CudaMemory) report).address());
        clear();
    }

    /**
     * Of a rank on a GPU, before any call: loading may wait for all kernels of the GPU. The module goes with the context,
     * which the group's close lets go of.
     */
    public static DeviceBytes of(RankPort port) {
        Map<String, String> environment = System.getenv();
        KernelCache cache = KernelCache.configured(
                System.getProperty(KernelCache.PROPERTY), environment, System.getProperty("user.home"));
        return of(port, List.of(cache, new NvrtcSource(environment), new NvccSource(environment)));
    }

    static DeviceBytes of(RankPort port, List<BinarySource> sources) {
        CudaRank rank = (CudaRank) port;
        BinaryRequest request = request(rank.gpu().capability());
        List<String> looked = new ArrayList<>();
        byte[] image = sources.stream()
                .flatMap(source -> source.find(request, looked).stream())
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no kernels of bytes.cu: " + looked));
        rank.use();
        return new DeviceBytes(rank, rank.driver().loadModule(image));
    }

    /** The kernels, to compile or to find in a cache. */
    static BinaryRequest request(int capability) {
        try (InputStream in = Objects.requireNonNull(DeviceBytes.class.getResourceAsStream("bytes.cu"))) {
            return Requests.of(new String(in.readAllBytes(), StandardCharsets.UTF_8), capability);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private LaunchBlock block(long module, String kernel) {
        // Without a deadline, which would stand among our parameters.
        LaunchBlock block = new LaunchBlock(2, 0, rank.stream(), 0);
        block.kernel(rank.driver().function(module, kernel), kernel, BLOCKS, THREADS);
        return block;
    }

    /** Copies the first bytes of one buffer into another. */
    public void write(Memory to, Memory from, int bytes) {
        launch(write, to, from, bytes);
    }

    /**
     * Compares the first bytes of two buffers.
     *
     * @param mark by which a report names this comparison; marks must not fall between two reports
     */
    public void compare(Memory found, Memory expected, int bytes, int mark) {
        compare.bytes().putLong(MARK, mark);
        launch(compare, found, expected, bytes);
    }

    /** Lets what is issued behind it start so many cycles of the GPU's clock later. */
    public void delay(long cycles) {
        delay.bytes().putLong(COUNT, cycles);
        rank.use();
        rank.driver().launch(delay);
    }

    private void launch(LaunchBlock block, Memory to, Memory from, int bytes) {
        block.bytes().putLong(TO, ((CudaMemory) to).address());
        block.bytes().putLong(FROM, ((CudaMemory) from).address());
        block.bytes().putLong(COUNT, bytes);
        rank.use();
        rank.driver().launch(block);
    }

    /** All comparisons since the last report. Waits for them. */
    public Report report() {
        ByteBuffer words = ByteBuffer.allocate(REPORT_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        report.read(0, REPORT_BYTES, (window, at, done, length) -> words.put((int) done, window, at, length));
        clear();
        long first = words.getLong(8);
        return new Report(words.getLong(0), (int) (first >>> 32), (int) first, words.getLong(16));
    }

    private void clear() {
        report.write(0, REPORT_BYTES, (window, at, done, length) -> {
            window.putLong(at, 0);
            window.putLong(at + 8, -1);
            window.putLong(at + 16, 0);
        });
    }
}
