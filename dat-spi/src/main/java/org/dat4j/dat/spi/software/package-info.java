/**
 * Second layer for providers without a queue engine of their own: event rings and waiters, the
 * endpoint's states, request and receive queues, connection management, memory and access checks. A
 * provider adds its {@link org.dat4j.dat.spi.software.Fabric} and {@link
 * org.dat4j.dat.spi.software.Wire}.
 */
package org.dat4j.dat.spi.software;
