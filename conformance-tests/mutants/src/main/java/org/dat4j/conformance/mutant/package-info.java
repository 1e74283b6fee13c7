/**
 * Tries the suite on mutants: providers with one known fault each. A mutant that no clause finds
 * shows a check that cannot fail.
 *
 * <p>Stability: internal. Exported for other modules of this project; it may change in any release.
 *
 * @since 0.1
 */
package org.dat4j.conformance.mutant;
