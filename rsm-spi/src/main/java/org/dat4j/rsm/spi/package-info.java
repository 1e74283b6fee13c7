/**
 * The classes that an RSM provider extends. The public methods of the abstract classes are final:
 * they check what the contract says about arguments, states and their order, and then call an
 * {@code impl} method with checked arguments.
 *
 * <ul>
 *   <li>Entry of a provider: {@link org.dat4j.rsm.spi.RsmProvider} with its {@link
 *       org.dat4j.rsm.spi.RsmSetting}s; {@link org.dat4j.rsm.spi.RsmSettings} has their values in
 *       one registry.
 *   <li>Bases of the contract's objects: {@link org.dat4j.rsm.spi.AbstractController}, {@link
 *       org.dat4j.rsm.spi.AbstractExportSegment}, {@link org.dat4j.rsm.spi.AbstractImportSegment}
 *       and their common {@link org.dat4j.rsm.spi.AbstractSegment}.
 *   <li>Transfers: {@code AbstractTransfers} checks them, with {@code TransferChecks} for the slow
 *       case; {@link org.dat4j.rsm.spi.Access} has the rules of access lists.
 *   <li>Signals and news: {@link org.dat4j.rsm.spi.PollWait} waits for several segments; {@code
 *       Notices} runs the program's listeners.
 *   <li>Registry: {@link org.dat4j.rsm.spi.ControllerTable}, {@link
 *       org.dat4j.rsm.spi.ProviderScan}, {@code KnownControllers} and {@link
 *       org.dat4j.rsm.spi.SegmentIdFile}.
 * </ul>
 *
 * <p>A provider owes three calls back, each from any thread: {@code AbstractSegment.wakePollers}
 * when a signal may have come to a segment that is polled; {@code
 * AbstractImportSegment.noticeAbort} after an abort; and {@code AbstractExportSegment.importerLost}
 * after the death of an importer. The last two are for controllers that declare {@code
 * Hosting.notices}.
 *
 * <p>Threads and locks: any thread may call. Each segment has a lock for changes of its state, and
 * the provider's part of a change runs under it. Transfers take no lock. {@code Notices} has the
 * only threads, a pool in which listeners may block.
 *
 * <p>The providers of RSM depend on this package, and so do the registry of {@code org.dat4j.rsm}
 * and the suite.
 *
 * <p>Stability: SPI. Providers may depend on this package; {@code docs/reference/spi-policy.md}
 * says what may change.
 *
 * @since 0.1
 */
package org.dat4j.rsm.spi;
