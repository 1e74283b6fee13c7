package org.dat4j.conformance.rsm;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;
import static org.dat4j.conformance.dimension.OtherSideState.FREED;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.Refuses;
import org.dat4j.conformance.rsm.fixture.ConnectedSegment;
import org.dat4j.conformance.rsm.fixture.RsmPeer;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.conformance.rsm.fixture.SameJvm;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.ImporterInfo;
import org.dat4j.rsm.Permission;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat4j's additions to RSM that tell a program when the other side of a segment has ended
 * (awaitOrAborted and others).
 */
class NoticeClauses extends RsmTest {
  private static PollFd[] polled(ImportSegment... segments) {
    PollFd[] fds = new PollFd[segments.length];
    for (int i = 0; i < fds.length; i++) {
      fds[i] = new PollFd();
      segments[i].getPollfd(fds[i]);
    }
    return fds;
  }

  private static boolean completes(CompletableFuture<?> stage) {
    return within(PATIENCE, stage::isDone) && !stage.isCompletedExceptionally();
  }

  private static boolean fails(CompletableFuture<?> stage) {
    return within(PATIENCE, stage::isCompletedExceptionally);
  }

  @Test
  @OtherSide({BUSY, FREED})
  @Clauses("notice.01")
  void pendingSignalsComeBeforeTheAbort() throws Exception {
    ConnectedSegment link = link();
    link.export().post(0);
    link.export().post(0);
    abort(link.export());
    clause("notice.01").gives(() -> link.importer().awaitOrAborted(-1), RsmReturn.SUCCESS);
    clause("notice.01").gives(() -> link.importer().awaitOrAborted(0), RsmReturn.SUCCESS);
    clause("notice.01").gives(() -> link.importer().awaitOrAborted(-1), RsmReturn.CONN_ABORTED);
    clause("notice.01").gives(() -> link.importer().awaitOrAborted(0), RsmReturn.CONN_ABORTED);
    clause("notice.01").gives(() -> link.importer().await(0), RsmReturn.TIMEOUT);
    link.importer().disconnect();
    clause("notice.01").gives(() -> link.importer().awaitOrAborted(0), RsmReturn.BAD_SEG_HNDL);
  }

  @Test
  @Clauses("notice.02")
  void aWaitEndsWithTheSegment() throws Exception {
    List<java.util.function.Consumer<ExportSegment>> ends =
        List.of(ExportSegment::unpublish, ExportSegment::destroy, ExportSegment::close);
    for (var end : ends) {
      ConnectedSegment link = link();
      ImportSegment second = connect(link.id(), Permission.READ);
      BackgroundCall<Integer> one = background(() -> link.importer().awaitOrAborted(-1));
      BackgroundCall<Integer> two = background(() -> second.awaitOrAborted(-1));
      link.export().post(0);
      clause("notice.02").equal(RsmReturn.SUCCESS, (int) one.get(), "code with a signal");
      clause("notice.02").equal(RsmReturn.SUCCESS, (int) two.get(), "code with a signal");
      BackgroundCall<Integer> again = background(() -> link.importer().awaitOrAborted(-1));
      BackgroundCall<Integer> other = background(() -> second.awaitOrAborted(-1));
      end.accept(link.export());
      clause("notice.02").equal(RsmReturn.CONN_ABORTED, (int) again.get(), "code at the end");
      clause("notice.02").equal(RsmReturn.CONN_ABORTED, (int) other.get(), "code at the end");
    }
  }

  @Test
  @Clauses("notice.03")
  @SameJvm("an interrupt is one of the process' own threads")
  void aWaitEndsAsThePlainOneDoes() throws Exception {
    ConnectedSegment link = link();
    for (int timeout : new int[] {0, 20, 120}) {
      long start = System.nanoTime();
      clause("notice.03").gives(() -> link.importer().awaitOrAborted(timeout), RsmReturn.TIMEOUT);
      long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
      clause("notice.03").that(millis >= timeout - 1, "waited " + millis + " ms");
    }
    BackgroundCall<Integer> stopped =
        background(
            () -> {
              int code = link.importer().awaitOrAborted(-1);
              return Thread.interrupted() ? code : -1;
            });
    stopped.interrupt();
    clause("notice.03").equal(RsmReturn.INTERRUPTED, (int) stopped.get(), "code");
    link.export().post(0);
    clause("notice.03").gives(() -> link.importer().awaitOrAborted(PATIENCE), RsmReturn.SUCCESS);
    BackgroundCall<Integer> signalled = background(() -> link.importer().awaitOrAborted(-1));
    link.export().post(0);
    clause("notice.03").equal(RsmReturn.SUCCESS, (int) signalled.get(), "code with a signal");
  }

  @Test
  @Clauses("notice.04")
  @SameJvm("one wait is for segments of both sides")
  void aWaitOverSeveralEndsWithTheSegment() throws Exception {
    ConnectedSegment a = link();
    ConnectedSegment b = link();
    PollFd[] fds = polled(a.importer(), b.importer());
    int[] found = new int[1];
    clause("notice.04")
        .gives(() -> registry().awaitPollfdOrAborted(fds, 2, 1, found), RsmReturn.TIMEOUT);
    BackgroundCall<Integer> endless =
        background(() -> registry().awaitPollfdOrAborted(fds, 2, -1, found));
    a.export().unpublish();
    clause("notice.04").equal(RsmReturn.CONN_ABORTED, (int) endless.get(), "code at the end");
    clause("notice.04").equal(1, found[0], "entries found");
    clause("notice.04").equal(PollFd.POLLHUP, fds[0].revents(), "revents of the aborted");
    clause("notice.04").equal((short) 0, fds[1].revents(), "revents of the other");
    b.export().post(0);
    clause("notice.04")
        .inTime(
            within(
                PATIENCE,
                () -> registry().awaitPollfdOrAborted(fds, 2, -1, found) == RsmReturn.SUCCESS),
            "a signal of the other is found");
    clause("notice.04").equal(2, found[0], "entries found");
    clause("notice.04").equal(PollFd.POLLRDNORM, fds[1].revents(), "revents of the other");
    b.export().post(0);
    b.export().unpublish();
    clause("notice.04")
        .gives(() -> registry().awaitPollfdOrAborted(fds, 2, -1, found), RsmReturn.SUCCESS);
    clause("notice.04").equal(PollFd.POLLRDNORM, fds[1].revents(), "revents with a signal");
    clause("notice.04")
        .gives(() -> registry().awaitPollfdOrAborted(fds, 2, 0, null), RsmReturn.CONN_ABORTED);
    clause("notice.04").equal(PollFd.POLLHUP, fds[1].revents(), "revents without a signal");
    clause("notice.04").gives(() -> registry().awaitPollfd(fds, 2, 0, found), RsmReturn.TIMEOUT);
    a.importer().releasePollfd();
    b.importer().releasePollfd();
  }

  @Test
  @OtherSide({BUSY, FREED})
  @Clauses("notice.05")
  @SameJvm("a stage is one of the process' own")
  void theStageTellsOfTheAbort() throws Exception {
    ConnectedSegment link = link();
    ImportSegment left = connect(link.id(), Permission.READ);
    CompletableFuture<Void> stage = link.importer().aborted().toCompletableFuture();
    CompletableFuture<Void> own = left.aborted().toCompletableFuture();
    link.export().post(0);
    clause("notice.05").gives(() -> link.importer().await(PATIENCE), RsmReturn.SUCCESS);
    clause("notice.05").that(!stage.isDone() && !own.isDone(), "not before");
    left.disconnect();
    clause("notice.05").that(fails(own), "fails at the importer's end");
    clause("notice.05").that(!stage.isDone(), "the other stands");
    abort(link.export());
    clause("notice.05").that(completes(stage), "completes at the abort");
    CompletableFuture<Void> late = link.importer().aborted().toCompletableFuture();
    clause("notice.05").that(completes(late), "completes after the abort");
    clause("notice.05").gives(() -> link.importer().post(0), RsmReturn.CONN_ABORTED);
  }

  @Test
  @Clauses("notice.06")
  void importersAreListed() throws Exception {
    ExportSegment export = export();
    clause("notice.06").equal(List.of(), export.importers(), "importers before the publish");
    int id = freshId();
    export.publish(id, null);
    clause("notice.06").equal(List.of(), export.importers(), "importers after the publish");
    ImportSegment one = connect(id, Permission.READ);
    connect(id, Permission.RDWR);
    peer().ask("connect " + id + " 0400");
    List<ImporterInfo> all = export.importers();
    clause("notice.06").equal(3, all.size(), "importers");
    Set<Long> numbers = new HashSet<>();
    all.forEach(importer -> numbers.add(importer.number()));
    clause("notice.06").equal(3, numbers.size(), "numbers");
    long theirs = all.stream().filter(i -> i.nodeId() == peerNode()).count();
    clause("notice.06").equal(peerNode() == importNode() ? 3L : 1L, theirs, "of the peer's node");
    one.disconnect();
    peer().ask("disconnect " + id);
    clause("notice.06")
        .inTime(within(PATIENCE, () -> export.importers().size() == 1), "one import is left");
    clause("notice.06").equal(importNode(), export.importers().get(0).nodeId(), "its node");
    export.unpublish();
    clause("notice.06").equal(List.of(), export.importers(), "importers after the unpublish");
    export.destroy();
    clause("notice.06").gives(() -> export.importers().size(), RsmReturn.BAD_SEG_HNDL);
  }

  @Test
  @Clauses("notice.07")
  void waitsEndWhenTheExporterIsKilled() throws Exception {
    RsmPeer peer = ownPeer();
    int id = freshId();
    peer.ask("export " + id);
    ImportSegment segment = ready(peer.node(), id, Permission.RDWR);
    ImportSegment second = ready(peer.node(), id, Permission.READ);
    BackgroundCall<Integer> wait = background(() -> segment.awaitOrAborted(-1));
    peer.ask("postexport " + id + " 0");
    clause("notice.07").equal(RsmReturn.SUCCESS, (int) wait.get(), "code with a signal");
    BackgroundCall<Integer> endless = background(() -> segment.awaitOrAborted(-1));
    clause("notice.07").that(!endless.done(), "waits while the exporter lives");
    peer.kill();
    RsmPeer next = ownPeer();
    next.ask("export " + id);
    clause("notice.07").equal(RsmReturn.CONN_ABORTED, (int) endless.get(), "code after the kill");
    clause("notice.07").gives(() -> segment.awaitOrAborted(-1), RsmReturn.CONN_ABORTED);
    clause("notice.07").gives(() -> second.await(PATIENCE), RsmReturn.SUCCESS);
    clause("notice.07").gives(() -> second.awaitOrAborted(-1), RsmReturn.CONN_ABORTED);
    ImportSegment again = ready(next.node(), id, Permission.RDWR);
    clause("notice.07").gives(() -> again.awaitOrAborted(0), RsmReturn.TIMEOUT);
    next.ask("postexport " + id + " 0");
    clause("notice.07").gives(() -> again.awaitOrAborted(PATIENCE), RsmReturn.SUCCESS);
  }

  @Test
  @Clauses("notice.07")
  @SameJvm("a stage and a wait over several segments are of the process' own")
  void stagesAndWaitsOverSeveralEndWhenTheExporterIsKilled() throws Exception {
    RsmPeer peer = ownPeer();
    int id = freshId();
    peer.ask("export " + id);
    ImportSegment segment = ready(peer.node(), id, Permission.RDWR);
    ConnectedSegment lives = link();
    PollFd[] fds = polled(lives.importer(), segment);
    CompletableFuture<Void> stage = segment.aborted().toCompletableFuture();
    BackgroundCall<Integer> endless =
        background(() -> registry().awaitPollfdOrAborted(fds, 2, -1, null));
    clause("notice.07").that(!stage.isDone() && !endless.done(), "not while the exporter lives");
    peer.kill();
    clause("notice.07").equal(RsmReturn.CONN_ABORTED, (int) endless.get(), "code after the kill");
    clause("notice.07").equal(PollFd.POLLHUP, fds[1].revents(), "revents after the kill");
    clause("notice.07").equal((short) 0, fds[0].revents(), "revents of the one that lives");
    clause("notice.07").that(completes(stage), "completes after the kill");
    segment.releasePollfd();
    lives.importer().releasePollfd();
  }

  @Test
  @Clauses("notice.08")
  void deathsOfImportersAreTold() throws Exception {
    ExportSegment export = export();
    int id = freshId();
    export.publish(id, null);
    BlockingQueue<ImporterInfo> lost = new LinkedBlockingQueue<>();
    export.onImporterLost(lost::add);
    connect(id, Permission.READ).disconnect();
    ImportSegment stays = connect(id, Permission.READ);
    List<ImporterInfo> before = export.importers();
    for (boolean killed : new boolean[] {true, false}) {
      RsmPeer peer = ownPeer();
      peer.ask("connect " + id + " 0600");
      peer.ask("disconnect " + id);
      peer.ask("connect " + id + " 0400");
      ImporterInfo theirs =
          export.importers().stream().filter(i -> !before.contains(i)).findAny().orElseThrow();
      if (killed) {
        peer.kill();
      } else {
        peer.close();
      }
      clause("notice.08")
          .equal(theirs, lost.poll(PATIENCE, TimeUnit.MILLISECONDS), "the import that was lost");
      clause("notice.08").equal(before, export.importers(), "those that are left");
    }
    clause("notice.08").gives(() -> export.post(0), RsmReturn.SUCCESS);
    clause("notice.08").gives(() -> stays.await(PATIENCE), RsmReturn.SUCCESS);
    stays.disconnect();
    connect(id, Permission.READ);
    export.unpublish();
    clause("notice.08").equal(null, lost.poll(), "nothing else");
  }

  @Test
  @Refuses({"notice.01", "notice.02", "notice.03", "notice.04", "notice.05"})
  void noticesOfAbortsAreRefused() throws Exception {
    ConnectedSegment link = link();
    int code = RsmReturn.UNSUPPORTED_OPERATION;
    clause("notice.01").gives(() -> link.importer().awaitOrAborted(0), code);
    clause("notice.02").gives(() -> link.importer().awaitOrAborted(-1), code);
    clause("notice.03").gives(() -> link.importer().awaitOrAborted(1), code);
    PollFd[] fds = polled(link.importer());
    clause("notice.04").gives(() -> registry().awaitPollfdOrAborted(fds, 1, 0, null), code);
    link.importer().releasePollfd();
    clause("notice.05").refuses(() -> link.importer().aborted(), code);
    link.export().post(0);
    clause("notice.01").gives(() -> link.importer().await(PATIENCE), RsmReturn.SUCCESS);
  }

  @Test
  @Refuses("notice.06")
  void importersAreNotListed() throws Exception {
    ConnectedSegment link = link();
    int code = RsmReturn.UNSUPPORTED_OPERATION;
    clause("notice.06").refuses(() -> link.export().importers(), code);
    clause("notice.06").refuses(() -> link.export().onImporterLost(importer -> {}), code);
  }
}
