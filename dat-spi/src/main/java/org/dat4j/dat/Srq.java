package org.dat4j.dat;

/** A shared receive queue: receive buffers for several endpoints. */
public interface Srq extends DatObject {

  /**
   * Destroys this queue; buffers left on it are dropped.
   *
   * @throws DatException DAT_INVALID_STATE (SRQ_IN_USE) while an endpoint uses it;
   *     DAT_INVALID_HANDLE if freed already
   */
  @ManPage("dat_srq_free")
  void free();

  /**
   * Posts a receive buffer.
   *
   * @param iov segments of LMRs with LOCAL_WRITE in the queue's zone; copied by this call
   * @param cookie comes back in the completion
   * @return {@link DatReturn#SUCCESS} or {@link DatReturn#INSUFFICIENT_RESOURCES}
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER, DAT_PROTECTION_VIOLATION,
   *     DAT_PRIVILEGES_VIOLATION
   */
  @ManPage("dat_srq_post_recv")
  int postRecv(LmrIov iov, long cookie);

  /**
   * {@link #postRecv(LmrIov, long)} of one segment.
   *
   * @param lmrContext registration of the segment
   * @param address its first octet
   * @param length octets
   * @param cookie comes back in the completion
   * @return as the other form
   */
  int postRecv(int lmrContext, long address, long length, long cookie);

  /**
   * Reads parameters and counts.
   *
   * @param mask bits of {@link SrqField}
   * @return the parameters; a count the provider cannot tell is {@link DatConstants#VALUE_UNKNOWN}
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER (undefined bit)
   */
  @ManPage("dat_srq_query")
  SrqParam query(int mask);

  /**
   * Changes the size.
   *
   * @param maxRecvDtos buffers it must hold
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER, DAT_INVALID_STATE (more
   *     outstanding, or below the low watermark), DAT_INSUFFICIENT_RESOURCES
   */
  @ManPage("dat_srq_resize")
  void resize(int maxRecvDtos);

  /**
   * Arms the low watermark: an asynchronous event is raised once when fewer buffers are left.
   *
   * @param lowWatermark count
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER, DAT_MODEL_NOT_SUPPORTED where
   *     srq_watermarks_supported is 0
   */
  @ManPage("dat_srq_set_lw")
  void setLw(int lowWatermark);
}
