package org.dat4j.conformance.dat.endpoint;

import java.util.Arrays;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.transfer.TransferKind;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.junit.jupiter.api.Test;

/**
 * Tests of a graceful dat_ep_disconnect of either side while transfers of any length are under way
 * in one direction or in both.
 */
class GracefulEndClauses extends DatTest {
  private static final String OWN = "dat_ep_disconnect.12";
  private static final String ANSWER = "dat_ep_disconnect.24";
  private static final String ARRIVAL = "dat_ep_disconnect.26";

  /** Bytes of the longest transfers: more than sockets hold. */
  private static final int LONG = 1 << 24;

  /** Bytes of random data that repeat; an odd number, so that no piece of a transfer has others. */
  private static final int PERIOD = 4099;

  private static final Dimension<TransferKind> KIND =
      Dimension.choice("transfer", TransferKind.values());
  private static final Dimension<Integer> SIZE =
      Dimension.size("bytes of all transfers", 64, (1 << 16) + 1, (1 << 20) + 1, LONG);
  private static final Dimension<Integer> NUMBER = Dimension.number("transfers", 1, 2, 7);
  private static final Dimension<String> ARRIVED =
      Dimension.moment("what has arrived at the disconnect", "unknown", "first byte", "half");
  private static final Dimension<Boolean> SILENT =
      Dimension.attributes("successes before the last are suppressed", false, true);
  private static final Dimension<Boolean> BOTH_WAYS =
      Dimension.otherSide("the other side writes meanwhile", false, true);
  private static final Dimension<Boolean> ACTIVE =
      Dimension.choice("the requester has connected", true, false);

  @Test
  @SecondParty
  @Clauses({OWN, ARRIVAL})
  void gracefulDisconnectCompletesTransfersOfEachLength() throws Exception {
    Sides sides = new Sides();
    checkInSituations(
        situation -> disconnect(sides, situation, true),
        KIND,
        sides.sizes(),
        NUMBER,
        ARRIVED,
        SILENT,
        BOTH_WAYS,
        ACTIVE);
  }

  @Test
  @SecondParty
  @Clauses({OWN, ANSWER, ARRIVAL})
  void transferIsWholeOrFailsWhenThePeerDisconnectsGracefully() throws Exception {
    Sides sides = new Sides();
    checkInSituations(
        situation -> disconnect(sides, situation, false),
        KIND,
        sides.sizes(),
        NUMBER,
        ARRIVED,
        BOTH_WAYS,
        ACTIVE);
  }

  /** Both adapters, with memory for all situations. */
  private final class Sides {
    private final AdapterFixture node = node();
    private final AdapterFixture partner = partner();
    private final int most = node.longestTransfer(partner, LONG);
    private final RegisteredMemory ours = node.region(most);
    private final RegisteredMemory oursForThem = node.region(most);
    private final RegisteredMemory theirs = partner.region(most);
    private final RegisteredMemory theirsForUs = partner.region(most);

    private Dimension<Integer> sizes() {
      return SIZE.where(size -> size <= most, "a transfer has at most " + most + " bytes");
    }
  }

  /** Transfers of one endpoint, whose ranges lie side by side. */
  private final class Transfers {
    private final TransferKind kind;
    private final AdapterFixture from;
    private final Ep ep;
    private final AdapterFixture to;
    private final int number;
    private final int each;
    private final RegisteredMemory local;
    private final RegisteredMemory remote;
    private final RegisteredMemory filled;
    private final byte[] data;

    private Transfers(
        TransferKind kind,
        AdapterFixture from,
        Ep ep,
        AdapterFixture to,
        int number,
        int size,
        RegisteredMemory local,
        RegisteredMemory remote) {
      this.kind = kind;
      this.from = from;
      this.ep = ep;
      this.to = to;
      this.number =
          kind == TransferKind.RDMA_READ ? Math.min(number, from.attr().maxRdmaReadOut()) : number;
      this.each = size / this.number;
      this.local = local;
      this.remote = remote;
      this.filled = kind == TransferKind.RDMA_READ ? local : remote;
      this.data = repeated(each * this.number);
      (kind == TransferKind.RDMA_READ ? remote : local).put(0, data);
      // No byte of the data is zero.
      filled.put(0, new byte[data.length]);
    }

    private void post(boolean silent) {
      for (int i = 0; i < number; i++) {
        int at = i * each;
        int flags = silent && i < number - 1 ? CompletionFlags.SUPPRESS : CompletionFlags.DEFAULT;
        int result = kind.post(ep, local, at, each, i, remote.remote(), remote.address(at), flags);
        if (result != DatReturn.SUCCESS) {
          throw new AssertionError(kind + " " + i + ": " + DatReturn.name(result));
        }
      }
    }

    private void postReceives(Ep at) {
      for (int i = 0; kind == TransferKind.SEND && i < number; i++) {
        at.postRecv(remote.local(), remote.address(i * each), each, i, CompletionFlags.DEFAULT);
      }
    }

    /**
     * Waits until a byte has arrived.
     *
     * @return how many transfers have surely begun by then
     */
    private int awaitByte(int at) {
      long limit = System.nanoTime() + TimeFactor.nanos(AdapterFixture.PATIENCE_MILLIS);
      while (filled.get(at, 1)[0] == 0 && System.nanoTime() - limit < 0) {
        Thread.onSpinWait();
      }
      return at / each + 1;
    }

    /** Takes completions; suppressed ones that are not told have succeeded. */
    private DtoStatus[] ends(Evd evd, boolean silent) {
      DtoStatus[] ends = new DtoStatus[number];
      Arrays.fill(ends, silent ? DtoStatus.SUCCESS : null);
      for (int taken = 0; taken < number; taken++) {
        DatEvent event = AdapterFixture.await(evd);
        ends[(int) event.cookie()] = event.status();
        if (silent && event.cookie() == number - 1) {
          break;
        }
      }
      return ends;
    }

    /** {@return index of the first byte of a transfer that is not as it was sent, or -1} */
    private int wrongByte(int transfer) {
      int at = transfer * each;
      return Arrays.mismatch(Arrays.copyOfRange(data, at, at + each), filled.get(at, each));
    }
  }

  private byte[] repeated(int length) {
    byte[] period = data(PERIOD);
    for (int i = 0; i < period.length; i++) {
      period[i] = period[i] == 0 ? 1 : period[i];
    }
    byte[] all = new byte[length];
    for (int at = 0; at < length; at += PERIOD) {
      System.arraycopy(period, 0, all, at, Math.min(PERIOD, length - at));
    }
    return all;
  }

  private void disconnect(Sides sides, Situation situation, boolean requester) {
    boolean silent = requester && situation.get(SILENT);
    Ep near = sides.node.ep(sides.most);
    Ep far = sides.partner.ep(sides.most);
    ConnectedPair.connect(sides.node, near, sides.partner, far);
    int size = situation.get(SIZE);
    int number = situation.get(NUMBER);
    boolean active = situation.get(ACTIVE);
    Transfers ours =
        transfers(sides, active, situation.get(KIND), active ? near : far, number, size);
    Ep answers = active ? far : near;
    ours.postReceives(answers);
    Transfers opposite =
        situation.get(BOTH_WAYS)
            ? transfers(sides, !active, TransferKind.RDMA_WRITE, answers, 1, size)
            : null;
    if (opposite != null) {
      opposite.post(false);
    }
    ours.post(silent);
    int begun =
        switch (situation.get(ARRIVED)) {
          case "first byte" -> ours.awaitByte(0);
          case "half" -> ours.awaitByte(ours.data.length / 2);
          // The disconnect comes at once.
          default -> 0;
        };
    (requester ? ours.ep : answers).disconnect(CloseFlags.GRACEFUL);
    DtoStatus[] ends = ours.ends(ours.from.request(), silent);
    DtoStatus[] arrivals = ours.kind == TransferKind.SEND ? ours.ends(ours.to.recv(), false) : ends;
    DtoStatus[] back = opposite == null ? null : opposite.ends(opposite.from.request(), false);
    clause(ARRIVAL).ending(AdapterFixture.await(sides.node.connect()), near);
    clause(ARRIVAL).ending(AdapterFixture.await(sides.partner.connect()), far);
    if (requester) {
      succeed(ours, ends);
      succeed(ours, arrivals);
    } else {
      areWholeOrFail(ours, arrivals, begun);
    }
    if (opposite != null && requester) {
      // This one arrives while its receiver disconnects.
      areWholeOrFail(opposite, back, 0);
    } else if (opposite != null) {
      succeed(opposite, back);
    }
    near.free();
    far.free();
  }

  private Transfers transfers(
      Sides sides, boolean ofNode, TransferKind kind, Ep ep, int number, int size) {
    return ofNode
        ? new Transfers(
            kind, sides.node, ep, sides.partner, number, size, sides.ours, sides.theirsForUs)
        : new Transfers(
            kind, sides.partner, ep, sides.node, number, size, sides.theirs, sides.oursForThem);
  }

  /** Checks transfers of the side that disconnects. */
  private void succeed(Transfers transfers, DtoStatus[] ends) {
    for (int i = 0; i < ends.length; i++) {
      clause(OWN).equal(DtoStatus.SUCCESS, ends[i], "end of " + transfers.kind + " " + i);
      clause(OWN).equal(-1, transfers.wrongByte(i), "first wrong byte of it");
    }
  }

  /**
   * Checks transfers of the other side.
   *
   * @param begun how many had begun before the disconnect: only a Read that was being answered has
   *     the promise of a whole answer
   */
  private void areWholeOrFail(Transfers transfers, DtoStatus[] ends, int begun) {
    boolean hasFailed = false;
    for (int i = 0; i < ends.length; i++) {
      boolean succeeds = ends[i] == DtoStatus.SUCCESS;
      if (transfers.kind == TransferKind.RDMA_READ && i < begun) {
        clause(ANSWER)
            .decided("end of Read " + i, succeeds ? "success" : "failure", "success", "failure");
      }
      clause(ARRIVAL).that(!succeeds || !hasFailed, "none succeeds behind one that failed");
      boolean told = succeeds && (transfers.kind != TransferKind.RDMA_WRITE || remoteCompletion());
      clause(ARRIVAL)
          .equal(
              -1,
              told ? transfers.wrongByte(i) : -1,
              "first wrong byte of " + transfers.kind + " " + i + " that succeeded");
      hasFailed |= !succeeds;
    }
  }
}
