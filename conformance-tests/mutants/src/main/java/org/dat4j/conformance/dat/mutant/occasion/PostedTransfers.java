package org.dat4j.conformance.dat.mutant.occasion;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;

/**
 * Finds the post that belongs to a completion, by its cookie, for the faults of DAT mutants. Of
 * several posts with one cookie it finds the last. Thread-safe.
 */
final class PostedTransfers {
  /**
   * A posted transfer.
   *
   * @param op its kind
   * @param queue the endpoint, or the SRQ of a Receive posted there
   * @param length bytes of all segments
   * @param count number of segments
   */
  record Posted(PostCall.Op op, DatObject queue, long length, int count) {
    static Posted of(PostCall post) {
      DatObject queue = post.ep() == null ? post.srq() : post.ep();
      return new Posted(post.op(), queue, post.length(), post.count());
    }
  }

  private final Map<Long, Posted> posts = new ConcurrentHashMap<>();

  /** Requests and Receives may have the same cookies. */
  private static long key(long cookie, boolean request) {
    return cookie * 2 + (request ? 1 : 0);
  }

  /** Notes a post before it is made; null is none. */
  void posted(PostCall post) {
    if (post != null) {
      posts.put(key(post.cookie(), post.op().request()), Posted.of(post));
    }
  }

  /** Finds the post of a completion; null for another event, or if it was not seen. */
  Posted of(Evd evd, DatEvent event) {
    return event.number() == EventNumber.DTO_COMPLETION_EVENT
        ? posts.get(key(event.cookie(), isRequest(evd, event)))
        : null;
  }

  /** On an EVD for both directions the kind of the cookie decides. */
  private boolean isRequest(Evd evd, DatEvent event) {
    if (event.ep() == null) {
      return true;
    }
    try {
      return event.ep().query().requestEvd() == evd
          && (event.ep().query().recvEvd() != evd || posts.containsKey(key(event.cookie(), true)));
    } catch (DatException freed) {
      return true;
    }
  }
}
