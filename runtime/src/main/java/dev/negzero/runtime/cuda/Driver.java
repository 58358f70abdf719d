package dev.negzero.runtime.cuda;

import java.nio.ByteBuffer;

/**
 * The part of the CUDA driver that the engine uses, with handles and addresses as numbers. Every method throws
 * {@link CudaException} when the driver refuses. Except where said, calls apply to the calling thread's context, see
 * {@link #use}.
 */
interface Driver {
    /** What a device can be asked. */
    enum Attribute {
        /** Compute capability, before the point. */
        MAJOR,
        /** Compute capability, behind the point. */
        MINOR,
        /** Streaming multiprocessors. */
        PROCESSORS
    }

    /** Memory of the host that the device reads and writes while the host does something else. */
    interface Pinned {
        /** Its bytes, little-endian. */
        ByteBuffer bytes();
    }

    /** Number of GPUs. */
    int devices();

    /** Product name of a GPU. */
    String name(int device);

    /** A property of a GPU. */
    int attribute(int device, Attribute attribute);

    /** Whether the driver says that a GPU can reach another one's memory. */
    boolean canAccess(int device, int peer);

    /** Holds a GPU's primary context. */
    long retainContext(int device);

    /** Ends what {@link #retainContext} began. */
    void releaseContext(int device);

    /** Makes a context the calling thread's. */
    void use(long context);

    /** Lets the current context reach memory of another one; once or more. */
    void enableAccess(long peerContext);

    /** Allocates device memory. */
    long allocate(long bytes);

    /** The GPU whose memory an address is in; -1 if it is in none's. */
    int owner(long address);

    /** What names a GPU in every process of the machine: its place on the bus. */
    String identity(int device);

    /**
     * A handle by which other processes reach an allocation. For addresses that {@link #allocate} returned only; memory
     * from anywhere else, such as virtual memory management, has none.
     */
    byte[] exportMemory(long allocation);

    /** Maps another process's allocation into the current context. Once for each handle, never for the own memory. */
    long importMemory(byte[] handle);

    /** Ends what {@link #importMemory} began; before the other process frees the allocation. */
    void closeImport(long address);

    /** Frees device memory; may wait for all kernels of the context. */
    void free(long address);

    /** Allocates host memory for asynchronous copies. */
    Pinned allocatePinned(int bytes);

    /** Frees host memory. */
    void freePinned(Pinned memory);

    /** Fills 32-bit words, in stream order. */
    void fill(long address, int word, long words, long stream);

    /** Fills every second 32-bit word, in stream order. */
    void fillEverySecond(long address, int word, long words, long stream);

    /** Copies to the device, in stream order. */
    void copyIn(long address, Pinned from, int offset, long bytes, long stream);

    /** Copies from the device, in stream order. */
    void copyOut(Pinned to, int offset, long address, long bytes, long stream);

    /** Copies between addresses that the context reaches, in stream order. */
    void copy(long to, long from, long bytes, long stream);

    /** Creates a stream that doesn't wait for the default stream. */
    long createStream();

    /** Destroys a stream when its work is done. */
    void destroyStream(long stream);

    /** Whether all work of a stream is done. */
    boolean done(long stream);

    /** Creates an event. */
    long createEvent(boolean timed);

    /** Destroys an event. */
    void destroyEvent(long event);

    /** Records an event behind a stream's work. */
    void record(long event, long stream);

    /** Lets a stream's further work wait for what was recorded last. */
    void waitFor(long event, long stream);

    /** Whether an event has happened, or was never recorded. */
    boolean happened(long event);

    /** Milliseconds between two events that have happened. */
    float milliseconds(long begin, long end);

    /** Loads a cubin or PTX text. */
    long loadModule(byte[] image);

    /** Unloads a module. */
    void unloadModule(long module);

    /** A kernel of a module, loaded so far that its first launch loads nothing. */
    long function(long module, String name);

    /** Blocks of a kernel that one processor holds at once. */
    int blocksPerProcessor(long function, int threads);

    /** Launches what a block of parameters describes. */
    void launch(LaunchBlock block);

    /** Lets a stream record what it is given instead of doing it. */
    void beginCapture(long stream);

    /** Ends that and gives the graph. */
    long endCapture(long stream);

    /** Makes a graph ready to launch. */
    long instantiate(long graph);

    /** Moves a graph to the device, in stream order. */
    void upload(long graphExec, long stream);

    /** Launches a graph, in stream order. */
    void launchGraph(long graphExec, long stream);

    /** Destroys a graph. */
    void destroyGraph(long graph);

    /** Destroys a graph that was made ready to launch. */
    void destroyGraphExec(long graphExec);
}
