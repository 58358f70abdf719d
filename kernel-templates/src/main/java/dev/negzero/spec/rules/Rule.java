package dev.negzero.spec.rules;

import dev.negzero.spec.CollectiveSpec;
import dev.negzero.spec.Finding;
import java.util.List;

/** One thing that a spec must obey. Rules don't build on each other: any may meet a spec that others refuse. */
interface Rule {
    /** All places that break it, in the order of the spec. */
    List<Finding> check(CollectiveSpec spec);
}
