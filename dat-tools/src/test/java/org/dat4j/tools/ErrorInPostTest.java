package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.dat4j.dat.util.RemoteRegion;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * A program that posts with nearly no stack left and catches the error. At each depth of the stack
 * the error strikes at another place of the post. Whatever it does to the connection: each request
 * that was taken completes, nothing is left outstanding at either end, and the adapter goes on.
 * Other connections go on too, but for one of tcp that the error strikes itself: its ends are told.
 */
@Tag("long")
class ErrorInPostTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final long PATIENCE_NANOS = 20_000_000_000L;
  private static final int SWEEP_SECONDS = 100;
  private static final int LOOK_MICROS = 20_000;
  private static final long STACK = 512 << 10;
  private static final int ROUNDS = Integer.getInteger("dat4j.sweep.rounds", 5);
  private static final int SIZE = 8;

  /** Posts in a row that end without an error before the sweep is over. */
  private static final int UNHARMED = 20;

  private interface Post {
    int post(long cookie);
  }

  private enum Kind {
    WRITE,
    READ,
    SEND,
    RECEIVE
  }

  /** Posts at each depth, from the last frame of the stack upwards. */
  private static final class Sweep {
    final List<Long> taken = new ArrayList<>(1 << 12);
    private final Post post;
    private final long most;
    private long cookie;
    private int unharmed;
    int thrown;

    Sweep(Post post, long most) {
      this.post = post;
      this.most = most;
    }

    void descend() {
      try {
        descend();
      } catch (StackOverflowError e) {
        // The caller's frame goes on with a little more stack.
      }
      if (unharmed < UNHARMED && taken.size() < most) {
        attempt();
      }
    }

    private void attempt() {
      try {
        if (post.post(cookie) == DatReturn.SUCCESS) {
          taken.add(cookie);
          cookie++;
          unharmed++;
        }
      } catch (StackOverflowError e) {
        thrown++;
        unharmed = 0;
        cookie++;
      }
    }
  }

  /** Two endpoints of one adapter that are connected. */
  private static final class Pair implements AutoCloseable {
    final DatConnection client;
    final DatConnection server;
    final Region source;
    final Region target;
    final RemoteRegion remote;
    private final DatEvent event = new DatEvent();

    Pair(Ia ia, DatListener listener) {
      client = Dats.endpoint(ia);
      server = Dats.endpoint(ia);
      source = client.register(SIZE);
      target = server.register(SIZE);
      server.share(target);
      client.startConnect(ia.address(), listener.connQual(), LIMIT);
      listener.accept(server, LIMIT);
      client.awaitConnected(LIMIT);
      remote = client.peerRegion();
    }

    Post poster(Kind kind) {
      return switch (kind) {
        case WRITE -> this::write;
        case READ ->
            cookie ->
                client
                    .ep()
                    .postRdmaRead(
                        source.context(),
                        source.address(),
                        SIZE,
                        cookie,
                        remote.rmrContext(),
                        remote.address(),
                        CompletionFlags.DEFAULT);
        case SEND ->
            cookie ->
                client
                    .ep()
                    .postSend(
                        source.context(), source.address(), SIZE, cookie, CompletionFlags.DEFAULT);
        case RECEIVE ->
            cookie ->
                client
                    .ep()
                    .postRecv(
                        source.context(), source.address(), SIZE, cookie, CompletionFlags.DEFAULT);
      };
    }

    private int write(long cookie) {
      return client
          .ep()
          .postRdmaWrite(
              source.context(),
              source.address(),
              SIZE,
              cookie,
              remote.rmrContext(),
              remote.address(),
              CompletionFlags.DEFAULT);
    }

    void postReceives() {
      long most = server.ep().query().attr().maxRecvDtos();
      for (long i = 0; i < most; i++) {
        assertEquals(
            DatReturn.SUCCESS,
            server
                .ep()
                .postRecv(target.context(), target.address(), SIZE, i, CompletionFlags.DEFAULT));
      }
    }

    boolean isConnected() {
      return client.ep().getStatus().state() == EpState.CONNECTED
          && server.ep().getStatus().state() == EpState.CONNECTED;
    }

    void exchange() {
      assertEquals(DatReturn.SUCCESS, write(-1));
      assertEquals(SIZE, Dats.awaitDto(client.requestEvd(), -1, LIMIT, event));
    }

    @Override
    public void close() {
      client.close();
      server.close();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "loopback0, WRITE",
    "loopback0, READ",
    "loopback0, SEND",
    "loopback0, RECEIVE",
    "tcp0, WRITE",
    "tcp0, READ",
    "tcp0, SEND",
    "tcp0, RECEIVE"
  })
  void anErrorInAPostLeavesNothingOutstanding(String name, Kind kind) throws Exception {
    int thrown = 0;
    for (int round = 0; round < ROUNDS; round++) {
      thrown += sweepInTime(name, kind);
    }
    assertTrue(thrown > 0, "an error has struck in a post");
  }

  /**
   * Sweeps in a thread of its own. An error that strikes just before the JDK releases a lock of its
   * socket channel leaves the lock taken, and nobody can close the channel: such a sweep shows
   * nothing, and is left behind. Other sweeps have to show what it does not.
   */
  private static int sweepInTime(String name, Kind kind) throws Exception {
    FutureTask<Integer> sweep = new FutureTask<>(() -> sweep(name, kind));
    Thread thread = new Thread(sweep, "sweep");
    thread.setDaemon(true);
    thread.start();
    try {
      return sweep.get(SWEEP_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      assertTrue(
          isAChannelLocked(), () -> "it goes on in " + Arrays.toString(thread.getStackTrace()));
      System.err.println("a sweep of " + name + " is left behind: the JDK keeps a channel's lock");
      return 0;
    }
  }

  /** Whether a thread waits for a lock inside of a socket channel. */
  private static boolean isAChannelLocked() {
    for (StackTraceElement[] trace : Thread.getAllStackTraces().values()) {
      for (int i = 1; i < trace.length; i++) {
        if (trace[i].getClassName().equals("sun.nio.ch.SocketChannelImpl")
            && trace[i - 1].getClassName().equals("java.util.concurrent.locks.ReentrantLock")) {
          return true;
        }
      }
    }
    return false;
  }

  private static int sweep(String name, Kind kind) throws Exception {
    try (Ia ia = Dat.openIa(name);
        DatListener listener = Dats.listen(ia);
        Pair other = new Pair(ia, listener);
        Pair pair = new Pair(ia, listener)) {
      DatConnection client = pair.client;
      boolean receives = kind == Kind.RECEIVE;
      if (kind == Kind.SEND) {
        pair.postReceives();
      }
      long most =
          receives
              ? client.ep().query().attr().maxRecvDtos()
              : client.ep().query().attr().maxRequestDtos();
      Sweep sweep = new Sweep(pair.poster(kind), most);
      Thread poster = new Thread(null, sweep::descend, "poster", STACK);
      poster.start();
      poster.join();
      Set<Long> completed = new HashSet<>();
      if (!receives) {
        drain(pair, completed, sweep.taken.size(), false);
        EpState state = client.ep().getStatus().state();
        assertTrue(
            client.ep().getStatus().requestIdle(),
            () -> "outstanding after " + sweep.thrown + " errors in " + state);
        if (state == EpState.CONNECTED) {
          pair.exchange();
        }
      }
      client.ep().disconnect(CloseFlags.ABRUPT);
      drain(pair, completed, sweep.taken.size(), true);
      assertTrue(completed.containsAll(sweep.taken), () -> completed + " of " + sweep.taken);
      for (DatConnection end : List.of(client, pair.server)) {
        awaitEnd(end);
        assertEquals(EpState.DISCONNECTED, end.ep().getStatus().state());
      }
      if (name.equals("loopback0") || other.isConnected()) {
        other.exchange();
      } else {
        // A post of tcp reads other connections, too: the error has ended the one that it struck.
        awaitEnd(other.client);
        awaitEnd(other.server);
      }
      try (Pair fresh = new Pair(ia, listener)) {
        fresh.exchange();
      }
      return sweep.thrown;
    }
  }

  /** Takes completions until all posts have theirs and nothing is outstanding. */
  private static void drain(Pair pair, Set<Long> completed, int posts, boolean both) {
    DatEvent event = new DatEvent();
    long begin = System.nanoTime();
    while (System.nanoTime() - begin < PATIENCE_NANOS
        && (completed.size() < posts || !isIdle(pair, both))) {
      for (Evd evd : List.of(pair.client.requestEvd(), pair.client.recvEvd())) {
        while (evd.dequeue(event) == DatReturn.SUCCESS) {
          completed.add(event.cookie());
        }
      }
      for (Evd evd : List.of(pair.server.recvEvd(), pair.server.requestEvd())) {
        while (evd.dequeue(event) == DatReturn.SUCCESS) {
          assertEquals(EventNumber.DTO_COMPLETION_EVENT, event.number());
        }
      }
      if (pair.client.requestEvd().await(LOOK_MICROS, 1, event) == DatReturn.SUCCESS) {
        completed.add(event.cookie());
      }
    }
    assertTrue(isIdle(pair, both), "outstanding");
  }

  private static boolean isIdle(Pair pair, boolean both) {
    return pair.client.ep().getStatus().requestIdle()
        && (!both
            || pair.client.ep().getStatus().recvIdle()
                && pair.server.ep().getStatus().requestIdle()
                && pair.server.ep().getStatus().recvIdle());
  }

  private static void awaitEnd(DatConnection end) {
    DatEvent event = new DatEvent();
    assertEquals(
        DatReturn.SUCCESS, end.connectEvd().await(PATIENCE_NANOS / 1000, 1, event), "no end told");
    assertTrue(
        event.number() == EventNumber.CONNECTION_EVENT_DISCONNECTED
            || event.number() == EventNumber.CONNECTION_EVENT_BROKEN,
        event::toString);
  }
}
