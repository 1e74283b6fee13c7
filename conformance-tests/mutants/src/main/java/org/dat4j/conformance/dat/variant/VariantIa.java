package org.dat4j.conformance.dat.variant;

import java.nio.ByteBuffer;
import org.dat4j.dat.Cno;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemType;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Pz;
import org.dat4j.dat.PzField;
import org.dat4j.dat.RegionDescription;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqAttr;
import org.dat4j.dat.spi.forward.ForwardingIa;

/**
 * The adapter of a DAT honest variant, a correct provider that uses freedoms of the manual pages:
 * it grants more than asked. It also answers some calls with another permitted return code.
 */
final class VariantIa extends ForwardingIa {
  private final DatVariantLayer layer;
  private final IaAttr limits;

  VariantIa(DatVariantLayer layer, Ia delegate) {
    super(layer, delegate);
    this.layer = layer;
    this.limits = delegate.query().iaAttr();
  }

  @Override
  public Evd createEvd(int minQlen, Cno cno, int flags) {
    return layer.withOtherCode(
        DatFreedom.LONG_EVD_IS_WRONG,
        minQlen > limits.maxEvdQlen(),
        DatReturn.INSUFFICIENT_RESOURCES,
        DatReturn.INVALID_PARAMETER,
        () ->
            super.createEvd(
                layer.more(DatFreedom.MORE_EVENTS, minQlen, limits.maxEvdQlen()), cno, flags));
  }

  @Override
  public Ep createEp(Pz pz, Evd recvEvd, Evd requestEvd, Evd connectEvd, EpAttr attributes) {
    Ep ep = super.createEp(pz, recvEvd, requestEvd, connectEvd, requests(receives(attributes)));
    feed(recvEvd, requestEvd, connectEvd);
    return ep;
  }

  @Override
  public Ep createEpWithSrq(
      Pz pz, Evd recvEvd, Evd requestEvd, Evd connectEvd, Srq srq, EpAttr attributes) {
    Ep ep = super.createEpWithSrq(pz, recvEvd, requestEvd, connectEvd, srq, requests(attributes));
    feed(recvEvd, requestEvd, connectEvd);
    return ep;
  }

  private void feed(Evd recv, Evd request, Evd connect) {
    if (recv instanceof VariantEvd evd) {
      evd.feed(DatFreedom.LATE_RECEIVES);
    }
    if (request instanceof VariantEvd evd) {
      evd.feed(DatFreedom.LATE_REQUESTS);
    }
    if (connect instanceof VariantEvd evd) {
      evd.feed(DatFreedom.LATE_OUTCOMES);
    }
  }

  private EpAttr receives(EpAttr attr) {
    return attr == null
        ? null
        : attr.toBuilder()
            .maxRecvDtos(
                layer.more(DatFreedom.MORE_RECEIVES, attr.maxRecvDtos(), limits.maxDtoPerEp()))
            .maxRecvIov(
                layer.more(
                    DatFreedom.MORE_RECEIVE_SEGMENTS,
                    attr.maxRecvIov(),
                    limits.maxIovSegmentsPerDto()))
            .maxMessageSize(
                layer.more(DatFreedom.MORE_BYTES, attr.maxMessageSize(), limits.maxMessageSize()))
            .maxRdmaSize(
                layer.more(DatFreedom.MORE_BYTES, attr.maxRdmaSize(), limits.maxRdmaSize()))
            .maxRdmaReadIn(
                layer.more(
                    DatFreedom.MORE_READS, attr.maxRdmaReadIn(), limits.maxRdmaReadPerEpIn()))
            .maxRdmaReadOut(
                layer.more(
                    DatFreedom.MORE_READS, attr.maxRdmaReadOut(), limits.maxRdmaReadPerEpOut()))
            .build();
  }

  private EpAttr requests(EpAttr attr) {
    return attr == null
        ? null
        : attr.toBuilder()
            .maxRequestDtos(
                layer.more(DatFreedom.MORE_REQUESTS, attr.maxRequestDtos(), limits.maxDtoPerEp()))
            .maxRequestIov(
                layer.more(
                    DatFreedom.MORE_REQUEST_SEGMENTS,
                    attr.maxRequestIov(),
                    limits.maxIovSegmentsPerDto()))
            .build();
  }

  @Override
  public Srq createSrq(Pz pz, SrqAttr attributes) {
    if (attributes == null) {
      return super.createSrq(pz, null);
    }
    SrqAttr more =
        new SrqAttr(
            layer.more(DatFreedom.MORE_BUFFERS, attributes.maxRecvDtos(), limits.maxRecvPerSrq()),
            layer.more(
                DatFreedom.MORE_BUFFER_SEGMENTS,
                attributes.maxRecvIov(),
                limits.maxIovSegmentsPerDto()),
            attributes.lowWatermark());
    return layer.withOtherCode(
        DatFreedom.LONG_SRQ_IS_A_SHORTAGE,
        attributes.maxRecvDtos() > limits.maxRecvPerSrq(),
        DatReturn.INVALID_PARAMETER,
        DatReturn.INSUFFICIENT_RESOURCES,
        () -> super.createSrq(pz, more));
  }

  @Override
  public Lmr createLmr(
      MemType memType, RegionDescription region, long length, Pz pz, int privileges) {
    layer.delaySometimes(DatFreedom.SLOW_REGISTRATION);
    return layer.withOtherCode(
        DatFreedom.FOREIGN_ZONE_IS_WRONG,
        isForeign(pz),
        DatReturn.INVALID_HANDLE,
        DatReturn.INVALID_PARAMETER,
        () ->
            layer.withOtherCode(
                DatFreedom.LONG_LMR_IS_A_SHORTAGE,
                length > limits.maxLmrBlockSize(),
                DatReturn.INVALID_PARAMETER,
                DatReturn.INSUFFICIENT_RESOURCES,
                () -> super.createLmr(memType, region, length, pz, privileges)));
  }

  @Override
  public Lmr createLmr(ByteBuffer buffer, Pz pz, int privileges) {
    layer.delaySometimes(DatFreedom.SLOW_REGISTRATION);
    return layer.withOtherCode(
        DatFreedom.FOREIGN_ZONE_IS_WRONG,
        isForeign(pz),
        DatReturn.INVALID_HANDLE,
        DatReturn.INVALID_PARAMETER,
        () -> super.createLmr(buffer, pz, privileges));
  }

  /** Returns whether this adapter and a PZ are live, and the PZ belongs to another adapter. */
  private boolean isForeign(Pz pz) {
    try {
      getHandleType();
      return pz != null && pz.query(PzField.ALL).ia() != this;
    } catch (DatException freed) {
      return false;
    }
  }

  @Override
  public void lmrSyncRdmaRead(LmrIov segments) {
    super.lmrSyncRdmaRead(layer.in(segments));
  }

  @Override
  public void lmrSyncRdmaWrite(LmrIov segments) {
    super.lmrSyncRdmaWrite(layer.in(segments));
  }

  @Override
  public Psp createPspAny(Evd evd, PspFlags flags) {
    if (!layer.uses(DatFreedom.QUALIFIERS_WITH_GAPS)) {
      return super.createPspAny(evd, flags);
    }
    Psp spare = super.createPspAny(evd, flags);
    try {
      return super.createPspAny(evd, flags);
    } finally {
      spare.free();
    }
  }
}
