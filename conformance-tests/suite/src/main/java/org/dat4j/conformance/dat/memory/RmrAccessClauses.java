package org.dat4j.conformance.dat.memory;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;

import java.util.Arrays;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.RmrOperations;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Rmr;
import org.junit.jupiter.api.Test;

/**
 * Tests of what a peer can reach through an RMR, which dat_rmr_bind lays over registered memory.
 */
class RmrAccessClauses extends DatTest {
  /** A connection with a bound RMR of some memory. */
  private final class Scene {
    final ConnectedPair pair = pair();
    final RegisteredMemory region = pair.near().region(size());
    final byte[] content = data(size());
    final Rmr rmr = pair.near().pz().createRmr();

    Scene(int offset, int length, int privileges) {
      region.put(0, content);
      RmrOperations.bind(pair, rmr, region, offset, length, privileges, 1);
    }

    RmrOperations.RmrAccess read(long offset, int length) {
      return RmrOperations.read(pair, rmr.rmrContext(), region.address(offset), length);
    }

    RmrOperations.RmrAccess write(long offset, int length) {
      return RmrOperations.write(pair, rmr.rmrContext(), region.address(offset), data(length));
    }

    /** Checks that the peer's RDMA Read fails and the connection ends. */
    void refusesRead(String id, RmrOperations.RmrAccess access) {
      clause(id).completion(access.event(), 7, DtoStatus.ERR_REMOTE_ACCESS, 0);
      clause(id)
          .that(Arrays.equals(new byte[access.data().length], access.data()), "nothing is read");
      ended(id, pair);
    }

    /** Checks that the peer's RDMA Write changes nothing and the connection ends. */
    void refusesWrite(String id, RmrOperations.RmrAccess access) {
      if (pair.far().remoteCompletion()) {
        clause(id).completion(access.event(), 8, DtoStatus.ERR_REMOTE_ACCESS, 0);
      }
      ended(id, pair);
      clause(id).that(Arrays.equals(content, region.get(0, region.length())), "nothing is written");
    }
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_rmr_bind.16", "dat_rmr_bind.17"})
  void peerReachesTheWindow() {
    int[][] windows = {{0, size()}, {size() / 4, size() / 2}, {0, 1}, {size() - 1, 1}, {17, 33}};
    for (int[] window : windows) {
      int offset = window[0];
      int length = window[1];
      Scene readable = new Scene(offset, length, MemPriv.REMOTE_READ);
      RmrOperations.RmrAccess read = readable.read(offset, length);
      clause("dat_rmr_bind.16").completion(read.event(), 7, DtoStatus.SUCCESS, length);
      clause("dat_rmr_bind.16")
          .that(
              Arrays.equals(
                  Arrays.copyOfRange(readable.content, offset, offset + length), read.data()),
              "the peer reads the RMR");
      Scene writable = new Scene(offset, length, MemPriv.REMOTE_WRITE);
      RmrOperations.RmrAccess write = writable.write(offset, length);
      clause("dat_rmr_bind.17").completion(write.event(), 8, DtoStatus.SUCCESS, length);
      RmrOperations.settle(writable.pair);
      byte[] expected = writable.content.clone();
      System.arraycopy(write.data(), 0, expected, offset, length);
      clause("dat_rmr_bind.17")
          .that(
              Arrays.equals(expected, writable.region.get(0, size())),
              "the peer writes the RMR and nothing else");
    }
  }

  @Test
  @SecondParty
  @Clauses({"dat_rmr_bind.18", "dat_rmr_bind.19", "dat_rmr_bind.36"})
  void privilegesOfTheBindAreEnforced() {
    Scene readable = new Scene(0, size(), MemPriv.REMOTE_READ);
    readable.refusesWrite("dat_rmr_bind.18", readable.write(0, size()));
    Scene writable = new Scene(0, size(), MemPriv.REMOTE_WRITE);
    writable.refusesRead("dat_rmr_bind.19", writable.read(0, size()));
    Scene unreadable = new Scene(0, size(), MemPriv.NONE);
    unreadable.refusesRead("dat_rmr_bind.36", unreadable.read(0, size()));
    Scene unwritable = new Scene(0, size(), MemPriv.NONE);
    unwritable.refusesWrite("dat_rmr_bind.36", unwritable.write(0, size()));
    Scene local = new Scene(0, size(), MemPriv.LOCAL_READ | MemPriv.LOCAL_WRITE);
    local.refusesRead("dat_rmr_bind.36", local.read(0, size()));
  }

  @Test
  @SecondParty
  @Clauses("dat_rmr_bind.20")
  void memoryBesideTheWindowIsOutOfReach() {
    int from = size() / 4;
    int to = size() - from;
    int[][] ranges = {
      {from - 1, 1},
      {from - 1, 2},
      {to - 1, 2},
      {to, 1},
      {0, size()},
      {from, to - from + 1},
      {0, 1}
    };
    for (int[] range : ranges) {
      Scene reading = new Scene(from, to - from, RmrOperations.REMOTE);
      reading.refusesRead("dat_rmr_bind.20", reading.read(range[0], range[1]));
      Scene writing = new Scene(from, to - from, RmrOperations.REMOTE);
      writing.write(range[0], range[1]);
      ended("dat_rmr_bind.20", writing.pair);
      byte[] after = writing.region.get(0, size());
      clause("dat_rmr_bind.20")
          .that(
              Arrays.equals(Arrays.copyOf(writing.content, from), Arrays.copyOf(after, from))
                  && Arrays.equals(
                      Arrays.copyOfRange(writing.content, to, size()),
                      Arrays.copyOfRange(after, to, size())),
              "nothing outside the RMR is written");
    }
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses("dat_rmr_bind.21")
  void contextBeforeARebindIsDead() {
    Scene scene = new Scene(0, size(), RmrOperations.REMOTE);
    int old = scene.rmr.rmrContext();
    clause("dat_rmr_bind.21")
        .completion(scene.read(0, size()).event(), 7, DtoStatus.SUCCESS, size());
    RmrOperations.bind(scene.pair, scene.rmr, scene.region, 0, size(), RmrOperations.REMOTE, 2);
    clause("dat_rmr_bind.21")
        .completion(scene.read(0, size()).event(), 7, DtoStatus.SUCCESS, size());
    scene.refusesRead(
        "dat_rmr_bind.21", RmrOperations.read(scene.pair, old, scene.region.address(0), size()));

    Scene writing = new Scene(0, size(), RmrOperations.REMOTE);
    int dead = writing.rmr.rmrContext();
    RmrOperations.bind(
        writing.pair, writing.rmr, writing.region, 0, size(), RmrOperations.REMOTE, 2);
    writing.refusesWrite(
        "dat_rmr_bind.21",
        RmrOperations.write(writing.pair, dead, writing.region.address(0), data(size())));
  }

  @Test
  @SecondParty
  @Clauses({"dat_rmr_bind.22", "dat_rmr_bind.34"})
  void windowServesTheConnectionsOfItsZone() {
    Scene scene = new Scene(0, size(), RmrOperations.REMOTE);
    AdapterFixture node = scene.pair.near();
    DatPeer far = scene.pair.far();
    ConnectedPair same = ConnectedPair.connect(node, far);
    RmrOperations.RmrAccess access =
        RmrOperations.read(same, scene.rmr.rmrContext(), scene.region.address(0), size());
    clause("dat_rmr_bind.34").completion(access.event(), 7, DtoStatus.SUCCESS, size());
    clause("dat_rmr_bind.34")
        .that(Arrays.equals(scene.content, access.data()), "another connection reads the RMR");
    Pz zone = node.ia().createPz();
    ConnectedPair other =
        ConnectedPair.connect(node, node.ep(zone, node.attr()), far, far.createEp(0, -1, -1));
    RmrOperations.RmrAccess refused =
        RmrOperations.read(other, scene.rmr.rmrContext(), scene.region.address(0), size());
    clause("dat_rmr_bind.22").completion(refused.event(), 7, DtoStatus.ERR_REMOTE_ACCESS, 0);
    ended("dat_rmr_bind.22", other);
    ConnectedPair writer =
        ConnectedPair.connect(node, node.ep(zone, node.attr()), far, far.createEp(0, -1, -1));
    RmrOperations.RmrAccess written =
        RmrOperations.write(writer, scene.rmr.rmrContext(), scene.region.address(0), data(size()));
    if (far.remoteCompletion()) {
      clause("dat_rmr_bind.22").completion(written.event(), 8, DtoStatus.ERR_REMOTE_ACCESS, 0);
    }
    ended("dat_rmr_bind.22", writer);
    clause("dat_rmr_bind.22")
        .that(
            Arrays.equals(scene.content, scene.region.get(0, size())),
            "another PZ's connection writes nothing");
    clause("dat_rmr_bind.34")
        .completion(scene.read(0, size()).event(), 7, DtoStatus.SUCCESS, size());
  }

  @Test
  @SecondParty
  @Clauses("dat_rmr_bind.23")
  void addressesAreThoseOfTheMemory() {
    int at = size() / 4 + 5;
    int part = size() / 2 - 9;
    Scene scene = new Scene(size() / 4, size() / 2, RmrOperations.REMOTE);
    RmrOperations.RmrAccess middle = scene.read(at, part);
    clause("dat_rmr_bind.23").completion(middle.event(), 7, DtoStatus.SUCCESS, part);
    clause("dat_rmr_bind.23")
        .that(
            Arrays.equals(Arrays.copyOfRange(scene.content, at, at + part), middle.data()),
            "an address inside the RMR means that byte of the memory");
    scene.refusesRead(
        "dat_rmr_bind.23", RmrOperations.read(scene.pair, scene.rmr.rmrContext(), 0, part));
  }

  @Test
  @SecondParty
  @Clauses("dat_rmr_bind.35")
  void localFlagsOfTheBindAreIgnored() {
    Scene all = new Scene(0, size(), MemPriv.ALL);
    clause("dat_rmr_bind.35").completion(all.read(0, size()).event(), 7, DtoStatus.SUCCESS, size());
    clause("dat_rmr_bind.35")
        .completion(all.write(0, size()).event(), 8, DtoStatus.SUCCESS, size());
    int local = MemPriv.LOCAL_READ | MemPriv.LOCAL_WRITE;
    Scene reading = new Scene(0, size(), MemPriv.REMOTE_READ | local);
    clause("dat_rmr_bind.35")
        .completion(reading.read(0, size()).event(), 7, DtoStatus.SUCCESS, size());
    reading.refusesWrite("dat_rmr_bind.35", reading.write(0, size()));
  }
}
