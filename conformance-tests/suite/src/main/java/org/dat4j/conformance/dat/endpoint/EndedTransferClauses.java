package org.dat4j.conformance.dat.endpoint;

import java.util.Arrays;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.transfer.TransferKind;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.junit.jupiter.api.Test;

/**
 * Tests that no transfer of a connection changes memory of a side that has been told of its end.
 */
class EndedTransferClauses extends DatTest {
  private static final String ID = "dat_ep_disconnect.27";

  /** Bytes that are stored at once. */
  private static final int PIECE = 1 << 16;

  private static final byte THEIRS = 0x33;
  private static final byte OURS = 0x66;

  /** Ends of connections in one situation. */
  private static final int ROUNDS = 12;

  private static final int MIN_ROUNDS = 5;

  /** Time in ns after which a situation makes no more than {@link #MIN_ROUNDS}. */
  private static final long ENOUGH = 80_000_000;

  /** The longest wait for a first byte, in ns; it need not come. */
  private static final long ARRIVAL_NANOS = 5_000_000;

  /** A Send and a Write are the peer's, a Read is the own one. */
  private static final Dimension<TransferKind> TRANSFER =
      Dimension.choice("transfer", TransferKind.values());

  private static final Dimension<Integer> SIZE =
      SharedDimensions.magnitudes("size", 1 << 16, 1 << 22);
  private static final Dimension<Integer> NUMBER = Dimension.number("transfers", 1, 3, 12);
  private static final Dimension<Double> MOMENT =
      Dimension.moment("latest moment in ns behind the first byte", 0.0, 1e5, 5e5);

  @Test
  @SecondParty
  @Clauses(ID)
  void noTransferChangesMemoryAfterTheEndIsTold() throws Exception {
    EndedPair pair = new EndedPair();
    checkInSituations(
        situation -> {
          long begin = System.nanoTime();
          for (int i = 0;
              i < ROUNDS && (i < MIN_ROUNDS || System.nanoTime() - begin < ENOUGH);
              i++) {
            pair.endDuring(situation);
          }
        },
        TRANSFER,
        SIZE.where(size -> size <= pair.most, "a transfer has at most " + pair.most + " bytes"),
        NUMBER,
        MOMENT);
  }

  /** Both adapters of connections that end, with memory for all situations. */
  private final class EndedPair {
    private final AdapterFixture node = node();
    private final AdapterFixture partner = partner();
    private final int most = node.longestTransfer(partner, 1 << 22);
    private final RegisteredMemory ours = node.region(most);
    private final RegisteredMemory theirs = partner.region(most);
    private final byte[] expected = new byte[most];

    private EndedPair() {
      theirs.fill(THEIRS);
      Arrays.fill(expected, OURS);
    }

    private void endDuring(Situation situation) throws Exception {
      TransferKind transfer = situation.get(TRANSFER);
      int size = situation.get(SIZE);
      int number = situation.get(NUMBER);
      Ep near = node.ep(most);
      Ep far = partner.ep(most);
      ConnectedPair.connect(node, near, partner, far);
      ours.fill(0);
      for (int i = 0; transfer == TransferKind.SEND && i < number; i++) {
        near.postRecv(ours.local(), ours.address(0), size, i, CompletionFlags.DEFAULT);
      }
      BackgroundCall<Void> peer = null;
      CountDownLatch begins = new CountDownLatch(1);
      if (transfer == TransferKind.RDMA_READ) {
        post(transfer, near, ours, theirs, size, number);
      } else {
        peer =
            background(
                () -> {
                  begins.countDown();
                  post(transfer, far, theirs, ours, size, number);
                  return null;
                });
        begins.await(TimeFactor.nanos(AdapterFixture.PATIENCE_MILLIS), TimeUnit.NANOSECONDS);
      }
      long limit = System.nanoTime() + ARRIVAL_NANOS;
      while (ours.get(0, 1)[0] == 0 && System.nanoTime() - limit < 0) {
        Thread.onSpinWait();
      }
      spinUntil(System.nanoTime() + (long) (situation.get(MOMENT) * random().nextDouble()));
      near.disconnect(CloseFlags.ABRUPT);
      clause(ID).ending(AdapterFixture.await(node.connect()), near);
      // All of its own requests and Receives have ended by then, or end before the look below.
      int own = transfer == TransferKind.RDMA_WRITE ? 0 : number;
      for (int i = 0; i < own; i++) {
        AdapterFixture.await(transfer == TransferKind.SEND ? node.recv() : node.request());
      }
      // From the end: a transfer that goes on comes there last.
      byte[] mine = Arrays.copyOf(expected, size);
      for (int at = size; at > 0; at -= Math.min(at, PIECE)) {
        int from = Math.max(0, at - PIECE);
        ours.put(from, Arrays.copyOf(mine, at - from));
      }
      if (peer != null) {
        peer.get();
        for (int i = 0; i < number; i++) {
          AdapterFixture.await(partner.request());
        }
      }
      clause(ID).ending(AdapterFixture.await(partner.connect()), far);
      clause(ID)
          .equal(
              -1,
              Arrays.mismatch(mine, ours.get(0, size)),
              "first byte that " + transfer + " changed after the event of the end");
      near.free();
      far.free();
    }

    private void post(
        TransferKind transfer,
        Ep ep,
        RegisteredMemory local,
        RegisteredMemory remote,
        int size,
        int number) {
      for (int i = 0; i < number; i++) {
        int result =
            transfer.post(
                ep, local, 0, size, i, remote.remote(), remote.address(0), CompletionFlags.DEFAULT);
        if (result != DatReturn.SUCCESS) {
          throw new AssertionError(transfer + " " + i + ": " + DatReturn.name(result));
        }
      }
    }
  }
}
