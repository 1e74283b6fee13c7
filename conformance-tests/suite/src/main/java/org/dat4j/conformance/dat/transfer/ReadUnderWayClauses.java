package org.dat4j.conformance.dat.transfer;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;

import java.util.Arrays;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.EventView;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.Profile;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.MemPriv;
import org.junit.jupiter.api.Test;

/**
 * Tests of RDMA Reads under way while the program of the answering side changes the memory that is
 * read, or disconnects gracefully.
 */
class ReadUnderWayClauses extends TransferTest {
  private static final String CHANGING = "dat_ep_post_rdma_read.38";

  /** The fewest Reads of memory that changes: on a busy machine a change may miss a few of them. */
  private static final int MIN_READS = 8;

  /** What memory of this side has before a Read; no byte of the memory that is read has it. */
  private static final byte OTHER = 0x5d;

  /** The most Reads of memory that changes, one after the other. */
  private static final int MAX_READS = 200;

  /** Bytes that the Reads of a situation bring at most, so that captures of a run stay small. */
  private static final int MAX_BYTES = 1 << 24;

  /** Time in ns after which a situation begins no further Read; there are about six situations. */
  private static final long READING_NANOS = 80_000_000;

  private static final Dimension<Integer> SIZE = SharedDimensions.magnitudes("size", 1, 1 << 21);
  private static final Dimension<Boolean> THEY_READ =
      Dimension.choice("second party reads", false, true);

  private static final String ANSWER = "dat_ep_disconnect.24";

  /** Bytes of a piece that is compared, and pieces from the first byte to the last. */
  private static final int PIECE = 256;

  private static final int PIECES = 32;

  /** Bytes of an answer that is under way at the disconnect: more than sockets hold. */
  private static final int LONG_ANSWER = 1 << 24;

  private static final Dimension<Integer> ANSWER_SIZE =
      Dimension.size("size", 1 << 12, 1 << 20, LONG_ANSWER);
  private static final Dimension<String> ARRIVED =
      Dimension.moment("what has arrived at the disconnect", "first byte", "half");

  /** One side reads all of a region of the other side. */
  private final class WholeRegionRead {
    private final ConnectedPair pair;
    private final boolean theyRead;
    private final RegisteredMemory ours;
    private final Remote theirs;

    private WholeRegionRead(ConnectedPair pair, boolean theyRead, int size) {
      this.pair = pair;
      this.theyRead = theyRead;
      this.ours = pair.near().region(size);
      this.theirs = Remote.of(pair.far(), size, MemPriv.ALL, 0);
    }

    private void post(String id, long cookie) {
      if (theyRead) {
        pair.far().postRead(pair.farEp(), theirs.region(), cookie, ours.remote(), ours.address(0));
        return;
      }
      clause(id)
          .returns(
              DatReturn.SUCCESS,
              pair.ep()
                  .postRdmaRead(
                      ours.local(),
                      ours.address(0),
                      ours.length(),
                      cookie,
                      theirs.context(),
                      theirs.base(),
                      CompletionFlags.DEFAULT));
    }

    private boolean succeeds(String id, long cookie) {
      post(id, cookie);
      int size = ours.length();
      return theyRead
          ? clause(id)
              .completion(pair.far().event(DatPeer.REQUEST), cookie, DtoStatus.SUCCESS, size)
          : clause(id)
              .completion(
                  AdapterFixture.await(pair.near().request()),
                  pair.ep(),
                  cookie,
                  DtoStatus.SUCCESS,
                  size);
    }

    /** {@return how a Read has ended, or null if it has not} */
    private DtoStatus endIfAny() {
      if (theyRead) {
        EventView event = pair.far().next(DatPeer.REQUEST);
        return event == null ? null : event.status();
      }
      DatEvent event = new DatEvent();
      return pair.near().request().dequeue(event) == DatReturn.SUCCESS ? event.status() : null;
    }

    /** {@return how a Read ends; waits for it} */
    private DtoStatus end() {
      return theyRead
          ? pair.far().event(DatPeer.REQUEST).status()
          : AdapterFixture.await(pair.near().request()).status();
    }

    /** Waits until a byte that is not zero has arrived or the Read has ended. */
    private DtoStatus awaitByte(int at) {
      long deadline = System.nanoTime() + TimeFactor.nanos(AdapterFixture.PATIENCE_MILLIS);
      DtoStatus end = null;
      while (end == null && sinkByte(at) == 0 && System.nanoTime() - deadline < 0) {
        end = endIfAny();
      }
      return end;
    }

    private byte sinkByte(int at) {
      return (theyRead ? theirs.far().get(theirs.region(), at, 1) : ours.get(at, 1))[0];
    }

    /**
     * Compares what was read: all of it here, pieces of it at the second party.
     *
     * @return index of a wrong byte, or -1
     */
    private int firstWrongByte(byte[] expected) {
      if (!theyRead) {
        return Arrays.mismatch(expected, ours.get(0, expected.length));
      }
      int last = expected.length - PIECE;
      for (int i = 0; i < PIECES; i++) {
        int at = (int) ((long) last * i / (PIECES - 1));
        byte[] found = theirs.far().get(theirs.region(), at, PIECE);
        int wrong = Arrays.mismatch(Arrays.copyOfRange(expected, at, at + PIECE), found);
        if (wrong >= 0) {
          return at + wrong;
        }
      }
      return -1;
    }

    /** Disconnects the side whose memory is read. */
    private void disconnectAnswerer() {
      if (theyRead) {
        pair.ep().disconnect(CloseFlags.GRACEFUL);
      } else {
        pair.far().disconnect(pair.farEp(), true);
      }
    }

    private byte[] source() {
      return content(!theyRead);
    }

    private byte[] sink() {
      return content(theyRead);
    }

    private byte[] content(boolean ofThem) {
      return ofThem ? theirs.content(ours.length()) : ours.get(0, ours.length());
    }
  }

  @Test
  @SecondParty
  @Clauses(CHANGING)
  void readsOfMemoryThatChangesSucceed() throws Exception {
    long longest = node().attr().maxRdmaSize();
    checkInSituations(
        this::changeDuringReads,
        SIZE.where(size -> size <= longest, "max_rdma_size is " + longest),
        THEY_READ);
  }

  private void changeDuringReads(Situation situation) {
    ConnectedPair pair = pair();
    WholeRegionRead reading =
        new WholeRegionRead(pair, situation.get(THEY_READ), situation.get(SIZE));
    int reads;
    if (reading.theyRead) {
      RegisteredMemory.Changes changes = reading.ours.startChanging();
      atEnd(changes::close);
      reads = readFor(reading);
      changes.close();
    } else {
      pair.far().startChanging(reading.theirs.region());
      reads = readFor(reading);
      pair.far().stopChanging();
    }
    if (reads == 0) {
      return;
    }
    clause(CHANGING).equal(-1, indexOfOther(reading.sink()), "first byte neither old nor new");
    // What ended the connection late shows here, too.
    if (reading.succeeds(CHANGING, reads)) {
      clause(CHANGING)
          .equal(
              -1,
              Arrays.mismatch(reading.source(), reading.sink()),
              "first wrong byte of memory that changes no longer");
    }
    clause(CHANGING).equal(EpState.CONNECTED, pair.ep().getStatus().state(), "state of the EP");
    clause(CHANGING)
        .equal(
            EpState.CONNECTED.name(),
            pair.far().state(pair.farEp()),
            "state of the second party's EP");
  }

  /** Reads again and again; returns the number of Reads, or 0 if one failed. */
  private int readFor(WholeRegionRead reading) {
    int most = Math.min(MAX_READS, MAX_BYTES / reading.ours.length());
    long begin = System.nanoTime();
    int reads = 0;
    while (reads < MIN_READS || reads < most && System.nanoTime() - begin < READING_NANOS) {
      if (!reading.theyRead) {
        reading.ours.fill(OTHER);
      }
      if (!reading.succeeds(CHANGING, reads++)) {
        return 0;
      }
      if (!reading.theyRead) {
        clause(CHANGING)
            .equal(-1, indexOfOther(reading.sink()), "first byte of a Read neither old nor new");
      }
    }
    return reads;
  }

  private static int indexOfOther(byte[] content) {
    for (int i = 0; i < content.length; i++) {
      if (content[i] != RegisteredMemory.OLD && content[i] != RegisteredMemory.NEW) {
        return i;
      }
    }
    return -1;
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses(ANSWER)
  void readEndsWellWhenTheAnsweringSideDisconnectsGracefully() throws Exception {
    long longest = node().limits().maxRdmaSize();
    boolean decided = run().target().profile() == Profile.STRICT;
    checkInSituations(
        this::disconnectDuringAnswer,
        ANSWER_SIZE
            .where(size -> size <= longest, "max_rdma_size is " + longest)
            .where(
                size -> decided || size < LONG_ANSWER,
                "only the strict profile decides how a Read ends that is under way for long"),
        THEY_READ,
        ARRIVED);
  }

  private void disconnectDuringAnswer(Situation situation) {
    int size = situation.get(ANSWER_SIZE);
    AdapterFixture node = node();
    DatPeer far = peer();
    Ep ep = node.ep(node.pz(), node.attr().toBuilder().maxRdmaSize(size).build());
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createRdmaEp(size));
    WholeRegionRead reading = new WholeRegionRead(pair, situation.get(THEY_READ), size);
    int probe = situation.get(ARRIVED).equals("half") ? size / 2 : 0;
    byte[] data = data(size);
    data[probe] = 1;
    give(reading, data);
    reading.post(ANSWER, 1);
    DtoStatus end = reading.awaitByte(probe);
    reading.disconnectAnswerer();
    if (end == null) {
      end = reading.end();
    }
    clause(ANSWER)
        .decided(
            "the end of the Read",
            end == DtoStatus.SUCCESS ? "success" : "failure",
            "success",
            "failure");
    if (end == DtoStatus.SUCCESS) {
      clause(ANSWER)
          .equal(-1, reading.firstWrongByte(data), "first wrong byte of a Read that succeeded");
    }
    ended(ANSWER, pair);
    clause(ANSWER).equal(null, reading.endIfAny(), "a second end of the Read");
  }

  /** Stores the bytes to read; those of the second party travel by RDMA Write. */
  private void give(WholeRegionRead reading, byte[] data) {
    ConnectedPair pair = reading.pair;
    if (reading.theyRead) {
      reading.ours.put(0, data);
      return;
    }
    RegisteredMemory from = pair.near().region(data.length);
    from.put(0, data);
    Remote to = reading.theirs;
    PostOutcome outcome = pair.write(from, data.length, 0, to.context(), to.base());
    clause(ANSWER)
        .require(
            !outcome.refused() && outcome.status() == DtoStatus.SUCCESS,
            "the Write of what is read ended in " + outcome);
    flushBySend(pair);
  }
}
