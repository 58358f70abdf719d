/** How ranks meet, and how calls are issued together. Internal to the runtime. */
@NullMarked
package dev.negzero.runtime.group;

import org.jspecify.annotations.NullMarked;
