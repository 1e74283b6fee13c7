package org.dat4j.dat;

import java.net.InetAddress;

/**
 * An endpoint: one end of a connection, with a queue of requests and a queue of receives.
 *
 * <p>Posts never block and never allocate. They return an outcome ({@link DatReturn#SUCCESS} or
 * {@link DatReturn#INSUFFICIENT_RESOURCES} when the queue is full: take a completion from the EVD
 * and post again); misuse throws. A successful post ends in exactly one completion, which is an
 * event unless suppressed.
 *
 * <p>A post releases what its thread has stored before. A peer that takes the completion of the
 * Receive sees it in an RDMA Read that it posts then; {@code native} needs a device that is
 * coherent with the processor for this.
 *
 * <p>A request, bind or receive is outstanding from its post until the {@link Evd#dequeue} or
 * {@link Evd#await} that takes its completion returns it. Without a completion to take, it is
 * outstanding until it is done: a request that is suppressed and succeeds, or any without an EVD.
 * The limits are {@code maxRequestDtos} and {@code maxRecvDtos} of {@link #query()}. An EVD with
 * room for the limits of all its endpoints never overflows. A {@link #reset} begins the count anew:
 * it leaves completions on the EVD, so take them before.
 */
public interface Ep extends DatObject {

  /**
   * Reads the endpoint's parameters and attributes.
   *
   * @param mask bits of {@link EpField}
   * @return the parameters
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER (undefined bit)
   */
  @ManPage("dat_ep_query")
  EpParam query(long mask);

  /**
   * {@link #query(long)} with every field.
   *
   * @return the parameters
   */
  default EpParam query() {
    return query(EpField.ALL);
  }

  /**
   * Changes parameters where the state permits it.
   *
   * @param mask bits of {@link EpField}: what to change; ia, state, addresses, port qualifiers and
   *     SRQ are refused
   * @param param the new values; fields outside the mask are ignored
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER, DAT_INVALID_STATE
   */
  @ManPage("dat_ep_modify")
  void modify(long mask, EpParam param);

  /**
   * A snapshot of the state and of whether anything is outstanding.
   *
   * @return the snapshot
   * @throws DatException DAT_INVALID_HANDLE
   */
  @ManPage("dat_ep_get_status")
  EpStatus getStatus();

  /**
   * Starts a connection; its outcome comes as one event on the connect EVD.
   *
   * @param remoteAddress address of the remote adapter
   * @param remoteConnQual qualifier of the remote service point
   * @param timeoutMicros 1 to 4294967294, or {@link DatConstants#TIMEOUT_INFINITE}
   * @param privateData sent with the request, null for none; copied
   * @param qos bits of {@link Qos}
   * @param flags bits of {@link ConnectFlags}
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER (timeout 0, private data longer
   *     than max_private_data_size, undefined flag), DAT_INVALID_STATE, DAT_INVALID_ADDRESS,
   *     DAT_MODEL_NOT_SUPPORTED, DAT_INSUFFICIENT_RESOURCES; the endpoint then stays as it was
   */
  @ManPage("dat_ep_connect")
  void connect(
      InetAddress remoteAddress,
      long remoteConnQual,
      long timeoutMicros,
      byte[] privateData,
      int qos,
      int flags);

  /**
   * Connects to the same remote service point as another connected endpoint.
   *
   * @param connected an endpoint of this adapter in state CONNECTED
   * @param timeoutMicros as {@link #connect}
   * @param privateData as {@link #connect}
   * @param qos as {@link #connect}
   * @throws DatException as {@link #connect}
   */
  @ManPage("dat_ep_dup_connect")
  void dupConnect(Ep connected, long timeoutMicros, byte[] privateData, int qos);

  /**
   * Ends the connection or its establishment. Graceful lets posted requests finish first; abrupt
   * flushes them. Without effect on a disconnected endpoint.
   *
   * @param flags how
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_STATE, DAT_INVALID_PARAMETER (null)
   */
  @ManPage("dat_ep_disconnect")
  void disconnect(CloseFlags flags);

  /**
   * Takes a disconnected endpoint back to UNCONNECTED. Waits for a thread that is still reporting
   * the end of the connection: no event of it comes after this call.
   *
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_STATE
   */
  @ManPage("dat_ep_reset")
  void reset();

  /**
   * Destroys this endpoint; a connection is ended abruptly, what is outstanding is dropped.
   *
   * @throws DatException DAT_INVALID_HANDLE if freed already; DAT_INVALID_STATE while reserved or
   *     passive or tentative connection pending
   */
  @ManPage("dat_ep_free")
  void free();

  /**
   * Posts a Send of the concatenated segments.
   *
   * @param iov segments of LMRs with LOCAL_READ in the endpoint's PZ, or null for an empty message;
   *     copied by this call
   * @param cookie comes back in the completion
   * @param flags bits of {@link CompletionFlags}
   * @return {@link DatReturn#SUCCESS} or {@link DatReturn#INSUFFICIENT_RESOURCES}
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER, DAT_INVALID_STATE (not
   *     connected or disconnected), DAT_PROTECTION_VIOLATION (PZ), DAT_PRIVILEGES_VIOLATION
   */
  @ManPage("dat_ep_post_send")
  int postSend(LmrIov iov, long cookie, int flags);

  /**
   * {@link #postSend(LmrIov, long, int)} of one segment.
   *
   * @param lmrContext registration of the segment
   * @param address its first byte
   * @param length bytes
   * @param cookie comes back in the completion
   * @param flags bits of {@link CompletionFlags}
   * @return as the other form
   */
  int postSend(int lmrContext, long address, long length, long cookie, int flags);

  /**
   * Posts a receive buffer: a message fills the segments front to back.
   *
   * @param iov segments of LMRs with LOCAL_WRITE in the endpoint's PZ, or null for none; copied by
   *     this call
   * @param cookie comes back in the completion
   * @param flags {@link CompletionFlags#DEFAULT} or UNSIGNALLED
   * @return {@link DatReturn#SUCCESS} or {@link DatReturn#INSUFFICIENT_RESOURCES}
   * @throws DatException as {@link #postSend(LmrIov, long, int)}; valid in every state; an endpoint
   *     with an SRQ gives DAT_INVALID_STATE
   */
  @ManPage("dat_ep_post_recv")
  int postRecv(LmrIov iov, long cookie, int flags);

  /**
   * {@link #postRecv(LmrIov, long, int)} of one segment.
   *
   * @param lmrContext registration of the segment
   * @param address its first byte
   * @param length bytes
   * @param cookie comes back in the completion
   * @param flags bits of {@link CompletionFlags}
   * @return as the other form
   */
  int postRecv(int lmrContext, long address, long length, long cookie, int flags);

  /**
   * Posts an RDMA Read of remote memory into the segments.
   *
   * @param iov segments of LMRs with LOCAL_WRITE in the endpoint's PZ, or null for none; copied by
   *     this call
   * @param cookie comes back in the completion
   * @param rmrContext remote memory, with REMOTE_READ
   * @param remoteAddress its first byte
   * @param remoteLength bytes; at most what the segments hold
   * @param flags bits of {@link CompletionFlags}
   * @return {@link DatReturn#SUCCESS} or {@link DatReturn#INSUFFICIENT_RESOURCES}
   * @throws DatException as {@link #postSend(LmrIov, long, int)}, DAT_LENGTH_ERROR when the
   *     segments are shorter than the remote buffer
   */
  @ManPage("dat_ep_post_rdma_read")
  int postRdmaRead(
      LmrIov iov, long cookie, int rmrContext, long remoteAddress, long remoteLength, int flags);

  /**
   * {@link #postRdmaRead(LmrIov, long, int, long, long, int)} of one segment and as many bytes.
   *
   * @param lmrContext registration of the segment
   * @param address its first byte
   * @param length bytes, local and remote
   * @param cookie comes back in the completion
   * @param rmrContext remote memory
   * @param remoteAddress its first byte
   * @param flags bits of {@link CompletionFlags}
   * @return as the other form
   */
  int postRdmaRead(
      int lmrContext,
      long address,
      long length,
      long cookie,
      int rmrContext,
      long remoteAddress,
      int flags);

  /**
   * Posts an RDMA Write of the concatenated segments into remote memory.
   *
   * @param iov segments of LMRs with LOCAL_READ in the endpoint's PZ, or null for none; copied by
   *     this call
   * @param cookie comes back in the completion
   * @param rmrContext remote memory, with REMOTE_WRITE
   * @param remoteAddress its first byte
   * @param remoteLength bytes; at least what the segments hold
   * @param flags bits of {@link CompletionFlags}
   * @return {@link DatReturn#SUCCESS} or {@link DatReturn#INSUFFICIENT_RESOURCES}
   * @throws DatException as {@link #postSend(LmrIov, long, int)}, DAT_LENGTH_ERROR when the remote
   *     buffer is shorter than the segments
   */
  @ManPage("dat_ep_post_rdma_write")
  int postRdmaWrite(
      LmrIov iov, long cookie, int rmrContext, long remoteAddress, long remoteLength, int flags);

  /**
   * {@link #postRdmaWrite(LmrIov, long, int, long, long, int)} of one segment and as many bytes.
   *
   * @param lmrContext registration of the segment
   * @param address its first byte
   * @param length bytes, local and remote
   * @param cookie comes back in the completion
   * @param rmrContext remote memory
   * @param remoteAddress its first byte
   * @param flags bits of {@link CompletionFlags}
   * @return as the other form
   */
  int postRdmaWrite(
      int lmrContext,
      long address,
      long length,
      long cookie,
      int rmrContext,
      long remoteAddress,
      int flags);

  /**
   * Counts the receives the endpoint holds.
   *
   * @return the counts
   * @throws DatException DAT_INVALID_HANDLE, DAT_MODEL_NOT_SUPPORTED where ep_recv_info_supported
   *     is 0
   */
  @ManPage("dat_ep_recv_query")
  EpRecvInfo recvQuery();

  /**
   * Sets the soft and hard high watermarks of receives taken from an SRQ.
   *
   * @param softHighWatermark count, or {@link DatConstants#WATERMARK_INFINITE}
   * @param hardHighWatermark count, or {@link DatConstants#WATERMARK_INFINITE}
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER, DAT_MODEL_NOT_SUPPORTED where
   *     srq_watermarks_supported is 0
   */
  @ManPage("dat_ep_set_watermark")
  void setWatermark(int softHighWatermark, int hardHighWatermark);
}
