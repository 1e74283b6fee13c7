/**
 * The mutants of the RSM contract: controllers with one known fault each, made from the catalogue
 * and from tables. Each wraps the provider by the forwarding layer of {@code rsm-spi}.
 *
 * <ul>
 *   <li>The list: {@link org.dat4j.conformance.rsm.mutant.RsmMutants}, from {@code
 *       RsmReturnMutants}, {@code LifeCycleMutants}, {@code RuleMutants} and {@code FieldMutants}.
 *   <li>The faults: {@code RsmFault} is their base. {@code RsmReturnFault}, {@code SegmentFault},
 *       {@code SignalFault} and {@code BarrierFault} are examples.
 *   <li>Limits and calls of the tables: {@code RsmLimit}, {@code RsmPages}, {@code
 *       TransferArguments}.
 *   <li>The way of a call: {@code FaultyRsmSource} gives registries behind a fault, each a {@code
 *       FaultyRsmRegistry}; a fault gets each call as an {@code Invocation}. {@code
 *       OccasionalRsmFault} limits a fault to an occasion.
 *   <li>What a fault must know: {@code HandleTracker}.
 * </ul>
 *
 * <p>It starts no thread. All threads of a test call a mutant, so faults are thread-safe: by
 * concurrent maps and monitors.
 *
 * <p>The service loader finds {@code RsmMutants}; nothing depends on this package. It depends on
 * {@code occasion}, the base {@code org.dat4j.conformance.mutant}, the suite and the forwarding
 * layer.
 */
package org.dat4j.conformance.rsm.mutant;
