/**
 * The recorder of a session of the DAT stepper: {@link
 * org.dat4j.conformance.dat.stepper.program.DatRecorder} writes the calls as a Java program. It
 * sees them in a layer in front of the adapters. The frame of the program is a resource beside it.
 *
 * <p>A recorder is used by the thread of its session, without a lock.
 *
 * <p>The stepper and its model depend on this package. It depends on {@code
 * org.dat4j.conformance.stepper.program} and on the forwarding layer of the SPI.
 */
package org.dat4j.conformance.dat.stepper.program;
