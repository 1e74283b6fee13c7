/**
 * Tests of the clauses about endpoints, by role:
 *
 * <ul>
 *   <li>creation, change and queries: {@code EpCreateClauses}, {@code EpModifyClauses}, {@code
 *       EpQueryClauses}, {@code EpStatusClauses}, with {@code EpAttributeChange};
 *   <li>connection: {@code EpConnectClauses}, {@code EpDupConnectClauses}, {@code
 *       EpReachabilityClauses};
 *   <li>the end of a connection: {@code EpDisconnectClauses}, {@code EpDrainClauses}, {@code
 *       EpResetClauses};
 *   <li>what each state permits: {@code EpStateTableClauses}, {@code EpStateOtherCallsClauses}.
 * </ul>
 *
 * <p>A class covers one or a few manual pages. The kernel runs the tests one at a time, in one
 * thread; a call that may block has a thread of its own. No class takes a lock. Depends on the
 * fixture only; nothing depends on this package.
 */
package org.dat4j.conformance.dat.endpoint;
