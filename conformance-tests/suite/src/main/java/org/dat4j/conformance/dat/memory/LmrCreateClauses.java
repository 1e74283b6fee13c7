package org.dat4j.conformance.dat.memory;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.LmrField;
import org.dat4j.dat.LmrParam;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.MemType;
import org.dat4j.dat.Pz;
import org.dat4j.dat.RegionDescription;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_lmr_create, which registers memory (an LMR), with its default memory type, virtual
 * memory.
 */
class LmrCreateClauses extends DatTest {
  private static final int UNDEFINED_PRIVILEGE = 0x4;
  private static final int LOCAL = MemPriv.LOCAL_READ | MemPriv.LOCAL_WRITE;

  @Test
  @Clauses({
    "dat_lmr_create.01", "dat_lmr_create.11", "dat_lmr_create.12",
    "dat_lmr_create.16", "dat_lmr_create.18", "dat_lmr_create.28"
  })
  void registrationDescribesTheMemory() {
    int size = size();
    AdapterFixture node = node();
    ByteBuffer memory = ByteBuffer.allocateDirect(size + 200);
    byte[] before = data(size + 200);
    memory.put(0, before);
    memory.position(100).limit(100 + size);
    Lmr lmr = node.ia().createLmr(memory, node.pz(), MemPriv.ALL);
    table(
        row(
            "dat_lmr_create.01",
            "handle",
            () -> clause("dat_lmr_create.01").that(lmr != null, "a handle is given")),
        row(
            "dat_lmr_create.11",
            "size",
            () ->
                clause("dat_lmr_create.11")
                    .that(
                        lmr.registeredSize() >= size,
                        "at least " + size + ": " + lmr.registeredSize())),
        row(
            "dat_lmr_create.12",
            "address",
            () -> {
              LmrParam param = lmr.query(LmrField.ALL);
              clause("dat_lmr_create.12")
                  .equal(lmr.registeredAddress(), param.registeredAddress(), "address");
              clause("dat_lmr_create.12").equal(size, param.length(), "length");
              clause("dat_lmr_create.12").that(param.registeredSize() >= size, "whole range");
            }),
        row(
            "dat_lmr_create.16",
            "contexts",
            () -> {
              Set<Integer> contexts = new HashSet<>();
              for (int i = 0; i < 20; i++) {
                contexts.add(node.region(size).local());
              }
              contexts.add(lmr.lmrContext());
              clause("dat_lmr_create.16").equal(21, contexts.size(), "distinct lmr_contexts");
            }),
        row(
            "dat_lmr_create.18",
            "no remote privilege",
            () -> {
              for (int privileges : new int[] {MemPriv.NONE, MemPriv.LOCAL_READ, LOCAL}) {
                clause("dat_lmr_create.18")
                    .equal(
                        0,
                        node.region(size, privileges, node.pz()).remote(),
                        "rmr_context with " + MemPriv.toString(privileges));
              }
            }),
        row(
            "dat_lmr_create.28",
            "content",
            () -> {
              byte[] after = new byte[size + 200];
              memory.duplicate().clear().get(0, after);
              clause("dat_lmr_create.28").that(Arrays.equals(before, after), "is unchanged");
            }));
  }

  @Test
  @Clauses({
    "dat_lmr_create.02",
    "dat_lmr_create.03",
    "dat_lmr_create.04",
    "dat_lmr_create.05",
    "dat_lmr_create.06",
    "dat_lmr_create.07",
    "dat_lmr_create.09"
  })
  void wrongArgumentsAreRefused() {
    AdapterFixture node = node();
    ByteBuffer memory = ByteBuffer.allocateDirect(size());
    RegionDescription region = RegionDescription.virtual(memory);
    table(
        row(
            "dat_lmr_create.02",
            "closed adapter",
            () -> {
              AdapterFixture closed = node();
              closed.close();
              clause("dat_lmr_create.02")
                  .throwsDat(
                      DatReturn.INVALID_HANDLE,
                      () -> closed.ia().createLmr(memory, closed.pz(), MemPriv.ALL));
            }),
        row(
            "dat_lmr_create.03",
            "null and freed PZ",
            () -> {
              Pz freed = node.ia().createPz();
              freed.free();
              clause("dat_lmr_create.03")
                  .throwsDat(
                      DatReturn.INVALID_HANDLE,
                      () -> node.ia().createLmr(memory, null, MemPriv.ALL));
              clause("dat_lmr_create.03")
                  .throwsDat(
                      DatReturn.INVALID_HANDLE,
                      () -> node.ia().createLmr(memory, freed, MemPriv.ALL));
            }),
        row(
            "dat_lmr_create.04",
            "PZ of another instance",
            () -> {
              Pz foreign = open().createPz();
              clause("dat_lmr_create.04")
                  .throwsOneOf(
                      () -> node.ia().createLmr(memory, foreign, MemPriv.ALL),
                      DatReturn.INVALID_HANDLE,
                      DatReturn.INVALID_PARAMETER);
            }),
        row(
            "dat_lmr_create.05",
            "length zero",
            () -> {
              clause("dat_lmr_create.05")
                  .throwsDat(
                      DatReturn.INVALID_PARAMETER,
                      () ->
                          node.ia().createLmr(MemType.VIRTUAL, region, 0, node.pz(), MemPriv.ALL));
              clause("dat_lmr_create.05")
                  .throwsDat(
                      DatReturn.INVALID_PARAMETER,
                      () ->
                          node.ia()
                              .createLmr(ByteBuffer.allocateDirect(0), node.pz(), MemPriv.ALL));
            }),
        row(
            "dat_lmr_create.06",
            "length above the maximum",
            () -> {
              for (long length :
                  new long[] {node.limits().maxLmrBlockSize() + 1, Long.MAX_VALUE, -1}) {
                clause("dat_lmr_create.06")
                    .throwsOneOf(
                        () ->
                            node.ia()
                                .createLmr(MemType.VIRTUAL, region, length, node.pz(), MemPriv.ALL),
                        DatReturn.INVALID_PARAMETER,
                        DatReturn.INSUFFICIENT_RESOURCES);
              }
            }),
        row(
            "dat_lmr_create.07",
            "null memory type",
            () ->
                clause("dat_lmr_create.07")
                    .throwsOneOf(
                        () -> node.ia().createLmr(null, region, size(), node.pz(), MemPriv.ALL),
                        DatReturn.INVALID_PARAMETER,
                        DatReturn.MODEL_NOT_SUPPORTED)),
        row(
            "dat_lmr_create.09",
            "undefined privilege",
            () -> {
              for (int bit : new int[] {UNDEFINED_PRIVILEGE, 0x200, Integer.MIN_VALUE}) {
                clause("dat_lmr_create.09")
                    .throwsDat(
                        DatReturn.INVALID_PARAMETER,
                        () -> node.ia().createLmr(memory, node.pz(), MemPriv.ALL | bit));
              }
            }));
    clauseLessState(node);
  }

  /** Uses the node after the refusals; a failure here fails the whole test. */
  private static void clauseLessState(AdapterFixture node) {
    node.region(64).lmr().free();
    node.pz().query(1);
  }

  @Test
  @Clauses({"dat_lmr_create.17", "dat_lmr_create.40"})
  void constantsHaveTheirNumbers() {
    int[][] privileges = {
      {0x01, MemPriv.LOCAL_READ},
      {0x02, MemPriv.REMOTE_READ},
      {0x10, MemPriv.LOCAL_WRITE},
      {0x20, MemPriv.REMOTE_WRITE},
      {0x00, MemPriv.NONE},
      {0x33, MemPriv.ALL}
    };
    for (int[] each : privileges) {
      clause("dat_lmr_create.17").equal(each[0], each[1], "privilege");
    }
    clause("dat_lmr_create.40").equal(40, DatConstants.LMR_COOKIE_SIZE, "DAT_LMR_COOKIE_SIZE");
  }

  @Test
  @Clauses("dat_lmr_create.46")
  void strongOrderingWithoutTheExtensionIsRefused() {
    AdapterFixture node = node();
    RegionDescription region = RegionDescription.virtual(ByteBuffer.allocateDirect(size()));
    clause("dat_lmr_create.46")
        .throwsOneOf(
            () -> node.ia().createLmr(MemType.SO_VIRTUAL, region, size(), node.pz(), MemPriv.ALL),
            DatReturn.MODEL_NOT_SUPPORTED,
            DatReturn.INVALID_PARAMETER);
  }

  @Test
  @Clauses("dat_lmr_create.50")
  void concurrentRegistrationsAreDistinct() throws Exception {
    AdapterFixture node = node();
    List<Lmr> all =
        concurrently(
            4,
            () -> node.ia().createLmr(ByteBuffer.allocateDirect(size()), node.pz(), MemPriv.ALL));
    Set<Integer> contexts = new HashSet<>();
    all.forEach(lmr -> contexts.add(lmr.lmrContext()));
    clause("dat_lmr_create.50").equal(4, contexts.size(), "distinct contexts");
    for (Lmr lmr : all) {
      clause("dat_lmr_create.50").succeeds("free of each", lmr::free);
    }
  }
}
