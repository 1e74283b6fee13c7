package org.dat4j.dat.spi.software;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.LmrIov;
import org.junit.jupiter.api.Test;

/**
 * The statuses of requests when one has failed, which the wire names or cannot tell from others.
 */
class FailedRequestsTest {

  private static final int REQUESTS = 4;

  /** A connection that takes requests, and breaks when all of them are taken. */
  private final class Breaking implements Wire {
    private final WireUpcalls upcalls;
    private int taken;

    Breaking(WireUpcalls upcalls) {
      this.upcalls = upcalls;
    }

    @Override
    public boolean transmit(RequestQueue requests, int budget) {
      while (requests.next()) {
        requests.take();
        taken++;
      }
      if (taken == REQUESTS) {
        requests.sent(sent - 1);
        if (suspects.length == 1) {
          upcalls.failed(suspects[0], DtoStatus.ERR_REMOTE_ACCESS);
        } else {
          upcalls.oneFailed(suspects, DtoStatus.ERR_REMOTE_ACCESS);
        }
        upcalls.ended(EventNumber.CONNECTION_EVENT_BROKEN, "the test");
      }
      return false;
    }

    @Override
    public int progress(int budget) {
      return 0;
    }

    @Override
    public void shutdown(boolean graceful) {}
  }

  private final StubFabric fabric = new StubFabric(Breaking::new);

  /** The requests that are sent, counted from the first. */
  private int sent;

  private long[] suspects;

  /** Posts requests, lets the connection break, and returns the statuses in posting order. */
  private List<DtoStatus> statuses(int alreadySent, long... mayHaveFailed) {
    sent = alreadySent;
    suspects = mayHaveFailed;
    SoftIa ia = fabric.open();
    Evd completions = ia.createEvd(8, null, EvdFlags.DTO);
    Evd connections = ia.createEvd(8, null, EvdFlags.CONNECTION);
    Ep ep = ia.createEp(ia.createPz(), completions, completions, connections, null);
    fabric.connect(ep);
    LmrIov nothing = new LmrIov(1);
    for (int i = 0; i < REQUESTS; i++) {
      assertEquals(DatReturn.SUCCESS, ep.postSend(nothing, i, CompletionFlags.DEFAULT));
    }
    List<DtoStatus> told = new ArrayList<>();
    DatEvent event = new DatEvent();
    while (completions.dequeue(event) == DatReturn.SUCCESS) {
      assertEquals(told.size(), event.cookie());
      told.add(event.status());
    }
    return told;
  }

  @Test
  void everySuspectHasTheStatusAndTheOthersAreFlushed() {
    assertEquals(
        List.of(
            DtoStatus.ERR_FLUSHED,
            DtoStatus.ERR_REMOTE_ACCESS,
            DtoStatus.ERR_REMOTE_ACCESS,
            DtoStatus.ERR_FLUSHED),
        statuses(0, 1, 2));
  }

  @Test
  void suspectsThatAreLeftHaveTheStatus() {
    assertEquals(
        List.of(
            DtoStatus.SUCCESS,
            DtoStatus.SUCCESS,
            DtoStatus.ERR_REMOTE_ACCESS,
            DtoStatus.ERR_FLUSHED),
        statuses(2, 1, 2));
  }

  @Test
  void noOtherRequestIsBlamedWhereAllSuspectsAreComplete() {
    List<DtoStatus> flushed =
        List.of(DtoStatus.SUCCESS, DtoStatus.SUCCESS, DtoStatus.ERR_FLUSHED, DtoStatus.ERR_FLUSHED);
    assertEquals(flushed, statuses(2, 0, 1));
    assertEquals(flushed, statuses(2, 1));
  }

  @Test
  void theNamedRequestHasTheStatus() {
    assertEquals(
        List.of(
            DtoStatus.SUCCESS,
            DtoStatus.ERR_FLUSHED,
            DtoStatus.ERR_REMOTE_ACCESS,
            DtoStatus.ERR_FLUSHED),
        statuses(1, 2));
  }

  @Test
  void theOldestRequestThatIsLeftHasTheStatusOfAnUnnamedOne() {
    assertEquals(
        List.of(
            DtoStatus.SUCCESS,
            DtoStatus.ERR_REMOTE_ACCESS,
            DtoStatus.ERR_FLUSHED,
            DtoStatus.ERR_FLUSHED),
        statuses(1, -1));
  }
}
