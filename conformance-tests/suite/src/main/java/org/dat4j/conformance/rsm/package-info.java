/**
 * Tests of the clauses of RSM, one class for one or a few manual pages, and the RSM contract for
 * the suite's runner.
 *
 * <ul>
 *   <li>The contract for the runner: {@link org.dat4j.conformance.rsm.RsmKit}.
 *   <li>Exporters: {@code ExportClauses}, {@code PublishClauses}.
 *   <li>Importers: {@code ConnectClauses}, {@code MapClauses}, {@code NeighbourClauses}.
 *   <li>Transfers: {@code TransferClauses}, {@code VectorClauses}, {@code
 *       TransferSituationClauses}, {@code BarrierClauses}, {@code SettingClauses}.
 *   <li>Signals and news: {@code SignalClauses}, {@code NoticeClauses}.
 *   <li>The rest: {@code RsmControllerClauses}, {@code SegmentIdClauses}, {@code RsmHeaderClauses},
 *       {@code GuideClauses}.
 * </ul>
 *
 * <p>The kernel runs the tests one at a time, in one thread. A call that may block has a thread of
 * its own. No class takes a lock.
 *
 * <p>The RSM stepper depends on this package for controllers behind mutants; the service loader
 * finds {@code RsmKit}. It depends on the fixture, the kernel, the catalogue and the dimensions.
 *
 * <p>Stability: internal. Exported for other modules of this project; it may change in any release.
 *
 * @since 0.1
 */
package org.dat4j.conformance.rsm;
