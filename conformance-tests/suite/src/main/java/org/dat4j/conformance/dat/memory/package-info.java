/**
 * Tests of the clauses about memory: PZs ({@code PzClauses}), registrations ({@code
 * LmrCreateClauses} and its like), RMRs ({@code RmrBindClauses}) and contexts.
 *
 * <p>A class covers one or a few manual pages. The kernel runs the tests one at a time, in one
 * thread; a call that may block has a thread of its own. No class takes a lock. Depends on the
 * fixture only; nothing depends on this package.
 */
package org.dat4j.conformance.dat.memory;
