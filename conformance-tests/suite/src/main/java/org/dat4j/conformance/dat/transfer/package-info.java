/**
 * Tests of the clauses about transfers: Send and Receive ({@code PostSendClauses}), RDMA Write and
 * Read ({@code RdmaWriteClauses}), with {@code TransferTest} as their base.
 *
 * <p>A class covers one or a few manual pages. The kernel runs the tests one at a time, in one
 * thread; a call that may block has a thread of its own. No class takes a lock. Depends on the
 * fixture only; nothing depends on this package.
 */
package org.dat4j.conformance.dat.transfer;
