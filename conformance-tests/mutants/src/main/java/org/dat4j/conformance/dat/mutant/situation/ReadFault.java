package org.dat4j.conformance.dat.mutant.situation;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.dat4j.conformance.dat.mutant.fault.ObservingFault;
import org.dat4j.conformance.dat.mutant.fault.PeerTracker;
import org.dat4j.conformance.dat.mutant.fault.TrackedRegions;
import org.dat4j.conformance.dat.mutant.fault.TrackedRegions.TrackedRegion;
import org.dat4j.conformance.dat.mutant.occasion.PostCall;
import org.dat4j.conformance.mutant.OutstandingCounts;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.forward.Call;

/**
 * A known fault that makes a DAT provider a mutant: an RDMA Read ends wrongly in one situation. It
 * is beyond the read depth, its memory changes meanwhile, or the other side disconnects gracefully.
 */
final class ReadFault extends ObservingFault {
  /** The most bytes at the end of a Read that are remembered. */
  private static final int REMEMBERED = 1 << 12;

  /** The situations of a Read. */
  private enum When {
    /** As many are outstanding as the endpoint may have. */
    FULL,
    /** More are outstanding than the endpoint may have. */
    BEYOND,
    /** More are outstanding than the peer allows. */
    PEER,
    /** The memory that is read has changed since the post. */
    CHANGING,
    /** The other side disconnects gracefully. */
    GOODBYE
  }

  private record Key(Ep ep, long cookie) {}

  /** A Read that is outstanding. */
  private static final class Read {
    private final When when;
    private final TrackedRegion sink;
    private final long end;
    private final byte[] before;
    private final TrackedRegion source;
    private final long from;
    private final byte[] content;
    private volatile boolean answererLeft;

    private Read(
        When when,
        TrackedRegion sink,
        long end,
        byte[] before,
        TrackedRegion source,
        long from,
        byte[] content) {
      this.when = when;
      this.sink = sink;
      this.end = end;
      this.before = before;
      this.source = source;
      this.from = from;
      this.content = content;
    }

    private boolean hasChanged() {
      return content != null && !Arrays.equals(content, source.content(from, content.length));
    }

    /** Takes away the last bytes that the Read has brought. */
    private void takeBack() {
      if (before != null) {
        sink.store(end - before.length, before);
      }
    }
  }

  private final When situation;
  private final String change;
  private final PeerTracker peers = new PeerTracker();
  private final TrackedRegions regions = new TrackedRegions();
  private final OutstandingCounts<Ep> outstanding = new OutstandingCounts<>();
  private final Map<Key, Read> reads = new ConcurrentHashMap<>();

  /**
   * Makes the fault.
   *
   * @param situation the name of one, in lower case
   * @param change what is wrong with the Read
   */
  ReadFault(String situation, String change) {
    this.situation = When.valueOf(situation);
    this.change = change;
  }

  @Override
  protected Object make(Call call, boolean acts) {
    peers.before(call);
    if (call.name().equals("Ep.disconnect") && call.arguments()[0] == CloseFlags.GRACEFUL) {
      Ep reader = peers.of((Ep) call.object());
      reads.forEach((key, read) -> read.answererLeft |= key.ep() == reader);
    } else if (call.name().equals("Ep.reset")) {
      reads.keySet().removeIf(key -> key.ep() == call.object());
    }
    PostCall post = PostCall.of(call);
    if (post == null || post.op() != PostCall.Op.READ) {
      Object answer = call.proceed();
      regions.after(call, answer);
      return answer;
    }
    Read read = read(post);
    if (acts && change.equals("code") && read.when == situation) {
      return DatReturn.INVALID_PARAMETER;
    }
    Key key = new Key(post.ep(), post.cookie());
    outstanding.add(post.ep(), 1);
    reads.put(key, read);
    Object answer = call.proceed();
    if (!answer.equals(DatReturn.SUCCESS)) {
      ended(key);
    }
    return answer;
  }

  private Read ended(Key key) {
    Read read = reads.remove(key);
    if (read != null) {
      outstanding.add(key.ep(), -1);
    }
    return read;
  }

  private Read read(PostCall post) {
    TrackedRegion sink = null;
    byte[] before = null;
    long end = 0;
    int last = post.count() - 1;
    if (last >= 0) {
      sink = regions.local(post.context(last)).orElse(null);
      end = post.address(last) + post.length(last);
      int length = (int) Math.min(REMEMBERED, post.length(last));
      if (sink != null && length > 0 && sink.holds(end - length, length)) {
        before = sink.content(end - length, length);
      }
    }
    TrackedRegion source = regions.remote(post.remoteContext()).orElse(null);
    long from = post.remoteAddress();
    long length = post.remoteLength();
    boolean compared = situation == When.CHANGING && source != null && source.holds(from, length);
    byte[] content = compared ? source.content(from, (int) length) : null;
    return new Read(when(post.ep()), sink, end, before, source, from, content);
  }

  /** Tells how a Read that is about to be posted stands to the read depths. */
  private When when(Ep ep) {
    int others = outstanding.of(ep);
    int own = ep.query().attr().maxRdmaReadOut();
    if (situation == When.PEER) {
      Ep peer = peers.of(ep);
      return peer != null && others >= peer.query().attr().maxRdmaReadIn() ? When.PEER : null;
    }
    return others >= own ? When.BEYOND : others == own - 1 ? When.FULL : null;
  }

  private boolean concerns(Read read) {
    return switch (situation) {
      case FULL, BEYOND, PEER -> read.when == situation;
      case CHANGING -> read.hasChanged();
      case GOODBYE -> read.answererLeft;
    };
  }

  @Override
  protected void taken(Evd evd, DatEvent event, boolean acts) {
    if (!acts && event.number() == EventNumber.DTO_COMPLETION_EVENT && event.ep() != null) {
      ended(new Key(event.ep(), event.cookie()));
    }
  }

  @Override
  protected boolean passes(Evd evd, DatEvent event) {
    if (event.number() != EventNumber.DTO_COMPLETION_EVENT
        || event.ep() == null
        || event.ep().query().requestEvd() != evd) {
      return true;
    }
    Read read = ended(new Key(event.ep(), event.cookie()));
    if (read == null || event.status() != DtoStatus.SUCCESS || !concerns(read)) {
      return true;
    }
    switch (change) {
      case "nothing" -> read.takeBack();
      case "torn" -> {
        if (read.sink != null) {
          read.sink.corrupt(read.end - 1);
        }
      }
      case "lost" -> {
        return false;
      }
      case "fails" -> ends(evd, event, DtoStatus.ERR_REMOTE_ACCESS);
      case "flushed" -> ends(evd, event, DtoStatus.ERR_FLUSHED);
      case "local-error" -> ends(evd, event, DtoStatus.ERR_LOCAL_LENGTH);
      case "doubled" -> keep(evd, event);
      case "breaks" -> PeerTracker.end(event.ep());
      default -> throw new IllegalArgumentException("change '" + change + "'");
    }
    return true;
  }

  private static void ends(Evd evd, DatEvent event, DtoStatus status) {
    event.setDto(evd, event.ep(), event.cookie(), status, 0);
  }
}
