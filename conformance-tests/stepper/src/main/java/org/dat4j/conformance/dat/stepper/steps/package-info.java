/**
 * The calls that one thread makes on an adapter, compared with the model one by one. {@link
 * org.dat4j.conformance.dat.stepper.steps.DatSteps} picks a call by its weight. A class for each
 * object of the contract makes its calls. {@link
 * org.dat4j.conformance.dat.stepper.steps.EventDrainer} takes events until everything has come that
 * is promised, and {@link org.dat4j.conformance.dat.stepper.steps.Teardown} ends a session. All of
 * it runs in the thread of the session, without a lock.
 *
 * <p>The sessions of the stepper depend on this package. It depends on the model and on the kit of
 * the steppers.
 */
package org.dat4j.conformance.dat.stepper.steps;
