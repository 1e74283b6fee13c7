/**
 * TCP sockets and the resources that they need.
 *
 * <p>{@code TcpSockets} sets options and closes; {@code OutgoingSocket} connects and chooses the
 * local port. {@code Shortage} names the resource that a failed call lacks, with the remedy.
 *
 * <p>Functions without state; any thread, no lock. They depend on {@code config} alone.
 */
package org.dat4j.dat.tcp.socket;
