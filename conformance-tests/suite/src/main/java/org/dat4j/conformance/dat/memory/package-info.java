/**
 * Tests of the clauses about memory: protection zones ({@code Pz}), registrations ({@code Lmr*}),
 * windows ({@code Rmr*}) and contexts.
 *
 * <p>A class covers one or a few manual pages; the kernel runs its tests one at a time. Depends on
 * the fixture only; nothing depends on this package.
 */
package org.dat4j.conformance.dat.memory;
