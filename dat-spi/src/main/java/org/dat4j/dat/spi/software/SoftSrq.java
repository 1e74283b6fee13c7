package org.dat4j.dat.spi.software;

import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.SrqAttr;
import org.dat4j.dat.SrqParam;
import org.dat4j.dat.SrqState;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.AbstractSrq;
import org.dat4j.dat.spi.Errors;
import org.dat4j.dat.spi.software.concurrent.RepairFlag;

/**
 * The shared receive queue of software backends (loopback, ipc, tcp): the handle of a {@link
 * SharedReceiveQueue}.
 */
final class SoftSrq extends AbstractSrq {

  private final SharedReceiveQueue receives;
  private final RepairFlag repairFlag;

  SoftSrq(SoftIa ia, AbstractPz pz, SrqAttr attr) {
    super(pz, attr.maxRecvIov());
    this.repairFlag = ia.repairFlag;
    this.receives = new SharedReceiveQueue(ia.regions(), attr.maxRecvDtos(), attr.maxRecvIov());
  }

  /** An endpoint's share, see {@link SrqReceiveQueue}. */
  ReceiveQueue borrow(int most) {
    return new SrqReceiveQueue(receives, pz(), most);
  }

  @Override
  protected int implPostRecv(LmrIov iov, int lmrContext, long address, long length, long cookie) {
    try {
      return receives.post(iov, lmrContext, address, length, cookie)
          ? DatReturn.SUCCESS
          : DatReturn.INSUFFICIENT_RESOURCES;
    } catch (StackOverflowError e) {
      // Without a call, as none may be possible: the endpoints that wait for a buffer look again.
      repairFlag.raised = true;
      throw e;
    }
  }

  @Override
  protected SrqParam implQuery() {
    return new SrqParam(
        ia(),
        SrqState.OPERATIONAL,
        pz(),
        receives.limit(),
        receives.maxSegments(),
        DatConstants.SRQ_LW_DEFAULT,
        receives.available(),
        receives.outstanding());
  }

  @Override
  protected void implResize(int maxRecvDtos) {
    if (!receives.resize(maxRecvDtos)) {
      throw Errors.state(
          where("resize"),
          DatSubtype.NO_SUBTYPE,
          "outstanding buffers",
          receives.outstanding() + ", more than " + maxRecvDtos,
          "give a larger size, or take completions first");
    }
  }

  @Override
  protected void implFree() {
    // Its buffers are dropped with it: no endpoint is left that could complete them.
  }
}
