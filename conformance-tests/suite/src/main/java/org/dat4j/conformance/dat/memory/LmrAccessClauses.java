package org.dat4j.conformance.dat.memory;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.junit.jupiter.api.Test;

/**
 * Tests that transfers reach registered memory only as far as the PZ, range and privileges of its
 * LMR permit.
 */
class LmrAccessClauses extends DatTest {
  private static final int LOCAL = MemPriv.LOCAL_READ | MemPriv.LOCAL_WRITE;

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_lmr_create.13", "dat_lmr_create.29", "dat_lmr_create.48", "dat_lmr_create.49"})
  void contextsServeEveryTransfer() {
    ConnectedPair pair = pair();
    DatPeer far = pair.far();
    RegisteredMemory memory = pair.near().region(2 * size());
    int target = far.register(2 * size(), MemPriv.ALL, 0);
    int buffer = far.register(size(), MemPriv.ALL, 0);
    byte[] first = data(size());
    memory.put(0, first);
    far.postRecv(pair.farEp(), buffer, 0, size(), 1);
    clause("dat_lmr_create.13")
        .ends(pair.send(memory, size(), 2), Set.of(), Set.of(DtoStatus.SUCCESS));
    far.event(DatPeer.RECV);
    clause("dat_lmr_create.29")
        .that(Arrays.equals(first, far.get(buffer, 0, size())), "the stored bytes are sent");

    clause("dat_lmr_create.13")
        .returns(
            DatReturn.SUCCESS,
            pair.ep()
                .postRecv(
                    memory.local(), memory.address(size()), size(), 3, CompletionFlags.DEFAULT));
    far.postSend(pair.farEp(), buffer, 0, size(), 4);
    clause("dat_lmr_create.13")
        .completion(
            AdapterFixture.await(pair.near().recv()), pair.ep(), 3, DtoStatus.SUCCESS, size());
    clause("dat_lmr_create.29")
        .that(Arrays.equals(first, memory.get(size(), size())), "received bytes are loaded");

    clause("dat_lmr_create.13")
        .ends(
            pair.write(memory, size(), 5, far.remote(target), far.base(target) + 32),
            Set.of(),
            Set.of(DtoStatus.SUCCESS));
    // The Read behind the Write shows that it is placed.
    clause("dat_lmr_create.13")
        .ends(
            pair.read(memory, size(), 10, far.remote(target), far.base(target) + 32),
            Set.of(),
            Set.of(DtoStatus.SUCCESS));
    clause("dat_lmr_create.13")
        .that(Arrays.equals(first, memory.get(0, size())), "the local bytes are written");
    byte[] second = data(2 * size());
    far.put(target, 0, second);
    for (int i = 0; i < 3; i++) {
      clause("dat_lmr_create.48")
          .ends(
              pair.read(memory, size(), 6, far.remote(target), far.base(target)),
              Set.of(),
              Set.of(DtoStatus.SUCCESS));
    }
    clause("dat_lmr_create.13")
        .that(
            Arrays.equals(Arrays.copyOf(second, size()), memory.get(0, size())),
            "the remote bytes are read");

    ByteBuffer shared = ByteBuffer.allocateDirect(size());
    Lmr one = pair.near().ia().createLmr(shared, pair.near().pz(), LOCAL);
    Lmr two = pair.near().ia().createLmr(shared.slice(16, size() - 16), pair.near().pz(), LOCAL);
    clause("dat_lmr_create.49")
        .that(one.lmrContext() != two.lmrContext(), "overlapping regions have their own contexts");
    clause("dat_lmr_create.49")
        .ends(
            pair.read(
                new RegisteredMemory(shared, one), size(), 7, far.remote(target), far.base(target)),
            Set.of(),
            Set.of(DtoStatus.SUCCESS));
    far.postRecv(pair.farEp(), buffer, 0, size(), 8);
    clause("dat_lmr_create.49")
        .ends(
            pair.send(new RegisteredMemory(shared, two), size() - 16, 9),
            Set.of(),
            Set.of(DtoStatus.SUCCESS));
    far.event(DatPeer.RECV);
    clause("dat_lmr_create.49")
        .that(
            Arrays.equals(Arrays.copyOfRange(second, 16, size()), far.get(buffer, 0, size() - 16)),
            "both address the same memory");
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_lmr_create.19", "dat_lmr_create.20", "dat_lmr_create.21", "dat_lmr_create.47"})
  void remotePrivilegesAreEnforced() {
    remote("dat_lmr_create.20", MemPriv.REMOTE_READ, true, false);
    remote("dat_lmr_create.21", MemPriv.REMOTE_WRITE, false, true);
    remote("dat_lmr_create.19", MemPriv.REMOTE_READ | MemPriv.REMOTE_WRITE, true, true);

    ConnectedPair pair = pair();
    RegisteredMemory local = pair.near().region(size());
    int secret = pair.far().register(size(), LOCAL, 0);
    // Any 32-bit value is a guess; the context of a purely local region is one that exists.
    int guess = pair.far().remote(secret) == 0 ? 1 : pair.far().remote(secret);
    clause("dat_lmr_create.47")
        .ends(
            pair.read(local, size(), 1, guess, pair.far().base(secret)),
            Set.of(DatReturn.PROTECTION_VIOLATION, DatReturn.PRIVILEGES_VIOLATION),
            Set.of(DtoStatus.ERR_REMOTE_ACCESS));
  }

  private void remote(String id, int remote, boolean readable, boolean writable) {
    byte[] content = data(size());
    byte[] written = new byte[size()];
    for (boolean reading : new boolean[] {readable, !readable}) {
      ConnectedPair pair = pair();
      DatPeer far = pair.far();
      RegisteredMemory memory = pair.near().region(size());
      int target = far.register(size(), LOCAL | remote, 0);
      far.put(target, 0, content);
      if (reading) {
        PostOutcome outcome = pair.read(memory, size(), 1, far.remote(target), far.base(target));
        boolean arrived = Arrays.equals(content, memory.get(0, size()));
        if (readable) {
          clause(id).ends(outcome, Set.of(), Set.of(DtoStatus.SUCCESS));
          clause(id).that(arrived, "the bytes are read");
        } else {
          clause(id)
              .ends(
                  outcome,
                  Set.of(DatReturn.PRIVILEGES_VIOLATION),
                  Set.of(DtoStatus.ERR_REMOTE_ACCESS));
          clause(id).that(!arrived, "nothing is read");
        }
      } else {
        PostOutcome outcome = pair.write(memory, size(), 2, far.remote(target), far.base(target));
        if (writable) {
          clause(id).ends(outcome, Set.of(), Set.of(DtoStatus.SUCCESS));
          // The Send behind the Write shows that it is placed.
          int buffer = far.register(16, MemPriv.ALL, 0);
          far.postRecv(pair.farEp(), buffer, 0, 16, 3);
          pair.send(memory, 1, 4);
          far.event(DatPeer.RECV);
          clause(id).that(Arrays.equals(written, far.get(target, 0, size())), "bytes are written");
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
          clause(id).that(Arrays.equals(content, far.get(target, 0, size())), "nothing is written");
        }
      }
    }
  }

  @Test
  @SecondParty
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
    ConnectedPair pair = pair();
    int target = pair.far().register(size(), MemPriv.ALL, 0);
    RegisteredMemory readOnly = pair.near().region(size(), MemPriv.LOCAL_READ, pair.near().pz());
    readOnly.fill(7);
    clause("dat_lmr_create.23")
        .ends(
            pair.read(readOnly, size(), 1, pair.far().remote(target), pair.far().base(target)),
            Set.of(DatReturn.PRIVILEGES_VIOLATION),
            protection);
    clause("dat_lmr_create.23").equal(7, readOnly.get(0, 1)[0], "byte of the read-only region");
    clause("dat_lmr_create.25")
        .ends(receiveInto(MemPriv.ALL, true), Set.of(DatReturn.PROTECTION_VIOLATION), protection);
  }

  /** Posts a Receive into a new region and makes the peer send a message. */
  private PostOutcome receiveInto(int privileges, boolean otherZone) {
    ConnectedPair pair = pair();
    Pz zone = otherZone ? pair.near().ia().createPz() : pair.near().pz();
    RegisteredMemory region = pair.near().region(size(), privileges, zone);
    return pair.receive(region.local(), region.address(0), size());
  }

  @Test
  @SecondParty
  @Clauses("dat_lmr_create.24")
  void sendFromMemoryWithoutLocalReadIsRefusedWhereEnforced() {
    ConnectedPair pair = pair();
    int buffer = pair.far().register(size(), MemPriv.ALL, 0);
    pair.far().postRecv(pair.farEp(), buffer, 0, size(), 1);
    RegisteredMemory writeOnly = pair.near().region(size(), MemPriv.LOCAL_WRITE, pair.near().pz());
    PostOutcome outcome = pair.send(writeOnly, size(), 2);
    clause("dat_lmr_create.24")
        .endsOrAbsent(
            outcome,
            Set.of(DatReturn.PRIVILEGES_VIOLATION),
            Set.of(DtoStatus.ERR_LOCAL_PROTECTION),
            "local read is always granted");
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_lmr_create.26", "dat_lmr_create.27"})
  void remoteUseIsCheckedForZoneAndRange() {
    Set<Integer> atPost = Set.of(DatReturn.PROTECTION_VIOLATION, DatReturn.PRIVILEGES_VIOLATION);
    Set<DtoStatus> access = Set.of(DtoStatus.ERR_REMOTE_ACCESS);
    ConnectedPair zones = pair();
    RegisteredMemory local = zones.near().region(size());
    int other = zones.far().register(size(), MemPriv.ALL, zones.far().createZone());
    clause("dat_lmr_create.26")
        .ends(
            zones.read(local, size(), 1, zones.far().remote(other), zones.far().base(other)),
            atPost,
            access);
    int[][] ranges = RegisteredMemory.beyond(size());
    for (int[] range : ranges) {
      ConnectedPair pair = pair();
      DatPeer far = pair.far();
      int target = far.register(size(), MemPriv.ALL, 0);
      byte[] content = data(size());
      far.put(target, 0, content);
      RegisteredMemory memory = pair.near().region(2 * size());
      memory.fill(0x11);
      PostOutcome outcome =
          pair.write(memory, range[1], 2, far.remote(target), far.base(target) + range[0]);
      if (remoteCompletion()) {
        clause("dat_lmr_create.27").ends(outcome, atPost, access);
      }
      if (!outcome.refused()) {
        clause("dat_lmr_create.27").ending(far.event(DatPeer.CONNECT));
      }
      byte[] after = far.get(target, 0, size());
      // Bytes inside the range may be written before the end of the range is reached.
      int first = Math.max(0, range[0]);
      clause("dat_lmr_create.27")
          .that(
              Arrays.equals(Arrays.copyOf(content, first), Arrays.copyOf(after, first)),
              "bytes before the range are unchanged");
    }
    for (int[] range : ranges) {
      ConnectedPair pair = pair();
      int target = pair.far().register(size(), MemPriv.ALL, 0);
      RegisteredMemory memory = pair.near().region(2 * size());
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
}
