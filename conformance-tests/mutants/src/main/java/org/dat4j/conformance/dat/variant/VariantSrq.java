package org.dat4j.conformance.dat.variant;

import org.dat4j.dat.DatReturn;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqField;
import org.dat4j.dat.SrqParam;
import org.dat4j.dat.spi.forward.ForwardingSrq;

/**
 * The SRQ of a DAT honest variant, a correct provider that uses freedoms of the pages: resizes to
 * more buffers than asked, or never shrinks.
 */
final class VariantSrq extends ForwardingSrq {
  private final DatVariantLayer layer;

  VariantSrq(DatVariantLayer layer, Srq delegate) {
    super(layer, delegate);
    this.layer = layer;
  }

  @Override
  public int postRecv(LmrIov iov, long cookie) {
    return super.postRecv(layer.in(iov), cookie);
  }

  @Override
  public int postRecv(int lmrContext, long address, long length, long cookie) {
    return super.postRecv(layer.localIn(lmrContext), address, length, cookie);
  }

  @Override
  public void resize(int maxRecvDtos) {
    SrqParam now = query(SrqField.ALL);
    int most = now.ia().query().iaAttr().maxRecvPerSrq();
    boolean shrinks =
        maxRecvDtos > 0 && maxRecvDtos < now.maxRecvDtos() && maxRecvDtos >= now.lowWatermark();
    if (shrinks && layer.uses(DatFreedom.SRQ_SHRINKS_NEVER)) {
      return;
    }
    layer.withOtherCode(
        DatFreedom.LONG_SRQ_RESIZE_IS_A_SHORTAGE,
        maxRecvDtos > most,
        DatReturn.INVALID_PARAMETER,
        DatReturn.INSUFFICIENT_RESOURCES,
        () -> {
          super.resize(layer.more(DatFreedom.MORE_BUFFERS_RESIZED, maxRecvDtos, most));
          return null;
        });
  }
}
