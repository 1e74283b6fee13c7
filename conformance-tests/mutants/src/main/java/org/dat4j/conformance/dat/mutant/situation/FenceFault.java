package org.dat4j.conformance.dat.mutant.situation;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.conformance.dat.mutant.fault.ObservingFault;
import org.dat4j.conformance.dat.mutant.fault.TrackedRegions;
import org.dat4j.conformance.dat.mutant.fault.TrackedRegions.TrackedRegion;
import org.dat4j.conformance.dat.mutant.occasion.PostCall;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.spi.forward.Call;

/**
 * A known fault that makes a DAT provider a mutant: requests with a barrier fence do not wait for
 * the RDMA Reads before them.
 *
 * <p>A layer cannot change the order in which the provider works. So a fenced Send or Write gets
 * the bytes that its memory had before the Reads were posted. After a fenced Read, its memory gets
 * the bytes of the Reads before it. What the peer and the program see is that of a provider that
 * does not wait.
 */
final class FenceFault extends ObservingFault {
  /** The most bytes of a Read that are remembered; they are its last ones. */
  private static final int REMEMBERED = 1 << 12;

  /** A part of memory, and what it had at some time. */
  private record Piece(TrackedRegion region, long address, byte[] bytes) {
    /** Lays the bytes over those of a range that begins at another address. */
    boolean layOver(TrackedRegion other, long begin, byte[] content) {
      long from = Math.max(begin, address);
      long to = Math.min(begin + content.length, address + bytes.length);
      if (region != other || from >= to) {
        return false;
      }
      System.arraycopy(
          bytes, (int) (from - address), content, (int) (from - begin), (int) (to - from));
      return true;
    }
  }

  /** A Read that is outstanding, and what its memory had before it. */
  private record Earlier(long cookie, List<Piece> before) {}

  private final PostCall.Op operation;
  private final boolean lastOnly;
  private final TrackedRegions regions = new TrackedRegions();
  private final Map<Ep, List<Earlier>> reads = new ConcurrentHashMap<>();

  /** What comes over the memory of fenced Reads, by their cookies. */
  private final Map<Long, List<Piece>> late = new ConcurrentHashMap<>();

  /**
   * Makes the fault.
   *
   * @param operation the kind of the fenced requests
   * @param lastOnly whether it waits for all Reads but the last one, or else for none
   */
  FenceFault(PostCall.Op operation, boolean lastOnly) {
    this.operation = operation;
    this.lastOnly = lastOnly;
  }

  @Override
  protected Object make(Call call, boolean acts) {
    PostCall post = PostCall.of(call);
    boolean fenced =
        post != null
            && post.op() == operation
            && (post.flags() & CompletionFlags.BARRIER_FENCE) != 0;
    if (acts && fenced && !earlier(post.ep()).isEmpty()) {
      doesNotWait(post);
    }
    Earlier read = post != null && post.op() == PostCall.Op.READ ? remembered(post) : null;
    Object answer = call.proceed();
    regions.after(call, answer);
    if (read != null && answer.equals(DatReturn.SUCCESS)) {
      List<Earlier> all = earlier(post.ep());
      synchronized (all) {
        all.add(read);
      }
    }
    return answer;
  }

  private List<Earlier> earlier(Ep ep) {
    return reads.computeIfAbsent(ep, any -> new ArrayList<>());
  }

  private Earlier remembered(PostCall post) {
    return new Earlier(post.cookie(), pieces(post));
  }

  /** Copies what the local memory of a post has now. */
  private List<Piece> pieces(PostCall post) {
    List<Piece> pieces = new ArrayList<>();
    for (int i = 0; i < post.count(); i++) {
      Optional<TrackedRegion> region = regions.local(post.context(i));
      int length = (int) Math.min(REMEMBERED, post.length(i));
      long address = post.address(i) + post.length(i) - length;
      if (region.isPresent() && length > 0 && region.get().holds(address, length)) {
        pieces.add(new Piece(region.get(), address, region.get().content(address, length)));
      }
    }
    return pieces;
  }

  private void doesNotWait(PostCall post) {
    if (operation == PostCall.Op.READ) {
      late.put(post.cookie(), pieces(post));
      return;
    }
    List<Earlier> all = earlier(post.ep());
    List<Piece> stale = new ArrayList<>();
    synchronized (all) {
      // The oldest comes last, so that its bytes are those that are seen.
      for (int i = all.size() - 1; i >= 0; i--) {
        stale.addAll(all.get(i).before());
        if (lastOnly) {
          break;
        }
      }
    }
    try {
      for (int i = 0; i < post.count(); i++) {
        overlay(post, i, stale);
      }
    } catch (DatException refused) {
      // There is no room for a further registration, or an object is gone.
    }
  }

  /** Lets a segment have what its memory had before the Reads. */
  private void overlay(PostCall post, int index, List<Piece> stale) {
    TrackedRegion region = regions.local(post.context(index)).orElse(null);
    int length = (int) post.length(index);
    if (region == null || length == 0 || !region.holds(post.address(index), length)) {
      return;
    }
    byte[] content = region.content(post.address(index), length);
    boolean laid = false;
    for (Piece piece : stale) {
      laid |= piece.layOver(region, post.address(index), content);
    }
    if (laid) {
      Ep ep = post.ep();
      Lmr copy =
          ep.query()
              .ia()
              .createLmr(
                  ByteBuffer.allocateDirect(length).put(0, content), ep.query().pz(), MemPriv.ALL);
      post.segment(index, copy.lmrContext(), copy.registeredAddress(), length);
    }
  }

  @Override
  protected void taken(Evd evd, DatEvent event, boolean acts) {
    if (event.number() != EventNumber.DTO_COMPLETION_EVENT
        || event.ep() == null
        || !reads.containsKey(event.ep())) {
      return;
    }
    List<Earlier> all = earlier(event.ep());
    synchronized (all) {
      for (Iterator<Earlier> each = all.iterator(); each.hasNext(); ) {
        if (each.next().cookie() == event.cookie()) {
          each.remove();
          break;
        }
      }
    }
    List<Piece> over = late.remove(event.cookie());
    if (over != null && event.status() == DtoStatus.SUCCESS) {
      over.forEach(piece -> piece.region().store(piece.address(), piece.bytes()));
    }
  }
}
