package dev.negzero.runtime;

import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.plan.KernelPlan;
import dev.negzero.runtime.cuda.FullDiskCache;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** A JVM whose folder has room for little. Two of its threads join as processes do; says what came of each attempt. */
final class FullDiskMain {
    private static final KernelPlan PLAN = Plans.of(2)
            .maxBytes(4096)
            .reduce("reduce", DType.F32, ReduceOp.SUM, Protocol.MAILBOX)
            .plan();
    private static final GroupOptions PATIENT = GroupOptions.defaults().withDeadline(Duration.ofMinutes(10));

    private FullDiskMain() {}

    /** Arguments: a folder, and a number of bytes that it has no room for. */
    public static void main(String[] args) throws IOException {
        Path folder = Path.of(args[0]);
        int bytes = Integer.parseInt(args[1]);
        System.out.println("regions " + ranks(folder, rank -> rank.symmetricBuffer(F32.class, bytes / 4)));
        System.out.println("regions left over " + count(folder));
        System.out.println("regions " + ranks(folder, FullDiskMain::call));
        System.out.println("regions left over " + count(folder));
        FullDiskCache.main(Files.createDirectory(folder.resolve("cache")), bytes);
    }

    private static void call(Rank rank) {
        rank.symmetricBuffer(F32.class, 1000);
        new Counting(rank, 10).check(Communicator.open(rank, PLAN, "digest"), 0, 1, 10);
    }

    /** What each rank's body ends with. */
    private static TreeSet<String> ranks(Path folder, Consumer<Rank> body) {
        List<CompletableFuture<String>> ranks = new ArrayList<>();
        for (int rank = 0; rank < 2; rank++) {
            int index = rank;
            CompletableFuture<String> end = new CompletableFuture<>();
            ranks.add(end);
            new Thread(() -> {
                        try {
                            end.complete(outcome(folder, index, body));
                        } catch (Throwable e) {
                            end.completeExceptionally(e);
                        }
                    })
                    .start();
        }
        return new TreeSet<>(ranks.stream().map(CompletableFuture::join).toList());
    }

    /** Behind the close: what is left over then is meant. */
    private static String outcome(Path folder, int index, Consumer<Rank> body) {
        try (Group group = Group.join(folder.resolve("group"), index, 2, PATIENT)) {
            group.run(body::accept);
            return "right";
        } catch (LoadingException e) {
            return e.code() + (e.getMessage().contains("group.1.") ? " names the file" : ": " + e.getMessage());
        } catch (CollectiveException e) {
            return e.code();
        }
    }

    private static long count(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.count();
        }
    }
}
