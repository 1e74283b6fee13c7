package org.dat4j.rsm.librsm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmRegistry;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SignalFlags;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of signals and waits over librsm, and of calls that use a segment while it ends. */
@ExtendWith(NeedsDouble.class)
class LibrarySignalsTest {
  private static final int LIMIT_SECONDS = 60;
  private static final int LIMIT_MILLIS = LIMIT_SECONDS * 1000;
  private static final int ROUNDS = 50;

  private static <T> FutureTask<T> start(Callable<T> work) {
    FutureTask<T> task = new FutureTask<>(work);
    Thread thread = new Thread(task);
    thread.setDaemon(true);
    thread.start();
    return task;
  }

  @Test
  void flagOfAPostReachesTheLibrary() {
    try (Scene scene = new Scene(1);
        ImportSegment segment = scene.ready()) {
      DoubleControl.double_watch("rsm_intr_signal_post");
      assertEquals(0, segment.post(SignalFlags.NO_ACCUMULATE));
      assertEquals(2, DoubleControl.argument(1));
      assertEquals(0, segment.post(0));
      assertEquals(0, DoubleControl.argument(1));
      for (int code = 1; code <= 45; code++) {
        DoubleControl.double_fail("rsm_intr_signal_post", code);
        assertEquals(code, scene.export.post(0));
      }
    }
  }

  @Test
  void noticesAreDeclaredAbsentAndRefused() {
    assertFalse(RsmRegistry.builder().build().getHosting("wrsm0").notices());
    try (Scene scene = new Scene(1);
        ImportSegment segment = scene.ready()) {
      PollFd fd = new PollFd();
      segment.getPollfd(fd);
      PollFd[] fds = {fd};
      int code = RsmReturn.UNSUPPORTED_OPERATION;
      Scene.refused(code, () -> segment.awaitOrAborted(0));
      Scene.refused(code, segment::aborted);
      Scene.refused(code, () -> Rsm.awaitPollfdOrAborted(fds, 1, 0, null));
      Scene.refused(code, scene.export::importers);
      Scene.refused(code, () -> scene.export.onImporterLost(importer -> {}));
      scene.export.post(0);
      assertEquals(RsmReturn.SUCCESS, Rsm.awaitPollfd(fds, 1, LIMIT_MILLIS, null));
      segment.releasePollfd();
    }
  }

  @Test
  void everyPostSatisfiesOneWait() {
    try (Scene scene = new Scene(1);
        ImportSegment one = scene.ready();
        ImportSegment two = scene.ready()) {
      one.post(0);
      two.post(0);
      assertEquals(0, scene.export.await(LIMIT_MILLIS));
      assertEquals(0, scene.export.await(0));
      assertEquals(RsmReturn.TIMEOUT, scene.export.await(0));
      scene.export.post(0);
      assertEquals(0, one.await(0));
      assertEquals(0, two.await(-1));
      assertEquals(RsmReturn.TIMEOUT, two.await(1));
    }
  }

  @Test
  void codesOfAWaitThatAreNotAboutTimeAreReturned() {
    try (Scene scene = new Scene(1)) {
      DoubleControl.double_fail("rsm_intr_signal_wait", RsmReturn.INSUFFICIENT_RESOURCES);
      assertEquals(RsmReturn.INSUFFICIENT_RESOURCES, scene.export.await(LIMIT_MILLIS));
      DoubleControl.double_fail("rsm_intr_signal_wait", RsmReturn.BAD_ARGS_ERRORS);
      assertEquals(RsmReturn.BAD_ARGS_ERRORS, scene.export.await(0));
    }
  }

  @Test
  void interruptEndsAWaitWithoutLimit() throws Exception {
    try (Scene scene = new Scene(1)) {
      boolean[] flag = new boolean[1];
      FutureTask<Integer> wait =
          new FutureTask<>(
              () -> {
                int code = scene.export.await(-1);
                flag[0] = Thread.interrupted();
                return code;
              });
      Thread thread = new Thread(wait);
      thread.start();
      thread.interrupt();
      assertEquals(RsmReturn.INTERRUPTED, wait.get(LIMIT_SECONDS, TimeUnit.SECONDS));
      assertTrue(flag[0]);
    }
  }

  @Test
  void signalOfASystemCallIsNoReasonToEndAWait() {
    try (Scene scene = new Scene(1)) {
      DoubleControl.double_fail("rsm_intr_signal_wait", RsmReturn.INTERRUPTED);
      assertEquals(RsmReturn.TIMEOUT, scene.export.await(1));
    }
  }

  @Test
  void pollOverSeveralSegmentsFindsTheOneThatWasSignalled() throws Exception {
    try (Scene scene = new Scene(1);
        Scene other = new Scene(1);
        ImportSegment segment = scene.ready();
        ImportSegment elsewhere = other.ready()) {
      PollFd[] fds = {new PollFd(), new PollFd()};
      scene.export.getPollfd(fds[0]);
      other.export.getPollfd(fds[1]);
      for (int i = 0; i < ROUNDS; i++) {
        int signalled = i % 2;
        int[] found = new int[1];
        CountDownLatch started = new CountDownLatch(1);
        FutureTask<Integer> wait =
            start(
                () -> {
                  started.countDown();
                  return Rsm.awaitPollfd(fds, 2, LIMIT_MILLIS, found);
                });
        started.await();
        assertEquals(0, (signalled == 0 ? segment : elsewhere).post(0));
        assertEquals(0, wait.get(LIMIT_SECONDS, TimeUnit.SECONDS));
        assertEquals(1, found[0]);
        assertEquals(PollFd.POLLRDNORM, fds[signalled].revents());
        assertEquals(0, fds[1 - signalled].revents());
      }
      assertEquals(RsmReturn.TIMEOUT, Rsm.awaitPollfd(fds, 2, 0, null));
      Scene.refused(RsmReturn.POLLFD_IN_USE, scene.export::destroy);
      scene.export.releasePollfd();
      other.export.releasePollfd();
    }
  }

  @Test
  void signalTakenForAPollIsThereForAWait() throws Exception {
    try (Scene scene = new Scene(1);
        ImportSegment segment = scene.ready()) {
      scene.export.getPollfd(new PollFd());
      for (int i = 0; i < ROUNDS; i++) {
        segment.post(0);
        assertEquals(0, scene.export.await(LIMIT_MILLIS));
      }
      segment.post(0);
      scene.export.releasePollfd();
      assertEquals(0, scene.export.await(LIMIT_MILLIS));
      assertEquals(RsmReturn.TIMEOUT, scene.export.await(0));
    }
  }

  @Test
  void segmentCanEndWhileItIsPolled() {
    for (int i = 0; i < ROUNDS; i++) {
      try (Scene scene = new Scene(1)) {
        ImportSegment segment = scene.ready();
        segment.getPollfd(new PollFd());
        scene.export.getPollfd(new PollFd());
        segment.close();
      }
    }
  }

  @Test
  void everyCodeOfAPollReferenceComesBack() {
    try (Scene scene = new Scene(1)) {
      for (int code = 1; code <= 45; code++) {
        DoubleControl.double_fail("rsm_memseg_get_pollfd", code);
        Scene.refused(code, () -> scene.export.getPollfd(new PollFd()));
      }
    }
  }

  @Test
  void endOfASegmentEndsItsWait() throws Exception {
    try (Scene scene = new Scene(1)) {
      ImportSegment segment = scene.ready();
      CountDownLatch started = new CountDownLatch(1);
      FutureTask<Integer> wait =
          start(
              () -> {
                started.countDown();
                return segment.await(-1);
              });
      started.await();
      segment.disconnect();
      try {
        wait.get(LIMIT_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        assertEquals(RsmReturn.BAD_SEG_HNDL, ((RsmException) e.getCause()).code());
      }
    }
  }

  @Test
  void noCallHasTheHandleOfASegmentThatHasEnded() throws Exception {
    try (Scene scene = new Scene(1)) {
      for (int i = 0; i < ROUNDS; i++) {
        ImportSegment segment = scene.ready();
        CountDownLatch started = new CountDownLatch(2);
        Callable<RsmException> work =
            () -> {
              byte[] data = new byte[16];
              started.countDown();
              try {
                while (true) {
                  segment.put8(0, data, 0, 16);
                  segment.post(0);
                }
              } catch (RsmException e) {
                return e;
              }
            };
        FutureTask<RsmException> one = start(work);
        FutureTask<RsmException> two = start(work);
        started.await();
        segment.disconnect();
        assertEquals(RsmReturn.BAD_SEG_HNDL, one.get(LIMIT_SECONDS, TimeUnit.SECONDS).code());
        assertEquals(RsmReturn.BAD_SEG_HNDL, two.get(LIMIT_SECONDS, TimeUnit.SECONDS).code());
        while (scene.export.await(0) == RsmReturn.SUCCESS) {
          // The pipe of the double holds more than one signal.
        }
      }
    }
  }
}
