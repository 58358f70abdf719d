package dev.negzero.runtime.cuda;

import dev.negzero.emit.KernelBinaries;
import dev.negzero.emit.ManifestException;
import dev.negzero.runtime.engine.Kernels;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Binaries that were compiled at build time and stand beside the source, as far as they were made from that source. */
final class PrecompiledSource implements BinarySource {
    @Override
    public List<byte[]> find(BinaryRequest request, List<String> looked) {
        String stem = request.kernels().plan().resourceStem();
        String path = KernelBinaries.indexResource(stem);
        byte[] text = request.kernels().file(path);
        if (text == null) {
            looked.add("resource " + path);
            return List.of();
        }
        try {
            KernelBinaries index = KernelBinaries.parse(new String(text, StandardCharsets.UTF_8));
            if (!index.sourceSha256().equals(request.sourceSha256())) {
                looked.add("resource " + path + " (made from another source)");
                return List.of();
            }
            return images(request, index, stem, looked);
        } catch (ManifestException e) {
            looked.add("resource " + path + " (" + e.getMessage() + ")");
            return List.of();
        }
    }

    private static List<byte[]> images(BinaryRequest request, KernelBinaries index, String stem, List<String> looked) {
        List<byte[]> images = new ArrayList<>();
        for (KernelBinaries.Entry entry : index.candidates(request.capability())) {
            String resource = entry.resource(stem);
            byte[] image = request.kernels().file(resource);
            if (image == null) {
                looked.add("resource " + resource);
            } else if (!Kernels.sha256(image).equals(entry.sha256())) {
                looked.add("resource " + resource + " (damaged)");
            } else {
                images.add(image);
            }
        }
        if (images.isEmpty()) {
            looked.add("a binary for " + request.arch() + " in resource " + KernelBinaries.indexResource(stem));
        }
        return images;
    }
}
