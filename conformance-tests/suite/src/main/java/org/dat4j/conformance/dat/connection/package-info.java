/**
 * Tests of the clauses about service points and connection requests: {@code PspClauses}, {@code
 * RspClauses}, {@code CrClauses}.
 *
 * <p>A class covers one or a few manual pages. The kernel runs the tests one at a time, in one
 * thread; a call that may block has a thread of its own. No class takes a lock. Depends on the
 * fixture only; {@code adapter} depends on it for the base {@code ServicePointTest}.
 */
package org.dat4j.conformance.dat.connection;
