/**
 * Tests of the clauses about endpoints: creation, change, connection and disconnection ({@code
 * Ep*}), and what each state permits ({@code EpState*}).
 *
 * <p>A class covers one or a few manual pages; the kernel runs its tests one at a time. Depends on
 * the fixture only; nothing depends on this package.
 */
package org.dat4j.conformance.dat.endpoint;
