package org.dat4j.conformance.dat.stepper.model;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.dat4j.conformance.catalogue.Catalogue;
import org.dat4j.conformance.catalogue.TsvReader;
import org.dat4j.conformance.dat.DatKit;
import org.dat4j.conformance.dat.stepper.model.ModelObjects.Zone;
import org.dat4j.conformance.stepper.RandomChoice;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpState;
import org.dat4j.dat.HandleType;
import org.junit.jupiter.api.Test;

class ModelTest {
  private final ModelTables tables = new ModelTables(needs -> !needs.startsWith("!"));

  @Test
  void everyFaultBelongsToACall() {
    Set<String> calls =
        tables.calls().stream().map(ModelTables.CallRow::name).collect(Collectors.toSet());
    for (TsvReader.Row row :
        TsvReader.resource(
            ModelTables.class, "faults.tsv", List.of("call", "fault", "answers", "needs"))) {
      assertTrue(calls.contains(row.fields().get(0)), () -> "line " + row.line());
    }
  }

  @Test
  void everyCapabilityThatTheModelReliesOnNamesClauses() {
    Catalogue catalogue = new DatKit().catalogue();
    List<String> columns = List.of("capability", "clauses", "what");
    for (TsvReader.Row row : TsvReader.resource(ModelTables.class, "relied-on.tsv", columns)) {
      for (String clause : row.fields().get(1).split("\\|")) {
        assertTrue(catalogue.find(clause).isPresent(), clause);
      }
    }
  }

  @Test
  void anAdapterThatNamesNoFaultOfAReceiveMayGiveAnother() {
    ModelTables lacking = new ModelTables(needs -> !needs.equals("receive_fault_told"));
    assertTrue(lacking.statuses("short_receive", "recv").contains(DtoStatus.ERR_LOCAL_EP));
    assertFalse(tables.statuses("short_receive", "recv").contains(DtoStatus.ERR_LOCAL_EP));
  }

  @Test
  void possibleStatesGiveTheUnionOfTheirAnswers() {
    int either = ModelTables.bit(EpState.UNCONNECTED) | ModelTables.bit(EpState.CONNECTED);
    assertEquals(
        AllowedReturns.of(DatReturn.SUCCESS, DatReturn.INVALID_STATE),
        tables.answers("connect", either));
    assertEquals(
        ModelTables.bit(EpState.ACTIVE_CONNECTION_PENDING),
        tables.after("connect", either, DatReturn.SUCCESS));
    assertEquals(
        ModelTables.bit(EpState.CONNECTED),
        tables.after("connect", either, DatReturn.INVALID_STATE));
  }

  @Test
  void aReadIntoItsOwnSourceMayFailAtEitherEndAfterAFree() {
    ModelObjects.Memory both = memory(1);
    ModelObjects.Memory own = memory(2);
    OutstandingTransfer read = posted("read", both, own);
    read.remote = new OutstandingTransfer.Piece(both, 1, 64);
    assertTrue(read.withoutIts(both, tables).contains(DtoStatus.ERR_LOCAL_PROTECTION));
    assertTrue(read.withoutIts(both, tables).contains(DtoStatus.ERR_REMOTE_ACCESS));
    assertFalse(read.withoutIts(own, tables).contains(DtoStatus.ERR_REMOTE_ACCESS));
    OutstandingTransfer another = posted("read", own);
    another.remote = read.remote;
    assertFalse(another.withoutIts(both, tables).contains(DtoStatus.ERR_LOCAL_PROTECTION));
  }

  private static ModelObjects.Memory memory(long id) {
    return new ModelObjects.Memory(id, null, null, 0, null, new BitSet());
  }

  @Test
  void onlyTheTargetOfAWriteThatWasNotDoneIsUsedNoMore() {
    for (String request : List.of("read", "write")) {
      for (boolean done : List.of(true, false)) {
        ModelObjects.Memory own = memory(1);
        ModelObjects.Memory peers = memory(2);
        OutstandingTransfer posted = posted(request, own);
        posted.remote = new OutstandingTransfer.Piece(peers, 3, 64);
        posted.take();
        assertTrue(own.taken.get(0) && peers.taken.get(3), request);
        posted.leave(done);
        assertTrue(own.taken.isEmpty(), request);
        assertEquals(request.equals("write") && !done, peers.taken.get(3), request + " " + done);
      }
    }
  }

  private static OutstandingTransfer posted(String request, ModelObjects.Memory... own) {
    List<OutstandingTransfer.Piece> pieces =
        Stream.of(own).map(memory -> new OutstandingTransfer.Piece(memory, 0, 64)).toList();
    return new OutstandingTransfer(7, request, 0, pieces, 64, Set.of(DtoStatus.SUCCESS));
  }

  private static OutstandingTransfer posted(int flags, DtoStatus... can) {
    return new OutstandingTransfer(7, "send", flags, List.of(), 0, Set.of(can));
  }

  @Test
  void postAboveTheReportedLimitIsRefusedWhenAllHaveCompletionsToTake() {
    OutstandingTransfer plain = posted(0, DtoStatus.SUCCESS);
    OutstandingTransfer silent = posted(CompletionFlags.SUPPRESS, DtoStatus.SUCCESS);
    OutstandingTransfer failing = posted(CompletionFlags.SUPPRESS, DtoStatus.ERR_LOCAL_PROTECTION);
    assertEquals(PostCapacity.CERTAIN, PostCapacity.of(List.of(plain), 2, true));
    assertEquals(PostCapacity.NONE, PostCapacity.of(List.of(plain, failing), 2, true));
    assertEquals(PostCapacity.POSSIBLE, PostCapacity.of(List.of(plain, silent), 2, true));
    assertEquals(PostCapacity.NONE, PostCapacity.of(List.of(plain, silent, plain), 2, true));
    assertEquals(PostCapacity.POSSIBLE, PostCapacity.of(List.of(plain, plain), 2, false));
    AllowedReturns either = AllowedReturns.SUCCESS.or(DatReturn.INVALID_STATE);
    AllowedReturns full =
        AllowedReturns.of(DatReturn.INSUFFICIENT_RESOURCES, DatReturn.INVALID_STATE);
    assertEquals(either, PostCapacity.CERTAIN.limit(either));
    assertEquals(full, PostCapacity.NONE.limit(either));
    assertEquals(full.or(DatReturn.SUCCESS), PostCapacity.POSSIBLE.limit(either));
    assertEquals(
        AllowedReturns.INVALID_STATE, PostCapacity.NONE.limit(AllowedReturns.INVALID_STATE));
  }

  @Test
  void zoneInUseIsNotFreed() {
    Zone zone = new Zone(1, null);
    assertEquals(AllowedReturns.SUCCESS, tables.free(zone));
    zone.use(HandleType.LMR);
    assertEquals(AllowedReturns.INVALID_STATE, tables.free(zone));
    zone.release(HandleType.LMR);
    assertEquals(AllowedReturns.SUCCESS, tables.free(zone));
  }

  @Test
  void aStepDecidesAlikeWhenOthersAreMissing() {
    List<Zone> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      all.add(new Zone(i, null));
    }
    for (long number = 0; number < 100; number++) {
      Zone picked = new RandomChoice(5, number).pick(all, zone -> zone.id);
      List<Zone> fewer = new ArrayList<>(all);
      fewer.removeIf(zone -> zone != picked && zone.id % 3 == 0);
      assertEquals(picked, new RandomChoice(5, number).pick(fewer, zone -> zone.id));
    }
  }
}
