/**
 * The stepper of DAT, a second reading of the contract: random calls, right and wrong, on one
 * adapter, each answer and each event compared with a model that knows only the pages. {@link
 * org.dat4j.conformance.dat.stepper.DatStepper} is the entrance, {@link
 * org.dat4j.conformance.dat.stepper.DatSession} the work of one thread on one adapter instance. The
 * packages below are the model, the steps of one thread, and the calls of several threads.
 */
package org.dat4j.conformance.dat.stepper;
