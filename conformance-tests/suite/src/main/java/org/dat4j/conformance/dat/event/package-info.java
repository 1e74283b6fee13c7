/**
 * Tests of the clauses about events: dispatchers ({@code Evd*}), notification objects ({@code
 * Cno*}), the models of completion flags, and the order of events.
 *
 * <p>A class covers one or a few manual pages; the kernel runs its tests one at a time. Depends on
 * the fixture only; nothing depends on this package.
 */
package org.dat4j.conformance.dat.event;
