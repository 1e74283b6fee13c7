package org.dat4j.dat.spi;

import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.Qos;
import org.dat4j.dat.ServiceType;

/** The checks of an endpoint's creation. */
final class EpChecks {

  private static final int POSITION = 6;

  private EpChecks() {}

  static AbstractEvd evd(
      AbstractIa ia, String where, String argument, Evd evd, int flag, int subtype) {
    if (evd == null) {
      return null;
    }
    AbstractEvd own = AbstractDatObject.own(ia, evd, AbstractEvd.class, where, argument, subtype);
    if ((own.flags() & flag) == 0) {
      throw Errors.handle(
          where,
          subtype,
          argument,
          own + " with " + EvdFlags.toString(own.flags()),
          "create the EVD with " + EvdFlags.toString(flag));
    }
    return own;
  }

  /** The attributes to use: as given and within the limits, or the defaults cut to the limits. */
  static EpAttr attributes(AbstractIa ia, String where, EpAttr given) {
    IaAttr limits = ia.iaAttr();
    if (given == null) {
      return cut(limits);
    }
    if (given.serviceType() != ServiceType.RC) {
      throw Errors.parameter(
          where, POSITION, "serviceType", given.serviceType(), "use ServiceType.RC");
    }
    int defined = Qos.HIGH_THROUGHPUT | Qos.LOW_LATENCY | Qos.ECONOMY | Qos.PREMIUM;
    if ((given.qos() & ~defined) != 0) {
      throw Errors.parameter(where, POSITION, "qos", given.qos(), "use bits of Qos");
    }
    int model = CompletionFlags.UNSIGNALLED | CompletionFlags.EVD_THRESHOLD;
    flags(where, "requestCompletionFlags", given.requestCompletionFlags(), model);
    flags(
        where,
        "recvCompletionFlags",
        given.recvCompletionFlags(),
        model | CompletionFlags.SOLICITED_WAIT);
    limit(where, "maxMessageSize", given.maxMessageSize(), limits.maxMessageSize());
    limit(where, "maxRdmaSize", given.maxRdmaSize(), limits.maxRdmaSize());
    limit(where, "maxRecvDtos", given.maxRecvDtos(), limits.maxDtoPerEp());
    limit(where, "maxRequestDtos", given.maxRequestDtos(), limits.maxDtoPerEp());
    limit(where, "maxRecvIov", given.maxRecvIov(), limits.maxIovSegmentsPerDto());
    limit(where, "maxRequestIov", given.maxRequestIov(), limits.maxIovSegmentsPerDto());
    limit(where, "maxRdmaReadIn", given.maxRdmaReadIn(), limits.maxRdmaReadPerEpIn());
    limit(where, "maxRdmaReadOut", given.maxRdmaReadOut(), limits.maxRdmaReadPerEpOut());
    limit(where, "maxRdmaReadIov", given.maxRdmaReadIov(), limits.maxIovSegmentsPerRdmaRead());
    limit(where, "maxRdmaWriteIov", given.maxRdmaWriteIov(), limits.maxIovSegmentsPerRdmaWrite());
    if (given.srqSoftHw() < DatConstants.HW_DEFAULT) {
      throw Errors.parameter(where, POSITION, "srqSoftHw", given.srqSoftHw(), "give -1 or more");
    }
    return given;
  }

  private static EpAttr cut(IaAttr limits) {
    EpAttr d = EpAttr.DEFAULT;
    return d.toBuilder()
        .maxMessageSize(Math.min(d.maxMessageSize(), limits.maxMessageSize()))
        .maxRdmaSize(Math.min(d.maxRdmaSize(), limits.maxRdmaSize()))
        .maxRecvDtos(Math.min(d.maxRecvDtos(), limits.maxDtoPerEp()))
        .maxRequestDtos(Math.min(d.maxRequestDtos(), limits.maxDtoPerEp()))
        .maxRecvIov(Math.min(d.maxRecvIov(), limits.maxIovSegmentsPerDto()))
        .maxRequestIov(Math.min(d.maxRequestIov(), limits.maxIovSegmentsPerDto()))
        .maxRdmaReadIn(Math.min(d.maxRdmaReadIn(), limits.maxRdmaReadPerEpIn()))
        .maxRdmaReadOut(Math.min(d.maxRdmaReadOut(), limits.maxRdmaReadPerEpOut()))
        .maxRdmaReadIov(Math.min(d.maxRdmaReadIov(), limits.maxIovSegmentsPerRdmaRead()))
        .maxRdmaWriteIov(Math.min(d.maxRdmaWriteIov(), limits.maxIovSegmentsPerRdmaWrite()))
        .build();
  }

  private static void flags(String where, String argument, int value, int permitted) {
    if ((value & ~permitted) != 0) {
      throw Errors.parameter(
          where,
          POSITION,
          argument,
          CompletionFlags.toString(value),
          "use " + CompletionFlags.toString(permitted));
    }
  }

  private static void limit(String where, String argument, long value, long limit) {
    if (value < 0 || value > limit) {
      throw Errors.parameter(where, POSITION, argument, value, "give 0 to " + limit);
    }
  }
}
