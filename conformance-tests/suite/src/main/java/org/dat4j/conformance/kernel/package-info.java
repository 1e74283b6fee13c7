/**
 * The runner of the suite: it binds checks to clauses, skips tests that do not apply, orders tests,
 * finds leaks and decides the outcome of each clause. It knows no contract; {@link
 * org.dat4j.conformance.kernel.ContractKit} is where a contract plugs in.
 *
 * <ul>
 *   <li>A run: {@link org.dat4j.conformance.kernel.KernelRun} executes the tests of a {@link
 *       org.dat4j.conformance.kernel.Target} with JUnit, and {@link
 *       org.dat4j.conformance.kernel.RunContext} is what they share. {@code RunListener} collects
 *       results, and {@code ClauseVerdicts} decides the clauses.
 *   <li>Base of tests: {@link org.dat4j.conformance.kernel.ClauseTest} with the annotations {@link
 *       org.dat4j.conformance.kernel.Clauses}, {@link org.dat4j.conformance.kernel.Refuses} and
 *       {@link org.dat4j.conformance.kernel.SecondParty}; {@link
 *       org.dat4j.conformance.kernel.ClauseExtension} stands around each test. {@link
 *       org.dat4j.conformance.kernel.Check} makes assertions, and {@code TestRecord} keeps them.
 *   <li>Backend under test: {@link org.dat4j.conformance.kernel.Environment} is open, {@link
 *       org.dat4j.conformance.kernel.LeakProbe}s look for what a test leaves behind.
 *   <li>Waits: {@link org.dat4j.conformance.kernel.PauseTolerantTimeLimit} and {@link
 *       org.dat4j.conformance.kernel.TimeFactor} limit them, {@code PauseDetector} finds pauses of
 *       the machine.
 *   <li>Other threads: {@link org.dat4j.conformance.kernel.BackgroundCall}.
 * </ul>
 *
 * <p>Threads: one thread runs the tests, one after the other. {@code PauseDetector} and each {@code
 * BackgroundCall} are threads of their own. Any thread may check and may cancel a run: {@code
 * Check}, {@code TestRecord} and {@code RunContext} are thread-safe by monitors and concurrent
 * maps.
 *
 * <p>The tests, fixtures and kits of both contracts depend on this package. So do mutants, stepper
 * and the commands of {@code dat-tools}. It depends on the catalogue, dimensions, reports and the
 * suite's SPI.
 *
 * <p>Stability: internal. Exported for other modules of this project; it may change in any release.
 *
 * @since 0.1
 */
package org.dat4j.conformance.kernel;
