/**
 * The conformance suite as a library: {@link org.dat4j.conformance.SuiteRunner} runs it on an
 * interface adapter, {@link org.dat4j.conformance.SuiteMain} does so from a command line and {@link
 * org.dat4j.conformance.ConformanceSuite} from a vendor's own JUnit tests. {@link
 * org.dat4j.conformance.SuiteOptions} says what to run.
 *
 * <p>The thread that calls a runner runs the tests; any thread may cancel it. {@code SuiteMain}
 * cancels by a shutdown hook. No class takes a lock.
 *
 * <p>Stability: API. Programs may depend on this package; {@code docs/reference/spi-policy.md} says
 * what may change.
 *
 * @since 0.1
 */
package org.dat4j.conformance;
