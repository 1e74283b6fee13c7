/**
 * The operations that {@code perf} measures: {@link org.dat4j.tools.perf.operation.SendPingPong}
 * and {@link org.dat4j.tools.perf.operation.SendStream} of Sends, {@link
 * org.dat4j.tools.perf.operation.RdmaWrite} and {@link org.dat4j.tools.perf.operation.RdmaRead} on
 * their base {@link org.dat4j.tools.perf.operation.OneSidedTransfer}. Each checks the data it
 * moves.
 *
 * <p>An operation belongs to the thread of its side and has no locks. Only {@code perf} depends on
 * this package. It depends on the package {@code exchange}.
 */
package org.dat4j.tools.perf.operation;
