package dev.negzero.cli;

import dev.negzero.plan.KernelPlan;
import picocli.CommandLine.IVersionProvider;

/** The version in the jar's manifest, which Maven writes. */
final class VersionProvider implements IVersionProvider {
    @Override
    public String[] getVersion() {
        String version = VersionProvider.class.getPackage().getImplementationVersion();
        return new String[] {
            "negzero " + (version == null ? "(not from a jar)" : version) + ", manifest schema " + KernelPlan.SCHEMA
        };
    }
}
