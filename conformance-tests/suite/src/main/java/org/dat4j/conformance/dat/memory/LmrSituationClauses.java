package org.dat4j.conformance.dat.memory;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.RmrOperations;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.NoOtherCalls;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.dimension.SharedDimensions;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.BackgroundCall;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.MemType;
import org.dat4j.dat.Pz;
import org.dat4j.dat.RegionDescription;
import org.junit.jupiter.api.Test;

/**
 * Tests that LMRs over the same memory have their own rights and lifetimes, and that a transfer
 * under way does not touch freed memory.
 */
class LmrSituationClauses extends DatTest {
  private static final int SIZE = 64;
  private static final int LOCAL = MemPriv.LOCAL_READ | MemPriv.LOCAL_WRITE;

  /** Rights of a peer. */
  private enum Rights {
    NONE(0),
    READ(MemPriv.REMOTE_READ),
    WRITE(MemPriv.REMOTE_WRITE),
    BOTH(MemPriv.REMOTE_READ | MemPriv.REMOTE_WRITE);

    private final int bits;

    Rights(int bits) {
      this.bits = bits;
    }

    private boolean has(int right) {
      return (bits & right) != 0;
    }
  }

  private static final Dimension<Rights> SOURCE =
      Dimension.attributes("remote rights of the source", Rights.values());
  private static final Dimension<Rights> DERIVED =
      Dimension.attributes("remote rights of the LMR over it", Rights.values());
  private static final Dimension<Boolean> WRITES = Dimension.choice("peer writes", false, true);
  private static final Dimension<Integer> GENERATION = Dimension.occurrence("generation", 1, 2);
  private static final Dimension<Boolean> OWN_ZONE =
      Dimension.attributes("the LMR over it has a PZ of its own", false, true);
  private static final Dimension<Boolean> IN_ITS_ZONE =
      Dimension.attributes("the endpoint is of the PZ of the LMR over it", true, false);

  @Test
  @SecondParty
  @Clauses("dat_lmr_create.35")
  void peerHasTheRightsOfTheRegistrationItNames() throws Exception {
    checkInSituations(
        situation -> situation.get(OWN_ZONE) || situation.get(IN_ITS_ZONE),
        this::peerUses,
        SOURCE,
        DERIVED,
        WRITES,
        GENERATION,
        OWN_ZONE,
        IN_ITS_ZONE);
  }

  /** A use of an LMR over another by a peer: the rights of both, and what the peer does. */
  private record Use(Rights source, Rights derived, boolean writes) {
    @Override
    public String toString() {
      return (writes ? "write" : "read") + " with " + derived + " over " + source;
    }
  }

  private static final Dimension<Use> USE =
      Dimension.attributes(
          "use",
          Stream.of(Rights.values())
              .flatMap(
                  source ->
                      Stream.of(Rights.values())
                          .flatMap(
                              derived ->
                                  Stream.of(
                                      new Use(source, derived, false),
                                      new Use(source, derived, true))))
              .toArray(Use[]::new));

  @Test
  @SecondParty
  @Clauses("dat_lmr_create.35")
  void eachGenerationHasItsOwnRights() throws Exception {
    checkInSituations(
        situation -> peerUses(situation.get(USE), situation.get(GENERATION), false, true),
        USE,
        GENERATION);
  }

  private void peerUses(Situation situation) {
    Use use = new Use(situation.get(SOURCE), situation.get(DERIVED), situation.get(WRITES));
    peerUses(use, situation.get(GENERATION), situation.get(OWN_ZONE), situation.get(IN_ITS_ZONE));
  }

  private void peerUses(Use use, int generation, boolean ownZone, boolean inItsZone) {
    AdapterFixture node = node();
    Pz zone = ownZone ? node.ia().createPz() : node.pz();
    DatPeer far = peer();
    ConnectedPair pair =
        ConnectedPair.connect(
            node, node.ep(inItsZone ? zone : node.pz(), node.attr()), far, far.createEp(0, -1, -1));
    RegisteredMemory source = node.region(SIZE, LOCAL | use.source().bits, node.pz());
    byte[] content = data(SIZE);
    source.put(0, content);
    Lmr lmr = source.lmr();
    Rights rights = use.derived();
    for (int i = generation; i > 0; i--) {
      Pz next = i == 1 ? zone : node.pz();
      lmr =
          node.ia()
              .createLmr(MemType.LMR, RegionDescription.lmr(lmr), SIZE, next, LOCAL | rights.bits);
    }
    String id = "dat_lmr_create.35";
    if (rights == Rights.NONE) {
      clause(id).equal(0, lmr.rmrContext(), "rmr_context of an LMR without remote rights");
      return;
    }
    boolean writes = use.writes();
    byte[] message = data(SIZE);
    RmrOperations.RmrAccess access =
        writes
            ? RmrOperations.write(pair, lmr.rmrContext(), lmr.registeredAddress(), message)
            : RmrOperations.read(pair, lmr.rmrContext(), lmr.registeredAddress(), SIZE);
    if (inItsZone && rights.has(writes ? MemPriv.REMOTE_WRITE : MemPriv.REMOTE_READ)) {
      clause(id).completion(access.event(), writes ? 8 : 7, DtoStatus.SUCCESS, SIZE);
      if (writes) {
        RmrOperations.settle(pair);
      }
      clause(id)
          .that(
              Arrays.equals(writes ? source.get(0, SIZE) : content, access.data()),
              "the bytes are the peer's, or reach it");
    } else if (!writes || pair.far().remoteCompletion()) {
      clause(id).that(access.event().status() == DtoStatus.ERR_REMOTE_ACCESS, "refused: " + access);
      clause(id).that(Arrays.equals(content, source.get(0, SIZE)), "the memory is unchanged");
    } else {
      // The Write may complete before it is refused; the memory tells.
      AdapterFixture.await(node.connect());
      clause(id).that(Arrays.equals(content, source.get(0, SIZE)), "the memory is unchanged");
    }
  }

  private static final Dimension<Integer> REGISTRATIONS =
      Dimension.number("number of LMRs", 2, 9, 40, 200);
  private static final Dimension<String> FREED =
      Dimension.choice(
          "LMRs that are freed", "first half", "second half", "every second", "all but one");

  @Test
  @NoOtherCalls("the test makes as many objects as the adapter allows")
  @SecondParty
  @Clauses("dat_lmr_free.12")
  void freesLeaveAllOtherRegistrationsUsable() throws Exception {
    int most = node().limits().maxLmrs() - 2;
    checkInSituations(
        this::free,
        REGISTRATIONS.where(number -> number <= most, "there is room for " + most + " LMRs"),
        FREED);
  }

  /** Frees some of many LMRs over the same memory, and uses each of the others here and there. */
  private void free(Situation situation) {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    ByteBuffer buffer = ByteBuffer.allocateDirect(SIZE);
    RegisteredMemory memory =
        new RegisteredMemory(buffer, node.ia().createLmr(buffer, node.pz(), MemPriv.ALL));
    int number = situation.get(REGISTRATIONS);
    List<Lmr> all = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      all.add(node.ia().createLmr(buffer, node.pz(), MemPriv.ALL));
    }
    Collections.shuffle(all, random());
    List<Lmr> freed =
        switch (situation.get(FREED)) {
          case "first half" -> List.copyOf(all.subList(0, number / 2));
          case "second half" -> List.copyOf(all.subList(number / 2, number));
          case "every second" -> all.stream().filter(lmr -> all.indexOf(lmr) % 2 == 0).toList();
          default -> List.copyOf(all.subList(0, number - 1));
        };
    freed.forEach(Lmr::free);
    all.removeAll(freed);
    String id = "dat_lmr_free.12";
    byte[] content = data(SIZE);
    memory.put(0, content);
    int there = pair.far().register(SIZE, MemPriv.ALL, 0);
    for (Lmr lmr : all) {
      int result =
          pair.ep()
              .postRdmaWrite(
                  lmr.lmrContext(),
                  lmr.registeredAddress(),
                  SIZE,
                  1,
                  pair.far().remote(there),
                  pair.far().base(there),
                  CompletionFlags.DEFAULT);
      clause(id).returns(DatReturn.SUCCESS, result);
      clause(id)
          .completion(AdapterFixture.await(node.request()), pair.ep(), 1, DtoStatus.SUCCESS, SIZE);
      RmrOperations.RmrAccess access =
          RmrOperations.read(pair, lmr.rmrContext(), lmr.registeredAddress(), SIZE);
      clause(id).completion(access.event(), 7, DtoStatus.SUCCESS, SIZE);
      clause(id).that(Arrays.equals(content, access.data()), "the peer reads what is there");
    }
  }

  /**
   * Frees in one situation, each at another moment of a transfer. One that breaks the connection
   * costs a new one.
   */
  private static final int FREES = 12;

  /** Time in ns in which a transfer that does not stop at a free is seen to go on. */
  private static final long WATCH_NANOS = 20_000;

  private static final int CALIBRATIONS = 3;

  private static final int PIECE = 1 << 14;
  private static final byte OURS = 0x33;
  private static final byte THEIRS = 0x77;
  private static final Dimension<String> TRANSFER =
      Dimension.choice("transfer", "peer writes", "peer reads", "Receive", "own Read");
  private static final Dimension<Integer> LENGTH =
      SharedDimensions.magnitudes("size", 1 << 16, 1 << 22);
  private static final Dimension<Double> MOMENT =
      Dimension.moment("latest moment as a share of the transfer", 0.01, 0.3, 1.0);

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_lmr_free.07", "dat_lmr_free.09"})
  void freedMemoryIsNotTouchedByATransferUnderWay() throws Exception {
    IaAttr near = node().limits();
    IaAttr far = partner().limits();
    long most =
        Math.min(
            Math.min(near.maxRdmaSize(), near.maxMessageSize()),
            Math.min(far.maxRdmaSize(), far.maxMessageSize()));
    checkInSituations(
        this::freeDuring,
        TRANSFER,
        LENGTH.where(size -> size <= most, "the longest transfer has " + most + " bytes"),
        MOMENT);
  }

  /** Frees the memory of a transfer that another thread has begun, at some moment of it. */
  private void freeDuring(Situation situation) throws Exception {
    int size = situation.get(LENGTH);
    AdapterFixture node = node();
    AdapterFixture partner = partner();
    Ep near = null;
    Ep far = null;
    RegisteredMemory theirs = partner.region(size);
    theirs.fill(THEIRS);
    // The first transfers show how long one takes.
    long took = Long.MAX_VALUE;
    for (int round = -CALIBRATIONS; round < FREES; round++) {
      if (near == null) {
        near = ep(node, size);
        far = ep(partner, size);
        ConnectedPair.connect(node, near, partner, far);
      }
      RegisteredMemory ours = node.region(size);
      Ep nearEp = near;
      Ep farEp = far;
      AtomicLong began = new AtomicLong();
      BackgroundCall<DtoStatus> transfer =
          background(
              () -> {
                began.set(System.nanoTime());
                try {
                  return transfer(situation, nearEp, farEp, node, partner, ours, theirs);
                } catch (DatException refused) {
                  return null;
                }
              });
      while (began.get() == 0) {
        Thread.onSpinWait();
      }
      if (round < 0) {
        clause("dat_lmr_free.07")
            .equal(DtoStatus.SUCCESS, transfer.get(), "end of a transfer before the free");
        took = Math.min(took, System.nanoTime() - began.get());
        continue;
      }
      spinUntil(began.get() + (long) (took * situation.get(MOMENT) * random().nextDouble()));
      ours.lmr().free();
      if (!situation.get(TRANSFER).equals("peer reads")) {
        int stored = countTheirs(ours);
        spinUntil(System.nanoTime() + WATCH_NANOS);
        clause("dat_lmr_free.07")
            .equal(stored, countTheirs(ours), "bytes stored at the free, and a little later");
      }
      fillFromTheEnd(ours);
      DtoStatus status = transfer.get();
      byte[] expected = new byte[size];
      Arrays.fill(expected, OURS);
      clause("dat_lmr_free.07")
          .equal(
              -1,
              Arrays.mismatch(expected, ours.get(0, size)),
              "first byte that changed after the free of memory whose transfer ended in " + status);
      if (situation.get(TRANSFER).equals("peer reads")) {
        clause("dat_lmr_free.09")
            .that(
                status != DtoStatus.SUCCESS || indexOf(theirs, OURS) < 0,
                "a Read that succeeds has nothing of what was stored after the free");
      }
      // A refusal at the post breaks nothing.
      if (status != null && status != DtoStatus.SUCCESS) {
        renew(node, near);
        renew(partner, far);
        near = null;
      }
    }
  }

  private static Ep ep(AdapterFixture node, int size) {
    return node.ep(
        node.pz(), node.attr().toBuilder().maxMessageSize(size).maxRdmaSize(size).build());
  }

  /** Frees the endpoint of a broken connection, and takes its events. */
  private static void renew(AdapterFixture node, Ep ep) {
    AdapterFixture.await(node.connect());
    ep.free();
    for (Evd evd : List.of(node.recv(), node.request(), node.connect())) {
      while (!AdapterFixture.empty(evd)) {
        // Emptied by the look.
        Thread.onSpinWait();
      }
    }
  }

  /** Stores our byte everywhere, first where a transfer comes last. */
  private static void fillFromTheEnd(RegisteredMemory memory) {
    byte[] piece = new byte[PIECE];
    Arrays.fill(piece, OURS);
    int at = memory.length();
    for (; at >= PIECE; at -= PIECE) {
      memory.put(at - PIECE, piece);
    }
    memory.put(0, Arrays.copyOf(piece, at));
  }

  /** Counts the first bytes that are the peer's; the bytes behind them are not. */
  private static int countTheirs(RegisteredMemory memory) {
    int stored = 0;
    int end = memory.length();
    while (stored < end) {
      int middle = (stored + end) >>> 1;
      if (memory.get(middle, 1)[0] == THEIRS) {
        stored = middle + 1;
      } else {
        end = middle;
      }
    }
    return stored;
  }

  private static int indexOf(RegisteredMemory memory, byte value) {
    byte[] content = memory.get(0, memory.length());
    for (int i = 0; i < content.length; i++) {
      if (content[i] == value) {
        return i;
      }
    }
    return -1;
  }

  /** Makes the transfer; returns null if it is refused at the post. */
  private static DtoStatus transfer(
      Situation situation,
      Ep near,
      Ep far,
      AdapterFixture node,
      AdapterFixture partner,
      RegisteredMemory ours,
      RegisteredMemory theirs) {
    int size = ours.length();
    int flags = CompletionFlags.DEFAULT;
    int result;
    boolean ownRead = false;
    switch (situation.get(TRANSFER)) {
      case "peer writes" ->
          result =
              far.postRdmaWrite(
                  theirs.local(),
                  theirs.address(0),
                  size,
                  1,
                  ours.remote(),
                  ours.address(0),
                  flags);
      case "peer reads" ->
          result =
              far.postRdmaRead(
                  theirs.local(),
                  theirs.address(0),
                  size,
                  1,
                  ours.remote(),
                  ours.address(0),
                  flags);
      case "Receive" -> {
        result = near.postRecv(ours.local(), ours.address(0), size, 1, flags);
        if (result == DatReturn.SUCCESS) {
          result = far.postSend(theirs.local(), theirs.address(0), size, 1, flags);
        }
      }
      default -> {
        ownRead = true;
        result =
            near.postRdmaRead(
                ours.local(), ours.address(0), size, 1, theirs.remote(), theirs.address(0), flags);
      }
    }
    if (result != DatReturn.SUCCESS) {
      return null;
    }
    return AdapterFixture.await(ownRead ? node.request() : partner.request()).status();
  }
}
