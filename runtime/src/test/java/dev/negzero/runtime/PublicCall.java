package dev.negzero.runtime;

/** One rank's part of a call through the public API. */
final class PublicCall {
    private PublicCall() {}

    /**
     * Issues it.
     *
     * @param method index of the rank's method
     * @param in its first element is the input's
     * @param out its first element is the output's; a broadcast takes {@code in}
     */
    static void issue(Communicator communicator, int method, CallModel model, DeviceBuffer<?> in, DeviceBuffer<?> out) {
        int rank = communicator.rank().index();
        int count = model.count();
        int root = model.namedBy(rank);
        switch (model.operationOf(rank)) {
            case ALL_REDUCE -> communicator.allReduce(method, in, out, count);
            case REDUCE_SCATTER -> communicator.reduceScatter(method, in, out, count);
            case REDUCE -> communicator.reduce(method, in, out, count, root);
            case ALL_GATHER -> {
                if (model.counts() == null) {
                    communicator.allGather(method, in, out, count);
                } else {
                    communicator.allGather(method, in, out, model.counts());
                }
            }
            case BROADCAST -> communicator.broadcast(method, in, count, root);
            case SCATTER -> communicator.scatter(method, in, out, count, root);
            case GATHER -> communicator.gather(method, in, out, count, root);
            case ALL_TO_ALL -> {
                if (model.counts() == null) {
                    communicator.allToAll(method, in, out, count);
                } else {
                    communicator.allToAll(method, in, out, model.counts());
                }
            }
            case SEND -> communicator.send(method, in, count, root);
            case RECEIVE -> communicator.receive(method, out, count, root);
            case BARRIER -> communicator.barrier(method);
        }
    }
}
