/**
 * A second reading of the RSM contract: random calls on a controller, and every two related calls
 * at once, compared with a model that was written from the contract alone.
 *
 * <ul>
 *   <li>{@link org.dat4j.conformance.rsm.stepper.RsmStepper} is the entrance of the random calls,
 *       {@link org.dat4j.conformance.rsm.stepper.RsmPairs} the one of the pairs.
 *   <li>The tables, resources beside this package: {@link
 *       org.dat4j.conformance.rsm.stepper.RsmModelTables}.
 *   <li>One thread: {@link org.dat4j.conformance.rsm.stepper.RsmSession} with the steps of each
 *       kind of object and {@link org.dat4j.conformance.rsm.stepper.RsmModel}.
 *   <li>Several threads: {@link org.dat4j.conformance.rsm.stepper.ConcurrentRsmSession}.
 *   <li>Pairs: {@link org.dat4j.conformance.rsm.stepper.SegmentPairScene}, {@link
 *       org.dat4j.conformance.rsm.stepper.BarrierPairScene} and their models. The second JVM makes
 *       one of the calls in those whose name ends with {@code -two-jvms}.
 * </ul>
 *
 * <p>Threads: a session of one thread runs in the thread of its run. A concurrent session starts
 * its threads, and two worker threads make the calls of a pair. Any thread may cancel.
 *
 * <p>The service loader finds {@code RsmStepper.Factory}; nothing depends on this package. It
 * depends on the kits of the steppers and of the pairs.
 */
package org.dat4j.conformance.rsm.stepper;
