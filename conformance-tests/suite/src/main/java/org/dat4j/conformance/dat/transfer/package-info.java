/**
 * Tests of the clauses about transfers: Send and Receive ({@code Post*}), RDMA Write and Read
 * ({@code Rdma*}), with {@code TransferTest} as their base.
 *
 * <p>A class covers one or a few manual pages; the kernel runs its tests one at a time. Depends on
 * the fixture only; nothing depends on this package.
 */
package org.dat4j.conformance.dat.transfer;
