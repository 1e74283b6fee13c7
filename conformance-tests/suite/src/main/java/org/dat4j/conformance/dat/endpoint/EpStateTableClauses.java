package org.dat4j.conformance.dat.endpoint;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.dat4j.conformance.catalogue.TsvReader;
import org.dat4j.conformance.dat.DatKit;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.EpStateTest;
import org.dat4j.conformance.dat.fixture.EpStates;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Qos;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests of the contract's table of endpoint states (section 3.1), cell by cell: which calls each
 * state of an endpoint permits. A cell of the resource is the number of a clause behind "+" for
 * permitted, state unchanged or as other clauses say, "-" for refused with DAT_INVALID_STATE, "!"
 * for refused with DAT_INVALID_PARAMETER; empty cells belong to other tests.
 */
class EpStateTableClauses extends EpStateTest {
  /** Hundreds of connections on an emulated machine. */
  private static final int LONG_SECONDS = 300;

  private static final List<String> COLUMNS =
      Stream.concat(Stream.of("call", "page"), EpStates.SHORT.stream()).toList();

  /**
   * The calls that are tested here on an endpoint that the provider made; the rest has a gate or is
   * in {@link EpStateOtherCallsClauses}.
   */
  private static final Set<String> HERE =
      Set.of(
          "get_status",
          "modify_pz",
          "modify_recv_evd",
          "modify_request_evd",
          "modify_connect_evd",
          "modify_specific");

  /** How long a stalled connection is assumed to keep its state before it breaks. */
  private static final long FRESH_MILLIS = 300;

  /** How many stalled connections are tried, as one may break before the call is over. */
  private static final int TRIES = 5;

  private static final long SPECIFIC =
      EpField.EP_ATTR_NUM_TRANSPORT_ATTR
          | EpField.EP_ATTR_TRANSPORT_SPECIFIC_ATTR
          | EpField.EP_ATTR_NUM_PROVIDER_ATTR
          | EpField.EP_ATTR_PROVIDER_SPECIFIC_ATTR;

  private static final long[] FIXED = {
    EpField.IA_HANDLE,
    EpField.EP_STATE,
    EpField.LOCAL_IA_ADDRESS_PTR,
    EpField.LOCAL_PORT_QUAL,
    EpField.REMOTE_IA_ADDRESS_PTR,
    EpField.REMOTE_PORT_QUAL
  };
  private static final long[] SRQ = {EpField.SRQ_HANDLE, EpField.EP_ATTR_SRQ_SOFT_HW};

  private record Cell(String call, String clause, char kind) {}

  /** The results of the calls of a cell, which can be replayed, and the state after them. */
  private record Found(List<Action> outcomes, EpState after) {}

  /** A call on an endpoint that is in a certain state. */
  private interface TableCall {
    void in(StateSituation situation, int length);
  }

  private static final Map<String, TableCall> CALLS =
      Map.ofEntries(
          Map.entry("connect", (s, length) -> ConnectedPair.connect(s.ep(), address(s), 1, null)),
          Map.entry("dup_connect", (s, length) -> dupConnect(s.ep(), s.ep())),
          Map.entry("duplicated", (s, length) -> dupConnect(s.node().ep(), s.ep())),
          Map.entry("disconnect_abrupt", (s, length) -> s.ep().disconnect(CloseFlags.ABRUPT)),
          Map.entry("disconnect_graceful", (s, length) -> s.ep().disconnect(CloseFlags.GRACEFUL)),
          Map.entry("reset", (s, length) -> s.ep().reset()),
          Map.entry("free", (s, length) -> s.ep().free()),
          Map.entry("get_status", (s, length) -> s.ep().getStatus()),
          Map.entry("post_recv", (s, length) -> transfer(s, length, 0)),
          Map.entry("post_send", (s, length) -> transfer(s, length, 1)),
          Map.entry("post_rdma_write", (s, length) -> transfer(s, length, 2)),
          Map.entry("post_rdma_read", (s, length) -> transfer(s, length, 3)),
          Map.entry(
              "modify_pz",
              (s, length) -> modify(s, EpField.PZ_HANDLE, to(s).pz(s.node().ia().createPz()))),
          Map.entry("modify_specific", (s, length) -> modify(s, SPECIFIC, to(s))),
          Map.entry(
              "modify_recv_evd",
              (s, length) ->
                  modify(
                      s,
                      EpField.RECV_EVD_HANDLE,
                      to(s).recvEvd(s.node().ia().createEvd(64, null, EvdFlags.DTO)))),
          Map.entry(
              "modify_request_evd",
              (s, length) ->
                  modify(
                      s,
                      EpField.REQUEST_EVD_HANDLE,
                      to(s)
                          .requestEvd(
                              s.node()
                                  .ia()
                                  .createEvd(64, null, EvdFlags.DTO | EvdFlags.RMR_BIND)))),
          Map.entry(
              "modify_connect_evd",
              (s, length) ->
                  modify(
                      s,
                      EpField.CONNECT_EVD_HANDLE,
                      to(s).connectEvd(s.node().ia().createEvd(64, null, EvdFlags.CONNECTION)))));

  private static byte[] address(StateSituation situation) {
    return situation.node().ia().address().getAddress();
  }

  private static void dupConnect(Ep ep, Ep connected) {
    ep.dupConnect(
        connected, TimeFactor.micros(AdapterFixture.PATIENCE_MILLIS), null, Qos.BEST_EFFORT);
  }

  private static void transfer(StateSituation situation, int length, int kind) {
    RegisteredMemory region = situation.node().region(length);
    Ep ep = situation.ep();
    int lmr = region.local();
    long at = region.address(0);
    int flags = CompletionFlags.DEFAULT;
    int result =
        switch (kind) {
          case 0 -> ep.postRecv(lmr, at, length, 1, flags);
          case 1 -> ep.postSend(lmr, at, length, 1, flags);
          case 2 -> ep.postRdmaWrite(lmr, at, length, 1, region.remote(), at, flags);
          default -> ep.postRdmaRead(lmr, at, length, 1, region.remote(), at, flags);
        };
    if (result != DatReturn.SUCCESS) {
      throw new AssertionError("the post gave " + DatReturn.name(result));
    }
  }

  private static EpParam.Builder to(StateSituation situation) {
    return situation.ep().query().toBuilder();
  }

  private static void modify(StateSituation situation, long field, EpParam.Builder to) {
    situation.ep().modify(field, to.build());
  }

  private static List<Cell> cells(int column) {
    List<Cell> cells = new ArrayList<>();
    for (TsvReader.Row row : TsvReader.resource(DatKit.class, "ep-states.tsv", COLUMNS)) {
      String cell = row.fields().get(column + 2);
      if (!cell.isEmpty()) {
        cells.add(
            new Cell(
                row.fields().get(0),
                row.fields().get(1) + "." + cell.substring(1),
                cell.charAt(0)));
      }
    }
    return cells;
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_connect.04",
    "dat_ep_dup_connect.04",
    "dat_ep_dup_connect.05",
    "dat_ep_disconnect.04",
    "dat_ep_disconnect.05",
    "dat_ep_disconnect.16",
    "dat_ep_reset.01",
    "dat_ep_reset.02",
    "dat_ep_reset.04",
    "dat_ep_free.01",
    "dat_ep_free.02",
    "dat_ep_free.03",
    "dat_ep_free.04",
    "dat_ep_free.07",
    "dat_ep_free.08",
    "dat_ep_get_status.01",
    "dat_ep_post_recv.01",
    "dat_ep_post_send.06",
    "dat_ep_post_rdma_write.08",
    "dat_ep_post_rdma_read.07",
    "dat_ep_modify.04",
    "dat_ep_modify.05",
    "dat_ep_modify.08",
    "dat_ep_modify.09",
    "dat_ep_modify.11",
    "dat_ep_modify.12",
    "dat_ep_modify.14",
    "dat_ep_modify.15",
    "dat_ep_modify.16",
    "dat_ep_modify.18",
    "dat_ep_modify.24"
  })
  @Timeout(LONG_SECONDS)
  void everyStatePermitsTheCallsOfTheTable() {
    EpStates.ALL.forEach(this::check);
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_free.09", "dat_ep_modify.17"})
  void endpointsOfTheProviderPermitTheCallsOfTheTable() {
    EpState state = EpState.TENTATIVE_CONNECTION_PENDING;
    StateSituation tentative = situation(state).orElseThrow();
    table(
        row(
            "dat_ep_free.09",
            "free",
            () -> refused(new Cell("free", "dat_ep_free.09", '-'), state, tentative)),
        row(
            "dat_ep_modify.17",
            "attributes",
            () -> permitted("dat_ep_modify.17", "modify_attribute", state)));
  }

  private void check(EpState state) {
    // Created when first needed, so that an earlier failure in its row is reported as such.
    StateSituation present = null;
    for (Cell cell : cells(EpStates.ALL.indexOf(state))) {
      if (state == EpState.TENTATIVE_CONNECTION_PENDING && !HERE.contains(cell.call())) {
        continue;
      }
      String name = cell.call() + " in " + state;
      if (cell.kind() == '+') {
        table(row(cell.clause(), name, () -> permitted(cell.clause(), cell.call(), state)));
        continue;
      }
      if (present == null || state == EpState.DISCONNECT_PENDING && isOld(present)) {
        Optional<StateSituation> next = situation(state);
        if (next.isEmpty()) {
          return;
        }
        present = next.get();
      }
      StateSituation situation = present;
      table(row(cell.clause(), name, () -> refused(cell, state, situation)));
    }
  }

  private static boolean isOld(StateSituation situation) {
    return situation.state() != EpState.DISCONNECT_PENDING
        || System.nanoTime() - situation.since() > FRESH_MILLIS * 1_000_000;
  }

  private void refused(Cell cell, EpState state, StateSituation situation) {
    int type = cell.kind() == '!' ? DatReturn.INVALID_PARAMETER : DatReturn.INVALID_STATE;
    find(cell.call(), state, situation)
        .ifPresent(
            found -> {
              for (Action outcome : found.outcomes()) {
                clause(cell.clause()).throwsDat(type, outcome);
              }
              clause(cell.clause()).equal(state, found.after(), "state after " + cell.call());
            });
  }

  /**
   * Makes the calls of a cell. Where a stalled connection broke by itself meanwhile, another one is
   * asked; a provider that ends it because of the call does so each time.
   *
   * @return what was found, or empty if the backend did not show the state again
   */
  private Optional<Found> find(String call, EpState state, StateSituation first) {
    Found found = find(call, first);
    for (int tries = 1; tries < TRIES && isOver(state, found); tries++) {
      Optional<StateSituation> next = situation(state);
      if (next.isEmpty()) {
        return Optional.empty();
      }
      found = find(call, next.get());
    }
    return Optional.of(found);
  }

  private static boolean isOver(EpState state, Found found) {
    return state == EpState.DISCONNECT_PENDING && found.after() == EpState.DISCONNECTED;
  }

  private Found find(String call, StateSituation situation) {
    List<Action> outcomes = new ArrayList<>();
    for (Action each : calls(call, situation)) {
      outcomes.add(outcome(each));
    }
    return new Found(outcomes, after(situation));
  }

  /** Returns the state of the endpoint, or null if the endpoint is gone. */
  private static EpState after(StateSituation situation) {
    try {
      return situation.state();
    } catch (DatException e) {
      if (e.type() == DatReturn.INVALID_HANDLE) {
        return null;
      }
      throw e;
    }
  }

  private static Action outcome(Action call) {
    try {
      call.run();
    } catch (Exception e) {
      return () -> {
        throw e;
      };
    }
    return () -> {};
  }

  /** Lists the calls of a cell. */
  private List<Action> calls(String call, StateSituation situation) {
    return switch (call) {
      case "modify_attribute" ->
          Stream.of(EpAttributeChange.values())
              .<Action>map(change -> () -> change.apply(situation.ep()))
              .toList();
      case "modify_fixed" -> modifications(FIXED, situation);
      case "modify_srq" -> modifications(SRQ, situation);
      default -> List.of(() -> CALLS.get(call).in(situation, size()));
    };
  }

  private static List<Action> modifications(long[] fields, StateSituation situation) {
    return LongStream.of(fields)
        .<Action>mapToObj(field -> () -> modify(situation, field, to(situation)))
        .toList();
  }

  private void permitted(String clause, String call, EpState state) {
    situation(state).ifPresent(situation -> permitted(clause, call, state, situation));
  }

  private void permitted(String clause, String call, EpState state, StateSituation situation) {
    if (call.equals("modify_attribute")) {
      for (EpAttributeChange change : EpAttributeChange.values()) {
        clause(clause)
            .succeeds(
                change + " in " + state,
                () -> {
                  long asked = change.apply(situation.ep());
                  clause(clause)
                      .that(change.isApplied(situation.ep(), asked), "the query reports " + asked);
                });
      }
      clause(clause).equal(state, situation.state(), "state after " + call);
      return;
    }
    EpState expected =
        switch (call) {
          case "free" -> null;
          case "reset" -> EpState.UNCONNECTED;
          default -> state;
        };
    find(call, state, situation)
        .ifPresent(
            found -> {
              clause(clause).succeeds(call + " in " + state, found.outcomes().get(0));
              clause(clause).equal(expected, found.after(), "state after " + call);
            });
  }
}
