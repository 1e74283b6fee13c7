package org.dat4j.conformance.dat.transfer;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;

/**
 * Base class of the tests of DAT's transfers (Send, Receive, RDMA Write, RDMA Read); has the checks
 * that they share.
 */
abstract class TransferTest extends DatTest {
  /** Cookies that a provider might mistake for something else, one of them twice. */
  static final long[] COOKIES = {0, 1, -1, Long.MIN_VALUE, 0x0123456789abcdefL, 1};

  /** The returns of a post that finds a violation of the peer's memory at once. */
  static final Set<Integer> AT_POST =
      Set.of(DatReturn.PROTECTION_VIOLATION, DatReturn.PRIVILEGES_VIOLATION);

  /** Local privileges only, so that a peer cannot use the memory. */
  static final int LOCAL = MemPriv.LOCAL_READ | MemPriv.LOCAL_WRITE;

  /**
   * Memory of the second party.
   *
   * @param far the second party
   * @param region number of the region
   * @param context for the initiator
   * @param base address of the first byte
   */
  record Remote(DatPeer far, int region, int context, long base) {
    static Remote of(DatPeer far, int length, int privileges, int zone) {
      int region = far.register(length, privileges, zone);
      return new Remote(far, region, far.remote(region), far.base(region));
    }

    byte[] content(int length) {
      return far.get(region, 0, length);
    }
  }

  /** A request with one local segment, on a connection of its own. */
  interface Scene {
    /** Posts it; the segment may be anywhere. */
    int post(int context, long address, long length);

    /** Checks what the clause says about the peer of a request that failed; by default nothing. */
    default void failed(String id) {}
  }

  /** Every status but success. */
  static final Set<DtoStatus> FAILURES = EnumSet.complementOf(EnumSet.of(DtoStatus.SUCCESS));

  static final Set<DtoStatus> LOCAL_PROTECTION = Set.of(DtoStatus.ERR_LOCAL_PROTECTION);

  /** A request, posted with some memory of the endpoint's own PZ. */
  interface Request {
    int post(Ep ep, RegisteredMemory region, long cookie);
  }

  /** Registers memory of the second party that a peer may read and write. */
  static Remote remote(ConnectedPair pair, int length) {
    return Remote.of(pair.far(), length, MemPriv.ALL, 0);
  }

  /**
   * Sends a message behind the Writes; its arrival shows that they are placed. The Send has ended
   * afterwards, also on an adapter that completes it on the peer's acknowledgement.
   *
   * @param pair the connection of the Writes
   * @throws AssertionError if the message does not arrive
   */
  static void flushBySend(ConnectedPair pair) {
    buffers(pair, 1);
    int result = pair.ep().postSend(new LmrIov(1), 0, CompletionFlags.DEFAULT);
    DtoStatus arrival = pair.far().event(DatPeer.RECV).status();
    DtoStatus end = AdapterFixture.await(pair.near().request()).status();
    if (result != DatReturn.SUCCESS || arrival != DtoStatus.SUCCESS || end != DtoStatus.SUCCESS) {
      throw new AssertionError(
          "the message behind the Writes arrived with " + arrival + " and ended in " + end);
    }
  }

  /** Posts Receives of 64 bytes each at the second party; returns the region. */
  static int buffers(ConnectedPair pair, int count) {
    return buffers(pair, count, 64);
  }

  /** Posts Receives at the second party, all into the same memory. */
  static void sharedBuffer(ConnectedPair pair, int count, int size) {
    int buffer = pair.far().register(size, MemPriv.ALL, 0);
    for (int i = 0; i < count; i++) {
      pair.far().postRecv(pair.farEp(), buffer, 0, size, i);
    }
  }

  /** Posts Receives at the second party, each into its part of a region; returns the region. */
  static int buffers(ConnectedPair pair, int count, int size) {
    int buffer = pair.far().register(count * size, MemPriv.ALL, 0);
    for (int i = 0; i < count; i++) {
      pair.far().postRecv(pair.farEp(), buffer, i * size, size, i);
    }
    return buffer;
  }

  /**
   * Checks that local memory is not used outside its range, from another PZ or after its end.
   *
   * @param bounds clause of the range
   * @param zone clause of the PZ
   * @param context clause of a context that belongs to no LMR
   * @param scene makes a request on a new connection
   */
  final void localSegmentsAreChecked(
      String bounds, String zone, String context, Function<ConnectedPair, Scene> scene) {
    for (long[] range : RegisteredMemory.outside(size())) {
      ConnectedPair pair = pair();
      RegisteredMemory region = pair.near().region(size());
      refuses(
          bounds,
          Set.of(DatReturn.INVALID_PARAMETER),
          pair,
          scene.apply(pair),
          region,
          range[0],
          range[1]);
    }
    ConnectedPair zones = pair();
    RegisteredMemory other = zones.near().region(size(), MemPriv.ALL, zones.near().ia().createPz());
    Set<Integer> violation = Set.of(DatReturn.PROTECTION_VIOLATION);
    refuses(zone, violation, zones, scene.apply(zones), other, 0, size());
    ConnectedPair unknown = pair();
    RegisteredMemory gone = unknown.near().region(size());
    Scene last = scene.apply(unknown);
    gone.lmr().free();
    refuses(context, AT_POST, unknown, last, gone, 0, size());
  }

  private void refuses(
      String id,
      Set<Integer> refusals,
      ConnectedPair pair,
      Scene scene,
      RegisteredMemory region,
      long offset,
      long length) {
    PostOutcome outcome =
        PostOutcome.of(
            pair.near().request(),
            () -> scene.post(region.local(), region.address(offset), length));
    clause(id).ends(outcome, refusals, LOCAL_PROTECTION);
    scene.failed(id);
  }

  /**
   * Checks that memory without LOCAL_READ is not read, where the provider enforces it.
   *
   * @param id the clause
   * @param scene makes a request that reads local memory on a new connection
   */
  final void localReadIsNeededWhereEnforced(String id, Function<ConnectedPair, Scene> scene) {
    ConnectedPair pair = pair();
    RegisteredMemory writeOnly = pair.near().region(size(), MemPriv.LOCAL_WRITE, pair.near().pz());
    Scene last = scene.apply(pair);
    PostOutcome outcome =
        PostOutcome.of(
            pair.near().request(),
            () -> last.post(writeOnly.local(), writeOnly.address(0), size()));
    clause(id)
        .endsOrAbsent(
            outcome,
            Set.of(DatReturn.PRIVILEGES_VIOLATION),
            LOCAL_PROTECTION,
            "local read is always granted");
  }

  /**
   * Connects an endpoint with other attributes than the usual.
   *
   * @param attr what it is created with
   * @return the connection
   */
  final ConnectedPair pair(UnaryOperator<EpAttr.Builder> attr) {
    AdapterFixture node = node();
    Ep ep = node.ep(node.pz(), attr.apply(node.attr().toBuilder()).build());
    DatPeer far = peer();
    return ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
  }

  /**
   * Connects the endpoint of a connection again, with another of the second party.
   *
   * @param pair the connection, which it ends
   * @return the new connection
   */
  static ConnectedPair again(ConnectedPair pair) {
    return again(pair, -1);
  }

  /**
   * Connects the endpoint of a connection again, with another of the second party.
   *
   * @param pair the connection, which it ends
   * @param reads inbound read depth of the second party's endpoint, -1 for the usual
   * @return the new connection
   */
  static ConnectedPair again(ConnectedPair pair, int reads) {
    Ep ep = pair.ep();
    ep.disconnect(CloseFlags.ABRUPT);
    AdapterFixture.reach(ep, EpState.DISCONNECTED);
    AdapterFixture.await(pair.near().connect());
    pair.far().event(DatPeer.CONNECT);
    ep.reset();
    pair.far().stopListening();
    return ConnectedPair.connect(pair.near(), ep, pair.far(), pair.far().createEp(0, reads, -1));
  }

  /**
   * Checks that a transfer above the maximum of its endpoint is refused or fails.
   *
   * @param id the clause
   * @param pair a connection whose maximum is small
   * @param most the maximum, in bytes
   * @param statuses how the transfer may complete
   * @param scene makes a request with room for a length
   */
  final void maximumHolds(
      String id,
      ConnectedPair pair,
      long most,
      Set<DtoStatus> statuses,
      BiFunction<ConnectedPair, Integer, Scene> scene) {
    clause(id).require(most < Integer.MAX_VALUE - 8, "the maximum " + most + " fits a buffer");
    int length = (int) most + 1;
    RegisteredMemory region = pair.near().region(length);
    Scene request = scene.apply(pair, length);
    PostOutcome outcome =
        PostOutcome.of(
            pair.near().request(), () -> request.post(region.local(), region.address(0), length));
    clause(id).ends(outcome, Set.of(DatReturn.INVALID_PARAMETER, DatReturn.LENGTH_ERROR), statuses);
  }

  /**
   * Checks which states take a request; the whole table is in {@code EpStateTableClauses}.
   *
   * @param freed clause of a freed endpoint
   * @param refused clause of the states before a connection
   * @param flushed clause of DISCONNECTED
   * @param request the request
   */
  final void stateDecides(String freed, String refused, String flushed, Request request) {
    AdapterFixture node = node();
    RegisteredMemory region = node.region(size());
    Ep gone = node.ep();
    gone.free();
    clause(freed).throwsDat(DatReturn.INVALID_HANDLE, () -> request.post(gone, region, 1));
    Ep ep = node.ep();
    clause(refused).throwsDat(DatReturn.INVALID_STATE, () -> request.post(ep, region, 1));
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.request(node, ep, far, far.createEp(0, -1, -1), null);
    clause(refused).throwsDat(DatReturn.INVALID_STATE, () -> request.post(ep, region, 1));
    clause(refused).equal(EpState.ACTIVE_CONNECTION_PENDING, ep.getStatus().state(), "state");
    pair.accept(null);
    clause(refused).that(AdapterFixture.empty(node.request()), "no completion of a refused post");
    end(pair);
    AdapterFixture.reach(ep, EpState.DISCONNECTED);
    clause(flushed).returns(DatReturn.SUCCESS, request.post(ep, region, 5));
    clause(flushed)
        .completion(AdapterFixture.await(node.request()), ep, 5, DtoStatus.ERR_FLUSHED, 0);
  }
}
