package org.dat4j.conformance.rsm.variant;

import org.dat4j.conformance.mutant.PageFreedom;

/**
 * One behaviour that the manual pages of RSM leave to the provider: an honest variant shows it, and
 * the suite must accept it. Some are left by the decisions RSM-D. Each has the page that leaves it,
 * the clause or the decision, and what it says, in short.
 */
enum RsmFreedom implements PageFreedom {
  SLOW_CONNECTS(
      "rsm_memseg_import_connect",
      "rsm_memseg_import_connect.01",
      "The call returns with a connection; the page sets no time limit for it."),
  SLOW_PUBLISHES(
      "rsm_memseg_export_publish",
      "rsm_memseg_export_publish.32",
      "An attempt to publish a segment might block until sufficient resources become available."),
  SLOW_UNPUBLISHES(
      "rsm_memseg_export_publish",
      "rsm_memseg_export_publish.48",
      "The call disconnects all importers by force; the page sets no time limit for it."),
  SLOW_DESTROYS(
      "rsm_memseg_export_create",
      "rsm_memseg_export_create.20",
      "The call disconnects all importers; the page sets no time limit for it."),
  LATE_NEWS_OF_THE_DEAD(
      "rsm_memseg_export_create",
      "rsm_memseg_export_create.26",
      "A segment ends with its process; the page does not say how soon an import knows."),
  LATE_SIGNALS(
      "rsm_intr_signal_post",
      "rsm_intr_signal_post.03",
      "A post signals the event; the page sets no time for its arrival."),
  LATE_WAKE_UPS(
      "rsm_intr_signal_post",
      "rsm_intr_signal_post.12",
      "The wait ends when an event occurs; the page does not say how soon."),
  LATE_POLLS(
      "rsm_intr_signal_wait_pollfd",
      "rsm_intr_signal_wait_pollfd.01",
      "The call reports signals that were received; the page does not say how soon."),
  UPPER_HALF_PUT_FIRST(
      "rsm_memseg_import_put",
      "rsm_memseg_import_put.01",
      "The call copies to successive locations; the page sets no order between them."),
  UPPER_HALF_GOT_FIRST(
      "rsm_memseg_import_get",
      "rsm_memseg_import_get.01",
      "The call copies from successive locations; the page sets no order between them."),
  PUTS_AT_THE_BARRIER(
      "rsm_memseg_import_open_barrier",
      "rsm_memseg_import_open_barrier.10",
      "Only a successful close guarantees that the accesses of the span have completed."),
  SILENT_ABORTS(
      "rsm_memseg_import_open_barrier",
      "rsm_memseg_import_open_barrier.09",
      "A failure within a span occurs without notification and is reported by its close."),
  IDS_WITH_GAPS(
      "rsm_memseg_export_publish",
      "rsm_memseg_export_publish.02",
      "For id 0 the system returns any unique id; ids need not follow each other."),
  OTHER_DESCRIPTORS(
      "rsm_memseg_get_pollfd",
      "rsm_memseg_get_pollfd.01",
      "The entry gets a descriptor, which is any number."),
  OTHER_ORDER_OF_CONTROLLERS(
      "rsm_get_interconnect_topology",
      "rsm_get_interconnect_topology.14",
      "The data has all local controllers; the page sets no order between them."),
  LARGER_PAGES(
      "rsm_memseg_export_create",
      "rsm_memseg_export_create.06",
      "Addresses and lengths are multiples of the page size that the controller says."),
  NO_MAPPINGS(
      "rsm_memseg_import_map",
      "rsm_memseg_import_map.17",
      "Mapping operations are only available for native architecture interconnects."),
  PAST_THE_END_IS_AN_OFFSET(
      "rsm_memseg_import_put",
      "rsm_memseg_import_put.12",
      "RSM-D13: a range that ends outside may be a wrong offset."),
  ODD_LENGTH_IS_A_LENGTH(
      "rsm_memseg_export_create",
      "rsm_memseg_export_create.07",
      "RSM-D26: a length of no whole pages may be a wrong length."),
  MISALIGNED_REBIND_IS_AN_ALIGNMENT(
      "rsm_memseg_export_create",
      "rsm_memseg_export_create.32",
      "RSM-D27: a misaligned address may be a wrong alignment."),
  FREED_HANDLE_IS_A_HANDLE(
      "rsm_memseg_import_putv",
      "rsm_memseg_import_putv.09",
      "RSM-D17: a freed handle may be a wrong handle."),
  BAD_VECTOR_MOVES_NOTHING(
      "rsm_memseg_import_putv",
      "rsm_memseg_import_putv.18",
      "RSM-D17: the residual may say that nothing moved."),
  ORDER_AFTER_ABORT_IS_A_FAILURE(
      "rsm_memseg_import_open_barrier",
      "rsm_memseg_import_open_barrier.07",
      "RSM-D32: order of an aborted import may be a failure."),
  DESTROYED_BARRIER_IS_A_POINTER(
      "rsm_memseg_import_init_barrier",
      "rsm_memseg_import_init_barrier.07",
      "RSM-D23: for open and destroy a destroyed barrier may be a wrong pointer."),
  FOREIGN_NODE_IS_UNREACHABLE(
      "rsm_memseg_import_connect",
      "rsm_memseg_import_connect.06",
      "RSM-D33: on loopback a foreign node may be unreachable."),
  MAP_IS_NOT_CONNECTED(
      "rsm_memseg_import_map",
      "rsm_memseg_import_map.16",
      "The page has a code of its own for a segment without connection."),
  ABORTED_HAS_NO_DESCRIPTOR(
      "rsm_memseg_get_pollfd",
      "rsm_memseg_get_pollfd.01",
      "An import must be connected; an aborted one is not.");

  private final String page;
  private final String source;
  private final String reason;

  RsmFreedom(String page, String source, String reason) {
    this.page = page;
    this.source = source;
    this.reason = reason;
  }

  @Override
  public String page() {
    return page;
  }

  @Override
  public String source() {
    return source;
  }

  @Override
  public String reason() {
    return reason;
  }
}
