package dev.negzero.runtime;

/**
 * Everything that can go wrong at run time, with a stable code and a cure.
 *
 * <p>NZ6xx: the runtime was used wrongly, and nothing was enqueued. NZ7xx: ranks failed each other, see
 * {@link CollectiveException}. NZ8xx: something could not be loaded, opened or agreed on. A message reads
 * {@code CODE: what is wrong; found X; do Y}.
 */
public enum RuntimeProblem {
    /** Group size out of range. */
    GROUP_SIZE("NZ601", "a group has 2 to 16 ranks", "open the group with a size in that range"),
    /** Deadline not usable. */
    DEADLINE(
            "NZ602",
            "the deadline must be above zero and at most " + GroupOptions.MAX_DEADLINE_DAYS + " days",
            "pass a finite duration, such as the default of 30 seconds"),
    /** No such rank in this process. */
    RANK_INDEX("NZ603", "no such rank here", "name a rank of this group that lives in this process"),
    /** Group closed. */
    GROUP_CLOSED("NZ604", "the group is closed", "make all calls before Group.close()"),
    /** Null buffer. */
    BUFFER_NULL("NZ605", "a buffer is null", "pass a buffer of the calling rank"),
    /** Buffer used after close. */
    BUFFER_FREED("NZ606", "a buffer was closed before its use", "close buffers after the last call that uses them"),
    /** Buffer of another rank or group. */
    BUFFER_FOREIGN(
            "NZ607",
            "a buffer belongs to another rank or group",
            "pass buffers made by the rank the launcher was opened on"),
    /** Buffer of another element type. */
    BUFFER_DTYPE("NZ608", "a buffer has another element type than the method", "pass a buffer of the method's dtype"),
    /** Negative count. */
    COUNT_NEGATIVE("NZ609", "the count is negative", "pass the number of elements, 0 or more"),
    /** Count beyond a buffer. */
    COUNT_BEYOND("NZ610", "the count is beyond the buffer", "pass at most the buffer's count"),
    /** Input and output overlap. */
    OVERLAP(
            "NZ611",
            "input and output overlap, and not as in an in-place call",
            "pass the ranges of the operation's in-place form, or ranges that don't touch"),
    /** Message beyond a bounded protocol's region. */
    MESSAGE_LIMIT(
            "NZ612",
            "the message is longer than the protocol's region",
            "raise maxBytes in the annotation, or let AUTO or SIGNAL carry it"),
    /** Wrong method of the plan. */
    METHOD("NZ613", "the plan has no such method for this call", "recompile, so that launcher and manifest fit"),
    /** Buffer size not possible. */
    BUFFER_COUNT(
            "NZ614", "a buffer can't have this many elements", "ask for 1 element or more, within the limit named"),
    /** Slice out of range. */
    SLICE(
            "NZ615",
            "the slice is not inside the buffer",
            "keep from and count at 0 or more and their sum in the buffer"),
    /** Colour out of range. */
    SPLIT_COLOR("NZ628", "a split's colour is negative", "give each rank a colour of 0 or more"),
    /** Root out of range, or another than the annotation's. */
    ROOT("NZ629", "the root is no rank that this call can have", "pass a rank of the group, the same on all ranks"),
    /** Peer out of range, or the caller. */
    PEER("NZ630", "a hand-off needs another rank of the group", "pass the number of a rank, and not the calling one's"),
    /** Counts missing or of a wrong number. */
    COUNTS(
            "NZ631",
            "the counts don't fit the group",
            "pass an array with a count for each rank, or for each pair of ranks"),
    /** Array longer than the buffer. */
    COPY_LENGTH("NZ616", "the array is longer than the buffer", "pass an array of at most the buffer's count"),
    /** Run while another is running. */
    RUN_BUSY("NZ617", "the group is already running a body", "wait until the other Group.run has returned"),
    /** End without start. */
    BATCH_END("NZ618", "end() without a start() of the same thread", "pair each end() with a start()"),
    /** Something blocking inside a batch. */
    BATCH_BLOCKING(
            "NZ619",
            "a copy, synchronize or reset inside a batch would wait for calls that are not issued yet",
            "call Group.end() first"),
    /** Reset at a wrong time. */
    RESET("NZ620", "reset() is for a whole group, of which no body runs", "call it outside Group.run"),
    /** Communicator or launcher closed. */
    COMMUNICATOR_CLOSED("NZ621", "the launcher is closed", "make all calls before closing it"),
    /** Array of a wrong type. */
    COPY_TYPE(
            "NZ622",
            "the array can't carry the buffer's elements",
            "pass a byte[], or a type with a stated conversion"),
    /** Something that can't be captured. */
    CAPTURE_BODY(
            "NZ623",
            "a capture takes calls of its own rank and nothing else",
            "copy, wait, replay and call for other ranks outside of it"),
    /** Replay of closed calls. */
    CAPTURE_CLOSED("NZ624", "the captured calls are closed", "make all replays before closing them"),
    /** Replay of calls from before a reset. */
    CAPTURE_RESET("NZ625", "the group was reset after the capture", "capture the calls again behind Group.reset()"),
    /** Device memory or streams of others on an engine without them. */
    EXTERNAL_ENGINE(
            "NZ626",
            "this engine has no device memory and no streams to share",
            "open the group on GPUs; -Dnegzero.engine=cuda says what is missing for that"),
    /** Address that can't be wrapped. */
    EXTERNAL_MEMORY(
            "NZ627",
            "the address can't be used as a buffer",
            "pass an address in memory of the rank's own GPU that is a multiple of the element's bytes"),
    /** Peers not heard from. */
    TIMEOUT(
            "NZ701",
            "peers were not heard from within the deadline",
            "make the same calls in the same order on all ranks, then Group.reset()"),
    /** Ranks made different calls. */
    MISMATCH(
            "NZ702",
            "ranks made different calls",
            "pass the same method, count and root on all ranks, then Group.reset()"),
    /** A rank's own code failed. */
    ABORT(
            "NZ703",
            "a rank's own code threw, was interrupted, or closed the group",
            "see that rank's own exception, then Group.reset()"),
    /** No generated class. */
    LAUNCHER_MISSING(
            "NZ801",
            "the generated launcher is missing: the negzero annotation processor did not run",
            "add dev.negzero:negzero-processor to <annotationProcessorPaths> of maven-compiler-plugin,"
                    + " annotationProcessor in Gradle, or -processorpath of javac; on JDK 23 and later a processor that is"
                    + " only on the class path also needs -proc:full"),
    /** No manifest. */
    MANIFEST_MISSING(
            "NZ802",
            "the manifest of the launcher is missing",
            "package the compiler's META-INF/negzero output beside the classes"),
    /** Manifest unreadable. */
    MANIFEST_BAD("NZ803", "the manifest of the launcher can't be read", "recompile the annotated interface"),
    /** Launcher of another version. */
    SCHEMA(
            "NZ804",
            "launcher and runtime are of different versions",
            "use the same negzero version for the processor and the runtime, and recompile"),
    /** Manifest isn't the launcher's. */
    DIGEST(
            "NZ805",
            "launcher and manifest don't belong together",
            "clean and recompile, so that both come from one compilation"),
    /** Group of another size than the interface. */
    INTERFACE_SIZE(
            "NZ806",
            "the group has another size than the interface",
            "open a group of the interface's groupSize, or change the annotation"),
    /** Ranks disagree at a collective step. */
    HANDSHAKE(
            "NZ807",
            "ranks came with different digests to a collective step",
            "open the same launchers and symmetric buffers and capture the same calls, in the same order on all ranks,"
                    + " from one build and with the same -Dnegzero.protocol"),
    /** No such engine. */
    ENGINE_UNKNOWN("NZ808", "there is no such engine", "set -Dnegzero.engine= to host, cuda or auto"),
    /** CUDA engine not there. */
    ENGINE_CUDA("NZ809", "the CUDA engine is not available", "set -Dnegzero.engine=host, or auto"),
    /** No such protocol. */
    PROTOCOL_UNKNOWN(
            "NZ810",
            "there is no such protocol",
            "set -Dnegzero.protocol= to lamport, signal or mailbox, or leave it out"),
    /** Protocol not available for a method. */
    PROTOCOL_UNAVAILABLE(
            "NZ811",
            "a method can't use the protocol of -Dnegzero.protocol",
            "leave the property out, or name a protocol that all AUTO methods can use"),
    /** Region beyond 2 GiB. */
    REGION_SIZE(
            "NZ812",
            "a region of the host engine must be below 2 GiB",
            "lower maxBytes or groupSize in the annotation, or the buffer's count"),
    /** No memory. */
    REGION_MEMORY(
            "NZ813", "the JVM has no memory left for a region", "raise -XX:MaxDirectMemorySize, or lower maxBytes"),
    /** File of a joined group. */
    REGION_FILE(
            "NZ814",
            "a file of a joined group can't be used",
            "join with a base path that is new for each run, in a folder that all ranks can write"),
    /** Kernel source missing or changed. */
    KERNEL_SOURCE(
            "NZ830",
            "the kernel source of the launcher is missing or isn't the one that the manifest was made with",
            "package the compiler's META-INF/negzero output unchanged beside the classes"),
    /** No kernel binary. */
    KERNEL_BINARY(
            "NZ831",
            "no kernel binary for this GPU could be found or compiled",
            "install NVRTC or nvcc of a CUDA toolkit, or compile the kernels at build time with -Anegzero.nvcc="),
    /** Kernel source doesn't compile. */
    KERNEL_COMPILE("NZ832", "a kernel source doesn't compile", "report this with the compiler's output"),
    /** A driver call failed. */
    CUDA_CALL(
            "NZ833",
            "a CUDA call failed",
            "look the code up in the CUDA driver API; errors of a running kernel end the context, so start the process anew"),
    /** Peers can't reach each other's memory. */
    PEER_ACCESS(
            "NZ834",
            "two GPUs can't reach each other's memory",
            "name GPUs that are linked with -Dnegzero.devices=, or put all ranks on one"),
    /** Blocks of all ranks don't fit on a GPU together. */
    CO_RESIDENT(
            "NZ835",
            "the ranks that share a GPU can't all run at once, and would wait for each other for ever",
            "put fewer ranks on each GPU"),
    /** Device scope over several GPUs. */
    DEVICE_SCOPE(
            "NZ836",
            "an interface with scope DEVICE needs all ranks on one GPU",
            "set scope = Scope.SYSTEM in the annotation, or put all ranks on one GPU with -Dnegzero.devices="),
    /** Bad list of devices. */
    DEVICES("NZ837", "there is no such GPU", "set -Dnegzero.devices= to numbers of GPUs, separated by commas"),
    /** GPU memory exhausted. */
    DEVICE_MEMORY(
            "NZ838", "a GPU has no memory left", "lower maxBytes or the buffers' counts, or use fewer ranks a GPU"),
    /** Folder for compiled kernels. */
    CACHE("NZ839", "the cache of compiled kernels can't be used", "set -Dnegzero.cache= to a folder, or to off"),
    /** Environment without a usable place. */
    MEMBERSHIP(
            "NZ850",
            "this process's place among the ranks can't be told",
            "start it with torchrun or mpirun on one machine, or set RANK, WORLD_SIZE and MASTER_PORT"),
    /** Processes that don't find each other. */
    JOIN(
            "NZ851",
            "the processes of a group didn't find each other",
            "start all ranks, with the same number of ranks, address, port, token and -Dnegzero.engine=");

    private final String code;
    private final String text;
    private final String cure;

    RuntimeProblem(String code, String text, String cure) {
        this.code = code;
        this.text = text;
        this.cure = cure;
    }

    /** The stable code. */
    public String code() {
        return code;
    }

    /** What is wrong. */
    public String text() {
        return text;
    }

    /** What to do. */
    public String cure() {
        return cure;
    }

    /** The whole message. */
    public String message(String found) {
        return code + ": " + text + "; found " + found + "; " + cure;
    }

    /** An exception for a wrong argument. */
    public ArgumentException argument(String found) {
        return new ArgumentException(code, message(found));
    }

    /** An exception for a call at a wrong time. */
    public StateException state(String found) {
        return new StateException(code, message(found));
    }

    /** An exception for something that could not be loaded, opened or agreed on. */
    public LoadingException loading(String found) {
        return new LoadingException(code, message(found), null);
    }

    /** The same with a cause. */
    public LoadingException loading(String found, Throwable cause) {
        return new LoadingException(code, message(found), cause);
    }
}
