/**
 * The faults of DAT mutants that show in one situation only: of several transfers or registrations,
 * or on an occasion.
 *
 * <ul>
 *   <li>The list: {@link org.dat4j.conformance.dat.mutant.situation.SituationMutants}, from {@code
 *       situations.tsv}.
 *   <li>The faults: {@code FenceFault}, {@code LmrOverFault}, {@code LmrFreeFault}, {@code
 *       StalledSendFault} and {@code ReadFault}.
 *   <li>{@link org.dat4j.conformance.dat.mutant.situation.OccasionalFault} limits any fault to an
 *       occasion.
 * </ul>
 *
 * <p>It starts no thread. All threads of a test call a mutant, so faults are thread-safe: by
 * concurrent maps and monitors.
 *
 * <p>{@code org.dat4j.conformance.dat.mutant} depends on this package. It depends on {@code fault},
 * {@code occasion}, the base {@code org.dat4j.conformance.mutant}, the suite and the forwarding
 * layer.
 */
package org.dat4j.conformance.dat.mutant.situation;
