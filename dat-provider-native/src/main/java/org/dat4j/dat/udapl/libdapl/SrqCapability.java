package org.dat4j.dat.udapl.libdapl;

import java.lang.ref.Reference;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.udapl.abi.Abi;
import org.dat4j.dat.udapl.abi.AttrLayout;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.abi.NativeMemory;
import org.dat4j.dat.udapl.abi.ReturnCodes;

/**
 * The shared receive queues that a native adapter can have, if any, and their length. They are
 * found by making one: libdapl reports max_srqs 0 even where they work.
 *
 * <p>The queue is freed again. The provider follows the bookkeeping of libdapl, so libraries of
 * another ABI are not asked.
 *
 * @param zone a PZ of the library for endpoints that have none; 0 without SRQs
 * @param most buffers that may be outstanding, 0 without SRQs
 * @param segments segments that a buffer may have
 */
public record SrqCapability(long zone, int most, int segments) {

  /** Events that an endpoint's EVD holds beyond the buffers of the queue. */
  public static final int SPARE_EVENTS = 64;

  /**
   * Entries of the library's ring for each buffer that may be outstanding: one for the buffer, one
   * for the distance. By the others a message under way may be overtaken before posts have to wait.
   */
  private static final int ENTRIES = 4;

  private static final SrqCapability NONE = new SrqCapability(0, 0, 0);

  /**
   * Most outstanding buffers of a queue. Each endpoint has an EVD of the library with room for all
   * of them.
   */
  private static final int MAX_ENTRIES = 1024;

  /** Queues that are declared; the library does not report how many there can be. */
  private static final int QUEUES = 1024;

  /**
   * Most segments to be tried: the limit of soft RoCE for SRQs, which has more for endpoints. The
   * library prints an error for each refusal.
   */
  private static final int SEGMENTS = 27;

  /**
   * Tries to make a queue.
   *
   * @param ia the library's IA
   * @param attr its attributes
   * @return with {@link #most} 0 if there are no queues
   */
  public static SrqCapability of(long ia, IaAttr attr) {
    int most = Math.min(MAX_ENTRIES, attr.maxEvdQlen() - SPARE_EVENTS);
    OutParams out = new OutParams();
    if (Abi.current() != Abi.DAT_2_0
        || most <= 0
        || !ReturnCodes.isSuccess(LibDat.dat_pz_create(ia, out.address(0)))) {
      return NONE;
    }
    long zone = out.getLong(0);
    int segments = Math.min(SEGMENTS, attr.maxIovSegmentsPerDto());
    while (segments > 0) {
      if (ReturnCodes.isSuccess(create(ia, zone, ringSize(most), segments, out))) {
        if (ReturnCodes.isSuccess(LibDat.dat_srq_free(out.getLong(0)))) {
          return new SrqCapability(zone, most, segments);
        }
        return NONE;
      }
      segments /= 2;
    }
    LibDat.dat_pz_free(zone);
    return NONE;
  }

  /**
   * Adds the capability to the adapter's attributes. DAT has one limit of segments for Receives of
   * endpoints and of queues.
   *
   * @param attr the library's
   * @return what the adapter declares
   */
  public IaAttr declare(IaAttr attr) {
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
   * Adds the capability to the provider's attributes: no watermarks, which the library refuses, no
   * counts, and the PZ of the queue for its endpoints, because soft RoCE looks for buffers in the
   * endpoint's PZ.
   *
   * @param attr the library's
   * @return what the provider declares
   */
  public ProviderAttr declare(ProviderAttr attr) {
    return attr.toBuilder().srqSupported(most > 0).build();
  }

  /**
   * Calls dat_srq_create.
   *
   * @param ia the library's IA
   * @param pz the library's PZ
   * @param size buffers of the queue
   * @param segments of a buffer
   * @param out where the handle is written
   * @return the library's return value
   */
  public static int create(long ia, long pz, int size, int segments, OutParams out) {
    NativeMemory attr = NativeMemory.allocate(AttrLayout.SrqAttr.SIZE);
    attr.setInt(AttrLayout.SrqAttr.MAX_RECV_DTOS, size);
    attr.setInt(AttrLayout.SrqAttr.MAX_RECV_IOV, segments);
    attr.setInt(AttrLayout.SrqAttr.LOW_WATERMARK, DatConstants.SRQ_LW_DEFAULT);
    int ret = LibDat.dat_srq_create(ia, pz, attr.address(), out.address(0));
    Reference.reachabilityFence(attr);
    return ret;
  }

  /**
   * Returns the size of the library's queue.
   *
   * @param most buffers that may be outstanding
   * @return buffers to ask the library for
   */
  public static int ringSize(int most) {
    return ENTRIES * most;
  }
}
