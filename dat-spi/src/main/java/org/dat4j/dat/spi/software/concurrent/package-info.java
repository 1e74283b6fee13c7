/**
 * The tools by which threads of a software backend share work, wait and meet limits.
 *
 * <p>Classes by role: {@link org.dat4j.dat.spi.software.concurrent.Turn} serialises the work on a
 * direction of a connection, {@link org.dat4j.dat.spi.software.concurrent.Timers} runs time limits,
 * {@link org.dat4j.dat.spi.software.concurrent.WaitPolicy} and {@link
 * org.dat4j.dat.spi.software.concurrent.BoundedWait} shape waits, {@link
 * org.dat4j.dat.spi.software.concurrent.RepairFlag} and {@link
 * org.dat4j.dat.spi.software.concurrent.FailureLog} record what an Error has left undone.
 *
 * <p>Threads and locks: a turn never blocks; the timers of an adapter have one thread, under the
 * lock of the object.
 *
 * <p>Everything of the second layer, and backends, may depend on this package. It depends on the
 * first layer's errors only.
 *
 * <p>Stability: SPI. Providers may depend on this package; {@code docs/reference/spi-policy.md}
 * says what may change.
 *
 * @since 0.1
 */
package org.dat4j.dat.spi.software.concurrent;
