package org.dat4j.conformance.dat;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.Node;
import org.dat4j.conformance.dat.fixture.Outcome;
import org.dat4j.conformance.dat.fixture.Pair;
import org.dat4j.conformance.dat.fixture.Party;
import org.dat4j.conformance.dat.fixture.Region;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.LmrField;
import org.dat4j.dat.LmrParam;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.MemType;
import org.dat4j.dat.Pz;
import org.dat4j.dat.RegionDescription;
import org.junit.jupiter.api.Test;

/** dat_lmr_create of virtual memory. */
class LmrCreateClauses extends DatTest {
  private static final int UNDEFINED_PRIVILEGE = 0x4;
  private static final int LOCAL = MemPriv.LOCAL_READ | MemPriv.LOCAL_WRITE;

  @Test
  @Clauses({
    "dat_lmr_create.01", "dat_lmr_create.11", "dat_lmr_create.12",
    "dat_lmr_create.16", "dat_lmr_create.18", "dat_lmr_create.28"
  })
  void registrationDescribesTheMemory() {
    Node node = node();
    ByteBuffer memory = ByteBuffer.allocateDirect(1000);
    byte[] before = data(1000);
    memory.put(0, before);
    memory.position(100).limit(900);
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
                    .that(lmr.registeredSize() >= 800, "at least 800: " + lmr.registeredSize())),
        row(
            "dat_lmr_create.12",
            "address",
            () -> {
              LmrParam param = lmr.query(LmrField.ALL);
              clause("dat_lmr_create.12")
                  .equal(lmr.registeredAddress(), param.registeredAddress(), "address");
              clause("dat_lmr_create.12").equal(800, param.length(), "length");
              clause("dat_lmr_create.12").that(param.registeredSize() >= 800, "whole range");
            }),
        row(
            "dat_lmr_create.16",
            "contexts",
            () -> {
              Set<Integer> contexts = new HashSet<>();
              for (int i = 0; i < 20; i++) {
                contexts.add(node.region(64).local());
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
                        node.region(64, privileges, node.pz()).remote(),
                        "rmr_context with " + MemPriv.toString(privileges));
              }
            }),
        row(
            "dat_lmr_create.28",
            "content",
            () -> {
              byte[] after = new byte[1000];
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
    Node node = node();
    ByteBuffer memory = ByteBuffer.allocateDirect(64);
    RegionDescription region = RegionDescription.virtual(memory);
    table(
        row(
            "dat_lmr_create.02",
            "closed adapter",
            () -> {
              Node closed = node();
              closed.close();
              clause("dat_lmr_create.02")
                  .throwsDat(
                      DatReturn.INVALID_HANDLE,
                      () -> closed.ia().createLmr(memory, closed.pz(), MemPriv.ALL));
            }),
        row(
            "dat_lmr_create.03",
            "null and freed zone",
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
            "zone of another instance",
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
                        () -> node.ia().createLmr(null, region, 64, node.pz(), MemPriv.ALL),
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

  /** After all refusals the node still works; a failure here fails the whole test. */
  private static void clauseLessState(Node node) {
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
    Node node = node();
    RegionDescription region = RegionDescription.virtual(ByteBuffer.allocateDirect(64));
    clause("dat_lmr_create.46")
        .throwsOneOf(
            () -> node.ia().createLmr(MemType.SO_VIRTUAL, region, 64, node.pz(), MemPriv.ALL),
            DatReturn.MODEL_NOT_SUPPORTED,
            DatReturn.INVALID_PARAMETER);
  }

  @Test
  @Clauses({"dat_lmr_create.13", "dat_lmr_create.29", "dat_lmr_create.48", "dat_lmr_create.49"})
  void contextsServeEveryTransfer() {
    Pair pair = pair();
    Party far = pair.far();
    Region memory = pair.near().region(256);
    int target = far.register(256, MemPriv.ALL, 0);
    int buffer = far.register(64, MemPriv.ALL, 0);
    byte[] first = data(64);
    memory.put(0, first);
    far.postRecv(pair.farEp(), buffer, 0, 64, 1);
    clause("dat_lmr_create.13").ends(pair.send(memory, 64, 2), Set.of(), Set.of(DtoStatus.SUCCESS));
    far.event(Party.RECV);
    clause("dat_lmr_create.29")
        .that(Arrays.equals(first, far.get(buffer, 0, 64)), "the stored octets are sent");

    clause("dat_lmr_create.13")
        .returns(
            DatReturn.SUCCESS,
            pair.ep().postRecv(memory.local(), memory.address(64), 64, 3, CompletionFlags.DEFAULT));
    far.postSend(pair.farEp(), buffer, 0, 64, 4);
    clause("dat_lmr_create.13")
        .completion(Node.await(pair.near().recv()), pair.ep(), 3, DtoStatus.SUCCESS, 64);
    clause("dat_lmr_create.29")
        .that(Arrays.equals(first, memory.get(64, 64)), "received octets are loaded");

    clause("dat_lmr_create.13")
        .ends(
            pair.write(memory, 64, 5, far.remote(target), far.base(target) + 32),
            Set.of(),
            Set.of(DtoStatus.SUCCESS));
    // The Read behind the Write shows that it is placed.
    clause("dat_lmr_create.13")
        .ends(
            pair.read(memory, 64, 10, far.remote(target), far.base(target) + 32),
            Set.of(),
            Set.of(DtoStatus.SUCCESS));
    clause("dat_lmr_create.13")
        .that(Arrays.equals(first, memory.get(0, 64)), "the local octets are written");
    byte[] second = data(256);
    far.put(target, 0, second);
    for (int i = 0; i < 3; i++) {
      clause("dat_lmr_create.48")
          .ends(
              pair.read(memory, 256, 6, far.remote(target), far.base(target)),
              Set.of(),
              Set.of(DtoStatus.SUCCESS));
    }
    clause("dat_lmr_create.13")
        .that(Arrays.equals(second, memory.get(0, 256)), "the remote octets are read");

    ByteBuffer shared = ByteBuffer.allocateDirect(64);
    Lmr one = pair.near().ia().createLmr(shared, pair.near().pz(), LOCAL);
    Lmr two = pair.near().ia().createLmr(shared.slice(16, 48), pair.near().pz(), LOCAL);
    clause("dat_lmr_create.49")
        .that(one.lmrContext() != two.lmrContext(), "overlapping regions have their own contexts");
    clause("dat_lmr_create.49")
        .ends(
            pair.read(new Region(shared, one), 64, 7, far.remote(target), far.base(target)),
            Set.of(),
            Set.of(DtoStatus.SUCCESS));
    far.postRecv(pair.farEp(), buffer, 0, 64, 8);
    clause("dat_lmr_create.49")
        .ends(pair.send(new Region(shared, two), 16, 9), Set.of(), Set.of(DtoStatus.SUCCESS));
    far.event(Party.RECV);
    clause("dat_lmr_create.49")
        .that(
            Arrays.equals(Arrays.copyOfRange(second, 16, 32), far.get(buffer, 0, 16)),
            "both address the same memory");
  }

  @Test
  @Clauses({"dat_lmr_create.19", "dat_lmr_create.20", "dat_lmr_create.21", "dat_lmr_create.47"})
  void remotePrivilegesAreEnforced() {
    remote("dat_lmr_create.20", MemPriv.REMOTE_READ, true, false);
    remote("dat_lmr_create.21", MemPriv.REMOTE_WRITE, false, true);
    remote("dat_lmr_create.19", MemPriv.REMOTE_READ | MemPriv.REMOTE_WRITE, true, true);

    Pair pair = pair();
    Region local = pair.near().region(64);
    int secret = pair.far().register(64, LOCAL, 0);
    // Any 32-bit value is a guess; the context of a purely local region is one that exists.
    int guess = pair.far().remote(secret) == 0 ? 1 : pair.far().remote(secret);
    clause("dat_lmr_create.47")
        .ends(
            pair.read(local, 16, 1, guess, pair.far().base(secret)),
            Set.of(DatReturn.PROTECTION_VIOLATION, DatReturn.PRIVILEGES_VIOLATION),
            Set.of(DtoStatus.ERR_REMOTE_ACCESS));
  }

  private void remote(String id, int remote, boolean readable, boolean writable) {
    byte[] content = data(64);
    byte[] written = new byte[64];
    for (boolean reading : new boolean[] {readable, !readable}) {
      Pair pair = pair();
      Party far = pair.far();
      Region memory = pair.near().region(64);
      int target = far.register(64, LOCAL | remote, 0);
      far.put(target, 0, content);
      if (reading) {
        Outcome outcome = pair.read(memory, 64, 1, far.remote(target), far.base(target));
        boolean arrived = Arrays.equals(content, memory.get(0, 64));
        if (readable) {
          clause(id).ends(outcome, Set.of(), Set.of(DtoStatus.SUCCESS));
          clause(id).that(arrived, "the octets are read");
        } else {
          clause(id)
              .ends(
                  outcome,
                  Set.of(DatReturn.PRIVILEGES_VIOLATION),
                  Set.of(DtoStatus.ERR_REMOTE_ACCESS));
          clause(id).that(!arrived, "nothing is read");
        }
      } else {
        Outcome outcome = pair.write(memory, 64, 2, far.remote(target), far.base(target));
        if (writable) {
          clause(id).ends(outcome, Set.of(), Set.of(DtoStatus.SUCCESS));
          // The Send behind the Write shows that it is placed.
          int buffer = far.register(16, MemPriv.ALL, 0);
          far.postRecv(pair.farEp(), buffer, 0, 16, 3);
          pair.send(memory, 1, 4);
          far.event(Party.RECV);
          clause(id).that(Arrays.equals(written, far.get(target, 0, 64)), "octets are written");
        } else {
          if (remoteCompletion()) {
            clause(id)
                .ends(
                    outcome,
                    Set.of(DatReturn.PRIVILEGES_VIOLATION),
                    Set.of(DtoStatus.ERR_REMOTE_ACCESS));
          }
          if (!outcome.refused()) {
            ended(id, pair);
          }
          clause(id).that(Arrays.equals(content, far.get(target, 0, 64)), "nothing is written");
        }
      }
    }
  }

  @Test
  @Clauses({"dat_lmr_create.22", "dat_lmr_create.23", "dat_lmr_create.25"})
  void localUseIsChecked() {
    Set<DtoStatus> protection = Set.of(DtoStatus.ERR_LOCAL_PROTECTION);
    clause("dat_lmr_create.22")
        .ends(receiveInto(MemPriv.NONE, false), Set.of(DatReturn.PRIVILEGES_VIOLATION), protection);
    clause("dat_lmr_create.23")
        .ends(
            receiveInto(MemPriv.LOCAL_READ, false),
            Set.of(DatReturn.PRIVILEGES_VIOLATION),
            protection);
    Pair pair = pair();
    int target = pair.far().register(64, MemPriv.ALL, 0);
    Region readOnly = pair.near().region(64, MemPriv.LOCAL_READ, pair.near().pz());
    readOnly.fill(7);
    clause("dat_lmr_create.23")
        .ends(
            pair.read(readOnly, 64, 1, pair.far().remote(target), pair.far().base(target)),
            Set.of(DatReturn.PRIVILEGES_VIOLATION),
            protection);
    clause("dat_lmr_create.23").equal(7, readOnly.get(0, 1)[0], "octet of the read-only region");
    clause("dat_lmr_create.25")
        .ends(receiveInto(MemPriv.ALL, true), Set.of(DatReturn.PROTECTION_VIOLATION), protection);
  }

  /** Offers a Receive in a region of its own and lets a message arrive. */
  private Outcome receiveInto(int privileges, boolean otherZone) {
    Pair pair = pair();
    Pz zone = otherZone ? pair.near().ia().createPz() : pair.near().pz();
    Region region = pair.near().region(64, privileges, zone);
    int message = pair.far().register(64, MemPriv.ALL, 0);
    return Outcome.of(
        pair.near().recv(),
        () -> {
          int result =
              pair.ep().postRecv(region.local(), region.address(0), 64, 1, CompletionFlags.DEFAULT);
          pair.far().postSend(pair.farEp(), message, 0, 16, 2);
          return result;
        });
  }

  @Test
  @Clauses("dat_lmr_create.24")
  void sendFromMemoryWithoutLocalReadIsRefusedWhereEnforced() {
    Pair pair = pair();
    int buffer = pair.far().register(64, MemPriv.ALL, 0);
    pair.far().postRecv(pair.farEp(), buffer, 0, 64, 1);
    Region writeOnly = pair.near().region(64, MemPriv.LOCAL_WRITE, pair.near().pz());
    Outcome outcome = pair.send(writeOnly, 16, 2);
    if (!outcome.refused() && outcome.status() == DtoStatus.SUCCESS) {
      clause("dat_lmr_create.24").absent("local read is always granted");
    } else {
      clause("dat_lmr_create.24")
          .ends(
              outcome,
              Set.of(DatReturn.PRIVILEGES_VIOLATION),
              Set.of(DtoStatus.ERR_LOCAL_PROTECTION));
    }
  }

  @Test
  @Clauses({"dat_lmr_create.26", "dat_lmr_create.27"})
  void remoteUseIsCheckedForZoneAndRange() {
    Set<Integer> atPost = Set.of(DatReturn.PROTECTION_VIOLATION, DatReturn.PRIVILEGES_VIOLATION);
    Set<DtoStatus> access = Set.of(DtoStatus.ERR_REMOTE_ACCESS);
    Pair zones = pair();
    Region local = zones.near().region(64);
    int other = zones.far().register(64, MemPriv.ALL, zones.far().createZone());
    clause("dat_lmr_create.26")
        .ends(
            zones.read(local, 16, 1, zones.far().remote(other), zones.far().base(other)),
            atPost,
            access);
    int[][] ranges = {{-1, 16}, {49, 16}, {64, 1}, {0, 65}};
    for (int[] range : ranges) {
      Pair pair = pair();
      Party far = pair.far();
      int target = far.register(64, MemPriv.ALL, 0);
      byte[] content = data(64);
      far.put(target, 0, content);
      Region memory = pair.near().region(128);
      memory.fill(0x11);
      Outcome outcome =
          pair.write(memory, range[1], 2, far.remote(target), far.base(target) + range[0]);
      if (remoteCompletion()) {
        clause("dat_lmr_create.27").ends(outcome, atPost, access);
      }
      if (!outcome.refused()) {
        clause("dat_lmr_create.27").ending(far.event(Party.CONNECT));
      }
      byte[] after = far.get(target, 0, 64);
      // Octets inside the range may be written before the end of the range is reached.
      int first = Math.max(0, range[0]);
      clause("dat_lmr_create.27")
          .that(
              Arrays.equals(Arrays.copyOf(content, first), Arrays.copyOf(after, first)),
              "octets before the range are unchanged");
    }
    for (int[] range : ranges) {
      Pair pair = pair();
      int target = pair.far().register(64, MemPriv.ALL, 0);
      Region memory = pair.near().region(128);
      clause("dat_lmr_create.27")
          .ends(
              pair.read(
                  memory,
                  range[1],
                  3,
                  pair.far().remote(target),
                  pair.far().base(target) + range[0]),
              atPost,
              access);
    }
  }

  @Test
  @Clauses("dat_lmr_create.50")
  void concurrentRegistrationsAreDistinct() throws Exception {
    Node node = node();
    List<Lmr> all =
        concurrently(
            4, () -> node.ia().createLmr(ByteBuffer.allocateDirect(64), node.pz(), MemPriv.ALL));
    Set<Integer> contexts = new HashSet<>();
    all.forEach(lmr -> contexts.add(lmr.lmrContext()));
    clause("dat_lmr_create.50").equal(4, contexts.size(), "distinct contexts");
    for (Lmr lmr : all) {
      clause("dat_lmr_create.50").succeeds("free of each", lmr::free);
    }
  }
}
