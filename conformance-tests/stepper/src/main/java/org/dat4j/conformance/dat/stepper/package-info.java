/**
 * The stepper of DAT, a second reading of the contract: random calls, right and wrong, on one
 * adapter, each answer and each event compared with a model that knows only the pages.
 *
 * <p>{@link org.dat4j.conformance.dat.stepper.DatStepper} is the entrance, {@code DatSession} the
 * work of one thread on one adapter instance. The packages below are the model, the steps of one
 * thread, the calls of several threads, the pairs and the recorder.
 *
 * <p>Threads: a session of one thread runs in the thread of its run. {@code concurrent} and {@code
 * pairs} start their own. Any thread may cancel. No class here takes a lock.
 *
 * <p>The service loader finds {@code DatStepper.Factory}; nothing depends on this package. It
 * depends on the packages below and on the kits of the steppers and of the pairs.
 */
package org.dat4j.conformance.dat.stepper;
