/**
 * The loopback provider: DAT adapters that reach each other inside one process. It shows what a
 * provider adds to the software layer, at its smallest.
 *
 * <p>{@link org.dat4j.dat.loopback.LoopbackProvider} opens adapters, and {@code LoopbackFabric} is
 * their transport. {@code ListenerTable} finds the service point for a connection qualifier. {@code
 * LoopbackWire} is one end of a connection: it copies from the sender's memory into the receiver's.
 *
 * <p>It starts no thread of its own: the thread that posts moves the data. One turn of the software
 * layer covers the transmit work of one end and the receive work of the other. The table of service
 * points is a concurrent map; no lock is held.
 *
 * <p>The service loader finds {@code LoopbackProvider}; nothing depends on this package. It depends
 * on the software layer of the SPI.
 */
package org.dat4j.dat.loopback;
