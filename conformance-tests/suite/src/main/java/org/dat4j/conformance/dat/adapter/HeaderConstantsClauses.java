package org.dat4j.conformance.dat.adapter;

import java.util.List;
import org.dat4j.conformance.catalogue.TsvReader;
import org.dat4j.conformance.dat.DatKit;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.dat4j.dat.PzField;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat.h and dat_error.h: the values of constants, the layout and subtypes of return codes,
 * and contexts and addresses sent as numbers.
 */
class HeaderConstantsClauses extends DatTest {
  private static final List<String> CONSTANT_COLUMNS = List.of("class", "name", "number");

  @Test
  @Clauses({"dat_h.07", "dat_h.08", "dat_error_h.01", "dat_error_h.03"})
  void numbersAndAliases() {
    clause("dat_h.07").equal(DtoStatus.ERR_LOCAL_LENGTH, DtoStatus.LENGTH_ERROR, "LENGTH_ERROR");
    clause("dat_h.07").equal(2, DtoStatus.LENGTH_ERROR.value(), "its number");
    clause("dat_h.07").equal(DtoStatus.ERR_FLUSHED, DtoStatus.FAILURE, "DAT_DTO_FAILURE");
    clause("dat_h.07").equal(1, DtoStatus.FAILURE.value(), "its number");
    clause("dat_h.07").equal(DtoStatus.ERR_FLUSHED, DtoStatus.RMR_BIND_FAILURE, "bind failure");
    clause("dat_h.07").equal(0, DtoStatus.RMR_BIND_SUCCESS.value(), "bind success");
    clause("dat_h.08").equal(0x03, MemPriv.READ, "DAT_MEM_PRIV_READ_FLAG");
    clause("dat_h.08").equal(0x30, MemPriv.WRITE, "DAT_MEM_PRIV_WRITE_FLAG");
    clause("dat_h.08").equal(EpState.DISCONNECTED, EpState.ERROR, "DAT_EP_STATE_ERROR");
    int code = 0x80070052;
    clause("dat_error_h.01").that(DatReturn.isError(code), "class of 0x80070052");
    clause("dat_error_h.01").equal(0x00070000, DatReturn.type(code), "type of 0x80070052");
    clause("dat_error_h.01").equal(0x52, DatReturn.subtype(code), "subtype of 0x80070052");
    clause("dat_error_h.01").equal(0, DatReturn.SUCCESS, "DAT_SUCCESS");
    clause("dat_error_h.03").equal(0x3FFF0000, DatReturn.type(-1), "DAT_GET_TYPE mask");
    clause("dat_error_h.03").equal(0xFFFF, DatReturn.subtype(-1), "DAT_GET_SUBTYPE mask");
  }

  @Test
  @Clauses("dat_h.01")
  void constantsHaveTheirNumbers() throws Exception {
    for (TsvReader.Row row :
        TsvReader.resource(DatKit.class, "dat-constants.tsv", CONSTANT_COLUMNS)) {
      Class<?> type = Class.forName(Ia.class.getPackageName() + "." + row.fields().get(0));
      Object found = type.getField(row.fields().get(1)).get(null);
      // Enumerations carry their number, bit sets and codes are numbers.
      int number =
          found instanceof Integer value ? value : (int) type.getMethod("value").invoke(found);
      clause("dat_h.01")
          .equal((int) (long) Long.decode(row.fields().get(2)), number, row.fields().toString());
    }
  }

  @Test
  @SecondParty
  @Clauses({"dat_h.03", "dat_h.04"})
  void contextsAndAddressesTravelAsNumbers() {
    ConnectedPair pair = pair();
    int region = pair.far().register(64, MemPriv.ALL, 0);
    byte[] data = data(64);
    pair.far().put(region, 0, data);
    // Writes what a peer would send: 4 bytes of context, 8 of address, in an order both agree on.
    java.nio.ByteBuffer message =
        java.nio.ByteBuffer.allocate(12)
            .putInt(pair.far().remote(region))
            .putLong(pair.far().base(region))
            .flip();
    RegisteredMemory local = pair.near().region(64);
    PostOutcome outcome = pair.read(local, 64, 1, message.getInt(), message.getLong());
    clause("dat_h.04").equal(DtoStatus.SUCCESS, outcome.status(), "read with a rebuilt context");
    clause("dat_h.03")
        .that(java.util.Arrays.equals(data, local.get(0, 64)), "the address means the same");
  }

  /** Lists calls on different objects that are refused, each with one certain return type. */
  private List<Action> refusals(AdapterFixture node) {
    Ep unconnected = node.ep();
    Ep freed = node.ep();
    freed.free();
    Pz pz = node.ia().createPz();
    pz.free();
    Ia closed = open();
    closed.close();
    RegisteredMemory region = node.region(16);
    return List.of(
        freed::getStatus,
        () -> pz.query(PzField.ALL),
        closed::createPz,
        () -> node.ep(pz, node.attr()),
        node.pz()::free,
        node.recv()::free,
        () -> unconnected.disconnect(CloseFlags.ABRUPT),
        () -> unconnected.disconnect(null),
        () -> unconnected.postSend(region.local(), region.address(0), 4, 1, 0),
        () -> unconnected.postRecv(region.local(), region.address(16), 4, 1, 0),
        () -> node.ia().createEvd(0, null, EvdFlags.DTO),
        () -> node.ia().createEvd(1, null, 0x2),
        () -> node.ia().query(Long.MIN_VALUE, 0),
        () -> unconnected.query(Long.MIN_VALUE),
        () -> node.ia().createLmr(null, node.pz(), MemPriv.ALL),
        () -> node.ia().close(CloseFlags.GRACEFUL));
  }

  @Test
  @SecondParty
  @Clauses({"dat_error_h.02", "dat_error_h.04", "dat_error_h.05", "dat_error_h.06"})
  void codesAreWellFormed() throws Exception {
    AdapterFixture node = node();
    for (Action call : refusals(node)) {
      DatException e;
      try {
        call.run();
        clause("dat_error_h.02").that(false, "a call that has to be refused was accepted");
        continue;
      } catch (DatException refused) {
        e = refused;
      }
      clause("dat_error_h.02").that(DatReturn.isError(e.code()), "error class of " + e);
      int subtype = e.subtype();
      switch (e.type()) {
        case DatReturn.INVALID_HANDLE ->
            clause("dat_error_h.04")
                .that(
                    subtype == 0
                        || subtype >= DatSubtype.INVALID_HANDLE_IA
                            && subtype <= DatSubtype.INVALID_HANDLE10,
                    "0 or 11 to 35 in " + e);
        case DatReturn.INVALID_PARAMETER ->
            clause("dat_error_h.06")
                .that(
                    subtype == 0
                        || subtype == DatSubtype.INVALID_RO_COOKIE
                        || subtype >= DatSubtype.INVALID_ARG1
                            && subtype <= DatSubtype.INVALID_ARG10,
                    "0, 36 to 45 or 102 in " + e);
        default -> clause("dat_error_h.02").that(e.type() != 0, "a type in " + e);
      }
    }
    inState(node.ep(), DatSubtype.INVALID_STATE_EP_UNCONNECTED);
    DatPeer far = peer();
    Ep ep = node.ep();
    ConnectedPair pair = ConnectedPair.request(node, ep, far, far.createEp(0, -1, -1), null);
    inState(ep, DatSubtype.INVALID_STATE_EP_ACTCONNPENDING);
    pair.accept(null);
    inState(ep, DatSubtype.INVALID_STATE_EP_CONNECTED);
  }

  private void inState(Ep ep, int named) {
    try {
      if (ep.getStatus().state() == EpState.CONNECTED) {
        ConnectedPair.connect(ep, new byte[] {127, 0, 0, 1}, 1, null);
      } else {
        ep.postSend(new org.dat4j.dat.LmrIov(1), 1, 0);
      }
      clause("dat_error_h.05").that(false, "a call in the wrong state was accepted");
    } catch (DatException e) {
      clause("dat_error_h.05")
          .that(
              e.type() == DatReturn.INVALID_STATE
                  && (e.subtype() == 0
                      || e.subtype() == named
                      || e.subtype() == DatSubtype.INVALID_STATE_EP_NOTREADY),
              "a state that is named is the current one, in " + e);
    }
  }
}
