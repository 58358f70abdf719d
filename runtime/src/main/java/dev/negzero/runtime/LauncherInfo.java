package dev.negzero.runtime;

/**
 * What a generated launcher says of itself.
 *
 * @param interfaceName qualified name of the annotated interface
 * @param resourceStem path of its resources without extension: {@code META-INF/negzero/com/acme/Sums}
 * @param schema version of the contract between launcher and runtime
 * @param digest of the manifest that was generated with the launcher
 */
public record LauncherInfo(String interfaceName, String resourceStem, int schema, String digest) {}
