/**
 * The kit of the pairs: two threads make two related calls at once, and the outcome has to be that
 * of one of the two orders.
 *
 * <ul>
 *   <li>What a contract implements: {@link org.dat4j.conformance.stepper.pairs.PairFamily} lists
 *       the calls and states of one kind of object, {@link
 *       org.dat4j.conformance.stepper.pairs.PairScene} holds the objects of one step, {@link
 *       org.dat4j.conformance.stepper.pairs.PairCall} is a call on them and on their model.
 *   <li>The run: {@link org.dat4j.conformance.stepper.pairs.PairRuns} makes all pairs, {@link
 *       org.dat4j.conformance.stepper.pairs.PairSweep} the steps of one pair, {@link
 *       org.dat4j.conformance.stepper.pairs.TwoThreads} the two calls of one step.
 *   <li>Two JVMs: {@link org.dat4j.conformance.stepper.pairs.FarJvm} makes calls of the far side of
 *       a scene in a second JVM, at their moment. {@link
 *       org.dat4j.conformance.stepper.pairs.FarJvmMain} runs there, on the {@link
 *       org.dat4j.conformance.stepper.pairs.FarSides} of the contract.
 *   <li>The judge: {@link org.dat4j.conformance.stepper.pairs.OrderSearch} follows each order in
 *       the model.
 * </ul>
 *
 * <p>Two worker threads make the calls; the thread of the run prepares, waits and judges. No locks:
 * a step is handed over by volatile fields. The package knows neither contract; the pairs of DAT
 * and of RSM depend on it.
 */
package org.dat4j.conformance.stepper.pairs;
