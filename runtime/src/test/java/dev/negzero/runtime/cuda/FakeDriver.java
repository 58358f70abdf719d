package dev.negzero.runtime.cuda;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Consumer;

/**
 * A driver without a device: memory is the JVM's, work is done at once, kernels are what a test says. Ranks call it from
 * threads of their own, as they do a real one.
 */
class FakeDriver implements Driver {
    /** Where a launch block names its stream. */
    private static final int STREAM = 32;

    private record FakePinned(ByteBuffer bytes) implements Pinned {}

    /** A launch as the engine asked for it. */
    record Launch(long context, String kernel, ByteBuffer block) {
        long call(int offset) {
            return block.getLong(LaunchBlock.CALL + offset);
        }

        int word(int offset) {
            return block.getInt(LaunchBlock.CALL + offset);
        }
    }

    final int devices;
    /** Looked into by importers while its owner allocates. */
    final NavigableMap<Long, ByteBuffer> memory = new ConcurrentSkipListMap<>();

    final Set<Long> streams = new HashSet<>();
    final Set<Long> modules = new HashSet<>();
    final List<String> functions = new ArrayList<>();
    final List<Launch> launches = new ArrayList<>();
    final Set<String> linked = new HashSet<>();
    final List<byte[]> images = new ArrayList<>();
    /** What streams that capture have recorded. */
    final Map<Long, List<Launch>> captures = new TreeMap<>();
    /** Graphs, ready to launch or not. */
    final Map<Long, List<Launch>> graphs = new TreeMap<>();
    /** Graphs that were moved to the device. */
    final Set<Long> uploaded = new HashSet<>();
    /** What was put in front of what: {@code stream>event} and {@code event>stream}. */
    final List<String> orders = new ArrayList<>();
    /** GPU of each piece of {@link #memory}. */
    final Map<Long, Integer> owners = new TreeMap<>();

    Consumer<Launch> kernel = launch -> {};
    int processors = 4;
    /** Blocks of each kernel that fit on one processor; 2 of those that are not named. */
    final Map<String, Integer> perProcessor = new TreeMap<>();

    /** Pinned memory that wasn't given back. */
    final Set<Pinned> pinned = Collections.newSetFromMap(new IdentityHashMap<>());

    private final ThreadLocal<Long> context = ThreadLocal.withInitial(() -> 0L);
    private long next = 0x10_0000;

    private final FakeMachine machine;
    /** Handles of mapped memory of other processes, by address. */
    final Map<Long, Long> imports = new TreeMap<>();

    FakeDriver(int devices) {
        this(devices, new FakeMachine());
    }

    /** A process's driver. */
    FakeDriver(int devices, FakeMachine machine) {
        this.devices = devices;
        this.machine = machine;
    }

    @Override
    public String identity(int device) {
        return "fake-" + device;
    }

    @Override
    public synchronized byte[] exportMemory(long allocation) {
        if (!memory.containsKey(allocation) || imports.containsKey(allocation)) {
            throw new CudaException("cuIpcGetMemHandle", 1, "no allocation starts here", "");
        }
        synchronized (machine) {
            long key = 0;
            while (key < machine.exporters.size()
                    && (machine.exporters.get(key) != this || machine.allocations.get(key) != allocation)) {
                key++;
            }
            machine.exporters.put(key, this);
            machine.allocations.put(key, allocation);
            return ByteBuffer.allocate(IpcCalls.HANDLE_BYTES).putLong(0, key).array();
        }
    }

    @Override
    public long importMemory(byte[] handle) {
        long key = ByteBuffer.wrap(handle).getLong(0);
        ByteBuffer bytes;
        synchronized (machine) {
            FakeDriver exporter = machine.exporters.get(key);
            if (exporter == this || imports.containsValue(key)) {
                throw new CudaException("cuIpcOpenMemHandle", 201, "own memory, or mapped already", "");
            }
            machine.importers.merge(key, 1, Integer::sum);
            bytes = exporter.memory.get(machine.allocations.get(key));
        }
        synchronized (this) {
            next = (next + bytes.capacity() + 0xFFFFF) / 0x10_0000 * 0x10_0000;
            long address = next;
            next += bytes.capacity();
            memory.put(address, bytes);
            owners.put(address, (int) (context.get() - 100));
            imports.put(address, key);
            return address;
        }
    }

    @Override
    public synchronized void closeImport(long address) {
        Long key = imports.remove(address);
        if (key == null) {
            throw new CudaException("cuIpcCloseMemHandle", 1, "not mapped", "");
        }
        memory.remove(address);
        synchronized (machine) {
            machine.importers.merge(key, -1, Integer::sum);
        }
    }

    synchronized long handle() {
        next += 0x1000;
        return next;
    }

    /** The bytes from an address on. */
    synchronized ByteBuffer at(long address, long bytes) {
        Map.Entry<Long, ByteBuffer> entry = memory.floorEntry(address);
        long offset = address - entry.getKey();
        return entry.getValue().slice((int) offset, (int) bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    @Override
    public int devices() {
        return devices;
    }

    @Override
    public String name(int device) {
        return "fake";
    }

    @Override
    public int attribute(int device, Attribute attribute) {
        return switch (attribute) {
            case MAJOR -> 9;
            case MINOR -> 0;
            case PROCESSORS -> processors;
        };
    }

    @Override
    public boolean canAccess(int device, int peer) {
        return true;
    }

    @Override
    public long retainContext(int device) {
        return 100 + device;
    }

    @Override
    public void releaseContext(int device) {}

    @Override
    public void use(long which) {
        context.set(which);
    }

    @Override
    public synchronized void enableAccess(long peerContext) {
        linked.add(context.get() + ">" + peerContext);
    }

    @Override
    public synchronized long allocate(long bytes) {
        next = (next + bytes + 0xFFFFF) / 0x10_0000 * 0x10_0000;
        ByteBuffer buffer = backing(bytes).order(ByteOrder.LITTLE_ENDIAN);
        long address = next;
        next += bytes;
        memory.put(address, buffer);
        owners.put(address, (int) (context.get() - 100));
        for (int i = 0; i + 4 <= buffer.capacity(); i += 4) {
            buffer.putInt(i, 0xDEADBEEF);
        }
        return address;
    }

    /** What stands for so much device memory. */
    ByteBuffer backing(long bytes) {
        return ByteBuffer.allocateDirect((int) bytes);
    }

    @Override
    public synchronized int owner(long address) {
        Map.Entry<Long, ByteBuffer> entry = memory.floorEntry(address);
        boolean inside =
                entry != null && address - entry.getKey() < entry.getValue().capacity();
        return inside ? owners.get(entry.getKey()) : -1;
    }

    @Override
    public synchronized void free(long address) {
        if (machine.importers(this, address) != 0) {
            throw new CudaException("cuMemFree", 1, "another process has it mapped", "");
        }
        if (imports.containsKey(address) || memory.remove(address) == null) {
            throw new CudaException("cuMemFree", 1, "not allocated", "");
        }
    }

    @Override
    public synchronized Pinned allocatePinned(int bytes) {
        Pinned taken = new FakePinned(ByteBuffer.allocateDirect(bytes).order(ByteOrder.LITTLE_ENDIAN));
        pinned.add(taken);
        return taken;
    }

    @Override
    public synchronized void freePinned(Pinned given) {
        if (!pinned.remove(given)) {
            throw new CudaException("cuMemFreeHost", 1, "not allocated", "");
        }
    }

    @Override
    public void fill(long address, int word, long words, long stream) {
        ByteBuffer bytes = at(address, 4 * words);
        for (int i = 0; i < words; i++) {
            bytes.putInt(4 * i, word);
        }
    }

    @Override
    public void fillEverySecond(long address, int word, long words, long stream) {
        ByteBuffer bytes = at(address, 8 * words - 4);
        for (int i = 0; i < words; i++) {
            bytes.putInt(8 * i, word);
        }
    }

    @Override
    public void copyIn(long address, Pinned from, int offset, long bytes, long stream) {
        at(address, bytes).put(0, from.bytes(), offset, (int) bytes);
    }

    @Override
    public void copyOut(Pinned to, int offset, long address, long bytes, long stream) {
        to.bytes().put(offset, at(address, bytes), 0, (int) bytes);
    }

    @Override
    public void copy(long to, long from, long bytes, long stream) {
        at(to, bytes).put(0, at(from, bytes), 0, (int) bytes);
    }

    @Override
    public synchronized long createStream() {
        long stream = handle();
        streams.add(stream);
        return stream;
    }

    @Override
    public synchronized void destroyStream(long stream) {
        streams.remove(stream);
    }

    @Override
    public boolean done(long stream) {
        return true;
    }

    @Override
    public long createEvent(boolean timed) {
        return handle();
    }

    @Override
    public void destroyEvent(long event) {}

    @Override
    public synchronized void record(long event, long stream) {
        orders.add(stream + ">" + event);
    }

    @Override
    public synchronized void waitFor(long event, long stream) {
        orders.add(event + ">" + stream);
    }

    @Override
    public boolean happened(long event) {
        return true;
    }

    @Override
    public float milliseconds(long begin, long end) {
        return 1;
    }

    @Override
    public synchronized long loadModule(byte[] image) {
        images.add(image);
        long module = handle();
        modules.add(module);
        return module;
    }

    @Override
    public synchronized void unloadModule(long module) {
        modules.remove(module);
    }

    @Override
    public synchronized long function(long module, String name) {
        functions.add(name);
        return functions.size();
    }

    @Override
    public synchronized int blocksPerProcessor(long function, int threads) {
        return perProcessor.getOrDefault(functions.get((int) function - 1), 2);
    }

    @Override
    public void launch(LaunchBlock block) {
        ByteBuffer copy = ByteBuffer.allocate(block.bytes().capacity()).order(ByteOrder.nativeOrder());
        copy.put(0, block.bytes(), 0, copy.capacity());
        Launch launch = new Launch(context.get(), block.name(), copy);
        long stream = block.bytes().getLong(STREAM);
        synchronized (this) {
            List<Launch> capture = captures.get(stream);
            if (capture != null) {
                capture.add(launch);
                return;
            }
        }
        run(launch);
    }

    private void run(Launch launch) {
        synchronized (this) {
            launches.add(launch);
        }
        kernel.accept(launch);
    }

    @Override
    public synchronized void beginCapture(long stream) {
        captures.put(stream, new ArrayList<>());
    }

    @Override
    public synchronized long endCapture(long stream) {
        long graph = handle();
        graphs.put(graph, captures.remove(stream));
        return graph;
    }

    @Override
    public synchronized long instantiate(long graph) {
        long ready = handle();
        graphs.put(ready, graphs.get(graph));
        return ready;
    }

    @Override
    public synchronized void upload(long graphExec, long stream) {
        uploaded.add(graphExec);
    }

    @Override
    public void launchGraph(long graphExec, long stream) {
        List<Launch> calls;
        synchronized (this) {
            if (!uploaded.contains(graphExec) || !streams.contains(stream)) {
                throw new CudaException("cuGraphLaunch", 1, "not uploaded, or no such stream", "");
            }
            calls = graphs.get(graphExec);
        }
        calls.forEach(this::run);
    }

    @Override
    public synchronized void destroyGraph(long graph) {
        graphs.remove(graph);
    }

    @Override
    public synchronized void destroyGraphExec(long graphExec) {
        uploaded.remove(graphExec);
        graphs.remove(graphExec);
    }
}
