package org.dat4j.conformance.stepper;

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
import org.dat4j.conformance.catalogue.Table;
import org.dat4j.conformance.dat.DatKit;
import org.dat4j.conformance.stepper.Things.Zone;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EpState;
import org.dat4j.dat.HandleType;
import org.junit.jupiter.api.Test;

class ModelTest {
  private final Tables tables = new Tables(needs -> !needs.startsWith("!"));

  @Test
  void everyFaultBelongsToACall() {
    Set<String> calls = tables.calls().stream().map(Tables.Call::name).collect(Collectors.toSet());
    for (Table.Row row :
        Table.resource(Tables.class, "faults.tsv", List.of("call", "fault", "answers", "needs"))) {
      assertTrue(calls.contains(row.fields().get(0)), () -> "line " + row.line());
    }
  }

  @Test
  void whatTheModelReliesOnIsMadeOfClauses() {
    Catalogue catalogue = new DatKit().catalogue();
    List<String> columns = List.of("ability", "clauses", "what");
    for (Table.Row row : Table.resource(Tables.class, "relied-on.tsv", columns)) {
      for (String clause : row.fields().get(1).split("\\|")) {
        assertTrue(catalogue.find(clause).isPresent(), clause);
      }
    }
  }

  @Test
  void anAdapterThatNamesNoFaultOfAReceiveMayGiveAnother() {
    Tables lacking = new Tables(needs -> !needs.equals("receive_fault_told"));
    assertTrue(lacking.statuses("short_receive", "recv").contains(DtoStatus.ERR_LOCAL_EP));
    assertFalse(tables.statuses("short_receive", "recv").contains(DtoStatus.ERR_LOCAL_EP));
  }

  @Test
  void possibleStatesGiveTheUnionOfTheirAnswers() {
    int either = Tables.bit(EpState.UNCONNECTED) | Tables.bit(EpState.CONNECTED);
    assertEquals(
        Answers.of(DatReturn.SUCCESS, DatReturn.INVALID_STATE), tables.answers("connect", either));
    assertEquals(
        Tables.bit(EpState.ACTIVE_CONNECTION_PENDING),
        tables.after("connect", either, DatReturn.SUCCESS));
    assertEquals(
        Tables.bit(EpState.CONNECTED), tables.after("connect", either, DatReturn.INVALID_STATE));
  }

  @Test
  void readOfMemoryThatItFillsItselfMayFailAtEitherEndWhenThatIsFreed() {
    Things.Memory both = memory(1);
    Things.Memory own = memory(2);
    Posted read = posted("read", both, own);
    read.remote = new Posted.Piece(both, 1, 64);
    assertTrue(read.withoutIts(both, tables).contains(DtoStatus.ERR_LOCAL_PROTECTION));
    assertTrue(read.withoutIts(both, tables).contains(DtoStatus.ERR_REMOTE_ACCESS));
    assertFalse(read.withoutIts(own, tables).contains(DtoStatus.ERR_REMOTE_ACCESS));
    Posted another = posted("read", own);
    another.remote = read.remote;
    assertFalse(another.withoutIts(both, tables).contains(DtoStatus.ERR_LOCAL_PROTECTION));
  }

  private static Things.Memory memory(long id) {
    return new Things.Memory(id, null, null, 0, null, new BitSet());
  }

  @Test
  void onlyTheTargetOfAWriteThatWasNotDoneIsUsedNoMore() {
    for (String request : List.of("read", "write")) {
      for (boolean done : List.of(true, false)) {
        Things.Memory own = memory(1);
        Things.Memory peers = memory(2);
        Posted posted = posted(request, own);
        posted.remote = new Posted.Piece(peers, 3, 64);
        posted.take();
        assertTrue(own.taken.get(0) && peers.taken.get(3), request);
        posted.leave(done);
        assertTrue(own.taken.isEmpty(), request);
        assertEquals(request.equals("write") && !done, peers.taken.get(3), request + " " + done);
      }
    }
  }

  private static Posted posted(String request, Things.Memory... own) {
    List<Posted.Piece> pieces =
        Stream.of(own).map(memory -> new Posted.Piece(memory, 0, 64)).toList();
    return new Posted(7, request, 0, pieces, 64, Set.of(DtoStatus.SUCCESS));
  }

  @Test
  void whatIsUsedIsBusy() {
    Zone zone = new Zone(1, null);
    assertEquals(Answers.SUCCESS, tables.free(zone));
    zone.use(HandleType.LMR);
    assertEquals(Answers.INVALID_STATE, tables.free(zone));
    zone.release(HandleType.LMR);
    assertEquals(Answers.SUCCESS, tables.free(zone));
  }

  @Test
  void aStepDecidesAlikeWhenOthersAreMissing() {
    List<Zone> all = new ArrayList<>();
    for (int i = 0; i < 10; i++) {
      all.add(new Zone(i, null));
    }
    for (long number = 0; number < 100; number++) {
      Zone picked = new Choice(5, number).pick(all);
      List<Zone> fewer = new ArrayList<>(all);
      fewer.removeIf(zone -> zone != picked && zone.id % 3 == 0);
      assertEquals(picked, new Choice(5, number).pick(fewer));
    }
  }
}
