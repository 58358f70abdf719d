/** A toy collective, added along the way that docs/adding-a-collective.md describes. */
package dev.negzero.tests.toy;
