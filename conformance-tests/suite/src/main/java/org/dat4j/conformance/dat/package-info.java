/**
 * The DAT contract for the suite's runner: {@link org.dat4j.conformance.dat.DatKit} with the
 * catalogue, the index of the tests and the mutants.
 *
 * <p>The tests are in one package for each kind of object: {@code adapter}, {@code event}, {@code
 * endpoint}, {@code connection}, {@code memory}, {@code transfer} and {@code srq}. They use the
 * interfaces of {@code org.dat4j.dat} only, through {@code fixture}, and are the same for every
 * provider.
 *
 * <p>{@code DatKit} is thread-safe and starts no thread.
 *
 * <p>The DAT stepper depends on this package for adapters behind mutants, and some tests for its
 * resources. The service loader finds {@code DatKit}. It depends on the fixture, the kernel and the
 * catalogue.
 *
 * <p>Stability: internal. Exported for other modules of this project; it may change in any release.
 *
 * @since 0.1
 */
package org.dat4j.conformance.dat;
