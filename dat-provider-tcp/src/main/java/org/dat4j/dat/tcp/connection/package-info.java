/**
 * An established iWARP connection.
 *
 * <ul>
 *   <li>{@code TcpWire} is the connection as its endpoint and the driver see it, made from {@code
 *       NegotiatedParams}.
 *   <li>Output: {@code Outbound} turns requests into segments, {@code WriteCoalescer} combines
 *       small ones, {@code WriteFlushTracker} tells when Writes have arrived.
 *   <li>Input: {@code Inbound} reads, {@code SegmentProcessor} handles segments, {@code
 *       DirectPlacement} reads long payload straight into memory.
 *   <li>Reads: {@code OutboundReads} are this end's, {@code InboundReads} the peer's.
 *   <li>The end: {@code TerminationHandler}, {@code PendingTerminate}, {@code TerminateMapping},
 *       {@code LingeringClose}.
 *   <li>Time limits: {@code ConnectionTimers}, {@code Watchdog}.
 * </ul>
 *
 * <p>Threads: output is used under the transmit turn, input under the receive turn; neither waits
 * for the other. The monitor of {@code TcpWire} guards interest in input. {@code setup} alone
 * depends on this package.
 */
package org.dat4j.dat.tcp.connection;
