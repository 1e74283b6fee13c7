package org.dat4j.conformance.dat.memory;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.RmrOperations;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Rmr;
import org.junit.jupiter.api.Test;

/**
 * Tests that no peer changes memory after its LMR was freed, or its RMR was freed, unbound or bound
 * elsewhere, while peers write.
 */
class WithdrawnMemoryClauses extends DatTest {
  private static final byte OURS = 0x77;

  /** Bytes that the test stores in the part of each peer after the call, and looks at later. */
  private static final int MARKS = 64;

  /** Withdrawals in one situation. */
  private static final int ROUNDS = 12;

  private static final int MIN_ROUNDS = 4;

  /** Time in ns after which a situation makes no more than {@link #MIN_ROUNDS}. */
  private static final long ENOUGH = 60_000_000;

  private static final String LMR_FREE = "free of the LMR";
  private static final String RMR_FREE = "free of the RMR";
  private static final String UNBIND = "unbind";
  private static final String REBIND = "bind elsewhere";

  private static final Dimension<String> WAY =
      Dimension.choice("withdrawal", RMR_FREE, UNBIND, REBIND);
  private static final Dimension<Integer> WRITERS =
      Dimension.number("threads of the peer that write", 1, 2, 3);
  private static final Dimension<Integer> SIZE =
      SharedDimensions.magnitudes("size of each Write", 1 << 16, 1 << 22);
  private static final Dimension<Double> MOMENT =
      Dimension.moment("latest moment in ns behind the first Write", 0.0, 1e5, 1e6);

  @Test
  @SecondParty
  @Clauses({"dat_lmr_free.09", "dat_lmr_free.15"})
  void noPeerChangesMemoryAfterTheFreeOfItsLmr() throws Exception {
    checkInSituations(situation -> withdrawn(situation, LMR_FREE), WRITERS, sizes(), MOMENT);
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_rmr_free.08",
    "dat_rmr_free.14",
    "dat_rmr_bind.21",
    "dat_rmr_bind.24",
    "dat_rmr_bind.42"
  })
  void noPeerChangesMemoryAfterTheEndOfItsRmr() throws Exception {
    checkInSituations(
        situation -> withdrawn(situation, situation.get(WAY)), WAY, WRITERS, sizes(), MOMENT);
  }

  private Dimension<Integer> sizes() {
    int most = node().longestRdma(partner(), Integer.MAX_VALUE);
    return SIZE.where(size -> size <= most, "max_rdma_size is " + most);
  }

  /** {@return the clause of RDMA that uses the memory afterwards} */
  private static String useOf(String way) {
    return switch (way) {
      case LMR_FREE -> "dat_lmr_free.09";
      case RMR_FREE -> "dat_rmr_free.08";
      case UNBIND -> "dat_rmr_bind.24";
      default -> "dat_rmr_bind.21";
    };
  }

  /** {@return the clause of RDMA that is under way at that moment} */
  private static String changeOf(String way) {
    return switch (way) {
      case LMR_FREE -> "dat_lmr_free.15";
      case RMR_FREE -> "dat_rmr_free.14";
      default -> "dat_rmr_bind.42";
    };
  }

  private void withdrawn(Situation situation, String way) throws Exception {
    AdapterFixture node = node();
    AdapterFixture partner = partner();
    int size = situation.get(SIZE);
    RegisteredMemory source = partner.region(size);
    ByteBuffer buffer = ByteBuffer.allocateDirect(size * situation.get(WRITERS));
    long begin = System.nanoTime();
    for (int i = 0; i < ROUNDS && (i < MIN_ROUNDS || System.nanoTime() - begin < ENOUGH); i++) {
      withdraw(situation, way, node, partner, source, buffer);
    }
  }

  /** Lets peers write again and again, and takes the memory back meanwhile. */
  private void withdraw(
      Situation situation,
      String way,
      AdapterFixture node,
      AdapterFixture partner,
      RegisteredMemory source,
      ByteBuffer buffer)
      throws Exception {
    int size = situation.get(SIZE);
    RegisteredMemory memory =
        new RegisteredMemory(buffer, node.ia().createLmr(buffer, node.pz(), MemPriv.ALL));
    List<Ep> here = new ArrayList<>();
    List<Writer> writers = new ArrayList<>();
    for (int i = 0; i < situation.get(WRITERS); i++) {
      here.add(node.ep());
      writers.add(new Writer(partner, source));
      ConnectedPair.connect(node, here.get(i), partner, writers.get(i).ep);
    }
    Rmr rmr = way.equals(LMR_FREE) ? null : node.pz().createRmr();
    if (rmr != null
        && bind(node, rmr, memory, buffer.capacity(), here.get(0)) != DtoStatus.SUCCESS) {
      throw new AssertionError("a bind before all Writes failed");
    }
    int context = rmr == null ? memory.remote() : rmr.rmrContext();
    List<BackgroundCall<DtoStatus>> calls = new ArrayList<>();
    for (int i = 0; i < writers.size(); i++) {
      Writer writer = writers.get(i);
      long address = memory.address((long) i * size);
      calls.add(background(() -> writer.write(context, address)));
    }
    for (Writer writer : writers) {
      writer.awaitBegin();
    }
    spinUntil(System.nanoTime() + (long) (situation.get(MOMENT) * random().nextDouble()));
    String done = way;
    switch (way) {
      case LMR_FREE -> memory.lmr().free();
      case RMR_FREE -> rmr.free();
      default -> {
        RegisteredMemory next = way.equals(UNBIND) ? memory : node.region(1);
        int length = way.equals(UNBIND) ? 0 : 1;
        if (bind(node, rmr, next, length, here.get(0)) != DtoStatus.SUCCESS) {
          // A refused Write has broken the connection, which may flush the bind.
          done = RMR_FREE;
          rmr.free();
        }
      }
    }
    // From the end: a Write that goes on comes there last.
    int step = size / MARKS;
    for (int mark = 0; mark < MARKS; mark++) {
      for (int i = 1; i <= writers.size(); i++) {
        buffer.put(i * size - 1 - mark * step, OURS);
      }
    }
    for (BackgroundCall<DtoStatus> call : calls) {
      DtoStatus end = call.get();
      if (end != null && remoteCompletion()) {
        clause(useOf(done)).equal(DtoStatus.ERR_REMOTE_ACCESS, end, "end of the last Write");
      }
    }
    end(node, here);
    end(partner, writers.stream().map(writer -> writer.ep).toList());
    for (int i = 1; i <= writers.size(); i++) {
      for (int mark = 0; mark < MARKS; mark++) {
        int at = i * size - 1 - mark * step;
        if (buffer.get(at) != OURS) {
          clause(changeOf(done)).that(false, "byte " + at + " was changed after the call");
          return;
        }
      }
    }
    clause(changeOf(done)).that(true, "what was stored after the call stays");
    if (rmr != null) {
      if (!done.equals(RMR_FREE)) {
        rmr.free();
      }
      memory.lmr().free();
    }
  }

  /** Binds to the beginning of memory; an empty range unbinds. Returns how the bind ended. */
  private static DtoStatus bind(
      AdapterFixture node, Rmr rmr, RegisteredMemory memory, long length, Ep ep) {
    int result =
        rmr.bind(
            memory.local(),
            memory.address(0),
            length,
            RmrOperations.REMOTE,
            ep,
            1,
            CompletionFlags.DEFAULT);
    DtoStatus status = AdapterFixture.await(node.request()).status();
    if (result != DatReturn.SUCCESS
        || status != DtoStatus.SUCCESS && status != DtoStatus.ERR_FLUSHED) {
      throw new AssertionError("a bind for the test ended in " + status);
    }
    return status;
  }

  /** Ends the connections of endpoints of one side, and takes their events. */
  private static void end(AdapterFixture node, List<Ep> eps) {
    for (Ep ep : eps) {
      ep.disconnect(CloseFlags.ABRUPT);
    }
    for (Ep ep : eps) {
      AdapterFixture.reach(ep, EpState.DISCONNECTED);
      AdapterFixture.await(node.connect());
    }
    // A free drops the event that has not come yet, so all of them come before.
    eps.forEach(Ep::free);
  }

  /** An endpoint of the peer that writes until that fails. */
  private static final class Writer {
    private final RegisteredMemory source;
    private final Evd request;
    private final Ep ep;
    private final CountDownLatch begun = new CountDownLatch(1);

    private Writer(AdapterFixture partner, RegisteredMemory source) {
      this.source = source;
      request = partner.ia().createEvd(4, null, EvdFlags.DTO);
      EpAttr attr = partner.attr().toBuilder().maxRdmaSize(source.length()).build();
      ep = partner.ia().createEp(partner.pz(), partner.recv(), request, partner.connect(), attr);
    }

    /** {@return the end of the Write that failed, or null if its post was refused} */
    private DtoStatus write(int context, long address) {
      DtoStatus status = DtoStatus.SUCCESS;
      while (status == DtoStatus.SUCCESS) {
        try {
          int result =
              ep.postRdmaWrite(
                  source.local(),
                  source.address(0),
                  source.length(),
                  1,
                  context,
                  address,
                  CompletionFlags.DEFAULT);
          status = result == DatReturn.SUCCESS ? AdapterFixture.await(request).status() : null;
        } catch (DatException refused) {
          status = null;
        }
        begun.countDown();
      }
      return status;
    }

    private void awaitBegin() throws InterruptedException {
      if (!begun.await(TimeFactor.nanos(AdapterFixture.PATIENCE_MILLIS), TimeUnit.NANOSECONDS)) {
        throw new AssertionError("the first Write does not end");
      }
    }
  }
}
