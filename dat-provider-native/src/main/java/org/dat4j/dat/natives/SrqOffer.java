package org.dat4j.dat.natives;

import org.dat4j.dat.IaAttr;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.natives.abi.Abi;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.Ret;

/**
 * Whether an adapter has shared receive queues. libdapl says that there are none (max_srqs is 0)
 * where they work, so one is made and freed again. The bookkeeping of {@link NativeSrq} and {@link
 * SrqShare} is that of libdapl, so other libraries are not asked.
 *
 * @param zone a zone of the library for endpoints that have none; 0 where no queues are offered
 * @param most how many buffers may be outstanding, 0 without queues
 * @param segments how many segments a buffer may have
 */
record SrqOffer(long zone, int most, int segments) {

  private static final SrqOffer NONE = new SrqOffer(0, 0, 0);

  /**
   * Most outstanding buffers of a queue. Each endpoint has a dispatcher of the library with room
   * for all of them.
   */
  private static final int MOST = 1024;

  /** How many queues are offered; the library does not tell how many there can be. */
  private static final int QUEUES = 1024;

  /**
   * Most segments to be tried: what soft RoCE takes, which has more for endpoints. The library
   * prints an error for each refusal.
   */
  private static final int SEGMENTS = 27;

  /**
   * Looks.
   *
   * @param ia the library's adapter
   * @param attr its attributes
   */
  static SrqOffer of(long ia, IaAttr attr) {
    int most = Math.min(MOST, attr.maxEvdQlen() - SrqShare.SPARE);
    Out out = new Out();
    if (Abi.current() != Abi.DAT_2_0
        || most <= 0
        || !Ret.isSuccess(LibDat.dat_pz_create(ia, out.address(0)))) {
      return NONE;
    }
    long zone = out.getLong(0);
    int segments = Math.min(SEGMENTS, attr.maxIovSegmentsPerDto());
    while (segments > 0) {
      if (Ret.isSuccess(NativeSrq.create(ia, zone, NativeSrq.size(most), segments, out))) {
        if (Ret.isSuccess(LibDat.dat_srq_free(out.getLong(0)))) {
          return new SrqOffer(zone, most, segments);
        }
        return NONE;
      }
      segments /= 2;
    }
    LibDat.dat_pz_free(zone);
    return NONE;
  }

  /**
   * What the adapter declares. DAT has one limit of segments for receives of endpoints and of
   * queues.
   */
  IaAttr declare(IaAttr attr) {
    return most == 0
        ? attr
        : attr.toBuilder()
            .maxIovSegmentsPerDto(segments)
            .maxSrqs(QUEUES)
            .maxEpPerSrq(attr.maxEps())
            .maxRecvPerSrq(most)
            .build();
  }

  /**
   * What the provider declares: no watermarks, which the library refuses, no counts, and the zone
   * of the queue for its endpoints, because soft RoCE looks for receive buffers in the endpoint's.
   */
  ProviderAttr declare(ProviderAttr attr) {
    return attr.toBuilder().srqSupported(most > 0).build();
  }
}
