/**
 * Tries the suite on mutants: providers with one known fault each. A mutant that no clause finds
 * shows a check that cannot fail.
 */
package org.dat4j.conformance.mutant;
