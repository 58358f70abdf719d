package dev.negzero.runtime.cuda;

import static dev.negzero.runtime.cuda.Handles.address;
import static dev.negzero.runtime.cuda.Handles.number;
import static dev.negzero.runtime.cuda.Handles.with;

import com.sun.jna.NativeLibrary;
import com.sun.jna.ptr.LongByReference;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.atomic.AtomicReference;
import jcuda.Pointer;
import jcuda.driver.CUcontext;
import jcuda.driver.CUdevice;
import jcuda.driver.CUdevice_attribute;
import jcuda.driver.CUdeviceptr;
import jcuda.driver.CUevent;
import jcuda.driver.CUevent_flags;
import jcuda.driver.CUfunction;
import jcuda.driver.CUfunction_attribute;
import jcuda.driver.CUgraph;
import jcuda.driver.CUgraphExec;
import jcuda.driver.CUmemorytype;
import jcuda.driver.CUmodule;
import jcuda.driver.CUpointer_attribute;
import jcuda.driver.CUresult;
import jcuda.driver.CUstream;
import jcuda.driver.CUstreamCaptureMode;
import jcuda.driver.CUstream_flags;
import jcuda.driver.JCudaDriver;

/** The real driver: JCuda, and {@link DriverCalls} where a call's own cost matters. */
final class NativeDriver implements Driver {
    private static final int NAME_BYTES = 256;
    private static final int PLACE_BYTES = 32;

    private record JCudaPinned(Pointer pointer, ByteBuffer bytes) implements Pinned {}

    private final DriverCalls calls;
    private final IpcCalls ipc;
    /** For people who read an error. */
    private final AtomicReference<String> lastLaunch = new AtomicReference<>("");

    NativeDriver(DriverCalls calls, NativeLibrary driver) {
        this.calls = calls;
        ipc = new IpcCalls(driver);
    }

    /** Throws if a call did not succeed. */
    private void check(String call, int result) {
        if (result != CUresult.CUDA_SUCCESS) {
            throw new CudaException(call, result, CUresult.stringFor(result), lastLaunch.getAcquire());
        }
    }

    /** Initialises the driver. */
    void initialise() {
        check("cuInit", JCudaDriver.cuInit(0));
    }

    @Override
    public int devices() {
        int[] count = new int[1];
        check("cuDeviceGetCount", JCudaDriver.cuDeviceGetCount(count));
        return count[0];
    }

    private CUdevice device(int ordinal) {
        CUdevice device = new CUdevice();
        check("cuDeviceGet", JCudaDriver.cuDeviceGet(device, ordinal));
        return device;
    }

    @Override
    public String name(int device) {
        byte[] name = new byte[NAME_BYTES];
        check("cuDeviceGetName", JCudaDriver.cuDeviceGetName(name, name.length, device(device)));
        String text = new String(name, StandardCharsets.UTF_8);
        int end = text.indexOf(0);
        return end < 0 ? text : text.substring(0, end);
    }

    @Override
    public String identity(int device) {
        String[] place = new String[1];
        check("cuDeviceGetPCIBusId", JCudaDriver.cuDeviceGetPCIBusId(place, PLACE_BYTES, device(device)));
        return place[0];
    }

    @Override
    public int attribute(int device, Attribute attribute) {
        int which =
                switch (attribute) {
                    case MAJOR -> CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR;
                    case MINOR -> CUdevice_attribute.CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MINOR;
                    case PROCESSORS -> CUdevice_attribute.CU_DEVICE_ATTRIBUTE_MULTIPROCESSOR_COUNT;
                };
        int[] value = new int[1];
        check("cuDeviceGetAttribute", JCudaDriver.cuDeviceGetAttribute(value, which, device(device)));
        return value[0];
    }

    @Override
    public boolean canAccess(int device, int peer) {
        int[] value = new int[1];
        check("cuDeviceCanAccessPeer", JCudaDriver.cuDeviceCanAccessPeer(value, device(device), device(peer)));
        return value[0] != 0;
    }

    @Override
    public long retainContext(int device) {
        CUcontext context = new CUcontext();
        check("cuDevicePrimaryCtxRetain", JCudaDriver.cuDevicePrimaryCtxRetain(context, device(device)));
        return number(context);
    }

    @Override
    public void releaseContext(int device) {
        check("cuDevicePrimaryCtxRelease", JCudaDriver.cuDevicePrimaryCtxRelease(device(device)));
    }

    @Override
    public void use(long context) {
        check("cuCtxSetCurrent", calls.cuCtxSetCurrent(context));
    }

    @Override
    public void enableAccess(long peerContext) {
        int result = JCudaDriver.cuCtxEnablePeerAccess(with(new CUcontext(), peerContext), 0);
        if (result != CUresult.CUDA_ERROR_PEER_ACCESS_ALREADY_ENABLED) {
            check("cuCtxEnablePeerAccess", result);
        }
    }

    @Override
    public long allocate(long bytes) {
        CUdeviceptr pointer = new CUdeviceptr();
        check("cuMemAlloc", JCudaDriver.cuMemAlloc(pointer, bytes));
        return number(pointer);
    }

    @Override
    public int owner(long address) {
        int[] ordinal = {-1};
        int[] type = {0};
        int result = attribute(type, CUpointer_attribute.CU_POINTER_ATTRIBUTE_MEMORY_TYPE, address);
        if (result == CUresult.CUDA_ERROR_INVALID_VALUE || type[0] == CUmemorytype.CU_MEMORYTYPE_HOST) {
            return -1;
        }
        check("cuPointerGetAttribute", result);
        check(
                "cuPointerGetAttribute",
                attribute(ordinal, CUpointer_attribute.CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL, address));
        return ordinal[0];
    }

    private static int attribute(int[] value, int attribute, long address) {
        return JCudaDriver.cuPointerGetAttribute(Pointer.to(value), attribute, address(address));
    }

    @Override
    public byte[] exportMemory(long allocation) {
        byte[] handle = new byte[IpcCalls.HANDLE_BYTES];
        check("cuIpcGetMemHandle", ipc.get(handle, allocation));
        return handle;
    }

    @Override
    public long importMemory(byte[] handle) {
        LongByReference address = new LongByReference();
        check("cuIpcOpenMemHandle", ipc.open(address, handle));
        return address.getValue();
    }

    @Override
    public void closeImport(long address) {
        check("cuIpcCloseMemHandle", ipc.close(address));
    }

    @Override
    public void free(long address) {
        check("cuMemFree", JCudaDriver.cuMemFree(address(address)));
    }

    @Override
    public Pinned allocatePinned(int bytes) {
        Pointer pointer = new Pointer();
        int portable = 1; // CU_MEMHOSTALLOC_PORTABLE: pinned for the contexts of all GPUs
        check("cuMemHostAlloc", JCudaDriver.cuMemHostAlloc(pointer, bytes, portable));
        return new JCudaPinned(pointer, pointer.getByteBuffer(0, bytes).order(ByteOrder.LITTLE_ENDIAN));
    }

    @Override
    public void freePinned(Pinned memory) {
        check("cuMemFreeHost", JCudaDriver.cuMemFreeHost(((JCudaPinned) memory).pointer()));
    }

    @Override
    public void fill(long address, int word, long words, long stream) {
        check("cuMemsetD32Async", JCudaDriver.cuMemsetD32Async(address(address), word, words, stream(stream)));
    }

    @Override
    public void fillEverySecond(long address, int word, long words, long stream) {
        check(
                "cuMemsetD2D32Async",
                JCudaDriver.cuMemsetD2D32Async(address(address), 8, word, 1, words, stream(stream)));
    }

    @Override
    public void copyIn(long address, Pinned from, int offset, long bytes, long stream) {
        Pointer source = ((JCudaPinned) from).pointer().withByteOffset(offset);
        check("cuMemcpyHtoDAsync", JCudaDriver.cuMemcpyHtoDAsync(address(address), source, bytes, stream(stream)));
    }

    @Override
    public void copyOut(Pinned to, int offset, long address, long bytes, long stream) {
        Pointer target = ((JCudaPinned) to).pointer().withByteOffset(offset);
        check("cuMemcpyDtoHAsync", JCudaDriver.cuMemcpyDtoHAsync(target, address(address), bytes, stream(stream)));
    }

    @Override
    public void copy(long to, long from, long bytes, long stream) {
        check("cuMemcpyDtoDAsync", JCudaDriver.cuMemcpyDtoDAsync(address(to), address(from), bytes, stream(stream)));
    }

    private static CUstream stream(long stream) {
        return with(new CUstream(), stream);
    }

    @Override
    public long createStream() {
        CUstream stream = new CUstream();
        check("cuStreamCreate", JCudaDriver.cuStreamCreate(stream, CUstream_flags.CU_STREAM_NON_BLOCKING));
        return number(stream);
    }

    @Override
    public void destroyStream(long stream) {
        check("cuStreamDestroy", JCudaDriver.cuStreamDestroy(stream(stream)));
    }

    @Override
    public boolean done(long stream) {
        return ready("cuStreamQuery", calls.cuStreamQuery(stream));
    }

    @Override
    public long createEvent(boolean timed) {
        CUevent event = new CUevent();
        int flags = timed ? CUevent_flags.CU_EVENT_DEFAULT : CUevent_flags.CU_EVENT_DISABLE_TIMING;
        check("cuEventCreate", JCudaDriver.cuEventCreate(event, flags));
        return number(event);
    }

    private static CUevent event(long event) {
        return with(new CUevent(), event);
    }

    @Override
    public void destroyEvent(long event) {
        check("cuEventDestroy", JCudaDriver.cuEventDestroy(event(event)));
    }

    @Override
    public void record(long event, long stream) {
        check("cuEventRecord", JCudaDriver.cuEventRecord(event(event), stream(stream)));
    }

    @Override
    public void waitFor(long event, long stream) {
        check("cuStreamWaitEvent", JCudaDriver.cuStreamWaitEvent(stream(stream), event(event), 0));
    }

    @Override
    public boolean happened(long event) {
        return ready("cuEventQuery", calls.cuEventQuery(event));
    }

    private boolean ready(String call, int result) {
        if (result == CUresult.CUDA_ERROR_NOT_READY) {
            return false;
        }
        check(call, result);
        return true;
    }

    @Override
    public float milliseconds(long begin, long end) {
        float[] time = new float[1];
        check("cuEventElapsedTime", JCudaDriver.cuEventElapsedTime(time, event(begin), event(end)));
        return time[0];
    }

    @Override
    public long loadModule(byte[] image) {
        CUmodule module = new CUmodule();
        // PTX is a text and must end in a zero.
        byte[] terminated = java.util.Arrays.copyOf(image, image.length + 1);
        check("cuModuleLoadData", JCudaDriver.cuModuleLoadData(module, terminated));
        return number(module);
    }

    @Override
    public void unloadModule(long module) {
        check("cuModuleUnload", JCudaDriver.cuModuleUnload(with(new CUmodule(), module)));
    }

    @Override
    public long function(long module, String name) {
        CUfunction function = new CUfunction();
        check(
                "cuModuleGetFunction(" + name + ")",
                JCudaDriver.cuModuleGetFunction(function, with(new CUmodule(), module), name));
        // Under lazy loading the handle alone loads nothing; asking for an attribute does.
        int[] registers = new int[1];
        check(
                "cuFuncGetAttribute",
                JCudaDriver.cuFuncGetAttribute(registers, CUfunction_attribute.CU_FUNC_ATTRIBUTE_NUM_REGS, function));
        return number(function);
    }

    @Override
    public int blocksPerProcessor(long function, int threads) {
        int[] blocks = new int[1];
        check(
                "cuOccupancyMaxActiveBlocksPerMultiprocessor",
                JCudaDriver.cuOccupancyMaxActiveBlocksPerMultiprocessor(
                        blocks, with(new CUfunction(), function), threads, 0));
        return blocks[0];
    }

    @Override
    public void launch(LaunchBlock block) {
        int result = calls.cuLaunchKernelEx(block.config(), block.function(), block.parameters(), 0);
        if (result != CUresult.CUDA_SUCCESS) {
            check("cuLaunchKernelEx of " + block.describe(), result);
        }
        launched(block.name());
    }

    @Override
    public void beginCapture(long stream) {
        check(
                "cuStreamBeginCapture",
                JCudaDriver.cuStreamBeginCapture(
                        stream(stream), CUstreamCaptureMode.CU_STREAM_CAPTURE_MODE_THREAD_LOCAL));
    }

    @Override
    public long endCapture(long stream) {
        CUgraph graph = new CUgraph();
        check("cuStreamEndCapture", JCudaDriver.cuStreamEndCapture(stream(stream), graph));
        return number(graph);
    }

    @Override
    public long instantiate(long graph) {
        CUgraphExec exec = new CUgraphExec();
        check("cuGraphInstantiate", JCudaDriver.cuGraphInstantiate(exec, with(new CUgraph(), graph), 0));
        return number(exec);
    }

    @Override
    public void upload(long graphExec, long stream) {
        check("cuGraphUpload", JCudaDriver.cuGraphUpload(exec(graphExec), stream(stream)));
    }

    @Override
    public void launchGraph(long graphExec, long stream) {
        check("cuGraphLaunch", calls.cuGraphLaunch(graphExec, stream));
        launched("captured calls");
    }

    /**
     * Remembers a launch. Every launch of all ranks' threads comes here, so there is no fence, and no store where nothing
     * changes. Release, for the acquire in {@link #check}.
     */
    private void launched(String what) {
        if (lastLaunch.getPlain() != what) {
            lastLaunch.setRelease(what);
        }
    }

    private static CUgraphExec exec(long graphExec) {
        return with(new CUgraphExec(), graphExec);
    }

    @Override
    public void destroyGraph(long graph) {
        check("cuGraphDestroy", JCudaDriver.cuGraphDestroy(with(new CUgraph(), graph)));
    }

    @Override
    public void destroyGraphExec(long graphExec) {
        check("cuGraphExecDestroy", JCudaDriver.cuGraphExecDestroy(exec(graphExec)));
    }
}
