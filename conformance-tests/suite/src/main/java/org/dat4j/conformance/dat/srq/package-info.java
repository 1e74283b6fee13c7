/**
 * Tests of the clauses about shared receive queues: the queues themselves ({@code Srq*}) and
 * endpoints that use one ({@code Ep*}), with {@code SrqTest} as the base of most.
 *
 * <p>A class covers one or a few manual pages; the kernel runs its tests one at a time. Depends on
 * the fixture only; nothing depends on this package.
 */
package org.dat4j.conformance.dat.srq;
