package org.dat4j.conformance.dat.transfer;

import java.util.Arrays;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.Party;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpState;
import org.dat4j.dat.MemPriv;
import org.junit.jupiter.api.Test;

/** Tests of RDMA Reads while the program of the answering side changes the memory. */
class ReadUnderWayClauses extends TransferTest {
  private static final String CHANGING = "dat_ep_post_rdma_read.38";

  /** The fewest Reads of memory that changes: on a busy machine a change may miss a few of them. */
  private static final int LEAST_READS = 8;

  /** The most Reads of memory that changes, one after the other. */
  private static final int MOST_READS = 200;

  /** Bytes that the Reads of a situation bring at most, so that captures of a run stay small. */
  private static final int MOST_BYTES = 1 << 24;

  /** Time in ns after which a situation begins no further Read; there are about six situations. */
  private static final long READING_NANOS = 80_000_000;

  private static final Dimension<Integer> SIZE = Dimension.of("size", 64, 4097, 1 << 20);
  private static final Dimension<Boolean> THEY_READ =
      Dimension.of("second party reads", false, true);

  /** One side reads all of a region of the other side. */
  private final class Reading {
    private final ConnectedPair pair;
    private final boolean theyRead;
    private final RegisteredMemory ours;
    private final Remote theirs;

    private Reading(ConnectedPair pair, boolean theyRead, int size) {
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
          ? clause(id).completion(pair.far().event(Party.REQUEST), cookie, DtoStatus.SUCCESS, size)
          : clause(id)
              .completion(
                  AdapterFixture.await(pair.near().request()),
                  pair.ep(),
                  cookie,
                  DtoStatus.SUCCESS,
                  size);
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
    Reading reading = new Reading(pair, situation.get(THEY_READ), situation.get(SIZE));
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
  private int readFor(Reading reading) {
    int most = Math.min(MOST_READS, MOST_BYTES / reading.ours.length());
    long begin = System.nanoTime();
    int reads = 0;
    while (reads < LEAST_READS || reads < most && System.nanoTime() - begin < READING_NANOS) {
      if (!reading.succeeds(CHANGING, reads++)) {
        return 0;
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
}
