/**
 * The writer of a difference as a Java program: a recorder sees the calls of a session on their way
 * to the provider and writes each as a statement. {@link
 * org.dat4j.conformance.stepper.program.CallRecorder} is the base of the recorders of both
 * contracts, {@link org.dat4j.conformance.stepper.program.ProgramText} has the statements and the
 * names of the variables. Only the shortened history is recorded.
 *
 * <p>A recorder is used by the thread of its session, without a lock. The recorders of both
 * contracts depend on this package. It depends on the kit of the steppers.
 */
package org.dat4j.conformance.stepper.program;
