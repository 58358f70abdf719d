package com.acme;

import dev.negzero.annotations.Collective;
import dev.negzero.annotations.DType;

/** The same calls, not compared: what keeps a fast rank from running ahead is then the operation's credit alone. */
@SuppressWarnings("negzero:NZ311")
@Collective(dtype = DType.BF16, width = 8, groupSize = 4, maxBytes = 4096, verify = false)
public interface TrustedRing extends Ring {}
