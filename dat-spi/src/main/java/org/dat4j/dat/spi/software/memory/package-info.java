/**
 * Registered memory: access checks, and frees that wait for the threads that touch it.
 *
 * <p>Classes by role: {@link org.dat4j.dat.spi.software.memory.MemoryRegion} is what is registered,
 * {@link org.dat4j.dat.spi.software.memory.RegionSlice} the part that one copy touches, with {@link
 * org.dat4j.dat.spi.software.memory.AccessResult} as the answer of the check. {@link
 * org.dat4j.dat.spi.software.memory.HazardPointers} and {@link
 * org.dat4j.dat.spi.software.memory.HazardDomain} keep a region until no thread touches it. {@link
 * org.dat4j.dat.spi.software.memory.GuardedCopy} survives truncated files.
 *
 * <p>Threads: any thread checks and copies, without a lock; a free waits for those that touch the
 * region, for a limited time. Slices and hazard pointers belong to one thread at a time.
 *
 * <p>The second layer and backends depend on this package. It depends on {@link
 * org.dat4j.dat.spi.software.concurrent} only.
 *
 * <p>Stability: SPI. Providers may depend on this package; {@code docs/reference/spi-policy.md}
 * says what may change.
 *
 * @since 0.1
 */
package org.dat4j.dat.spi.software.memory;
