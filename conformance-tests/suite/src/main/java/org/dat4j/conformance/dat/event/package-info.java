/**
 * Tests of the clauses about events: EVDs ({@code EvdWaitClauses} and its like), CNOs ({@code
 * CnoClauses}), the models of completion flags ({@code CompletionModelClauses}), and the order of
 * events ({@code EventDeliveryClauses}).
 *
 * <p>A class covers one or a few manual pages. The kernel runs the tests one at a time, in one
 * thread; a call that may block has a thread of its own. No class takes a lock. Depends on the
 * fixture only; nothing depends on this package.
 */
package org.dat4j.conformance.dat.event;
