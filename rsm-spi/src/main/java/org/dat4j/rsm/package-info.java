/**
 * The RSM contract: Solaris remote shared memory as Java objects.
 *
 * <p>{@code rsm_memseg_export_*} is {@link org.dat4j.rsm.ExportSegment}, {@code
 * rsm_memseg_import_*} is {@link org.dat4j.rsm.ImportSegment}, barriers are {@link
 * org.dat4j.rsm.RsmBarrier}, {@code rsm_get_*} is {@link org.dat4j.rsm.Rsm}; what a call creates is
 * created by its parent. The exceptions from that rule:
 *
 * <table>
 * <caption>Functions whose name differs</caption>
 * <tr><th>C<th>Java
 * <tr><td>rsm_memseg_export_create<td>{@link org.dat4j.rsm.RsmController#createExportSegment}
 * <tr><td>rsm_memseg_import_connect<td>{@link org.dat4j.rsm.RsmController#connectImportSegment}
 * <tr><td>rsm_intr_signal_post, _wait<td>{@link org.dat4j.rsm.RsmSegment#post}, {@link
 *     org.dat4j.rsm.RsmSegment#await}
 * <tr><td>rsm_intr_signal_wait_pollfd<td>{@link org.dat4j.rsm.Rsm#awaitPollfd}
 * <tr><td>rsm_memseg_get_pollfd, _release_pollfd<td>{@link org.dat4j.rsm.RsmSegment#getPollfd},
 *     {@link org.dat4j.rsm.RsmSegment#releasePollfd}
 * </table>
 *
 * <p>Transfers, barriers and signals return a code of {@link org.dat4j.rsm.RsmReturn} and do not
 * allocate; wrong arguments and states, there too, are an {@link org.dat4j.rsm.RsmException}. All
 * objects may be used by several threads at once unless they say otherwise.
 *
 * <p>Stability: API. Programs may depend on this package; {@code docs/reference/spi-policy.md} says
 * what may change.
 *
 * @since 0.1
 */
package org.dat4j.rsm;
