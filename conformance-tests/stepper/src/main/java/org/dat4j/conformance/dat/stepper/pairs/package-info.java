/**
 * The pairs of DAT: every two related calls at once.
 *
 * <ul>
 *   <li>{@link org.dat4j.conformance.dat.stepper.pairs.DatPairs} is the entrance.
 *   <li>For each kind of object a family with its calls and states, a scene with the objects of one
 *       step, and a model of them. Those of EVDs are {@link
 *       org.dat4j.conformance.dat.stepper.pairs.EventPairs}, {@link
 *       org.dat4j.conformance.dat.stepper.pairs.EventPairScene} and {@link
 *       org.dat4j.conformance.dat.stepper.pairs.EventPairModel}. The other families are {@link
 *       org.dat4j.conformance.dat.stepper.pairs.TransferPairs}, {@link
 *       org.dat4j.conformance.dat.stepper.pairs.ConnectPairs}, {@link
 *       org.dat4j.conformance.dat.stepper.pairs.RspPairs}, {@link
 *       org.dat4j.conformance.dat.stepper.pairs.ClosePairs}, {@link
 *       org.dat4j.conformance.dat.stepper.pairs.SrqPairs} and {@link
 *       org.dat4j.conformance.dat.stepper.pairs.RmrPairs}.
 *   <li>Families whose name ends with {@code -apart} have the same calls on two adapters. In those
 *       whose name ends with {@code -two-jvms} the second JVM makes one of the calls.
 * </ul>
 *
 * <p>The calls come from two worker threads; scenes and models belong to the thread of the run. The
 * stepper of DAT depends on this package. It depends on the kit of the pairs, on the sides of a
 * connection and on the tables of the model.
 */
package org.dat4j.conformance.dat.stepper.pairs;
