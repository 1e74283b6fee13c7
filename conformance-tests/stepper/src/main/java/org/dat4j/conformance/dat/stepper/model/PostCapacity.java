package org.dat4j.conformance.dat.stepper.model;

import java.util.Collection;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;

/**
 * The DAT stepper's answer to whether an endpoint or SRQ has room for one more post: certainly,
 * possibly or not. A post is outstanding until its completion is taken. A suppressed completion is
 * never taken, so the model does not know when such a post is done.
 */
public enum PostCapacity {
  /** There is room: the post is accepted. */
  CERTAIN,

  /** The model cannot decide whether there is room. */
  POSSIBLE,

  /** There is no room: the post is refused. */
  NONE;

  /**
   * Compares the outstanding posts with the limit.
   *
   * @param posted what is posted and has no completion that was taken
   * @param most the limit that the endpoint reports
   * @param exact whether the adapter holds no more than that
   */
  public static PostCapacity of(Collection<OutstandingTransfer> posted, int most, boolean exact) {
    if (posted.size() < most) {
      return CERTAIN;
    }
    return exact && certain(posted) >= most ? NONE : POSSIBLE;
  }

  /** Counts the posts that are certainly outstanding. */
  static long certain(Collection<OutstandingTransfer> posted) {
    return posted.stream()
        .filter(p -> !p.suppressed() || !p.can.contains(DtoStatus.SUCCESS))
        .count();
  }

  /** Changes the answers that a post may get if there is room to those that it may get now. */
  public AllowedReturns limit(AllowedReturns roomy) {
    if (!roomy.allow(DatReturn.SUCCESS)) {
      return roomy;
    }
    return switch (this) {
      case CERTAIN -> roomy;
      case POSSIBLE -> roomy.or(DatReturn.INSUFFICIENT_RESOURCES);
      case NONE -> roomy.failures().or(DatReturn.INSUFFICIENT_RESOURCES);
    };
  }
}
