package org.dat4j.rsm.spi;

import static org.dat4j.rsm.spi.Fixture.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.Pipe;
import java.nio.channels.SelectableChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PollWaitTest {
  private static final Set<Thread.State> PARKED =
      Set.of(Thread.State.WAITING, Thread.State.TIMED_WAITING);

  private final Fixture fixture = new Fixture();
  private final PollFd exportFd = new PollFd();
  private final PollFd importFd = new PollFd();
  private final PollFd[] both = {exportFd, importFd};
  private final int[] found = new int[1];
  private ExportSegment export;
  private ImportSegment segment;

  @BeforeEach
  void connect() {
    export = fixture.published();
    segment = fixture.connected(Permission.READ);
    export.getPollfd(exportFd);
    segment.getPollfd(importFd);
  }

  @Test
  void oneSignalOfEachReadySegmentIsTaken() {
    export.post(0);
    segment.post(0);
    segment.post(0);
    assertEquals(0, Rsm.awaitPollfd(both, 2, 0, found));
    assertEquals(2, found[0]);
    assertEquals(PollFd.POLLRDNORM, importFd.revents());
    assertEquals(0, Rsm.awaitPollfd(both, 2, -1, null));
    assertEquals(PollFd.POLLRDNORM, exportFd.revents());
    assertEquals(0, importFd.revents());
    assertEquals(RsmReturn.TIMEOUT, Rsm.awaitPollfd(both, 2, 1, found));
    assertEquals(0, found[0]);
    assertEquals(0, exportFd.revents());
  }

  @Test
  void aSignalWakesTheWait() throws Exception {
    CompletableFuture<Integer> wait =
        CompletableFuture.supplyAsync(() -> Rsm.awaitPollfd(both, 2, 60_000, found));
    export.post(0);
    assertEquals(0, wait.get(30, TimeUnit.SECONDS));
    assertEquals(1, found[0]);
  }

  @Test
  void anInterruptEndsTheWaitAndTakesNothing() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CompletableFuture<Integer> result = new CompletableFuture<>();
    CompletableFuture<Boolean> flag = new CompletableFuture<>();
    Thread thread =
        new Thread(
            () -> {
              started.countDown();
              result.complete(Rsm.awaitPollfd(both, 2, -1, null));
              flag.complete(Thread.currentThread().isInterrupted());
            });
    thread.start();
    assertTrue(started.await(30, TimeUnit.SECONDS));
    thread.interrupt();
    assertEquals(RsmReturn.INTERRUPTED, result.get(30, TimeUnit.SECONDS));
    assertTrue(flag.get(30, TimeUnit.SECONDS));
  }

  @Test
  void channelsCountBesideSegments() throws IOException {
    Pipe pipe = Pipe.open();
    pipe.source().configureBlocking(false);
    PollFd fd = new PollFd(pipe.source(), PollFd.POLLIN);
    PollFd[] fds = {exportFd, fd};
    assertEquals(RsmReturn.TIMEOUT, Rsm.awaitPollfd(fds, 2, 1, found));
    pipe.sink().write(ByteBuffer.allocate(1));
    assertEquals(0, Rsm.awaitPollfd(fds, 2, 30_000, found));
    assertEquals(1, found[0]);
    assertEquals(PollFd.POLLIN, fd.revents());
    assertEquals(0, exportFd.revents());
    segment.post(0);
    assertEquals(0, Rsm.awaitPollfd(fds, 2, 30_000, found));
    assertEquals(2, found[0]);
    pipe.source().close();
    assertEquals(0, Rsm.awaitPollfd(fds, 2, 0, found));
    assertEquals(PollFd.POLLNVAL, fd.revents());
    pipe.sink().configureBlocking(false);
    PollFd out = new PollFd(pipe.sink(), PollFd.POLLOUT);
    pipe.sink().close();
    assertEquals(0, Rsm.awaitPollfd(new PollFd[] {out}, 1, 0, found));
  }

  @Test
  void aSignalWakesAWaitOverChannelsToo() throws Exception {
    Pipe pipe = Pipe.open();
    pipe.source().configureBlocking(false);
    PollFd[] fds = {exportFd, new PollFd(pipe.source(), PollFd.POLLIN)};
    CompletableFuture<Integer> wait =
        CompletableFuture.supplyAsync(() -> Rsm.awaitPollfd(fds, 2, 60_000, found));
    segment.post(0);
    assertEquals(0, wait.get(30, TimeUnit.SECONDS));
    assertEquals(PollFd.POLLRDNORM, exportFd.revents());
    pipe.sink().close();
    pipe.source().close();
  }

  @Test
  void impossibleArgumentsAreRefused() throws IOException {
    refused(RsmReturn.BAD_ADDR, () -> Rsm.awaitPollfd(null, 1, 0, null));
    refused(RsmReturn.BAD_ARGS_ERRORS, () -> Rsm.awaitPollfd(both, 3, 0, null));
    refused(RsmReturn.BAD_ARGS_ERRORS, () -> Rsm.awaitPollfd(both, -1, 0, null));
    refused(RsmReturn.BAD_ADDR, () -> Rsm.awaitPollfd(new PollFd[1], 1, 0, null));
    refused(RsmReturn.BAD_ADDR, () -> Rsm.awaitPollfd(both, 1, 0, new int[0]));
    assertEquals(RsmReturn.TIMEOUT, Rsm.awaitPollfd(null, 0, 0, null));
    Pipe pipe = Pipe.open();
    refused(
        RsmReturn.BAD_ARGS_ERRORS,
        () -> Rsm.awaitPollfd(new PollFd[] {new PollFd(pipe.source(), PollFd.POLLIN)}, 1, 0, null));
  }

  @Test
  void anEntryWithoutReferenceIsNotOpen() {
    segment.post(0);
    export.releasePollfd();
    assertEquals(0, Rsm.awaitPollfd(both, 2, 0, found));
    assertEquals(PollFd.POLLNVAL, exportFd.revents());
    assertEquals(0, export.await(0), "the signal is still there");
    assertTrue(exportFd.fd() != importFd.fd());
  }

  /** Starts an unlimited wait for one entry, and returns its code when it has parked. */
  private static FutureTask<Integer> parked(PollFd fd) {
    FutureTask<Integer> wait =
        new FutureTask<>(() -> Rsm.awaitPollfd(new PollFd[] {fd}, 1, -1, null));
    Thread thread = new Thread(wait);
    thread.setDaemon(true);
    thread.start();
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
    while (!PARKED.contains(thread.getState())) {
      assertTrue(System.nanoTime() - end < 0, "the wait parks within 30 s");
      Thread.onSpinWait();
    }
    return wait;
  }

  @Test
  void theLastReleaseOfAReferenceEndsTheWait() throws Exception {
    FutureTask<Integer> wait = parked(importFd);
    segment.releasePollfd();
    assertEquals(0, wait.get(30, TimeUnit.SECONDS));
    assertEquals(PollFd.POLLNVAL, importFd.revents());
  }

  @Test
  void theReleaseOfTheControllerEndsTheWait() throws Exception {
    FutureTask<Integer> wait = parked(exportFd);
    fixture.controller.release();
    assertEquals(0, wait.get(30, TimeUnit.SECONDS));
    assertEquals(PollFd.POLLNVAL, exportFd.revents());
  }

  @Test
  void segmentsWithReferencesCanBeEndedAfterTheReleaseOfTheController() {
    fixture.controller.release();
    refused(RsmReturn.BAD_SEG_HNDL, export::releasePollfd);
    export.destroy();
    segment.disconnect();
  }

  @Test
  void twoEntriesOfOneChannelEachGetTheirEvents() throws IOException {
    Pipe pipe = Pipe.open();
    pipe.sink().configureBlocking(false);
    PollFd out = new PollFd(pipe.sink(), PollFd.POLLOUT);
    PollFd none = new PollFd(pipe.sink(), PollFd.POLLIN);
    assertEquals(0, Rsm.awaitPollfd(new PollFd[] {out, none}, 2, 30_000, found));
    assertEquals(1, found[0]);
    assertEquals(PollFd.POLLOUT, out.revents());
    assertEquals(0, none.revents());
    pipe.sink().close();
    pipe.source().close();
  }

  @Test
  void aChannelThatIsClosedBesideTheCallIsNotOpen() throws IOException {
    try (SelectableChannel closing = new ClosingChannel()) {
      PollFd fd = new PollFd(closing, PollFd.POLLIN);
      assertEquals(0, Rsm.awaitPollfd(new PollFd[] {fd}, 1, 0, found));
      assertEquals(PollFd.POLLNVAL, fd.revents());
    }
  }

  /** A channel that another thread closes between the check of the arguments and its selection. */
  private static final class ClosingChannel extends SelectableChannel {
    @Override
    public SelectorProvider provider() {
      return SelectorProvider.provider();
    }

    @Override
    public int validOps() {
      return SelectionKey.OP_READ;
    }

    @Override
    public boolean isRegistered() {
      return false;
    }

    @Override
    public SelectionKey keyFor(Selector selector) {
      return null;
    }

    @Override
    public SelectionKey register(Selector selector, int operations, Object attachment)
        throws ClosedChannelException {
      throw new ClosedChannelException();
    }

    @Override
    public SelectableChannel configureBlocking(boolean block) {
      return this;
    }

    @Override
    public boolean isBlocking() {
      return false;
    }

    @Override
    public Object blockingLock() {
      return this;
    }

    @Override
    protected void implCloseChannel() {}
  }
}
