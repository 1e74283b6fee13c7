package org.dat4j.conformance.dat.variant;

import org.dat4j.conformance.mutant.PageFreedom;

/**
 * One behaviour that the manual pages of DAT leave to the provider: an honest variant shows it, and
 * the suite must accept it. Each constant has the page, the clause or the decision that leaves it,
 * and in short what the page says.
 */
enum DatFreedom implements PageFreedom {
  LATE_REQUESTS(
      "dat_ep_post_send",
      "DAT-D43",
      "Completions of requests are reported after the transfer; the page sets no time limit."),
  LATE_RECEIVES(
      "dat_ep_post_recv",
      "DAT-D43",
      "Completions of Receives are reported after the arrival; the page sets no time limit."),
  LATE_OUTCOMES(
      "dat_ep_connect",
      "DAT-D43",
      "The call returns before the peer answers; the event with the outcome may take its time."),
  LATE_CONNECTION_REQUESTS(
      "dat_psp_create",
      "DAT-D43",
      "A request is an event at the service point; the page sets no time for its arrival."),
  OTHER_ENDPOINT_FIRST(
      "dat_evd_dequeue",
      "DAT-D43",
      "Completions of one endpoint keep their order; the page sets none for several endpoints."),
  LATE_ASYNC(
      "dat_ia_open",
      "DAT-D43",
      "Asynchronous errors are events; the page sets no time limit for them."),
  LATE_TRIGGERS(
      "dat_cno_wait",
      "DAT-D43",
      "The wait returns when an EVD notifies; the page does not say how soon."),
  LATE_AGENTS(
      "dat_cno_create",
      "DAT-D43",
      "The agent is called for a trigger; the page does not say how soon."),
  LATE_TIMEOUTS(
      "dat_evd_wait",
      "dat_evd_wait.10",
      "The wait lasts at least the timeout; it may last longer."),
  LATE_CNO_TIMEOUTS(
      "dat_cno_wait",
      "dat_cno_wait.03",
      "The wait lasts at least the timeout; it may last longer."),
  SLOW_REGISTRATION(
      "dat_lmr_create",
      "dat_lmr_create.01",
      "The call returns when the memory is registered; it may take its time."),
  MORE_EVENTS(
      "dat_evd_create",
      "dat_evd_create.09",
      "The length asked for is the least one; the provider may make the queue longer."),
  MORE_EVENTS_RESIZED(
      "dat_evd_resize",
      "dat_evd_resize.01",
      "The length asked for is the least one; the provider may make the queue longer."),
  MORE_ASYNC_EVENTS(
      "dat_ia_open",
      "dat_ia_open.12",
      "The length of the asynchronous EVD asked for is the least one."),
  MORE_REQUESTS(
      "dat_ep_create", "dat_ep_create.16", "The endpoint may take more requests than asked for."),
  MORE_RECEIVES(
      "dat_ep_create", "dat_ep_create.16", "The endpoint may take more Receives than asked for."),
  MORE_REQUEST_SEGMENTS(
      "dat_ep_create", "dat_ep_create.16", "A request may have more segments than asked for."),
  MORE_RECEIVE_SEGMENTS(
      "dat_ep_create", "dat_ep_create.16", "A Receive may have more segments than asked for."),
  MORE_READS(
      "dat_ep_create",
      "dat_ep_create.16",
      "More RDMA Reads may be outstanding than asked for, if any were."),
  MORE_BYTES(
      "dat_ep_create",
      "dat_ep_create.16",
      "Messages and RDMA transfers may be longer than asked for."),
  MORE_BUFFERS(
      "dat_srq_create", "dat_srq_create.06", "The queue may take more buffers than asked for."),
  MORE_BUFFER_SEGMENTS(
      "dat_srq_create", "dat_srq_create.06", "A buffer may have more segments than asked for."),
  MORE_BUFFERS_RESIZED(
      "dat_srq_resize", "dat_srq_resize.01", "The queue may take more buffers than asked for."),
  OTHER_LMR_CONTEXTS(
      "dat_lmr_create",
      "DAT-D43",
      "The context of local use is any number, and none that serves remote use."),
  OTHER_RMR_CONTEXTS(
      "dat_lmr_create", "DAT-D43", "The context of remote use is any number but zero."),
  QUALIFIERS_WITH_GAPS(
      "dat_psp_create_any",
      "DAT-D43",
      "The provider chooses any free qualifier; they need not follow each other."),
  EVD_SHRINKS_NEVER(
      "dat_evd_resize", "dat_evd_resize.09", "A shorter queue may be refused as an invalid state."),
  SRQ_SHRINKS_NEVER(
      "dat_srq_resize",
      "dat_srq_resize.06",
      "A resize to fewer buffers may succeed without a change."),
  PZ_FREED_TWICE("dat_pz_free", "dat_pz_free.09", "A second free of the same handle may succeed."),
  LMR_FREED_TWICE(
      "dat_lmr_free", "dat_lmr_free.06", "A second free of the same handle may succeed."),
  RMR_FREED_TWICE(
      "dat_rmr_free", "dat_rmr_free.04", "A second free of the same handle may succeed."),
  EP_FREED_TWICE("dat_ep_free", "dat_ep_free.06", "A second free of the same handle may succeed."),
  LONG_EVD_IS_WRONG(
      "dat_evd_create",
      "dat_evd_create.04",
      "Too long a queue is a shortage or a wrong parameter."),
  LONG_RESIZE_IS_WRONG(
      "dat_evd_resize",
      "dat_evd_resize.04",
      "Too long a queue is a shortage or a wrong parameter."),
  LONG_LMR_IS_A_SHORTAGE(
      "dat_lmr_create",
      "dat_lmr_create.06",
      "Too long a region is a wrong parameter or a shortage."),
  LONG_SRQ_IS_A_SHORTAGE(
      "dat_srq_create",
      "dat_srq_create.04",
      "Too many buffers are a wrong parameter or a shortage."),
  LONG_SRQ_RESIZE_IS_A_SHORTAGE(
      "dat_srq_resize",
      "dat_srq_resize.03",
      "Too many buffers are a wrong parameter or a shortage."),
  FOREIGN_ZONE_IS_WRONG(
      "dat_lmr_create",
      "dat_lmr_create.04",
      "A PZ of another adapter is an invalid handle or a wrong parameter."),
  UNREADY_HAS_NO_HANDLE(
      "dat_ep_connect",
      "DAT-D08",
      "An endpoint without PZ or EVD is in a wrong state or lacks a handle."),
  TIMED_OUT_IS_UNREACHABLE(
      "dat_ep_connect",
      "dat_ep_connect.11",
      "The page uses both events for a peer that does not answer in time."),
  PEER_BREAKS(
      "dat_ep_disconnect",
      "dat_ep_disconnect.07",
      "The side that was disconnected gets DISCONNECTED or BROKEN.");

  private final String page;
  private final String source;
  private final String reason;

  DatFreedom(String page, String source, String reason) {
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
