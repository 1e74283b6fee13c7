package org.dat4j.conformance.rsm;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;

import java.nio.ByteBuffer;
import java.nio.channels.Pipe;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.conformance.rsm.fixture.ConnectedSegment;
import org.dat4j.conformance.rsm.fixture.RsmCheck;
import org.dat4j.conformance.rsm.fixture.RsmRegistryUnderTest;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.conformance.rsm.fixture.SameJvm;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.RsmSegment;
import org.dat4j.rsm.SignalFlags;
import org.junit.jupiter.api.Test;

/**
 * Tests of RSM signals, with which one side of a segment wakes a thread of the other, and of poll
 * descriptors for several segments.
 */
class SignalClauses extends RsmTest {
  private static final int ENDINGS = 10;

  /** Time limit for the end of a wait, in milliseconds; much shorter than the waits themselves. */
  private static final int WAKING = 5_000;

  /** Time for a thread to be seen waiting, in milliseconds; it need not be seen. */
  private static final int SETTLING = 100;

  @Test
  @OtherSide(BUSY)
  @Clauses({
    "rsm_intr_signal_post.01",
    "rsm_intr_signal_post.02",
    "rsm_intr_signal_post.03",
    "rsm_intr_signal_post.04"
  })
  void signalsReachTheOtherSideFirst() throws Exception {
    signalsReachTheOtherSide();
  }

  @Test
  @Clauses({"rsm_intr_signal_post.08", "rsm_intr_signal_post.10", "rsm_intr_signal_post.18"})
  void signalsReachTheOtherSideSecond() throws Exception {
    signalsReachTheOtherSide();
  }

  private void signalsReachTheOtherSide() throws Exception {
    ExportSegment export = export();
    clause("rsm_intr_signal_post.18").gives(() -> export.post(0), RsmReturn.SUCCESS);
    int id = freshId();
    export.publish(id, null);
    clause("rsm_intr_signal_post.10").gives(() -> export.post(0), RsmReturn.SUCCESS);
    ImportSegment one = ready(id, Permission.READ);
    ImportSegment two = ready(id, Permission.WRITE);
    clause("rsm_intr_signal_post.10").gives(() -> one.await(0), RsmReturn.TIMEOUT);
    clause("rsm_intr_signal_post.18").gives(() -> two.await(0), RsmReturn.TIMEOUT);
    clause("rsm_intr_signal_post.01").gives(() -> one.post(0), RsmReturn.SUCCESS);
    clause("rsm_intr_signal_post.03").gives(() -> export.await(PATIENCE), RsmReturn.SUCCESS);
    for (RsmSegment quiet : List.of(one, two, export)) {
      clause("rsm_intr_signal_post.03").gives(() -> quiet.await(0), RsmReturn.TIMEOUT);
    }
    peer().ask("connect " + id + " 0400");
    clause("rsm_intr_signal_post.01").gives(() -> export.post(0), RsmReturn.SUCCESS);
    clause("rsm_intr_signal_post.04").gives(() -> one.await(PATIENCE), RsmReturn.SUCCESS);
    clause("rsm_intr_signal_post.04").gives(() -> two.await(PATIENCE), RsmReturn.SUCCESS);
    clause("rsm_intr_signal_post.04")
        .equal(0, peer().ask("waitimport " + id + " " + PATIENCE), "in another process");
    clause("rsm_intr_signal_post.04").gives(() -> export.await(0), RsmReturn.TIMEOUT);
    export.unpublish();
    clause("rsm_intr_signal_post.08").gives(() -> one.post(0), RsmReturn.CONN_ABORTED);
    one.disconnect();
    clause("rsm_intr_signal_post.02").gives(() -> one.post(0), RsmReturn.BAD_SEG_HNDL);
    clause("rsm_intr_signal_post.02").gives(() -> one.await(0), RsmReturn.BAD_SEG_HNDL);
    export.destroy();
    clause("rsm_intr_signal_post.02").gives(() -> export.post(0), RsmReturn.BAD_SEG_HNDL);
    clause("rsm_intr_signal_post.02").gives(() -> export.await(0), RsmReturn.BAD_SEG_HNDL);
    peer().ask("disconnect " + id);
  }

  @Test
  @OtherSide(FREED)
  @Clauses({
    "rsm_intr_signal_post.05",
    "rsm_intr_signal_post.06",
    "rsm_intr_signal_post.07",
    "rsm_intr_signal_post.14"
  })
  void signalsAccumulateUnlessToldNotTo() throws Exception {
    ConnectedSegment link = link();
    for (int n = 0; n < 20; n++) {
      for (int i = 0; i < n; i++) {
        link.importer().post(0);
      }
      for (int i = 0; i < n; i++) {
        clause("rsm_intr_signal_post.05").gives(() -> link.export().await(PATIENCE), 0);
      }
      clause("rsm_intr_signal_post.05").gives(() -> link.export().await(0), RsmReturn.TIMEOUT);
    }
    for (List<RsmSegment> way :
        List.of(
            List.<RsmSegment>of(link.importer(), link.export()),
            List.<RsmSegment>of(link.export(), link.importer()))) {
      signalsAreDroppedWhereOneIsPending(way.get(0), way.get(1));
    }
    link.export().post(0);
    clause("rsm_intr_signal_post.05").gives(() -> link.importer().await(PATIENCE), 0);
    clause("rsm_intr_signal_post.05").gives(() -> link.importer().await(0), RsmReturn.TIMEOUT);
    link.export().post(0);
    link.export().post(0);
    abort(link.export());
    clause("rsm_intr_signal_post.14").gives(() -> link.importer().await(PATIENCE), 0);
    clause("rsm_intr_signal_post.14").gives(() -> link.importer().await(PATIENCE), 0);
    clause("rsm_intr_signal_post.14").gives(() -> link.importer().await(1), RsmReturn.TIMEOUT);
  }

  private void signalsAreDroppedWhereOneIsPending(RsmSegment from, RsmSegment to) throws Exception {
    boolean dropped =
        sometime(
            () -> {
              for (int i = 0; i < 3; i++) {
                clause("rsm_intr_signal_post.06")
                    .gives(() -> from.post(SignalFlags.NO_ACCUMULATE), RsmReturn.SUCCESS);
              }
              int come = drain(to);
              clause("rsm_intr_signal_post.06").that(come > 0, "the first is not dropped");
              return come == 1;
            });
    clause("rsm_intr_signal_post.06").that(dropped, "two of three are dropped");
    from.post(SignalFlags.NO_ACCUMULATE);
    from.post(0);
    clause("rsm_intr_signal_post.07").gives(() -> to.await(PATIENCE), RsmReturn.SUCCESS);
    clause("rsm_intr_signal_post.07").gives(() -> to.await(PATIENCE), RsmReturn.SUCCESS);
    clause("rsm_intr_signal_post.07").gives(() -> to.await(0), RsmReturn.TIMEOUT);
  }

  @Test
  @OtherSide(BUSY)
  @Clauses({"rsm_intr_signal_post.11", "rsm_intr_signal_post.12", "rsm_intr_signal_post.13"})
  void waitsEnd() throws Exception {
    ConnectedSegment link = link();
    for (int timeout : new int[] {0, 20, 120}) {
      for (RsmSegment segment : List.of(link.export(), link.importer())) {
        long start = System.nanoTime();
        clause("rsm_intr_signal_post.11").gives(() -> segment.await(timeout), RsmReturn.TIMEOUT);
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
        clause("rsm_intr_signal_post.11").that(millis >= timeout - 1, "waited " + millis + " ms");
      }
    }
    BackgroundCall<Integer> waiter = background(() -> link.export().await(-1));
    link.importer().post(0);
    clause("rsm_intr_signal_post.12").equal(0, (int) waiter.get(), "code of the wait");
    for (int timeout : new int[] {-1, PATIENCE}) {
      BackgroundCall<Integer> stopped =
          background(
              () -> {
                int code = link.export().await(timeout);
                return Thread.interrupted() ? code : -1;
              });
      stopped.interrupt();
      clause("rsm_intr_signal_post.13").equal(RsmReturn.INTERRUPTED, (int) stopped.get(), "code");
      link.importer().post(0);
      clause("rsm_intr_signal_post.13").gives(() -> link.export().await(PATIENCE), 0);
    }
  }

  @Test
  @Clauses("rsm_intr_signal_post.19")
  void waitsEndWithTheirOwnSegment() throws Exception {
    for (int round = 0; round < ENDINGS; round++) {
      boolean begun = round % 2 == 0;
      ExportSegment export = export();
      ended(begun, export::destroy, export);
      ConnectedSegment link = link();
      ended(begun, link.importer()::disconnect, link.importer());
      ended(begun, link.export()::destroy, link.export(), link.export());
    }
  }

  @Test
  @Clauses("rsm_intr_signal_post.19")
  void waitsEndWithTheirController() throws Exception {
    RsmRegistryUnderTest registry = alone();
    int home = registry.getInterconnectTopology().localNodeId();
    for (int round = 0; round < ENDINGS / 2; round++) {
      RsmController own = registry.getController(name());
      ExportSegment export = own.createExportSegment(memory(1), 0);
      atEnd(export::close);
      int id = freshId();
      export.publish(id, null);
      ImportSegment segment = own.connectImportSegment(home, id, Permission.READ);
      atEnd(segment::close);
      ended(round % 2 == 0, own::release, export, segment);
      segment.disconnect();
      export.destroy();
    }
  }

  /** Ends what waits without limit stand on, while they wait or beside their begin. */
  private void ended(boolean begun, Action ending, RsmSegment... segments) throws Exception {
    CountDownLatch start = new CountDownLatch(segments.length);
    List<BackgroundCall<Integer>> waiters =
        Stream.of(segments)
            .map(
                segment ->
                    background(
                        () -> {
                          start.countDown();
                          return RsmCheck.code(() -> segment.await(-1));
                        }))
            .toList();
    start.await(PATIENCE, TimeUnit.MILLISECONDS);
    if (begun) {
      within(SETTLING, () -> waiters.stream().allMatch(waiter -> waiter.waitsIn("await")));
    }
    ending.run();
    String when = begun ? "begun before" : "beside its begin";
    for (BackgroundCall<Integer> waiter : waiters) {
      clause("rsm_intr_signal_post.19")
          .requireInTime(within(WAKING, waiter::done), "a wait ends with its segment, " + when);
      clause("rsm_intr_signal_post.19").gives(waiter::get, RsmReturn.BAD_SEG_HNDL);
    }
  }

  @Test
  @Clauses({"rsm_intr_signal_post.15", "rsm_intr_signal_post.16"})
  void threadsShareSignals() throws Exception {
    ConnectedSegment link = link();
    List<BackgroundCall<Integer>> waiters =
        List.of(
            background(() -> link.export().await(PATIENCE)),
            background(() -> link.export().await(PATIENCE)),
            background(() -> link.export().await(PATIENCE)));
    for (int released = 1; released <= 3; released++) {
      int wanted = released;
      link.importer().post(0);
      clause("rsm_intr_signal_post.15")
          .inTime(
              within(
                  PATIENCE, () -> waiters.stream().filter(BackgroundCall::done).count() >= wanted),
              wanted + " are released");
      clause("rsm_intr_signal_post.15")
          .equal(wanted, waiters.stream().filter(BackgroundCall::done).count(), "released");
    }
    concurrently(
        4,
        () -> {
          for (int i = 0; i < 500; i++) {
            link.importer().post(0);
          }
          return 0;
        });
    int count = 0;
    while (count < 2000 && link.export().await(PATIENCE) == RsmReturn.SUCCESS) {
      count++;
    }
    clause("rsm_intr_signal_post.16").equal(2000, count + drain(link.export()), "signals counted");
  }

  static PollFd fd(RsmSegment segment) {
    PollFd fd = new PollFd();
    segment.getPollfd(fd);
    return fd;
  }

  @Test
  @Clauses({
    "rsm_intr_signal_wait_pollfd.01",
    "rsm_intr_signal_wait_pollfd.02",
    "rsm_intr_signal_wait_pollfd.03",
    "rsm_intr_signal_wait_pollfd.04"
  })
  @SameJvm("one wait is for segments of both sides")
  void severalSegmentsAreWaitedForFirst() throws Exception {
    severalSegmentsAreWaitedFor();
  }

  @Test
  @Clauses({
    "rsm_intr_signal_wait_pollfd.06",
    "rsm_intr_signal_wait_pollfd.07",
    "rsm_intr_signal_wait_pollfd.08",
    "rsm_intr_signal_wait_pollfd.11"
  })
  @SameJvm("one wait is for segments of both sides")
  void severalSegmentsAreWaitedForSecond() throws Exception {
    severalSegmentsAreWaitedFor();
  }

  private void severalSegmentsAreWaitedFor() throws Exception {
    ConnectedSegment a = link();
    ConnectedSegment b = link();
    PollFd[] fds = {fd(a.export()), fd(b.export()), fd(a.importer())};
    int[] found = new int[1];
    String page = "rsm_intr_signal_wait_pollfd.";
    clause(page + "02").gives(() -> registry().awaitPollfd(fds, 3, 0, found), RsmReturn.TIMEOUT);
    clause(page + "02").equal(0, found[0], "entries found");
    clause(page + "02").gives(() -> registry().awaitPollfd(fds, 0, 0, found), RsmReturn.TIMEOUT);
    clause(page + "11").gives(() -> registry().awaitPollfd(fds, 3, 10, found), RsmReturn.TIMEOUT);
    b.importer().post(0);
    clause(page + "01")
        .gives(() -> registry().awaitPollfd(fds, 3, PATIENCE, found), RsmReturn.SUCCESS);
    clause(page + "01").equal(1, found[0], "entries found");
    clause(page + "01").equal(PollFd.POLLRDNORM, fds[1].revents(), "revents");
    clause(page + "04").that(fds[0].revents() == 0 && fds[2].revents() == 0, "the others");
    for (int i = 0; i < 3; i++) {
      a.importer().post(0);
    }
    for (int i = 0; i < 3; i++) {
      clause(page + "03")
          .gives(() -> registry().awaitPollfd(fds, 3, PATIENCE, found), RsmReturn.SUCCESS);
    }
    clause(page + "03").gives(() -> registry().awaitPollfd(fds, 3, 0, found), RsmReturn.TIMEOUT);
    boolean together =
        sometime(
            () -> {
              a.importer().post(0);
              b.importer().post(0);
              a.export().post(0);
              int calls = 0;
              int come = 0;
              while (come < 3) {
                int code = RsmCheck.code(() -> registry().awaitPollfd(fds, 3, PATIENCE, found));
                come += found[0];
                calls++;
                clause(page + "04")
                    .require(
                        code == RsmReturn.SUCCESS && found[0] > 0,
                        "three signals: call "
                            + calls
                            + " gives "
                            + RsmReturn.name(code)
                            + " and "
                            + found[0]
                            + " entries, "
                            + come
                            + " in all");
              }
              return calls == 1;
            });
    clause(page + "04").that(together, "three entries at once");
    clause(page + "06").gives(() -> registry().awaitPollfd(fds, 3, 0, null), RsmReturn.TIMEOUT);
    clause(page + "06").gives(() -> registry().awaitPollfd(null, 0, 0, null), RsmReturn.TIMEOUT);
    BackgroundCall<Integer> endless = background(() -> registry().awaitPollfd(fds, 3, -1, null));
    a.export().post(0);
    clause(page + "11").equal(0, (int) endless.get(), "code of the endless wait");
    clause(page + "07")
        .gives(
            () -> registry().awaitPollfd(null, 1, 0, found),
            RsmReturn.BAD_ADDR,
            RsmReturn.BAD_ARGS_ERRORS);
    for (int count : new int[] {-1, 4}) {
      clause(page + "08")
          .gives(() -> registry().awaitPollfd(fds, count, 0, found), RsmReturn.BAD_ARGS_ERRORS);
    }
    a.export().releasePollfd();
    b.export().releasePollfd();
    a.importer().releasePollfd();
  }

  @Test
  @Clauses("rsm_intr_signal_wait_pollfd.13")
  @SameJvm("one wait is for segments of both sides")
  void eventsEndAWaitForSeveralSegments() throws Exception {
    ConnectedSegment link = link();
    Pipe pipe = Pipe.open();
    atEnd(() -> pipe.sink().close());
    atEnd(() -> pipe.source().close());
    pipe.source().configureBlocking(false);
    PollFd export = fd(link.export());
    PollFd importer = fd(link.importer());
    PollFd channel = new PollFd(pipe.source(), PollFd.POLLIN);
    for (int round = 0; round < ENDINGS; round++) {
      // One reference more and one less: the one that is left wakes a wait like the first.
      fd(link.export());
      link.export().releasePollfd();
      fd(link.importer());
      link.importer().releasePollfd();
      wakes(link.importer(), export);
      wakes(link.importer(), importer, export);
      wakes(link.export(), importer);
      wakes(link.export(), channel, export, importer);
      wakes(link.importer(), export, channel);
    }
    link.export().releasePollfd();
    link.importer().releasePollfd();
  }

  /** Posts a signal to a segment of a wait that has begun. */
  private void wakes(RsmSegment poster, PollFd... fds) throws Exception {
    int longer = 4 * PATIENCE;
    BackgroundCall<Integer> waiter =
        background(() -> registry().awaitPollfd(fds, fds.length, longer, null));
    within(SETTLING, () -> waiter.waitsIn("awaitPollfd"));
    poster.post(0);
    clause("rsm_intr_signal_wait_pollfd.13")
        .requireInTime(within(WAKING, waiter::done), "the event ends a wait of " + longer + " ms");
    clause("rsm_intr_signal_wait_pollfd.13").gives(waiter::get, RsmReturn.SUCCESS);
  }

  @Test
  @Clauses({
    "rsm_intr_signal_wait_pollfd.05",
    "rsm_intr_signal_wait_pollfd.09",
    "rsm_intr_signal_wait_pollfd.12"
  })
  void channelsInterruptsAndThreads() throws Exception {
    ConnectedSegment link = link();
    PollFd own = fd(link.export());
    Pipe pipe = Pipe.open();
    atEnd(() -> pipe.sink().close());
    atEnd(() -> pipe.source().close());
    pipe.source().configureBlocking(false);
    PollFd channel = new PollFd(pipe.source(), PollFd.POLLIN);
    PollFd[] fds = {own, channel};
    int[] found = new int[1];
    String page = "rsm_intr_signal_wait_pollfd.";
    clause(page + "05").gives(() -> registry().awaitPollfd(fds, 2, 1, found), RsmReturn.TIMEOUT);
    pipe.sink().write(ByteBuffer.allocate(1));
    clause(page + "05")
        .gives(() -> registry().awaitPollfd(fds, 2, PATIENCE, found), RsmReturn.SUCCESS);
    clause(page + "05").equal(1, found[0], "entries found");
    clause(page + "05").equal(PollFd.POLLIN, channel.revents(), "revents of the channel");
    clause(page + "05").equal(0, own.revents(), "revents of the segment");
    link.importer().post(0);
    clause(page + "05").gives(() -> link.export().await(PATIENCE), RsmReturn.SUCCESS);
    PollFd[] one = {own};
    BackgroundCall<Integer> stopped = background(() -> registry().awaitPollfd(one, 1, -1, null));
    stopped.interrupt();
    clause(page + "09").equal(RsmReturn.INTERRUPTED, (int) stopped.get(), "code of the wait");
    link.importer().post(0);
    clause(page + "09").gives(() -> registry().awaitPollfd(one, 1, PATIENCE, null), 0);
    int events = 200;
    long limit = System.nanoTime() + TimeFactor.nanos(PATIENCE);
    var counter = new java.util.concurrent.atomic.AtomicInteger();
    var counting =
        List.of(
            background(() -> count(link.export(), counter, events, limit)),
            background(() -> count(link.export(), counter, events, limit)));
    for (int i = 0; i < events; i++) {
      link.importer().post(0);
    }
    int sum = counting.get(0).get() + counting.get(1).get();
    clause(page + "12").equal(events, sum, "events reported to both threads");
    clause(page + "12").gives(() -> link.export().await(0), RsmReturn.TIMEOUT);
    link.export().releasePollfd();
  }

  private int count(
      RsmSegment segment, java.util.concurrent.atomic.AtomicInteger all, int events, long limit) {
    PollFd[] fds = {fd(segment)};
    int own = 0;
    while (all.get() < events && System.nanoTime() < limit) {
      if (registry().awaitPollfd(fds, 1, 5, null) == RsmReturn.SUCCESS) {
        own++;
        all.incrementAndGet();
      }
    }
    segment.releasePollfd();
    return own;
  }

  @Test
  @Clauses({
    "rsm_memseg_get_pollfd.01",
    "rsm_memseg_get_pollfd.03",
    "rsm_memseg_get_pollfd.04",
    "rsm_memseg_get_pollfd.05"
  })
  void descriptorsAreCountedFirst() throws Exception {
    descriptorsAreCounted();
  }

  @Test
  @Clauses({"rsm_memseg_get_pollfd.06", "rsm_memseg_get_pollfd.07", "rsm_memseg_get_pollfd.08"})
  void descriptorsAreCountedSecond() throws Exception {
    descriptorsAreCounted();
  }

  private void descriptorsAreCounted() throws Exception {
    ConnectedSegment link = link();
    ExportSegment bound = export();
    String page = "rsm_memseg_get_pollfd.";
    int unpublished =
        RsmCheck.code(
            () -> {
              fd(bound);
              return 0;
            });
    clause(page + "03")
        .optionally(unpublished == RsmReturn.BAD_SEG_HNDL, RsmReturn.name(unpublished));
    clause(page + "08").refuses(() -> link.export().getPollfd(null), RsmReturn.BAD_ADDR);
    link.importer().post(0);
    link.importer().post(0);
    PollFd first = fd(link.export());
    clause(page + "01").that(first.fd() >= 0, "a descriptor");
    clause(page + "01").equal(PollFd.POLLRDNORM, first.events(), "events");
    clause(page + "01").equal(PollFd.POLLRDNORM, fd(link.importer()).events(), "events");
    clause(page + "04").equal(first.fd(), fd(link.export()).fd(), "the second descriptor");
    PollFd[] firsts = {first};
    clause(page + "07").gives(() -> registry().awaitPollfd(firsts, 1, PATIENCE, null), 0);
    clause(page + "07").gives(() -> link.export().await(PATIENCE), RsmReturn.SUCCESS);
    clause(page + "07").gives(() -> registry().awaitPollfd(firsts, 1, 0, null), RsmReturn.TIMEOUT);
    fd(link.importer());
    clause(page + "06").works(link.export()::releasePollfd);
    clause(page + "06").works(link.importer()::releasePollfd);
    clause(page + "05").refuses(link.export()::destroy, RsmReturn.POLLFD_IN_USE);
    clause(page + "05").refuses(link.importer()::disconnect, RsmReturn.POLLFD_IN_USE);
    link.export().releasePollfd();
    link.importer().releasePollfd();
    clause(page + "06").works(link.export()::releasePollfd);
    clause(page + "06").works(link.importer()::releasePollfd);
    fd(link.export());
    fd(link.importer());
    clause(page + "06").refuses(link.export()::destroy, RsmReturn.POLLFD_IN_USE);
    clause(page + "06").refuses(link.importer()::disconnect, RsmReturn.POLLFD_IN_USE);
    link.export().releasePollfd();
    link.importer().releasePollfd();
    clause(page + "05").works(link.importer()::disconnect);
    clause(page + "05").works(link.export()::destroy);
  }

  private static final Dimension<Integer> IMPORTERS =
      Dimension.number("importers of a segment", 1, 3, 40);
  private static final Dimension<Integer> TAKERS =
      Dimension.choice("one in how many has taken the signal before", 1, 2);
  private static final Dimension<Integer> LEAVER =
      Dimension.occurrence(
          "number of an importer that has disconnected before, 0 for none", 0, 1, 32, 33);
  private static final Dimension<Integer> POST =
      Dimension.attributes("flags of the post", 0, SignalFlags.NO_ACCUMULATE);

  @Test
  @Clauses({"rsm_intr_signal_post.04", "rsm_intr_signal_post.06"})
  void aPostReachesEachOfManyImporters() throws Exception {
    importing();
    long most = controller().getAttr().maxImportSegments();
    checkInSituations(
        this::reachesEach,
        IMPORTERS.where(number -> number <= most, "there is room for " + most + " imports"),
        TAKERS,
        LEAVER,
        POST);
  }

  private void reachesEach(Situation situation) throws Exception {
    ExportSegment export = export();
    int id = freshId();
    export.publish(id, null);
    List<ImportSegment> importers = new ArrayList<>();
    for (int i = 0; i < situation.get(IMPORTERS); i++) {
      importers.add(connect(id, Permission.READ));
    }
    int leaver = situation.get(LEAVER);
    if (leaver > 0 && leaver <= importers.size()) {
      importers.remove(leaver - 1).disconnect();
    }
    int flags = situation.get(POST);
    String clause = flags == 0 ? "rsm_intr_signal_post.04" : "rsm_intr_signal_post.06";
    for (boolean last : new boolean[] {false, true}) {
      clause(clause).gives(() -> export.post(flags), RsmReturn.SUCCESS);
      for (int i = 0; i < importers.size(); i++) {
        if (last || i % situation.get(TAKERS) == 0) {
          clause(clause)
              .require(
                  importers.get(i).await(PATIENCE) == RsmReturn.SUCCESS, "each importer is told");
        }
      }
    }
    for (int i = 0; i < importers.size(); i += situation.get(TAKERS)) {
      ImportSegment each = importers.get(i);
      clause(clause).gives(() -> each.await(0), RsmReturn.TIMEOUT);
    }
  }
}
