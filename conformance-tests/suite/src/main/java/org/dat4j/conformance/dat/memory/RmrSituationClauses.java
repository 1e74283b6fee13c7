package org.dat4j.conformance.dat.memory;

import java.util.Arrays;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.RmrOperations;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.NoOtherCalls;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Rmr;
import org.junit.jupiter.api.Test;

/**
 * Tests of RMR binds: several outstanding at once, more with suppressed completions than the queue
 * holds, and RMRs far inside large memory.
 */
class RmrSituationClauses extends DatTest {
  private static final int SIZE = 64;

  private static final Dimension<Integer> BINDS = Dimension.number("number of binds", 2, 3, 5);
  private static final Dimension<String> TRIED =
      Dimension.choice("context that is used", "first", "middle", "last but one");
  private static final Dimension<Boolean> WAITS =
      Dimension.moment("a Send in front of them waits for a Receive", false, true);
  private static final Dimension<Boolean> UNBINDS =
      Dimension.choice("an unbind is last", false, true);

  @Test
  @SecondParty
  @Clauses("dat_rmr_bind.21")
  void eachOfSeveralOutstandingBindsReplacesTheOneBefore() throws Exception {
    boolean holds = pair().holdsASend();
    checkInSituations(
        this::boundTogether,
        BINDS,
        TRIED,
        WAITS.where(waits -> holds || !waits, ConnectedPair.SEND_BREAKS),
        UNBINDS);
  }

  private void boundTogether(Situation situation) {
    ConnectedPair pair = pair();
    int binds = situation.get(BINDS);
    RegisteredMemory region = pair.near().region(binds * SIZE);
    Rmr rmr = pair.near().pz().createRmr();
    boolean waits = situation.get(WAITS);
    if (waits) {
      pair.ep().postSend(region.local(), region.address(0), SIZE, 0, CompletionFlags.DEFAULT);
    }
    int[] contexts = new int[binds];
    for (int i = 0; i < binds; i++) {
      clause("dat_rmr_bind.21")
          .returns(DatReturn.SUCCESS, bind(rmr, pair.ep(), region, i, CompletionFlags.DEFAULT));
      contexts[i] = rmr.rmrContext();
    }
    boolean unbinds = situation.get(UNBINDS);
    if (unbinds) {
      rmr.bind(0, 0, 0, MemPriv.NONE, pair.ep(), binds, CompletionFlags.DEFAULT);
    }
    if (waits) {
      int buffer = pair.far().register(SIZE, MemPriv.ALL, 0);
      pair.far().postRecv(pair.farEp(), buffer, 0, SIZE, 0);
      if (AdapterFixture.await(pair.near().request()).status() != DtoStatus.SUCCESS) {
        // A Send need not wait for a Receive (DAT-D11).
        return;
      }
    }
    for (int i = 0; i < binds + (unbinds ? 1 : 0); i++) {
      clause("dat_rmr_bind.21")
          .bound(AdapterFixture.await(pair.near().request()), rmr, i, DtoStatus.SUCCESS);
    }
    if (!unbinds) {
      RmrOperations.RmrAccess last =
          RmrOperations.read(pair, contexts[binds - 1], region.address((binds - 1L) * SIZE), SIZE);
      clause("dat_rmr_bind.21").completion(last.event(), 7, DtoStatus.SUCCESS, SIZE);
    }
    int tried =
        switch (situation.get(TRIED)) {
          case "first" -> 0;
          case "middle" -> (binds - 1) / 2;
          default -> binds - 2;
        };
    RmrOperations.RmrAccess old =
        RmrOperations.read(pair, contexts[tried], region.address((long) tried * SIZE), SIZE);
    clause("dat_rmr_bind.21").completion(old.event(), 7, DtoStatus.ERR_REMOTE_ACCESS, 0);
  }

  /** Binds a part of memory; the number of the part is the cookie. */
  private static int bind(Rmr rmr, Ep ep, RegisteredMemory region, int part, int flags) {
    return rmr.bind(
        region.local(),
        region.address((long) part * SIZE),
        SIZE,
        RmrOperations.REMOTE,
        ep,
        part,
        flags);
  }

  private static final int ROUNDS = 3;
  private static final Dimension<Integer> LIMIT =
      Dimension.attributes("max_request_dtos", 2, 3, 16, 65);
  private static final Dimension<String> SUPPRESSED =
      Dimension.choice("suppressed requests", "binds", "unbinds", "binds of many RMRs", "both");

  @Test
  @NoOtherCalls("the test makes as many objects as the adapter allows")
  @SecondParty
  @Clauses("dat_rmr_bind.13")
  void suppressedBindsGiveTheirPlacesBack() throws Exception {
    int most = node().limits().maxDtoPerEp();
    int windows = node().limits().maxRmrs();
    checkInSituations(
        this::suppressed,
        LIMIT.where(
            limit -> limit <= most && limit <= windows,
            "there is room for " + most + " requests and " + windows + " RMRs"),
        SUPPRESSED);
  }

  private void suppressed(Situation situation) {
    AdapterFixture node = node();
    int limit = situation.get(LIMIT);
    Ep ep = node.ep(node.pz(), node.attr().toBuilder().maxRequestDtos(limit).build());
    DatPeer far = peer();
    ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    // A queue may hold more than was asked for.
    int places = ep.query().attr().maxRequestDtos();
    RegisteredMemory region = node.region(SIZE);
    String kind = situation.get(SUPPRESSED);
    Rmr[] rmrs = new Rmr[kind.equals("binds of many RMRs") ? limit : 1];
    for (int i = 0; i < rmrs.length; i++) {
      rmrs[i] = node.pz().createRmr();
    }
    for (int round = 0; round < ROUNDS; round++) {
      for (int i = 1; i < places; i++) {
        Rmr rmr = rmrs[i % rmrs.length];
        boolean unbinds = kind.equals("unbinds") || kind.equals("both") && i % 2 == 0;
        int result =
            unbinds
                ? rmr.bind(0, 0, 0, MemPriv.NONE, ep, i, CompletionFlags.SUPPRESS)
                : bind(rmr, ep, region, 0, CompletionFlags.SUPPRESS);
        clause("dat_rmr_bind.13").returns(DatReturn.SUCCESS, result);
      }
      // Its completion tells that all before it have completed.
      clause("dat_rmr_bind.13")
          .returns(DatReturn.SUCCESS, bind(rmrs[0], ep, region, 0, CompletionFlags.DEFAULT));
      clause("dat_rmr_bind.13")
          .bound(AdapterFixture.await(node.request()), rmrs[0], 0, DtoStatus.SUCCESS);
    }
  }

  private static final Dimension<Integer> MEMORY =
      Dimension.size("size of the memory", 1 << 16, (1 << 20) + 4096, 5 << 20);
  private static final Dimension<Integer> LENGTH =
      SharedDimensions.sizes("length of the RMR", 1, 60_000);
  private static final Dimension<String> PLACE =
      Dimension.choice("place of the RMR", "begin", "odd", "middle", "end");

  @Test
  @SecondParty
  @Clauses({"dat_rmr_bind.16", "dat_rmr_bind.17"})
  void windowsShowTheirPartOfLargeMemory() throws Exception {
    long most = Math.min(node().limits().maxLmrBlockSize(), Integer.MAX_VALUE);
    checkInSituations(
        this::windowOf,
        MEMORY.where(size -> size <= most, "max_lmr_block_size is " + most),
        LENGTH,
        PLACE);
  }

  private void windowOf(Situation situation) {
    ConnectedPair pair = pair();
    int size = situation.get(MEMORY);
    int length = situation.get(LENGTH);
    int offset =
        switch (situation.get(PLACE)) {
          case "begin" -> 0;
          case "odd" -> Math.min(size - length, size / 3 | 1);
          case "middle" -> Math.min(size - length, size / 2);
          default -> size - length;
        };
    RegisteredMemory region = pair.near().region(size);
    byte[] content = data(size);
    region.put(0, content);
    Rmr rmr = RmrOperations.bound(pair, region, offset, length);
    RmrOperations.RmrAccess read =
        RmrOperations.read(pair, rmr.rmrContext(), region.address(offset), length);
    clause("dat_rmr_bind.16").completion(read.event(), 7, DtoStatus.SUCCESS, length);
    clause("dat_rmr_bind.16")
        .that(
            Arrays.equals(Arrays.copyOfRange(content, offset, offset + length), read.data()),
            "the peer reads the RMR");
    byte[] written = data(length);
    RmrOperations.RmrAccess write =
        RmrOperations.write(pair, rmr.rmrContext(), region.address(offset), written);
    clause("dat_rmr_bind.17").completion(write.event(), 8, DtoStatus.SUCCESS, length);
    RmrOperations.settle(pair);
    System.arraycopy(written, 0, content, offset, length);
    clause("dat_rmr_bind.17")
        .that(
            Arrays.equals(content, region.get(0, size)),
            "the peer writes the RMR and nothing else");
  }
}
