package org.dat4j.dat;

import java.net.InetAddress;
import java.nio.ByteBuffer;

/**
 * An open interface adapter (IA): the parent of every other DAT object.
 *
 * <p>Objects of different instances must not be combined (DAT_INVALID_HANDLE). Opened through a
 * DatRegistry. All calls may be made from any thread.
 */
public interface Ia extends DatObject {

  /**
   * The name this instance was opened by, without the {@code RO_AWARE_} prefix.
   *
   * @return the name in the registry
   */
  String name();

  /**
   * Destroys this instance. Abrupt: always succeeds, disconnects and destroys everything created
   * under it. A thread that waits ends with DAT_ABORT; one that is between two waits gets
   * DAT_INVALID_HANDLE from its next call. Any thread may close, for instance to stop a server,
   * also that of a shutdown hook. Graceful: refused while any object of the consumer exists. An
   * asynchronous EVD that was passed in at the open survives both.
   *
   * @param flags how to close
   * @throws DatException DAT_INVALID_HANDLE if closed already; DAT_INVALID_STATE (IA_IN_USE) when
   *     graceful and objects are left; DAT_INVALID_PARAMETER for null
   */
  @ManPage("dat_ia_close")
  void close(CloseFlags flags);

  /**
   * Reads the adapter's and the provider's attributes and the asynchronous EVD.
   *
   * @param iaMask bits of {@link IaField}; others are refused
   * @param providerMask bits of {@link ProviderField}; others are refused
   * @return the whole snapshot; fields outside the masks carry their values too
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER
   */
  @ManPage("dat_ia_query")
  IaParam query(long iaMask, long providerMask);

  /**
   * {@link #query(long, long)} with every field.
   *
   * @return the snapshot
   */
  default IaParam query() {
    return query(IaField.ALL, ProviderField.ALL);
  }

  /**
   * Creates a protection zone (PZ).
   *
   * @return the PZ, owned by the caller
   * @throws DatException DAT_INVALID_HANDLE, DAT_INSUFFICIENT_RESOURCES
   */
  @ManPage("dat_pz_create")
  Pz createPz();

  /**
   * Registers memory. A direct buffer given in the region is held strongly until the free; the
   * region is the buffer's [position, limit) at this call.
   *
   * @param memType kind of memory; must fit the region
   * @param region what to register
   * @param length bytes from the region's start, 1 to max_lmr_block_size; ignored for {@link
   *     MemType#LMR}
   * @param pz PZ of this instance
   * @param privileges bits of {@link MemPriv}
   * @return the registration with its contexts
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER (null, heap or read-only buffer,
   *     length, undefined privilege), DAT_MODEL_NOT_SUPPORTED (memory type), DAT_INVALID_STATE,
   *     DAT_INSUFFICIENT_RESOURCES
   */
  @ManPage("dat_lmr_create")
  Lmr createLmr(MemType memType, RegionDescription region, long length, Pz pz, int privileges);

  /**
   * {@link #createLmr(MemType, RegionDescription, long, Pz, int)} of a whole direct buffer as
   * {@link MemType#VIRTUAL}.
   *
   * @param buffer direct and writable, also a file mapped for reading and writing; [position,
   *     limit) is registered
   * @param pz PZ of this instance
   * @param privileges bits of {@link MemPriv}
   * @return the registration
   */
  default Lmr createLmr(ByteBuffer buffer, Pz pz, int privileges) {
    RegionDescription region = RegionDescription.virtual(buffer);
    return createLmr(MemType.VIRTUAL, region, region.length(), pz, privileges);
  }

  /**
   * Makes local stores visible to incoming RDMA Reads where the platform is not coherent.
   *
   * @param segments local ranges, or null for none; not changed
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER (range outside its LMR)
   */
  @ManPage("dat_lmr_sync_rdma_read")
  void lmrSyncRdmaRead(LmrIov segments);

  /**
   * Makes incoming RDMA Writes visible to local loads where the platform is not coherent.
   *
   * @param segments local ranges, or null for none; not changed
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER (range outside its LMR)
   */
  @ManPage("dat_lmr_sync_rdma_write")
  void lmrSyncRdmaWrite(LmrIov segments);

  /**
   * Creates an event dispatcher (EVD).
   *
   * @param minQlen least number of events it must hold, 1 to max_evd_qlen
   * @param cno CNO to trigger, or null
   * @param flags bits of {@link EvdFlags}: the event streams it may carry
   * @return the EVD
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER, DAT_INSUFFICIENT_RESOURCES
   */
  @ManPage("dat_evd_create")
  Evd createEvd(int minQlen, Cno cno, int flags);

  /**
   * Creates a consumer notification object (CNO).
   *
   * @param agent called once for the next trigger, or null
   * @return the CNO
   * @throws DatException DAT_INVALID_HANDLE, DAT_INSUFFICIENT_RESOURCES
   */
  @ManPage("dat_cno_create")
  Cno createCno(ProxyAgent agent);

  /**
   * Creates an unconnected endpoint.
   *
   * @param pz PZ of its buffers, or null to be set before use
   * @param recvEvd receives completions go to, or null
   * @param requestEvd request completions go to, or null
   * @param connectEvd connection events go to, or null
   * @param attributes what it must be able to do, or null for {@link EpAttr#DEFAULT}
   * @return the endpoint
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER (an EVD lacks the stream flag,
   *     an attribute is out of range), DAT_MODEL_NOT_SUPPORTED, DAT_INSUFFICIENT_RESOURCES
   */
  @ManPage("dat_ep_create")
  Ep createEp(Pz pz, Evd recvEvd, Evd requestEvd, Evd connectEvd, EpAttr attributes);

  /**
   * Creates an endpoint that takes its receive buffers from a shared receive queue. The queue stays
   * its queue until it is freed; receives cannot be posted to the endpoint itself.
   *
   * @param pz PZ of all its memory but the receive buffers, which are in the queue's PZ; another
   *     than the queue's only where srq_ep_pz_difference_supported is true
   * @param recvEvd receive completions go to, or null
   * @param requestEvd request completions go to, or null
   * @param connectEvd connection events go to, or null
   * @param srq the shared queue, kept busy
   * @param attributes what it must be able to do, not null. Its max_recv_iov is ignored, the
   *     queue's counts; its max_recv_dtos caps the buffers the endpoint may hold at a time, {@link
   *     DatConstants#HW_DEFAULT} leaves that to the provider and 0 lets it receive nothing
   * @return the endpoint
   * @throws DatException as {@link #createEp}; DAT_INVALID_PARAMETER also for null attributes and
   *     another PZ; DAT_MODEL_NOT_SUPPORTED without support of shared queues, or of watermarks for
   *     an srq_soft_hw of 0 or more; DAT_INSUFFICIENT_RESOURCES beyond max_ep_per_srq
   */
  @ManPage("dat_ep_create_with_srq")
  Ep createEpWithSrq(
      Pz pz, Evd recvEvd, Evd requestEvd, Evd connectEvd, Srq srq, EpAttr attributes);

  /**
   * Listens on a connection qualifier. Blocks until the listener exists.
   *
   * @param connQual the qualifier (a TCP port for tcp and native), not 0
   * @param evd with {@link EvdFlags#CR}: connection requests go there
   * @param flags whether the consumer or the provider creates endpoints for the requests
   * @return the service point
   * @throws DatException DAT_CONN_QUAL_IN_USE, DAT_CONN_QUAL_UNAVAILABLE, DAT_INVALID_HANDLE,
   *     DAT_INVALID_PARAMETER, DAT_MODEL_NOT_SUPPORTED, DAT_INSUFFICIENT_RESOURCES
   */
  @ManPage("dat_psp_create")
  Psp createPsp(long connQual, Evd evd, PspFlags flags);

  /**
   * Listens on a qualifier of the provider's choice, told by {@link Psp#connQual()}.
   *
   * @param evd with {@link EvdFlags#CR}: connection requests go there
   * @param flags whether the consumer or the provider creates endpoints for the requests
   * @return the service point
   * @throws DatException as {@link #createPsp}, DAT_CONN_QUAL_UNAVAILABLE when none is free
   */
  @ManPage("dat_psp_create_any")
  Psp createPspAny(Evd evd, PspFlags flags);

  /**
   * Listens for one request on behalf of a reserved endpoint.
   *
   * @param connQual the qualifier, not 0
   * @param ep unconnected endpoint, reserved by this call; null asks a provider whose ep_creator is
   *     not NEVER for one
   * @param evd with {@link EvdFlags#CR}: the request goes there
   * @return the service point
   * @throws DatException DAT_CONN_QUAL_IN_USE, DAT_INVALID_STATE (endpoint), DAT_INVALID_HANDLE,
   *     DAT_INVALID_PARAMETER, DAT_INSUFFICIENT_RESOURCES
   */
  @ManPage("dat_rsp_create")
  Rsp createRsp(long connQual, Ep ep, Evd evd);

  /**
   * Creates a shared receive queue, empty and used by no endpoint.
   *
   * @param pz PZ of its buffers, kept busy
   * @param attributes sizes, both positive and within max_recv_per_srq and
   *     max_iov_segments_per_dto; a low watermark only where srq_watermarks_supported is not 0
   * @return the queue
   * @throws DatException DAT_MODEL_NOT_SUPPORTED (no shared queues, no watermarks),
   *     DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER, DAT_INSUFFICIENT_RESOURCES (max_srqs)
   */
  @ManPage("dat_srq_create")
  Srq createSrq(Pz pz, SrqAttr attributes);

  /**
   * The address other adapters reach this one by.
   *
   * @return ia_address_ptr of the attributes
   */
  default InetAddress address() {
    return query(IaField.ADDRESS_PTR, 0).iaAttr().iaAddress();
  }
}
