/**
 * The service interfaces of the suite's optional parts, and the records that they exchange with it.
 * The suite finds the parts by the service loader and runs without them.
 *
 * <ul>
 *   <li>Mutants: a {@link org.dat4j.conformance.spi.MutantFactory} makes the {@link
 *       org.dat4j.conformance.spi.Mutants} of one contract; {@link
 *       org.dat4j.conformance.spi.InstalledMutants} finds it. Each {@link
 *       org.dat4j.conformance.spi.Mutant} is one known fault.
 *   <li>Steppers: a {@link org.dat4j.conformance.spi.StepperFactory} prepares a {@link
 *       org.dat4j.conformance.spi.StepRun} from {@link org.dat4j.conformance.spi.StepOptions}; its
 *       outcome is a {@link org.dat4j.conformance.spi.StepResult}.
 * </ul>
 *
 * <p>The package starts no thread; a monitor guards the list of installed mutants. The suite, its
 * optional parts and the commands of {@code dat-tools} depend on this package. It depends on the
 * catalogue only.
 *
 * <p>Stability: internal. Exported for other modules of this project; it may change in any release.
 *
 * @since 0.1
 */
package org.dat4j.conformance.spi;
