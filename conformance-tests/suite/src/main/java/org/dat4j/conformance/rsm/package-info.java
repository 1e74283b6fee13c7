/**
 * Tests of the clauses of RSM, one class for one or a few manual pages, and the RSM contract for
 * the suite's runner.
 *
 * <p>Stability: internal. Exported for other modules of this project; it may change in any release.
 *
 * @since 0.1
 */
package org.dat4j.conformance.rsm;
