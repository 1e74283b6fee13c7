/**
 * Tests of the clauses about shared receive queues: the queues themselves ({@code SrqCreateClauses}
 * and its like) and endpoints that use one ({@code EpWithSrqClauses}), with {@code SrqTest} as the
 * base of most.
 *
 * <p>A class covers one or a few manual pages. The kernel runs the tests one at a time, in one
 * thread; a call that may block has a thread of its own. No class takes a lock. Depends on the
 * fixture only; nothing depends on this package.
 */
package org.dat4j.conformance.dat.srq;
