"""Times the peers of negzero's collectives, through PyTorch, on this machine's GPUs: NCCL for all of them, symmetric memory
for all-reduce. Prints CSV: peer,op,dtype,mode,bytes,median_us,min_us.

Run: NCCL_NVLS_ENABLE=0 TORCH_SYMM_MEM_DISABLE_MULTICAST=1 torchrun --nproc_per_node 2 benchmarks/gpu/peers.py \\
         [OPS] [MAX_BYTES] [MAX_EAGER_BYTES]
     OPS: names joined by commas. bytes count as nccl-tests does: the longer of a rank's input and output.
Mode graph: a CUDA graph of 20 calls, 15 replays after a warm-up. Mode eager: 200 calls in a row (20 from 16 MiB on), 5 times.
Of each repeat the slowest rank's time of a call counts; the median is quoted. Where there is a root, it is rank 0.
"""
import os
import sys
import time

import torch
import torch.distributed as dist
import torch.distributed._symmetric_memory as symm

GRAPH_CALLS, REPLAYS, REPEATS = 20, 15, 5
OPS = ("all_reduce", "all_gather", "reduce_scatter", "broadcast", "all_to_all")
DTYPES = {"bf16": torch.bfloat16, "f32": torch.float32}

wanted = sys.argv[1].split(",") if len(sys.argv) > 1 else OPS
limit = int(sys.argv[2]) if len(sys.argv) > 2 else 256 << 20
eager_limit = int(sys.argv[3]) if len(sys.argv) > 3 else limit
rank = int(os.environ["LOCAL_RANK"])
torch.cuda.set_device(rank)
dist.init_process_group("nccl", device_id=torch.device("cuda", rank))
ranks = dist.get_world_size()


def nccl(op, dtype, size):
    """NCCL's call of `size` bytes."""
    whole = torch.zeros(size // dtype.itemsize, dtype=dtype, device="cuda")
    other = torch.zeros_like(whole)
    part = torch.zeros(whole.numel() // ranks, dtype=dtype, device="cuda")
    return {
        "all_reduce": lambda: dist.all_reduce(whole),
        "all_gather": lambda: dist.all_gather_into_tensor(whole, part),
        "reduce_scatter": lambda: dist.reduce_scatter_tensor(part, whole),
        "broadcast": lambda: dist.broadcast(whole, 0),
        "all_to_all": lambda: dist.all_to_all_single(other, whole),
    }[op]


def symmetric(name):
    """A call of PyTorch's symmetric memory, whose buffer the peers read or write in place."""

    def make(op, dtype, size):
        group = dist.group.WORLD.group_name
        shared = symm.empty(size // dtype.itemsize, dtype=dtype, device="cuda")
        symm.rendezvous(shared, group)
        shared.zero_()
        function = getattr(torch.ops.symm_mem, name)
        return lambda: function(shared, "sum", group)

    return make


def peers_of(op):
    """Those that have the op: a name, and what makes a call of an op, a dtype and a size."""
    yield "nccl", nccl
    if op == "all_reduce":
        yield "symm_mem_one_shot", symmetric("one_shot_all_reduce")
        yield "symm_mem_two_shot", symmetric("two_shot_all_reduce_")


def meet():
    torch.cuda.synchronize()
    dist.barrier()
    torch.cuda.synchronize()


def slowest(times):
    """Median and least over the repeats of the slowest rank's time."""
    all_ranks = torch.tensor(times, device="cuda")
    dist.all_reduce(all_ranks, op=dist.ReduceOp.MAX)
    ordered = sorted(all_ranks.tolist())
    return ordered[len(ordered) // 2], ordered[0]


def graph_times(call):
    with torch.cuda.stream(torch.cuda.Stream()):
        for _ in range(3):
            call()
    meet()
    graph = torch.cuda.CUDAGraph()
    with torch.cuda.graph(graph):
        for _ in range(GRAPH_CALLS):
            call()
    times = []
    for _ in range(REPLAYS):
        meet()
        begin, end = torch.cuda.Event(enable_timing=True), torch.cuda.Event(enable_timing=True)
        begin.record()
        graph.replay()
        end.record()
        torch.cuda.synchronize()
        times.append(begin.elapsed_time(end) * 1000 / GRAPH_CALLS)
    return slowest(times)


def eager_times(call, size):
    calls = 200 if size < 16 << 20 else 20
    times = []
    for _ in range(REPEATS):
        meet()
        start = time.perf_counter()
        for _ in range(calls):
            call()
        torch.cuda.synchronize()
        times.append((time.perf_counter() - start) * 1e6 / calls)
    return slowest(times)


if rank == 0:
    print(f"# torch {torch.__version__} nccl {torch.cuda.nccl.version()} gpus {ranks} {torch.cuda.get_device_name()}")
    print("peer,op,dtype,mode,bytes,median_us,min_us", flush=True)
for op in wanted:
    for name, dtype in DTYPES.items():
        for peer, make in peers_of(op):
            size = 1024
            while size <= limit:
                call = make(op, dtype, size)
                try:
                    call()
                except RuntimeError as refusal:
                    # A dtype or a size that a peer doesn't have; all ranks are told so.
                    if rank == 0:
                        print(f"# {peer} refuses {size} bytes of {name}: {str(refusal).splitlines()[0]}", flush=True)
                    size *= 4
                    continue
                results = [("graph", graph_times(call))]
                if size <= eager_limit:
                    results.append(("eager", eager_times(call, size)))
                for mode, (median, least) in results:
                    if rank == 0:
                        print(f"{peer},{op},{name},{mode},{size},{median:.2f},{least:.2f}", flush=True)
                size *= 4
dist.destroy_process_group()
