package org.dat4j.dat;

/**
 * A shared receive queue (SRQ): Receives that several endpoints take from. An endpoint takes a
 * buffer when a message arrives for it, and completes it on its own EVD. A buffer is outstanding
 * from its post until its completion was taken from the EVD; it is available until an endpoint
 * takes it. When none is available, a message is treated as if no receive had been posted.
 */
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
   * Posts a receive buffer. Never blocks; allocates nothing.
   *
   * @param iov segments of LMRs with LOCAL_WRITE in the queue's PZ, filled front to back; none or
   *     null for an empty message; copied by this call
   * @param cookie comes back in the completion
   * @return {@link DatReturn#SUCCESS}, or {@link DatReturn#INSUFFICIENT_RESOURCES} when as many
   *     buffers as the queue can hold are outstanding
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER, DAT_PROTECTION_VIOLATION,
   *     DAT_PRIVILEGES_VIOLATION
   */
  @ManPage("dat_srq_post_recv")
  int postRecv(LmrIov iov, long cookie);

  /**
   * {@link #postRecv(LmrIov, long)} of one segment.
   *
   * @param lmrContext registration of the segment
   * @param address its first byte
   * @param length bytes
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
   * @param maxRecvDtos buffers it must hold, 1 to max_recv_per_srq
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER, DAT_INVALID_STATE (more are
   *     outstanding, or the low watermark is higher; nothing has changed then),
   *     DAT_INSUFFICIENT_RESOURCES
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
