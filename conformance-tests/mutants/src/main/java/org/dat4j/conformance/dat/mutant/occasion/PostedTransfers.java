package org.dat4j.conformance.dat.mutant.occasion;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;

/**
 * Finds the post that belongs to a completion, by its endpoint and cookie, for the faults of DAT
 * mutants. Of several posts with one cookie it finds the last. Thread-safe.
 */
public final class PostedTransfers {
  /** The most posts that are remembered: the newest are those that may be outstanding. */
  private static final int REMEMBERED = 1 << 14;

  /**
   * A posted transfer.
   *
   * @param op its kind
   * @param queue the endpoint, or the SRQ of a Receive posted there
   * @param length bytes of all segments
   * @param count number of segments
   */
  public record Posted(PostCall.Op op, DatObject queue, long length, int count) {
    static Posted of(PostCall post) {
      DatObject queue = post.ep() == null ? post.srq() : post.ep();
      return new Posted(post.op(), queue, post.length(), post.count());
    }
  }

  /** Requests and Receives may have the same cookies. A post to an SRQ has no endpoint. */
  private record Key(Ep ep, long cookie, boolean request) {}

  private final Map<Key, Posted> posts =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<Key, Posted> eldest) {
              return size() > REMEMBERED;
            }
          });

  /** Makes a memory without posts. */
  public PostedTransfers() {}

  /**
   * Notes a post before it is made.
   *
   * @param post the post; null is none
   */
  public void posted(PostCall post) {
    if (post != null) {
      posts.put(new Key(post.ep(), post.cookie(), post.op().request()), Posted.of(post));
    }
  }

  /**
   * Finds the post of a completion.
   *
   * @param evd the EVD of the event
   * @param event any event
   * @return the post; null for another event, or if it was not seen
   */
  public Posted of(Evd evd, DatEvent event) {
    if (event.number() != EventNumber.DTO_COMPLETION_EVENT) {
      return null;
    }
    boolean request = isRequest(evd, event);
    Posted own = posts.get(new Key(event.ep(), event.cookie(), request));
    return own != null || request ? own : posts.get(new Key(null, event.cookie(), false));
  }

  /** On an EVD for both directions the kind of the cookie decides. */
  private boolean isRequest(Evd evd, DatEvent event) {
    if (event.ep() == null) {
      return true;
    }
    try {
      EpParam param = event.ep().query();
      return param.requestEvd() == evd
          && (param.recvEvd() != evd
              || posts.containsKey(new Key(event.ep(), event.cookie(), true)));
    } catch (DatException freed) {
      return true;
    }
  }
}
