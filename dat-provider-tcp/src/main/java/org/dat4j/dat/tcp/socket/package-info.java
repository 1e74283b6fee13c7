/**
 * TCP sockets.
 *
 * <p>{@code TcpSockets} sets options and closes; {@code OutgoingSocket} connects and chooses the
 * local port.
 *
 * <p>Functions without state; any thread, no lock. {@code progress}, {@code connection} and {@code
 * setup} depend on this package. It depends on {@code config} alone.
 */
package org.dat4j.dat.tcp.socket;
