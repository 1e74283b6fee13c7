/**
 * The calls that several threads of the DAT stepper make on the same objects of an adapter, checked
 * by what must hold in any order. {@link
 * org.dat4j.conformance.dat.stepper.concurrent.ConcurrentDatSession} starts the threads; each has
 * its own {@link org.dat4j.conformance.dat.stepper.concurrent.ConcurrentSteps}. They share the
 * {@link org.dat4j.conformance.dat.stepper.concurrent.SharedAdapter} and its {@link
 * org.dat4j.conformance.dat.stepper.concurrent.SharedHandle}s, which are thread-safe without locks.
 * {@link org.dat4j.conformance.dat.stepper.concurrent.TransferLedger} counts each transfer, and
 * {@link org.dat4j.conformance.dat.stepper.concurrent.ConcurrentTeardown} checks at the end.
 */
package org.dat4j.conformance.dat.stepper.concurrent;
