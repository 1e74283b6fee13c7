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

/** An adapter of an honest variant: grants more than asked, and answers with other codes. */
final class VariantIa extends ForwardingIa {
  private final VariantLayer layer;
  private final IaAttr limits;

  VariantIa(VariantLayer layer, Ia delegate) {
    super(layer, delegate);
    this.layer = layer;
    this.limits = delegate.query().iaAttr();
  }

  @Override
  public Evd createEvd(int minQlen, Cno cno, int flags) {
    return layer.withOtherCode(
        Freedom.LONG_EVD_IS_WRONG,
        minQlen > limits.maxEvdQlen(),
        DatReturn.INSUFFICIENT_RESOURCES,
        DatReturn.INVALID_PARAMETER,
        () ->
            super.createEvd(
                layer.more(Freedom.MORE_EVENTS, minQlen, limits.maxEvdQlen()), cno, flags));
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
      evd.feed(Freedom.LATE_RECEIVES);
    }
    if (request instanceof VariantEvd evd) {
      evd.feed(Freedom.LATE_REQUESTS);
    }
    if (connect instanceof VariantEvd evd) {
      evd.feed(Freedom.LATE_OUTCOMES);
    }
  }

  private EpAttr receives(EpAttr attr) {
    return attr == null
        ? null
        : attr.toBuilder()
            .maxRecvDtos(
                layer.more(Freedom.MORE_RECEIVES, attr.maxRecvDtos(), limits.maxDtoPerEp()))
            .maxRecvIov(
                layer.more(
                    Freedom.MORE_RECEIVE_SEGMENTS,
                    attr.maxRecvIov(),
                    limits.maxIovSegmentsPerDto()))
            .maxMessageSize(
                layer.more(Freedom.MORE_BYTES, attr.maxMessageSize(), limits.maxMessageSize()))
            .maxRdmaSize(layer.more(Freedom.MORE_BYTES, attr.maxRdmaSize(), limits.maxRdmaSize()))
            .maxRdmaReadIn(
                layer.more(Freedom.MORE_READS, attr.maxRdmaReadIn(), limits.maxRdmaReadPerEpIn()))
            .maxRdmaReadOut(
                layer.more(Freedom.MORE_READS, attr.maxRdmaReadOut(), limits.maxRdmaReadPerEpOut()))
            .build();
  }

  private EpAttr requests(EpAttr attr) {
    return attr == null
        ? null
        : attr.toBuilder()
            .maxRequestDtos(
                layer.more(Freedom.MORE_REQUESTS, attr.maxRequestDtos(), limits.maxDtoPerEp()))
            .maxRequestIov(
                layer.more(
                    Freedom.MORE_REQUEST_SEGMENTS,
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
            layer.more(Freedom.MORE_BUFFERS, attributes.maxRecvDtos(), limits.maxRecvPerSrq()),
            layer.more(
                Freedom.MORE_BUFFER_SEGMENTS,
                attributes.maxRecvIov(),
                limits.maxIovSegmentsPerDto()),
            attributes.lowWatermark());
    return layer.withOtherCode(
        Freedom.LONG_SRQ_IS_A_SHORTAGE,
        attributes.maxRecvDtos() > limits.maxRecvPerSrq(),
        DatReturn.INVALID_PARAMETER,
        DatReturn.INSUFFICIENT_RESOURCES,
        () -> super.createSrq(pz, more));
  }

  @Override
  public Lmr createLmr(
      MemType memType, RegionDescription region, long length, Pz pz, int privileges) {
    layer.delaySometimes(Freedom.SLOW_REGISTRATION);
    return layer.withOtherCode(
        Freedom.FOREIGN_ZONE_IS_WRONG,
        isForeign(pz),
        DatReturn.INVALID_HANDLE,
        DatReturn.INVALID_PARAMETER,
        () ->
            layer.withOtherCode(
                Freedom.LONG_LMR_IS_A_SHORTAGE,
                length > limits.maxLmrBlockSize(),
                DatReturn.INVALID_PARAMETER,
                DatReturn.INSUFFICIENT_RESOURCES,
                () -> super.createLmr(memType, region, length, pz, privileges)));
  }

  @Override
  public Lmr createLmr(ByteBuffer buffer, Pz pz, int privileges) {
    layer.delaySometimes(Freedom.SLOW_REGISTRATION);
    return layer.withOtherCode(
        Freedom.FOREIGN_ZONE_IS_WRONG,
        isForeign(pz),
        DatReturn.INVALID_HANDLE,
        DatReturn.INVALID_PARAMETER,
        () -> super.createLmr(buffer, pz, privileges));
  }

  /** Returns whether this adapter and a zone are live, and the zone belongs to another adapter. */
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
    if (!layer.uses(Freedom.QUALIFIERS_WITH_GAPS)) {
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
