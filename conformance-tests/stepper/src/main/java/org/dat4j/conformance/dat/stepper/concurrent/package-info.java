/**
 * The calls that several threads of the DAT stepper make on the same objects of an adapter, checked
 * by what must hold in any order. {@link
 * org.dat4j.conformance.dat.stepper.concurrent.ConcurrentDatSession} starts the threads; each has
 * its own {@link org.dat4j.conformance.dat.stepper.concurrent.ConcurrentDatSteps}. They share the
 * {@link org.dat4j.conformance.dat.stepper.concurrent.SharedAdapter} and its {@link
 * org.dat4j.conformance.dat.stepper.concurrent.SharedHandle}s, which are thread-safe without locks.
 * {@link org.dat4j.conformance.dat.stepper.concurrent.TransferLedger} counts each transfer, and
 * {@link org.dat4j.conformance.dat.stepper.concurrent.ConcurrentTeardown} checks at the end.
 *
 * <p>The stepper of DAT depends on this package. It depends on the kit of the steppers and on the
 * model's tables.
 */
package org.dat4j.conformance.dat.stepper.concurrent;
