package org.dat4j.conformance.dat.memory;

import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.RmrOperations;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Rmr;
import org.junit.jupiter.api.Test;

/**
 * Tests that a bind with the barrier fence has no effect before the RDMA Reads in front of it have
 * ended: a peer tries its context meanwhile.
 */
class FencedBindClauses extends DatTest {
  private static final String ID = "dat_rmr_bind.39";

  private static final String BIND = "first bind, by the new context";
  private static final String REBIND = "rebind, by the new context";
  private static final String REBIND_OLD = "rebind, by the context before";
  private static final String UNBIND_OLD = "unbind, by the context before";

  /** Bytes that the window shows and the peer reads. */
  private static final int SHOWN = 64;

  private static final byte OLD = 0;
  private static final byte NEW = 0x5a;

  private static final Dimension<String> TRIAL =
      Dimension.choice("what the peer tries", BIND, REBIND, REBIND_OLD, UNBIND_OLD);
  private static final Dimension<Integer> SIZE =
      Dimension.size("bytes of all Reads", SHOWN, (1 << 20) + 1, 1 << 24);
  private static final Dimension<Integer> READS = Dimension.number("Reads before", 1, 2, 4);
  private static final Dimension<Integer> TIMES = Dimension.occurrence("fenced bind", 1, 2);
  private static final Dimension<Boolean> PLAIN =
      Dimension.attributes("a Write without fence is between", false, true);

  @Test
  @SecondParty
  @Clauses(ID)
  void fencedBindHasNoEffectBeforeTheReadsInFrontEnd() throws Exception {
    Sides sides = new Sides();
    checkInSituations(
        situation -> {
          for (int i = 0; i < situation.get(TIMES); i++) {
            sides.bindBehindReads(situation);
          }
        },
        TRIAL,
        SIZE.where(size -> size <= sides.most, "max_rdma_size is " + sides.most),
        READS,
        TIMES,
        PLAIN);
  }

  /** Both adapters, with memory for all situations and an endpoint that reads and binds. */
  private final class Sides {
    private final AdapterFixture node = node();
    private final AdapterFixture partner = partner();
    private final int most = node.longestRdma(partner, 1 << 24);
    private final RegisteredMemory sink = node.region(most);
    private final RegisteredMemory source = partner.region(most);
    private final RegisteredMemory window = node.region(SHOWN);
    private final RegisteredMemory next = node.region(SHOWN);
    private final RegisteredMemory into = partner.region(SHOWN);
    private final Ep reader = node.ep(most);

    private Sides() {
      source.fill(NEW);
      ConnectedPair.connect(node, reader, partner, partner.ep(most));
    }

    private void bindBehindReads(Situation situation) {
      Ep near = node.ep();
      Ep far = partner.ep();
      ConnectedPair.connect(node, near, partner, far);
      String trial = situation.get(TRIAL);
      Rmr rmr = node.pz().createRmr();
      if (!trial.equals(BIND)) {
        bind(rmr, window, SHOWN, CompletionFlags.DEFAULT);
        clause(ID)
            .equal(DtoStatus.SUCCESS, AdapterFixture.await(node.request()).status(), "first bind");
      }
      int before = trial.equals(BIND) ? 0 : rmr.rmrContext();
      int reads = Math.min(situation.get(READS), node.attr().maxRdmaReadOut());
      int each = situation.get(SIZE) / reads;
      int end = each * reads - 1;
      sink.put(end, new byte[] {OLD});
      for (int i = 0; i < reads; i++) {
        int result =
            reader.postRdmaRead(
                sink.local(),
                sink.address((long) i * each),
                each,
                i,
                source.remote(),
                source.address(0),
                CompletionFlags.DEFAULT);
        clause(ID).returns(DatReturn.SUCCESS, result);
      }
      int requests = reads + 1;
      if (situation.get(PLAIN)) {
        requests++;
        reader.postRdmaWrite(
            window.local(),
            window.address(0),
            1,
            reads,
            into.remote(),
            into.address(0),
            CompletionFlags.DEFAULT);
      }
      RegisteredMemory shown = trial.equals(BIND) ? window : next;
      int length = trial.equals(UNBIND_OLD) ? 0 : SHOWN;
      bind(rmr, shown, length, CompletionFlags.BARRIER_FENCE);
      boolean byOld = trial.equals(REBIND_OLD) || trial.equals(UNBIND_OLD);
      PostOutcome tried = use(far, byOld ? before : rmr.rmrContext(), byOld ? window : shown);
      // Looked at afterwards: a Read that has not ended yet had not ended at the trial.
      boolean hasEnded = sink.get(end, 1)[0] == NEW;
      boolean succeeds = !tried.refused() && tried.status() == DtoStatus.SUCCESS;
      clause(ID)
          .that(
              hasEnded || succeeds == byOld,
              "the peer's use ended in " + tried + " before the last Read had its last byte");
      for (int i = 0; i < requests; i++) {
        clause(ID)
            .equal(
                DtoStatus.SUCCESS,
                AdapterFixture.await(node.request()).status(),
                "end of request " + i);
      }
      rmr.free();
      end(near, far);
    }

    private void bind(Rmr rmr, RegisteredMemory memory, int length, int flags) {
      int result =
          rmr.bind(
              memory.local(), memory.address(0), length, RmrOperations.REMOTE, reader, 99, flags);
      clause(ID).returns(DatReturn.SUCCESS, result);
    }

    private PostOutcome use(Ep far, int context, RegisteredMemory memory) {
      return PostOutcome.of(
          partner.request(),
          () ->
              far.postRdmaRead(
                  into.local(),
                  into.address(0),
                  SHOWN,
                  7,
                  context,
                  memory.address(0),
                  CompletionFlags.DEFAULT));
    }

    private void end(Ep near, Ep far) {
      far.disconnect(CloseFlags.ABRUPT);
      AdapterFixture.reach(near, EpState.DISCONNECTED);
      AdapterFixture.reach(far, EpState.DISCONNECTED);
      AdapterFixture.await(node.connect());
      AdapterFixture.await(partner.connect());
      near.free();
      far.free();
    }
  }
}
