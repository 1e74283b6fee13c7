package org.dat4j.dat.spi;

import java.util.List;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.NamedAttr;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Qos;
import org.dat4j.dat.ServiceType;

/**
 * Checks of the arguments with which an endpoint is created, the same for all DAT providers: PZ,
 * EVDs and attributes.
 */
final class EpChecks {

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

  static AbstractPz zone(AbstractIa ia, String where, Pz pz) {
    return pz == null
        ? null
        : AbstractDatObject.own(
            ia, pz, AbstractPz.class, where, "pz", DatSubtype.INVALID_HANDLE_PZ);
  }

  /**
   * Checks the PZ, EVDs and SRQ of a new endpoint: each is null, or is of this adapter and fit for
   * its part.
   */
  static EpSpec parts(
      AbstractIa ia,
      String where,
      Pz pz,
      Evd recvEvd,
      Evd requestEvd,
      Evd connectEvd,
      AbstractSrq srq) {
    int dto = EvdFlags.DTO;
    int connection = EvdFlags.CONNECTION;
    return new EpSpec(
        zone(ia, where, pz),
        evd(ia, where, "recvEvd", recvEvd, dto, DatSubtype.INVALID_HANDLE_EVD_RECV),
        evd(ia, where, "requestEvd", requestEvd, dto, DatSubtype.INVALID_HANDLE_EVD_REQUEST),
        evd(ia, where, "connectEvd", connectEvd, connection, DatSubtype.INVALID_HANDLE_EVD_CONN),
        srq);
  }

  /** The attributes to use: as given and within the limits, or the defaults cut to the limits. */
  static EpAttr attributes(AbstractIa ia, String where, int position, EpAttr given) {
    IaAttr limits = ia.iaAttr();
    if (given == null) {
      return cut(limits);
    }
    if (given.serviceType() != ServiceType.RC) {
      throw Errors.parameter(
          where, position, "serviceType", given.serviceType(), "use ServiceType.RC");
    }
    qosBits(where, position, given.qos());
    int model = CompletionFlags.UNSIGNALLED | CompletionFlags.EVD_THRESHOLD;
    flags(where, position, "requestCompletionFlags", given.requestCompletionFlags(), model);
    flags(
        where,
        position,
        "recvCompletionFlags",
        given.recvCompletionFlags(),
        model | CompletionFlags.SOLICITED_WAIT);
    models(where, ia, given.requestCompletionFlags() | given.recvCompletionFlags());
    limit(where, position, "maxMessageSize", given.maxMessageSize(), limits.maxMessageSize());
    limit(where, position, "maxRdmaSize", given.maxRdmaSize(), limits.maxRdmaSize());
    limit(where, position, "maxRecvDtos", given.maxRecvDtos(), limits.maxDtoPerEp());
    limit(where, position, "maxRequestDtos", given.maxRequestDtos(), limits.maxDtoPerEp());
    limit(where, position, "maxRecvIov", given.maxRecvIov(), limits.maxIovSegmentsPerDto());
    limit(where, position, "maxRequestIov", given.maxRequestIov(), limits.maxIovSegmentsPerDto());
    limit(where, position, "maxRdmaReadIn", given.maxRdmaReadIn(), limits.maxRdmaReadPerEpIn());
    limit(where, position, "maxRdmaReadOut", given.maxRdmaReadOut(), limits.maxRdmaReadPerEpOut());
    limit(
        where,
        position,
        "maxRdmaReadIov",
        given.maxRdmaReadIov(),
        limits.maxIovSegmentsPerRdmaRead());
    limit(
        where,
        position,
        "maxRdmaWriteIov",
        given.maxRdmaWriteIov(),
        limits.maxIovSegmentsPerRdmaWrite());
    if (given.srqSoftHw() < DatConstants.HW_DEFAULT) {
      throw Errors.parameter(where, position, "srqSoftHw", given.srqSoftHw(), "give -1 or more");
    }
    named(where, position, "transportSpecific", given.transportSpecific(), ia);
    named(where, position, "providerSpecific", given.providerSpecific(), ia);
    return given;
  }

  private static void models(String where, AbstractIa ia, int flags) {
    int models = CompletionFlags.UNSIGNALLED | CompletionFlags.SOLICITED_WAIT;
    int supported = ia.providerAttr().completionFlagsSupported();
    if ((flags & models & ~supported) != 0) {
      throw Errors.model(
          where,
          "completion flags",
          CompletionFlags.toString(flags),
          "completion_flags_supported is " + CompletionFlags.toString(supported));
    }
  }

  private static void named(
      String where, int position, String argument, List<NamedAttr> given, AbstractIa ia) {
    for (NamedAttr each : given) {
      if (!ia.epAttributeNames().contains(each.name())) {
        throw Errors.parameter(
            where, position, argument, each.name(), "use names of " + ia.epAttributeNames());
      }
    }
  }

  /** Refuses undefined qualities of service; which defined ones are supported is another matter. */
  static void qosBits(String where, int position, int qos) {
    int defined = Qos.HIGH_THROUGHPUT | Qos.LOW_LATENCY | Qos.ECONOMY | Qos.PREMIUM;
    if ((qos & ~defined) != 0) {
      throw Errors.parameter(
          where, position, "qos", "0x" + Integer.toHexString(qos), "use bits of Qos");
    }
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

  private static void flags(String where, int position, String argument, int value, int permitted) {
    if ((value & ~permitted) != 0 || Integer.bitCount(value) > 1) {
      throw Errors.parameter(
          where,
          position,
          argument,
          CompletionFlags.toString(value),
          "use none or one of " + CompletionFlags.toString(permitted));
    }
  }

  private static void limit(String where, int position, String argument, long value, long limit) {
    if (value < 0 || value > limit) {
      throw Errors.parameter(where, position, argument, value, "give 0 to " + limit);
    }
  }
}
