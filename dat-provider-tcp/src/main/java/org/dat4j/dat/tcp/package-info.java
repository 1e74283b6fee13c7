/**
 * The TCP provider: iWARP over ordinary sockets, below the software skeleton.
 *
 * <p>Who does what: {@link org.dat4j.dat.tcp.wire} knows octets and no socket; {@code Outbound} and
 * {@code Inbound} are the two directions of a connection, each used under its turn only; {@code
 * Initiator} and {@code Responder} start connections up; {@code Driver} owns the selector, the
 * background loop and the lease that says who drives.
 */
package org.dat4j.dat.tcp;
