package dev.negzero.emit;

import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import dev.negzero.annotations.DType;
import dev.negzero.annotations.Protocol;
import dev.negzero.annotations.ReduceOp;
import dev.negzero.annotations.Scope;
import dev.negzero.plan.Algorithm;
import dev.negzero.plan.AutoRow;
import dev.negzero.plan.KernelPlan;
import dev.negzero.plan.KernelVariant;
import dev.negzero.plan.LaunchShape;
import dev.negzero.plan.MethodPlan;
import dev.negzero.plan.SignalLayout;
import dev.negzero.spec.Counts;
import dev.negzero.spec.Operation;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** The manifest's JSON form. A bound that isn't there means that there is none. */
final class ManifestJson {
    static final String DIGEST = "digest";

    private ManifestJson() {}

    static JsonObject write(KernelManifest manifest) {
        KernelPlan plan = manifest.plan();
        JsonObject root = new JsonObject();
        root.addProperty("schema", KernelPlan.SCHEMA);
        root.addProperty("package", plan.packageName());
        root.addProperty("flatName", plan.flatName());
        root.addProperty("sourceName", plan.sourceName());
        root.addProperty("groupSize", plan.groupSize());
        root.addProperty("scope", plan.scope().name());
        root.addProperty("verify", plan.verify());
        root.add("layout", layout(plan.layout()));
        JsonArray methods = new JsonArray();
        plan.methods().forEach(method -> methods.add(method(method)));
        root.add("methods", methods);
        JsonArray sources = new JsonArray();
        manifest.sources().forEach((platform, sha256) -> sources.add(source(plan, platform, sha256)));
        root.add("sources", sources);
        return root;
    }

    private static JsonObject layout(SignalLayout layout) {
        JsonObject out = new JsonObject();
        out.addProperty("maxBlocks", layout.maxBlocks());
        out.addProperty("mailboxWords", layout.mailboxWords());
        out.addProperty("tripleWords", layout.tripleWords());
        out.addProperty("handoffWords", layout.handoffWords());
        out.addProperty("handoffBlocks", layout.handoffBlocks());
        out.addProperty("handoffStagingBytes", layout.handoffStagingBytes());
        out.addProperty("inboxBytes", layout.inboxBytes());
        out.addProperty("lamportBytes", layout.lamportBytes());
        out.addProperty("lamport64Bytes", layout.lamport64Bytes());
        JsonObject offsets = new JsonObject();
        offsets.addProperty("signatures", layout.signatures());
        offsets.addProperty("flags", layout.flags());
        offsets.addProperty("mailbox", layout.mailbox());
        offsets.addProperty("triples", layout.triples());
        offsets.addProperty("handoffCounters", layout.handoffCounters());
        offsets.addProperty("handoffSignatures", layout.handoffSignatures());
        offsets.addProperty("handoffDone", layout.handoffDone());
        offsets.addProperty("handoffFlags", layout.handoffFlags());
        offsets.addProperty("handoffDescriptors", layout.handoffDescriptors());
        offsets.addProperty("handoffMailbox", layout.handoffMailbox());
        offsets.addProperty("handoffStaging", layout.handoffStaging());
        offsets.addProperty("inbox", layout.inbox());
        offsets.addProperty("lamport", layout.lamport());
        offsets.addProperty("lamport64", layout.lamport64());
        offsets.addProperty("total", layout.total());
        out.add("offsets", offsets);
        return out;
    }

    private static JsonObject method(MethodPlan method) {
        JsonObject out = new JsonObject();
        out.addProperty("index", method.index());
        out.addProperty("name", method.name());
        out.addProperty("key", method.key());
        out.addProperty("digest", HexFormat.of().toHexDigits(method.digest()));
        out.addProperty("operation", method.operation().name());
        out.addProperty("reduceOp", method.reduceOp().name());
        out.addProperty("protocol", method.protocol().name());
        out.addProperty("dtype", method.dtype().name());
        out.addProperty("width", method.width());
        out.addProperty("counts", method.counts().name());
        out.addProperty("root", method.root());
        JsonArray variants = new JsonArray();
        method.variants().forEach(variant -> variants.add(variant(variant)));
        out.add("variants", variants);
        JsonArray auto = new JsonArray();
        method.auto().forEach(row -> auto.add(row(row)));
        out.add("auto", auto);
        return out;
    }

    private static JsonObject variant(KernelVariant variant) {
        JsonObject out = new JsonObject();
        out.addProperty("algorithm", variant.algorithm().name());
        out.addProperty("entryPoint", variant.entryPoint());
        bound(out, "limitBytes", variant.limitBytes());
        out.addProperty("threads", variant.shape().threads());
        out.addProperty("maxBlocks", variant.shape().maxBlocks());
        out.addProperty("packsPerThread", variant.shape().packsPerThread());
        out.addProperty("spareThreads", variant.shape().spareThreads());
        return out;
    }

    private static JsonObject row(AutoRow row) {
        JsonObject out = new JsonObject();
        out.addProperty("arch", row.arch());
        bound(out, "upToBytes", row.upToBytes());
        out.addProperty("algorithm", row.algorithm().name());
        out.addProperty("evidence", row.evidence());
        return out;
    }

    private static JsonObject source(KernelPlan plan, Platform platform, String sha256) {
        JsonObject out = new JsonObject();
        out.addProperty("platform", platform.name());
        out.addProperty("file", plan.flatName() + platform.extension());
        out.addProperty("sha256", sha256);
        JsonArray flags = new JsonArray();
        platform.flags().forEach(flags::add);
        out.add("flags", flags);
        return out;
    }

    private static void bound(JsonObject out, String name, long value) {
        if (value != Long.MAX_VALUE) {
            out.addProperty(name, value);
        }
    }

    static String statedDigest(JsonElement root) {
        return JsonFields.of(root, "manifest").text(DIGEST);
    }

    static KernelManifest read(JsonElement json) {
        JsonFields root = JsonFields.of(json, "manifest");
        int schema = root.integer("schema");
        if (schema != KernelPlan.SCHEMA) {
            throw new ManifestException("the manifest has schema " + schema + ", this runtime reads schema "
                    + KernelPlan.SCHEMA + ": use the same negzero version for processor and runtime, then rebuild");
        }
        int groupSize = root.integer("groupSize");
        List<MethodPlan> methods = new ArrayList<>();
        for (JsonFields method : root.list("methods")) {
            methods.add(readMethod(method));
        }
        KernelPlan plan = new KernelPlan(
                root.text("package"),
                root.text("flatName"),
                root.text("sourceName"),
                groupSize,
                root.constant("scope", Scope.class),
                root.bool("verify"),
                readLayout(root.object("layout"), groupSize),
                methods);
        Map<Platform, String> sources = new EnumMap<>(Platform.class);
        for (JsonFields source : root.list("sources")) {
            sources.put(source.constant("platform", Platform.class), source.text("sha256"));
        }
        return new KernelManifest(plan, sources);
    }

    private static SignalLayout readLayout(JsonFields layout, int groupSize) {
        return new SignalLayout(
                groupSize,
                layout.integer("maxBlocks"),
                layout.number("mailboxWords"),
                layout.number("tripleWords"),
                layout.number("handoffWords"),
                layout.integer("handoffBlocks"),
                layout.number("handoffStagingBytes"),
                layout.number("inboxBytes"),
                layout.number("lamportBytes"),
                layout.number("lamport64Bytes"));
    }

    private static MethodPlan readMethod(JsonFields method) {
        List<KernelVariant> variants = new ArrayList<>();
        for (JsonFields variant : method.list("variants")) {
            variants.add(new KernelVariant(
                    variant.constant("algorithm", Algorithm.class),
                    variant.text("entryPoint"),
                    variant.bound("limitBytes"),
                    new LaunchShape(
                            variant.integer("threads"),
                            variant.integer("maxBlocks"),
                            variant.integer("packsPerThread"),
                            variant.integer("spareThreads"))));
        }
        List<AutoRow> auto = new ArrayList<>();
        for (JsonFields row : method.list("auto")) {
            auto.add(new AutoRow(
                    row.text("arch"),
                    row.bound("upToBytes"),
                    row.constant("algorithm", Algorithm.class),
                    row.text("evidence")));
        }
        return new MethodPlan(
                method.integer("index"),
                method.text("name"),
                method.text("key"),
                method.hex32("digest"),
                method.constant("operation", Operation.class),
                method.constant("reduceOp", ReduceOp.class),
                method.constant("protocol", Protocol.class),
                method.constant("dtype", DType.class),
                method.integer("width"),
                method.constant("counts", Counts.class),
                method.integer("root"),
                variants,
                auto);
    }
}
