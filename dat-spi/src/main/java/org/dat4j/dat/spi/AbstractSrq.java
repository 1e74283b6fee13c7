package org.dat4j.dat.spi;

import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqField;
import org.dat4j.dat.SrqParam;

/**
 * Base of the shared receive queues of all DAT providers: checks each call before the provider
 * carries it out.
 */
public abstract class AbstractSrq extends AbstractDatObject implements Srq {

  private final AbstractPz pz;
  private final int maxRecvIov;
  private final SegmentChecks segments = new SegmentChecks(this);

  /**
   * Makes a queue.
   *
   * @param pz its PZ
   * @param maxRecvIov segments per buffer
   */
  protected AbstractSrq(AbstractPz pz, int maxRecvIov) {
    super(pz.ia(), HandleType.SRQ);
    this.pz = pz;
    this.maxRecvIov = maxRecvIov;
  }

  /**
   * The PZ.
   *
   * @return the PZ its buffers are in
   */
  public final AbstractPz pz() {
    return pz;
  }

  /**
   * Segments per buffer.
   *
   * @return as created
   */
  public final int maxRecvIov() {
    return maxRecvIov;
  }

  /** How many endpoints use it. */
  final int endpoints() {
    return users();
  }

  @Override
  public final void free() {
    freeNow("free", DatSubtype.INVALID_STATE_SRQ_IN_USE);
  }

  @Override
  final void closeLive() {
    free();
  }

  @Override
  final void dropReferences() {
    pz.release();
  }

  @Override
  public final int postRecv(LmrIov iov, long cookie) {
    checkLive("postRecv");
    LmrIov parts = SegmentChecks.orNone(iov);
    long total = segments.check(pz, parts, maxRecvIov, MemPriv.LOCAL_WRITE);
    return implPostRecv(parts, 0, 0, total, cookie);
  }

  @Override
  public final int postRecv(int lmrContext, long address, long length, long cookie) {
    checkLive("postRecv");
    segments.check(pz, lmrContext, address, length, MemPriv.LOCAL_WRITE);
    return implPostRecv(null, lmrContext, address, length, cookie);
  }

  @Override
  public final SrqParam query(int mask) {
    checkMask("query", mask, SrqField.ALL);
    return implQuery();
  }

  @Override
  public final void resize(int maxRecvDtos) {
    checkLive("resize");
    SrqChecks.size(ia(), where("resize"), 2, maxRecvDtos);
    implResize(maxRecvDtos);
  }

  @Override
  public final void setLw(int lowWatermark) {
    checkLive("setLw");
    SrqChecks.lowWatermark(ia(), where("setLw"), lowWatermark);
    implSetLw(lowWatermark);
  }

  /**
   * Posts a buffer of this queue. A Receive of an endpoint without a shared queue comes by {@link
   * AbstractEp#implPost}, as {@link DtoOp#RECEIVE}. Must not block or allocate. A provider that
   * declares {@code srq_supported} overrides this.
   *
   * @param iov checked segments, or null for the single one
   * @param lmrContext single segment
   * @param address single segment
   * @param length of the single segment, or of all segments
   * @param cookie of the completion
   * @return SUCCESS, or INSUFFICIENT_RESOURCES when the queue has no place left
   */
  protected int implPostRecv(LmrIov iov, int lmrContext, long address, long length, long cookie) {
    throw Errors.notImplemented("dat_srq_post_recv", this);
  }

  /**
   * Reads parameters and counts. A provider that declares {@code srq_supported} overrides this.
   *
   * @return the snapshot; DAT_VALUE_UNKNOWN for both counts where {@code srq_info_supported} is 0
   */
  protected SrqParam implQuery() {
    throw Errors.notImplemented("dat_srq_query", this);
  }

  /**
   * Changes the size; refuses with DAT_INVALID_STATE when more buffers are outstanding or the low
   * watermark is higher. A provider that declares {@code srq_supported} overrides this.
   *
   * @param maxRecvDtos within the limits of the adapter
   */
  protected void implResize(int maxRecvDtos) {
    throw Errors.notImplemented("dat_srq_resize", this);
  }

  /**
   * Arms the low watermark; refuses one above the size with DAT_INVALID_PARAMETER. For providers
   * that declare watermarks.
   *
   * @param lowWatermark 0 or more
   */
  protected void implSetLw(int lowWatermark) {
    throw Errors.model(where("setLw"), "call", "setLw", "this backend has no watermarks");
  }
}
