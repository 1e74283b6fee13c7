package org.dat4j.dat.spi;

import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqAttr;

/**
 * Checks of the arguments of shared receive queues and of endpoints that use them, the same for all
 * DAT providers.
 */
final class SrqChecks {

  private static final int ATTRIBUTES = 3;
  private static final int PZ = 2;
  private static final int EP_ATTRIBUTES = 7;

  private SrqChecks() {}

  /** Refuses everything about shared queues where the provider has none. */
  static void supported(AbstractIa ia, String where) {
    if (!ia.providerAttr().srqSupported()) {
      throw Errors.model(where, "call", where, "srq_supported is false; post to endpoints");
    }
  }

  /** Checks what a new queue is to be like. */
  static void attributes(AbstractIa ia, String where, SrqAttr given) {
    if (given == null) {
      throw Errors.parameter(where, ATTRIBUTES, "attributes", null, "give an SrqAttr");
    }
    size(ia, where, ATTRIBUTES, given.maxRecvDtos());
    int segments = ia.iaAttr().maxIovSegmentsPerDto();
    if (given.maxRecvIov() <= 0 || given.maxRecvIov() > segments) {
      throw Errors.parameter(
          where, ATTRIBUTES, "maxRecvIov", given.maxRecvIov(), "give 1 to " + segments);
    }
    if (given.lowWatermark() != DatConstants.SRQ_LW_DEFAULT) {
      lowWatermark(ia, where, given.lowWatermark());
      if (given.lowWatermark() > given.maxRecvDtos()) {
        throw Errors.parameter(
            where,
            ATTRIBUTES,
            "lowWatermark",
            given.lowWatermark(),
            "give 0 to " + given.maxRecvDtos() + ", the size");
      }
    }
  }

  /** Checks a size, of a new queue or of one that is resized. */
  static void size(AbstractIa ia, String where, int position, int maxRecvDtos) {
    int most = ia.iaAttr().maxRecvPerSrq();
    if (maxRecvDtos <= 0 || maxRecvDtos > most) {
      throw Errors.parameter(where, position, "maxRecvDtos", maxRecvDtos, "give 1 to " + most);
    }
  }

  /** Refuses a watermark where there are none, and a negative one. */
  static void lowWatermark(AbstractIa ia, String where, int lowWatermark) {
    if (ia.providerAttr().srqWatermarksSupported() == 0) {
      throw Errors.model(
          where, "lowWatermark", lowWatermark, "srq_watermarks_supported is 0; leave it at 0");
    }
    if (lowWatermark < 0) {
      throw Errors.parameter(where, 2, "lowWatermark", lowWatermark, "give 0 or more");
    }
  }

  /**
   * Checks the queue that a new endpoint is to use.
   *
   * @param pz PZ of the endpoint, null for none yet
   */
  static AbstractSrq queue(AbstractIa ia, String where, Srq srq, Pz pz) {
    AbstractSrq queue =
        AbstractDatObject.own(
            ia, srq, AbstractSrq.class, where, "srq", DatSubtype.INVALID_HANDLE_SRQ);
    if (pz != null) {
      AbstractPz zone =
          AbstractDatObject.own(
              ia, pz, AbstractPz.class, where, "pz", DatSubtype.INVALID_HANDLE_PZ);
      zone(where, PZ, queue, zone);
    }
    if (queue.endpoints() >= ia.iaAttr().maxEpPerSrq()) {
      throw Errors.resources(
          where,
          DatSubtype.RESOURCE_SRQ,
          "endpoints of " + queue,
          queue.endpoints(),
          "max_ep_per_srq is reached; use another queue");
    }
    return queue;
  }

  /** Refuses a PZ of an endpoint other than the queue's, where the provider cannot do that. */
  static void zone(String where, int position, AbstractSrq queue, AbstractPz zone) {
    if (zone != queue.pz() && !queue.ia().providerAttr().srqEpPzDifferenceSupported()) {
      throw Errors.parameter(
          where,
          position,
          "pz",
          zone,
          "srq_ep_pz_difference_supported is false; use " + queue.pz());
    }
  }

  /**
   * The attributes of an endpoint with a shared queue, before the checks of every endpoint:
   * segments per receive are the queue's, an open number of receives is the default.
   */
  static EpAttr endpoint(String where, AbstractSrq queue, EpAttr given) {
    AbstractIa ia = queue.ia();
    if (given == null) {
      throw Errors.parameter(
          where, EP_ATTRIBUTES, "attributes", null, "give an EpAttr, such as EpAttr.DEFAULT");
    }
    if (given.srqSoftHw() >= 0 && ia.providerAttr().srqWatermarksSupported() == 0) {
      throw Errors.model(
          where, "srqSoftHw", given.srqSoftHw(), "srq_watermarks_supported is 0; leave it at -1");
    }
    boolean open = given.maxRecvDtos() == DatConstants.HW_DEFAULT;
    int receives = Math.min(EpAttr.DEFAULT.maxRecvDtos(), ia.iaAttr().maxDtoPerEp());
    return given.toBuilder()
        .maxRecvIov(queue.maxRecvIov())
        .maxRecvDtos(open ? receives : given.maxRecvDtos())
        .build();
  }
}
