/**
 * The memory that bytes pass through between a socket and registered memory.
 *
 * <p>{@code ReceiveBuffer} holds input with its parsers, {@code GatherBuffer} queues output for one
 * write. The connections of a driver share them through {@code SharedBuffers} and {@code
 * BufferPool}; {@code BufferQuota} limits how many a peer can make an adapter hold.
 *
 * <p>A buffer belongs to one direction of one connection at a time. The thread that holds the turn
 * of the direction uses it. The pools are lock-free. Opening and closing shares of the quota takes
 * its monitor. {@code progress}, {@code connection} and {@code setup} may depend on this package.
 */
package org.dat4j.dat.tcp.buffer;
