package org.dat4j.rsm;

/**
 * A span of transfers of an RSM import whose errors are reported when the span is closed. One span
 * at a time: give each thread that works in explicit mode its own barrier.
 */
public interface RsmBarrier {

  /**
   * Begins a span.
   *
   * @return RSM_SUCCESS, RSMERR_BARRIER_OPEN_FAILED
   * @throws RsmException RSMERR_BARRIER_UNINITIALIZED (destroyed), RSMERR_BAD_SEG_HNDL
   */
  @ManPage("rsm_memseg_import_open_barrier")
  int open();

  /**
   * Completes earlier writes before later ones.
   *
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE
   * @throws RsmException RSMERR_BARRIER_UNINITIALIZED (destroyed), RSMERR_BAD_SEG_HNDL,
   *     RSMERR_BARRIER_NOT_OPENED
   */
  @ManPage("rsm_memseg_import_order_barrier")
  int order();

  /**
   * Ends the span: all its transfers are complete, or one of them failed and all have to be
   * repeated.
   *
   * @return RSM_SUCCESS, RSMERR_CONN_ABORTED, RSMERR_BARRIER_FAILURE
   * @throws RsmException RSMERR_BARRIER_UNINITIALIZED (destroyed), RSMERR_BAD_SEG_HNDL,
   *     RSMERR_BARRIER_NOT_OPENED
   */
  @ManPage("rsm_memseg_import_close_barrier")
  int close();

  /**
   * Destroys the barrier. If transfers in implicit mode use it, they need a new one.
   *
   * @throws RsmException RSMERR_BARRIER_UNINITIALIZED (destroyed), RSMERR_BAD_SEG_HNDL
   */
  @ManPage("rsm_memseg_import_destroy_barrier")
  void destroy();
}
