package org.dat4j.conformance.rsm;

import java.util.List;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.rsm.fixture.ConnectedSegment;
import org.dat4j.conformance.rsm.fixture.RsmTest;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmReturn;
import org.junit.jupiter.api.Test;

/**
 * Tests that rsm_intr_signal_wait_pollfd tells in each entry what has come for the wait, also in
 * entries that an earlier wait has used.
 */
class PollEntryClauses extends RsmTest {
  private static final Dimension<String> FIRST_WAIT =
      Dimension.number("entries with a signal in the first wait", "all", "first", "last", "none");
  private static final Dimension<String> SECOND_WAIT =
      Dimension.occurrence(
          "entries with a signal in the second wait", "none", "first", "last", "all");

  @Test
  @Clauses({"rsm_intr_signal_wait_pollfd.01", "rsm_intr_signal_wait_pollfd.04"})
  void eachWaitTellsItsOwnSignals() throws Exception {
    checkInSituations(this::ownSignals, FIRST_WAIT, SECOND_WAIT);
  }

  private void ownSignals(Situation situation) throws Exception {
    List<ConnectedSegment> links = List.of(link(), link(), link());
    PollFd[] fds = new PollFd[links.size()];
    for (int i = 0; i < fds.length; i++) {
      fds[i] = SignalClauses.fd(links.get(i).export());
    }
    for (String ready : List.of(situation.get(FIRST_WAIT), situation.get(SECOND_WAIT))) {
      int expected = 0;
      for (int i = 0; i < fds.length; i++) {
        if (isReady(ready, i, fds.length)) {
          links.get(i).importer().post(0);
          expected++;
        }
      }
      // Signals of different importers need not arrive together.
      int told = 0;
      boolean[] isTold = new boolean[fds.length];
      int[] found = new int[1];
      do {
        clause("rsm_intr_signal_wait_pollfd.01")
            .gives(
                () -> registry().awaitPollfd(fds, fds.length, limit(ready), found),
                expected > 0 ? RsmReturn.SUCCESS : RsmReturn.TIMEOUT);
        int now = 0;
        for (int i = 0; i < fds.length; i++) {
          boolean hasSignal = isReady(ready, i, fds.length) && !isTold[i];
          short revents = fds[i].revents();
          clause("rsm_intr_signal_wait_pollfd.04")
              .that(
                  revents == 0 || hasSignal && revents == PollFd.POLLRDNORM,
                  "revents of entry " + i + " is " + revents + ", signal: " + hasSignal);
          if (revents != 0) {
            isTold[i] = true;
            now++;
          }
        }
        clause("rsm_intr_signal_wait_pollfd.04").equal(found[0], now, "entries with revents");
        told += now;
        clause("rsm_intr_signal_wait_pollfd.01")
            .require(expected == 0 || now > 0, "a wait with success names an entry");
      } while (told < expected);
    }
    for (ConnectedSegment each : links) {
      each.export().releasePollfd();
    }
  }

  private static boolean isReady(String which, int entry, int entries) {
    return switch (which) {
      case "all" -> true;
      case "first" -> entry == 0;
      case "last" -> entry == entries - 1;
      default -> false;
    };
  }

  /** Returns the time limit of a wait in milliseconds: none if nothing is to come. */
  private static int limit(String ready) {
    return ready.equals("none") ? 0 : PATIENCE;
  }
}
