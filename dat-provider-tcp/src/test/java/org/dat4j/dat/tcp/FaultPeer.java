package org.dat4j.dat.tcp;

import java.net.InetAddress;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.dat4j.dat.util.RemoteRegion;
import org.dat4j.dat.util.UnexpectedEventException;

/**
 * One end of a connection under faults, with a record of its posts. The end that connects sends,
 * writes and reads; the one that accepts answers each message with one.
 */
final class FaultPeer implements AutoCloseable {

  private static final int SIZE = 4096;
  private static final int RECEIVES = 16;
  private static final int WINDOW = 6;

  /** Requests that each message of the end that connects takes: a Send, a Write and a Read. */
  private static final int PER_MESSAGE = 3;

  private static final long QUIET = 500;
  private static final Duration SETTLED = Duration.ofSeconds(10);

  private final DatConnection end;
  private final Region in;
  private final Region out;
  private final Region shared;
  private final Set<Long> receives = new HashSet<>();
  private final Set<Long> requests = new HashSet<>();

  /** Posted before the end for certain: complete when the end is told. */
  private final Set<Long> before = new HashSet<>();

  private final DatEvent event = new DatEvent();
  private RemoteRegion far;
  private boolean connects;
  private long next;
  private long done;

  /** Messages that may be sent: of the end that accepts, one for each message received. */
  private int credits;

  private EventNumber ended;

  /** Requests that the endpoint takes; a request counts until its completion is dequeued. */
  private final int maxRequests;

  FaultPeer(Ia ia) {
    end = Dats.endpoint(ia);
    maxRequests = end.ep().query().attr().maxRequestDtos();
    in = end.register(SIZE);
    out = end.register(SIZE);
    shared = end.register(SIZE);
    end.share(shared);
    for (int i = 0; i < RECEIVES; i++) {
      postReceive();
    }
  }

  /** Connects; the first connection event. Fails when there is none in time. */
  EventNumber connect(InetAddress address, long port, Duration timeout) {
    connects = true;
    credits = WINDOW;
    end.startConnect(address, port, timeout);
    try {
      end.awaitConnected(timeout.plusSeconds(2));
      far = end.peerRegion();
      return EventNumber.CONNECTION_EVENT_ESTABLISHED;
    } catch (UnexpectedEventException e) {
      ended = e.number();
      return ended;
    }
  }

  void accept(DatListener listener, Duration timeout) {
    accept(listener.awaitRequest(timeout), timeout);
  }

  /** Accepts; {@link #ended} says so when nothing comes of it. Fails without an outcome in time. */
  void accept(Cr request, Duration timeout) {
    end.accept(request);
    if (end.connectEvd().await(micros(timeout), 1, event) != DatReturn.SUCCESS) {
      throw new AssertionError("the accept has no outcome");
    }
    if (event.number() != EventNumber.CONNECTION_EVENT_ESTABLISHED) {
      ended = event.number();
    }
  }

  private static long micros(Duration time) {
    return time.toNanos() / 1000;
  }

  /** Transfers that ended well. */
  long done() {
    return done;
  }

  /** The end of the connection, null while it is established. */
  EventNumber ended() {
    return ended;
  }

  /** Keeps the connection busy, or only looks after it, for a time or until it ends. */
  void pump(Duration time, boolean busy) {
    long deadline = System.nanoTime() + time.toNanos();
    while (ended == null && System.nanoTime() - deadline < 0) {
      if (busy || !connects) {
        post();
      }
      int seen = drain(end.recvEvd(), receives) + drain(end.requestEvd(), requests);
      if (seen == 0 && end.connectEvd().await(QUIET, 1, event) == DatReturn.SUCCESS) {
        ended = event.number();
      }
    }
  }

  /**
   * The same until a number of further transfers have ended well; false when they did not in time.
   */
  boolean pumpUntil(long more, Duration time) {
    long wanted = done + more;
    long deadline = System.nanoTime() + time.toNanos();
    while (ended == null && done < wanted && System.nanoTime() - deadline < 0) {
      pump(Duration.ofMillis(5), true);
    }
    return done >= wanted;
  }

  private void post() {
    int each = connects ? PER_MESSAGE : 1;
    while (credits > 0 && requests.size() + each <= maxRequests && ended == null) {
      credits--;
      send();
      if (connects) {
        postTransfers();
      }
    }
  }

  private void postTransfers() {
    tryPost(
        cookie ->
            end.ep()
                .postRdmaWrite(
                    out.context(),
                    out.address(),
                    SIZE,
                    cookie,
                    far.rmrContext(),
                    far.address(),
                    CompletionFlags.DEFAULT),
        requests);
    tryPost(
        cookie ->
            end.ep()
                .postRdmaRead(
                    shared.context(),
                    shared.address(),
                    SIZE,
                    cookie,
                    far.rmrContext(),
                    far.address(),
                    CompletionFlags.DEFAULT),
        requests);
  }

  private void send() {
    tryPost(
        cookie ->
            end.ep().postSend(out.context(), out.address(), SIZE, cookie, CompletionFlags.DEFAULT),
        requests);
  }

  private void postReceive() {
    tryPost(
        cookie ->
            end.ep().postRecv(in.context(), in.address(), SIZE, cookie, CompletionFlags.DEFAULT),
        receives);
  }

  private interface Post {
    int at(long cookie);
  }

  /** Posts, unless the connection has ended, and puts it down. */
  private void tryPost(Post post, Set<Long> book) {
    if (ended != null) {
      return;
    }
    try {
      int refused = post.at(next);
      if (refused != DatReturn.SUCCESS) {
        throw new AssertionError("a post with room in the queue: " + DatReturn.name(refused));
      }
      if (end.ep().getStatus().state() != EpState.DISCONNECTED) {
        before.add(next);
      }
      book.add(next++);
    } catch (DatException e) {
      if (e.type() != DatReturn.INVALID_STATE) {
        throw e;
      }
    }
  }

  private int drain(Evd evd, Set<Long> book) {
    int seen = 0;
    while (evd.dequeue(event) == DatReturn.SUCCESS) {
      seen++;
      completed(book);
    }
    return seen;
  }

  private void completed(Set<Long> book) {
    if (!book.remove(event.cookie())) {
      throw new AssertionError("completed twice or never posted: " + event);
    }
    before.remove(event.cookie());
    if (event.status() == DtoStatus.SUCCESS) {
      done++;
      if (book == receives) {
        postReceive();
        credits++;
      }
    }
  }

  /** What was posted behind the end is flushed by whoever has the turn, which may be just going. */
  private void awaitAll(Evd evd, Set<Long> book) {
    while (!book.isEmpty() && evd.await(micros(SETTLED), 1, event) == DatReturn.SUCCESS) {
      completed(book);
    }
  }

  /** After the end: everything posted has completed once, and there is nothing more to tell. */
  void expectSettled() {
    if (ended == null) {
      throw new AssertionError("the connection has not ended; " + end.ep().getStatus().state());
    }
    if (end.ep().getStatus().state() != EpState.DISCONNECTED) {
      throw new AssertionError("state " + end.ep().getStatus().state() + " after " + ended);
    }
    // Receives of an endpoint that was never connected stay until it is freed.
    if (far != null || !connects) {
      drain(end.recvEvd(), receives);
      drain(end.requestEvd(), requests);
      if (!before.isEmpty()) {
        throw new AssertionError("posted before the end, not complete after it: " + before);
      }
      awaitAll(end.recvEvd(), receives);
      awaitAll(end.requestEvd(), requests);
      if (!receives.isEmpty() || !requests.isEmpty()) {
        throw new AssertionError("never completed: " + receives + " and " + requests);
      }
    }
    drain(end.recvEvd(), receives);
    drain(end.requestEvd(), requests);
    if (end.connectEvd().dequeue(event) != DatReturn.QUEUE_EMPTY) {
      throw new AssertionError("a second end after " + ended + ": " + event);
    }
  }

  @Override
  public void close() {
    end.close();
  }
}
