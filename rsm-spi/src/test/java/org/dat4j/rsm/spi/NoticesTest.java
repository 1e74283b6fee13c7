package org.dat4j.rsm.spi;

import static org.dat4j.rsm.spi.Fixture.refused;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.ImporterInfo;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.Test;

/** Tests of the reports of aborted imports to importers and of lost importers to exporters. */
class NoticesTest {
  private static final long PATIENCE_SECONDS = 30;

  private final Fixture fixture = new Fixture();
  private final ExportSegment export = fixture.published();
  private final ImportSegment segment = fixture.connected(Permission.READ);

  private static <T> T soon(CompletionStage<T> stage) throws Exception {
    return stage.toCompletableFuture().get(PATIENCE_SECONDS, TimeUnit.SECONDS);
  }

  private static void endsAsGone(CompletionStage<?> stage) {
    Throwable cause = assertThrows(ExecutionException.class, () -> soon(stage)).getCause();
    assertEquals(RsmReturn.BAD_SEG_HNDL, ((RsmException) cause).code());
  }

  @Test
  void pendingSignalsComeBeforeTheAbort() {
    export.post(0);
    export.post(0);
    export.unpublish();
    assertEquals(RsmReturn.SUCCESS, segment.awaitOrAborted(-1));
    assertEquals(RsmReturn.SUCCESS, segment.awaitOrAborted(0));
    assertEquals(RsmReturn.CONN_ABORTED, segment.awaitOrAborted(-1));
    assertEquals(RsmReturn.CONN_ABORTED, segment.awaitOrAborted(0));
    assertEquals(RsmReturn.TIMEOUT, segment.await(0));
  }

  @Test
  void waitsOfAConnectedImportEndAsThePlainOnes() {
    assertEquals(RsmReturn.TIMEOUT, segment.awaitOrAborted(1));
    Thread.currentThread().interrupt();
    assertEquals(RsmReturn.INTERRUPTED, segment.awaitOrAborted(-1));
    assertTrue(Thread.interrupted());
    segment.disconnect();
    refused(RsmReturn.BAD_SEG_HNDL, () -> segment.awaitOrAborted(0));
    refused(RsmReturn.BAD_SEG_HNDL, segment::aborted);
  }

  @Test
  void theStageCompletesAtTheAbortInAnotherThread() throws Exception {
    CompletionStage<Void> stage = segment.aborted();
    assertFalse(stage.toCompletableFuture().isDone());
    CompletionStage<Thread> by = stage.thenApply(nothing -> Thread.currentThread());
    export.unpublish();
    soon(stage);
    assertFalse(Thread.currentThread().equals(soon(by)));
    soon(segment.aborted());
    segment.disconnect();
    soon(stage);
  }

  @Test
  void nobodyElseCompletesTheStage() throws Exception {
    segment.aborted().toCompletableFuture().complete(null);
    assertFalse(segment.aborted().toCompletableFuture().isDone());
  }

  @Test
  void theStageFailsWhenTheImportEndsHere() {
    CompletionStage<Void> stage = segment.aborted();
    segment.disconnect();
    export.unpublish();
    endsAsGone(stage);
  }

  @Test
  void theStageFailsWhenTheControllerIsReleased() {
    CompletionStage<Void> stage = segment.aborted();
    fixture.controller.release();
    endsAsGone(stage);
  }

  @Test
  void aWaitOverSeveralEndsAtAnAbort() throws Exception {
    ExportSegment other = new Fixture().published();
    PollFd[] fds = {new PollFd(), new PollFd()};
    segment.getPollfd(fds[0]);
    other.getPollfd(fds[1]);
    int[] found = new int[1];
    assertEquals(RsmReturn.TIMEOUT, Rsm.awaitPollfdOrAborted(fds, 2, 1, found));
    CompletableFuture<Integer> wait =
        CompletableFuture.supplyAsync(() -> Rsm.awaitPollfdOrAborted(fds, 2, -1, found));
    export.post(0);
    assertEquals(RsmReturn.SUCCESS, soon(wait));
    export.post(0);
    export.unpublish();
    assertEquals(RsmReturn.SUCCESS, Rsm.awaitPollfdOrAborted(fds, 2, -1, found));
    assertEquals(PollFd.POLLRDNORM, fds[0].revents());
    assertEquals(RsmReturn.CONN_ABORTED, Rsm.awaitPollfdOrAborted(fds, 2, -1, found));
    assertEquals(PollFd.POLLHUP, fds[0].revents());
    assertEquals(0, fds[1].revents());
    assertEquals(1, found[0]);
    assertEquals(RsmReturn.TIMEOUT, Rsm.awaitPollfd(fds, 2, 0, found));
    assertEquals(0, fds[0].revents());
    segment.releasePollfd();
    assertEquals(RsmReturn.SUCCESS, Rsm.awaitPollfdOrAborted(fds, 2, 0, found));
    assertEquals(PollFd.POLLNVAL, fds[0].revents());
  }

  @Test
  void anAbortWakesAWaitOverSeveral() throws Exception {
    PollFd[] fds = {new PollFd()};
    segment.getPollfd(fds[0]);
    CompletableFuture<Integer> wait =
        CompletableFuture.supplyAsync(() -> Rsm.awaitPollfdOrAborted(fds, 1, -1, null));
    export.unpublish();
    assertEquals(RsmReturn.CONN_ABORTED, soon(wait));
  }

  @Test
  void importersAreListedAndTheirDeathsTold() throws Exception {
    ImportSegment second = fixture.connected(Permission.READ);
    List<ImporterInfo> both = export.importers();
    assertEquals(2, both.size());
    assertThrows(UnsupportedOperationException.class, both::clear);
    BlockingQueue<ImporterInfo> lost = new LinkedBlockingQueue<>();
    export.onImporterLost(
        importer -> {
          throw new IllegalStateException("a listener that fails");
        });
    export.onImporterLost(lost::add);
    FakeProvider.lose(second);
    assertEquals(both.get(1), lost.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
    assertEquals(List.of(both.get(0)), export.importers());
    refused(RsmReturn.BAD_ADDR, () -> export.onImporterLost(null));
    export.destroy();
    refused(RsmReturn.BAD_SEG_HNDL, export::importers);
    refused(RsmReturn.BAD_SEG_HNDL, () -> export.onImporterLost(lost::add));
  }

  @Test
  void anAbortIsToldWhileTheCommonPoolIsBlocked() throws Exception {
    CountDownLatch release = new CountDownLatch(1);
    CompletionStage<Void> stage = segment.aborted();
    List<ForkJoinTask<?>> blockers = new ArrayList<>();
    try {
      for (int i = 0; i < ForkJoinPool.getCommonPoolParallelism(); i++) {
        blockers.add(
            ForkJoinPool.commonPool()
                .submit(
                    () -> {
                      release.await();
                      return null;
                    }));
      }
      export.unpublish();
      soon(stage);
    } finally {
      release.countDown();
    }
    for (ForkJoinTask<?> blocker : blockers) {
      blocker.get(PATIENCE_SECONDS, TimeUnit.SECONDS);
    }
  }

  @Test
  void listenersThatBlockDoNotKeepOthersFromBeingTold() throws Exception {
    int blocking = 2 * ForkJoinPool.getCommonPoolParallelism() + 2;
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(blocking);
    BlockingQueue<ImporterInfo> lost = new LinkedBlockingQueue<>();
    for (int i = 0; i < blocking; i++) {
      export.onImporterLost(
          importer -> {
            awaitQuietly(release);
            ended.countDown();
          });
    }
    export.onImporterLost(lost::add);
    try {
      ImporterInfo gone = export.importers().get(0);
      FakeProvider.lose(segment);
      assertEquals(gone, lost.poll(PATIENCE_SECONDS, TimeUnit.SECONDS));
    } finally {
      release.countDown();
    }
    assertTrue(ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS), "all listeners were told");
  }

  @Test
  void noticesBeyondTheMostThreadsWaitForOne() throws Exception {
    int blocking = Notices.MAX_THREADS + 20;
    CountDownLatch release = new CountDownLatch(1);
    CountDownLatch ended = new CountDownLatch(blocking);
    try {
      for (int i = 0; i < blocking; i++) {
        Notices.run(
            () -> {
              awaitQuietly(release);
              ended.countDown();
            });
      }
      long threads =
          Thread.getAllStackTraces().keySet().stream()
              .filter(each -> each.getName().equals("dat4j-rsm-notices"))
              .count();
      assertTrue(threads <= Notices.MAX_THREADS, threads + " threads");
    } finally {
      release.countDown();
    }
    assertTrue(ended.await(PATIENCE_SECONDS, TimeUnit.SECONDS), "all notices have run");
  }

  private static void awaitQuietly(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
