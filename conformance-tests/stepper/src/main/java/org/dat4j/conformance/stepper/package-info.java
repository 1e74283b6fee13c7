/**
 * The kit of the steppers of both contracts: random decisions, runs by one thread or by several,
 * and the search for a shorter history of a difference.
 *
 * <ul>
 *   <li>{@link org.dat4j.conformance.stepper.SequentialRun} makes sessions one after the other and
 *       shortens the history of a difference; {@link org.dat4j.conformance.stepper.ConcurrentRuns}
 *       makes sessions of several threads.
 *   <li>{@link org.dat4j.conformance.stepper.StepSession} is what a contract implements.
 *   <li>{@link org.dat4j.conformance.stepper.RandomChoice} makes the decisions of a step; {@link
 *       org.dat4j.conformance.stepper.Difference} is what a session found.
 *   <li>{@link org.dat4j.conformance.stepper.CallWatch} finds a call that does not return.
 * </ul>
 *
 * <p>A run has a thread of its own for the calls; the caller's thread watches it. The package knows
 * neither contract; the steppers of DAT and RSM depend on it.
 */
package org.dat4j.conformance.stepper;
