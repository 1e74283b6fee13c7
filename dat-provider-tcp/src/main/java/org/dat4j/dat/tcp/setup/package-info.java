/**
 * The transport of an adapter and the setup of its connections.
 *
 * <ul>
 *   <li>{@code TcpFabric} is the transport; {@code TcpListener} listens for a service point.
 *   <li>{@code MpaInitiator} and {@code MpaResponder} are the two sides of the handshake, {@code
 *       MpaHandshake} what both use. {@code SilentPeerProbe} wakes a peer that overlooked a frame.
 *       {@code Scheduler} is the clock of what comes later.
 *   <li>Limits of what strangers use: {@code ConnectionLimit}, {@code HalfOpenLimit}, {@code
 *       InvalidAccessLimiter}, {@code RequestBacklog}; {@code RejectReason} tells the peer which.
 * </ul>
 *
 * <p>Threads: the thread that has locked the driver's selector handles handshakes, timers end them.
 * Each side of a handshake is guarded by its own monitor, and so is each limit. {@code TcpProvider}
 * alone depends on this package.
 */
package org.dat4j.dat.tcp.setup;
