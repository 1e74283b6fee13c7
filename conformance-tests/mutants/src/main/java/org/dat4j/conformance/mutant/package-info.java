/**
 * Trials of the suite on mutants: providers with one known fault each. A mutant that no clause
 * finds shows a check that cannot fail.
 *
 * <ul>
 *   <li>A run: {@link org.dat4j.conformance.mutant.MutationRun} tries mutants in {@code
 *       MutantJvm}s, which run {@link org.dat4j.conformance.mutant.MutantJvmMain}; there {@code
 *       MutantTrial} tries one.
 *   <li>Results: {@link org.dat4j.conformance.mutant.MutantVerdict} on a mutant, {@link
 *       org.dat4j.conformance.mutant.KillMatrix} of all, {@code MatrixPage} for people.
 *   <li>Base of a contract's mutants: {@link org.dat4j.conformance.mutant.MutantSet} with its
 *       {@link org.dat4j.conformance.mutant.MutantRow}s; {@link
 *       org.dat4j.conformance.mutant.AnswerChange}, {@link
 *       org.dat4j.conformance.mutant.BoundedValue} with its {@link
 *       org.dat4j.conformance.mutant.BoundSide}, {@link org.dat4j.conformance.mutant.ReturnTable}
 *       and {@link org.dat4j.conformance.mutant.ChangedRecord} help to make them.
 *   <li>For occasions of both contracts: {@link org.dat4j.conformance.mutant.CallsUnderWay}, {@link
 *       org.dat4j.conformance.mutant.OutstandingCounts} and {@link
 *       org.dat4j.conformance.mutant.LaterObjects}.
 *   <li>Base of a contract's honest variants: {@link org.dat4j.conformance.mutant.VariantSet} with
 *       {@link org.dat4j.conformance.mutant.PageFreedom}s.
 * </ul>
 *
 * <p>Threads: a run has a thread for each JVM, which takes the next mutant from a queue. A monitor
 * guards the verdicts and the listener. Any thread may cancel a run. The classes for occasions are
 * thread-safe; everything else is used by one thread.
 *
 * <p>The mutants and variants of both contracts and the command {@code mutants} of {@code
 * dat-tools} depend on this package. It depends on the suite.
 *
 * <p>Stability: internal. Exported for other modules of this project; it may change in any release.
 *
 * @since 0.1
 */
package org.dat4j.conformance.mutant;
