/**
 * The side that exports in the pairs of RSM, two calls made at once.
 *
 * <ul>
 *   <li>{@link org.dat4j.conformance.rsm.stepper.sides.ExportSide} is the interface.
 *   <li>On a controller of this JVM: {@link
 *       org.dat4j.conformance.rsm.stepper.sides.LocalExportSide}. {@link
 *       org.dat4j.conformance.rsm.stepper.sides.RsmFarSides} has it in the second JVM.
 * </ul>
 *
 * <p>One thread at a time uses a side; no locks. The stepper of RSM depends on this package. It
 * depends on the kit of the pairs and on the fixtures of the suite.
 */
package org.dat4j.conformance.rsm.stepper.sides;
