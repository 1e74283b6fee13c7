/**
 * Tests of the clauses about service points and connection requests: {@code Psp*}, {@code Rsp} and
 * {@code Cr*}.
 *
 * <p>A class covers one or a few manual pages; the kernel runs its tests one at a time. Depends on
 * the fixture only; {@code adapter} uses its base {@code ServicePointTest}.
 */
package org.dat4j.conformance.dat.connection;
