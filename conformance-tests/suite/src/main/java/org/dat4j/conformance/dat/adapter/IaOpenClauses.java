package org.dat4j.conformance.dat.adapter;

import java.util.HashSet;
import java.util.List;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EvdParam;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Pz;
import org.junit.jupiter.api.Test;

/** Tests of dat_ia_open, which opens an interface adapter by its name. */
class IaOpenClauses extends DatTest {
  private static final String UNKNOWN = "no-such-adapter-0";
  private static final String RO_AWARE = "RO_AWARE_";
  private static final int MAX_NAME_LENGTH = 255;

  private Ia open(String name, int qlen, Evd async) {
    Ia ia = source().open(name, qlen, async);
    atEnd(ia::close);
    return ia;
  }

  @Test
  @Clauses({"dat_ia_open.01", "dat_ia_open.12", "dat_ia_open.13", "dat_ia_open.14"})
  void openGivesAnAdapterWithItsAsyncEvd() {
    Ia ia = open(iaName(), 20, null);
    Evd async = ia.query().asyncEvd();
    clause("dat_ia_open.01").require(ia != null && async != null, "open gives IA and async EVD");
    EvdParam param = async.query();
    clause("dat_ia_open.12").that(param.evdQlen() >= 20, "async EVD holds at least 20 events");
    clause("dat_ia_open.13")
        .equal(EvdFlags.ASYNC, param.evdFlags() & EvdFlags.ASYNC, "ASYNC flag of the async EVD");
    clause("dat_ia_open.13").that(param.ia() == ia, "the async EVD names its IA as owner");
    clause("dat_ia_open.14").equal(null, param.cno(), "CNO of the async EVD");
  }

  @Test
  @Clauses({"dat_ia_open.02", "dat_ia_open.03", "dat_ia_open.04", "dat_ia_open.05"})
  void wrongArgumentsAreRefused() {
    clause("dat_ia_open.02")
        .throwsDat(DatReturn.PROVIDER_NOT_FOUND, () -> open(UNKNOWN, ASYNC_QLEN, null));
    clause("dat_ia_open.03")
        .throwsDat(DatReturn.INVALID_PARAMETER, () -> open(null, ASYNC_QLEN, null));
    clause("dat_ia_open.04")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () -> open("x".repeat(MAX_NAME_LENGTH + 1), ASYNC_QLEN, null));
    clause("dat_ia_open.04")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () ->
                open(
                    RO_AWARE + "x".repeat(MAX_NAME_LENGTH + 1 - RO_AWARE.length()),
                    ASYNC_QLEN,
                    null));
    clause("dat_ia_open.04")
        .throwsDat(
            DatReturn.PROVIDER_NOT_FOUND,
            () -> open("x".repeat(MAX_NAME_LENGTH), ASYNC_QLEN, null));
    for (int qlen : new int[] {0, -1, Integer.MIN_VALUE}) {
      clause("dat_ia_open.05")
          .throwsDat(DatReturn.INVALID_PARAMETER, () -> open(iaName(), qlen, null));
    }
  }

  @Test
  @Clauses("dat_ia_open.06")
  void evdThatCannotCarryAsyncEventsIsRefused() {
    Ia ia = open();
    Evd other = ia.createEvd(4, null, EvdFlags.SOFTWARE);
    clause("dat_ia_open.06")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> open(iaName(), ASYNC_QLEN, other));
    other.free();
    clause("dat_ia_open.06")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> open(iaName(), ASYNC_QLEN, other));
  }

  @Test
  @Clauses({"dat_ia_open.10", "dat_ia_open.11"})
  void instancesOfOneNameAreIndependent() {
    Ia first = open();
    Ia second = open();
    clause("dat_ia_open.10").that(first != second, "two opens give two handles");
    Pz pz = second.createPz();
    Evd evd = second.createEvd(4, null, EvdFlags.SOFTWARE);
    first.close();
    clause("dat_ia_open.11").that(pz.query(1).ia() == second, "a PZ outlives another instance");
    clause("dat_ia_open.11").returns(DatReturn.QUEUE_EMPTY, evd.dequeue(new DatEvent()));
    clause("dat_ia_open.11").succeeds("creation on the living instance", second::createPz);
  }

  @Test
  @Clauses("dat_ia_open.16")
  void givenAsyncEvdIsUsedInsteadOfANewOne() {
    Evd async = open().query().asyncEvd();
    Ia ia = open(iaName(), -5, async);
    clause("dat_ia_open.16").that(ia.query().asyncEvd() == async, "the async EVD is the given one");
  }

  @Test
  @Clauses({"dat_ia_open.21", "dat_ia_open.22", "dat_ia_open.23"})
  void prefixIsNotPartOfTheName() {
    Ia ia = open(RO_AWARE + iaName(), ASYNC_QLEN, null);
    clause("dat_ia_open.21").succeeds("creation on the opened adapter", ia::createPz);
    clause("dat_ia_open.22")
        .throwsDat(DatReturn.PROVIDER_NOT_FOUND, () -> open(RO_AWARE + UNKNOWN, ASYNC_QLEN, null));
    clause("dat_ia_open.23")
        .equal(
            open().query().iaAttr().adapterName(),
            ia.query().iaAttr().adapterName(),
            "adapter name");
    clause("dat_ia_open.23")
        .that(!ia.query().iaAttr().adapterName().startsWith(RO_AWARE), "no prefix in the name");
  }

  @Test
  @Clauses("dat_ia_open.26")
  void withoutRelaxedOrderingBothNamesOpen() {
    clause("dat_ia_open.26").succeeds("open without prefix", this::open);
    clause("dat_ia_open.26")
        .succeeds("open with prefix", () -> open(RO_AWARE + iaName(), ASYNC_QLEN, null));
  }

  @Test
  @Clauses("dat_ia_open.31")
  void concurrentOpensAllSucceed() throws Exception {
    List<Ia> all = concurrently(4, () -> source().open(iaName(), ASYNC_QLEN, null));
    all.forEach(ia -> atEnd(ia::close));
    clause("dat_ia_open.31").equal(4, new HashSet<>(all).size(), "number of distinct handles");
    for (Ia ia : all) {
      clause("dat_ia_open.31").succeeds("creation on each", ia::createPz);
    }
  }
}
