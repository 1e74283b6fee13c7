/**
 * The entry of the TCP provider: iWARP over ordinary sockets, below {@code
 * org.dat4j.dat.spi.software}. {@code TcpProvider} is found by ServiceLoader.
 *
 * <p>The parts, each of which depends only on those below it:
 *
 * <ul>
 *   <li>{@code setup}: the transport of an adapter, its listeners, and the MPA handshakes.
 *   <li>{@code connection}: an established connection, its two directions and its end.
 *   <li>{@code progress}: which thread moves input along, and when it polls.
 *   <li>{@code buffer}: the memory between sockets and registered memory.
 *   <li>{@code socket}: sockets, their local ports, and the resources they need.
 *   <li>{@code config}: the settings of an adapter.
 *   <li>{@code wire}: the bytes of MPA, DDP and RDMAP. It depends on no other part.
 * </ul>
 *
 * <p>Threads: a thread of the program that polls or waits holds the driver's lease; otherwise the
 * driver's background loop does. Each direction of a connection is used under its own {@code Turn}.
 * A timer thread runs time limits.
 *
 * <p>Nothing depends on this package: the module exports none of its parts.
 */
package org.dat4j.dat.tcp;
