package org.dat4j.conformance.dat.transfer;

import static org.dat4j.conformance.dimension.OtherSideState.BUSY;

import java.util.Arrays;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.EventView;
import org.dat4j.conformance.dat.fixture.PostLimit;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.SrqFixture;
import org.dat4j.conformance.dimension.OtherSide;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Pz;
import org.junit.jupiter.api.Test;

/** Tests of dat_ep_post_recv, which posts a Receive to an endpoint. */
class PostRecvClauses extends TransferTest {
  private static int post(Ep ep, RegisteredMemory region, int offset, int length, long cookie) {
    return ep.postRecv(
        region.local(), region.address(offset), length, cookie, CompletionFlags.DEFAULT);
  }

  @Test
  @SecondParty
  @Clauses({"dat_ep_post_recv.01", "dat_ep_post_recv.02", "dat_ep_post_recv.03"})
  void receivesAreTakenInEveryState() {
    int part = size() / 4;
    AdapterFixture node = node();
    Ep ep = node.ep();
    RegisteredMemory region = node.region(size());
    byte[] before = data(size());
    region.put(0, before);
    clause("dat_ep_post_recv.01").returns(DatReturn.SUCCESS, post(ep, region, 0, part, 1));
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.request(node, ep, far, far.createEp(0, -1, -1), null);
    clause("dat_ep_post_recv.01").returns(DatReturn.SUCCESS, post(ep, region, part, part, 2));
    clause("dat_ep_post_recv.03")
        .that(Arrays.equals(before, region.get(0, size())), "no byte changes before CONNECTED");
    pair.accept(null);
    clause("dat_ep_post_recv.01").returns(DatReturn.SUCCESS, post(ep, region, 2 * part, part, 3));
    clause("dat_ep_post_recv.03").that(AdapterFixture.empty(node.recv()), "no completion");
    ep.disconnect(CloseFlags.ABRUPT);
    AdapterFixture.reach(ep, EpState.DISCONNECTED);
    clause("dat_ep_post_recv.02").returns(DatReturn.SUCCESS, post(ep, region, 3 * part, part, 4));
    for (int i = 1; i <= 4; i++) {
      clause("dat_ep_post_recv.02")
          .completion(AdapterFixture.await(node.recv()), ep, i, DtoStatus.ERR_FLUSHED, 0);
    }
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_ep_post_recv.04", "dat_ep_post_recv.05", "dat_ep_post_recv.24"})
  void receivesCompleteInOrder() {
    int part = size() / COOKIES.length;
    ConnectedPair pair = pair();
    RegisteredMemory region = pair.near().region(size());
    for (int i = 0; i < COOKIES.length; i++) {
      post(pair.ep(), region, i * part, part, COOKIES[i]);
    }
    int message = pair.far().register(part, MemPriv.ALL, 0);
    byte[] data = data(part);
    pair.far().put(message, 0, data);
    for (int i = 0; i < COOKIES.length; i++) {
      pair.far().postSend(pair.farEp(), message, 0, i * part / COOKIES.length, i);
    }
    for (int i = 0; i < COOKIES.length; i++) {
      int length = i * part / COOKIES.length;
      var event = AdapterFixture.await(pair.near().recv());
      clause("dat_ep_post_recv.04")
          .completion(event, pair.ep(), COOKIES[i], DtoStatus.SUCCESS, length);
      clause("dat_ep_post_recv.24").equal(COOKIES[i], event.cookie(), "cookie " + i);
      clause("dat_ep_post_recv.05")
          .that(
              Arrays.equals(Arrays.copyOf(data, length), region.get(i * part, length)),
              "message " + i + " is in buffer " + i);
    }
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_ep_post_recv.06", "dat_ep_post_recv.07"})
  void segmentsAreFilledFrontToBack() {
    ConnectedPair pair = pair();
    RegisteredMemory region = pair.near().region(64);
    region.fill(0x33);
    LmrIov iov =
        new LmrIov(3)
            .add(region.local(), region.address(40), 8)
            .add(region.local(), region.address(0), 10)
            .add(region.local(), region.address(20), 6);
    pair.ep().postRecv(iov, 1, CompletionFlags.DEFAULT);
    int message = pair.far().register(64, MemPriv.ALL, 0);
    byte[] data = data(12);
    pair.far().put(message, 0, data);
    pair.far().postSend(pair.farEp(), message, 0, 12, 1);
    clause("dat_ep_post_recv.06")
        .completion(AdapterFixture.await(pair.near().recv()), pair.ep(), 1, DtoStatus.SUCCESS, 12);
    clause("dat_ep_post_recv.06")
        .that(Arrays.equals(Arrays.copyOf(data, 8), region.get(40, 8)), "first segment full");
    clause("dat_ep_post_recv.06")
        .that(
            Arrays.equals(Arrays.copyOfRange(data, 8, 12), region.get(0, 4)),
            "second segment in part");
    byte[] rest = new byte[6];
    Arrays.fill(rest, (byte) 0x33);
    clause("dat_ep_post_recv.07").that(Arrays.equals(rest, region.get(4, 6)), "its tail");
    clause("dat_ep_post_recv.07").that(Arrays.equals(rest, region.get(20, 6)), "third segment");
    clause("dat_ep_post_recv.07").that(Arrays.equals(rest, region.get(48, 6)), "what follows");
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_recv.09")
  void receiveWithoutSegmentsTakesAnEmptyMessage() {
    ConnectedPair pair = pair();
    int message = pair.far().register(64, MemPriv.ALL, 0);
    for (LmrIov none : new LmrIov[] {new LmrIov(1), null}) {
      clause("dat_ep_post_recv.09")
          .returns(DatReturn.SUCCESS, pair.ep().postRecv(none, 2, CompletionFlags.DEFAULT));
      pair.far().postSend(pair.farEp(), message, 0, 0, 2);
      clause("dat_ep_post_recv.09")
          .completion(AdapterFixture.await(pair.near().recv()), pair.ep(), 2, DtoStatus.SUCCESS, 0);
    }
  }

  @Test
  @SecondParty
  @OtherSide(BUSY)
  @Clauses({"dat_ep_post_recv.10", "dat_ep_post_recv.11"})
  void messageLongerThanTheBufferBreaksTheConnection() {
    ConnectedPair pair = pair();
    RegisteredMemory region = pair.near().region(64);
    region.fill(0x44);
    post(pair.ep(), region, 16, 8, 1);
    int message = pair.far().register(64, MemPriv.ALL, 0);
    pair.far().postSend(pair.farEp(), message, 0, 9, 2);
    clause("dat_ep_post_recv.10")
        .completion(
            AdapterFixture.await(pair.near().recv()), pair.ep(), 1, DtoStatus.ERR_LOCAL_LENGTH, 0);
    byte[] around = new byte[16];
    Arrays.fill(around, (byte) 0x44);
    clause("dat_ep_post_recv.10")
        .that(
            Arrays.equals(around, region.get(0, 16)) && Arrays.equals(around, region.get(24, 16)),
            "no byte outside the buffer changes");
    ended("dat_ep_post_recv.11", pair);
    EventView first = pair.far().event(DatPeer.REQUEST);
    if (first.status() == DtoStatus.SUCCESS) {
      // A wire without acknowledgements has completed it; the next request fails.
      pair.far().postSend(pair.farEp(), message, 0, 1, 3);
      first = pair.far().event(DatPeer.REQUEST);
    }
    clause("dat_ep_post_recv.11")
        .that(first.status() != DtoStatus.SUCCESS, "the sender learns of it: " + first);
  }

  @Test
  @Clauses({
    "dat_ep_post_recv.08",
    "dat_ep_post_recv.13",
    "dat_ep_post_recv.14",
    "dat_ep_post_recv.20",
    "dat_ep_post_recv.21"
  })
  void wrongArgumentsAreRefused() {
    AdapterFixture node = node();
    RegisteredMemory region = node.region(size());
    Ep freed = node.ep();
    freed.free();
    clause("dat_ep_post_recv.08")
        .throwsDat(DatReturn.INVALID_HANDLE, () -> post(freed, region, 0, size(), 1));
    Ep ep = node.ep();
    int most = ep.query().attr().maxRecvIov();
    LmrIov tooMany = new LmrIov(most + 1);
    for (int i = 0; i <= most; i++) {
      tooMany.add(region.local(), region.address(i), 1);
    }
    clause("dat_ep_post_recv.13")
        .throwsDat(
            DatReturn.INVALID_PARAMETER, () -> ep.postRecv(tooMany, 1, CompletionFlags.DEFAULT));
    clause("dat_ep_post_recv.14")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () -> ep.postRecv(region.local(), region.address(0), -1, 1, CompletionFlags.DEFAULT));
    clause("dat_ep_post_recv.20")
        .throwsDat(
            DatReturn.INVALID_PARAMETER,
            () ->
                ep.postRecv(
                    region.local(), region.address(0), size(), 1, CompletionFlags.UNSIGNALLED));
    for (int flag :
        new int[] {
          CompletionFlags.SUPPRESS, CompletionFlags.SOLICITED_WAIT, CompletionFlags.BARRIER_FENCE
        }) {
      int type;
      try {
        type = ep.postRecv(region.local(), region.address(0), size(), 1, flag);
      } catch (DatException e) {
        type = e.type();
      }
      clause("dat_ep_post_recv.21")
          .that(
              type == DatReturn.INVALID_PARAMETER || type == DatReturn.SUCCESS,
              CompletionFlags.toString(flag) + " gives " + DatReturn.name(type));
    }
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_recv.15")
  void receivesAreOutstandingUntilTheirCompletionsAreTaken() {
    AdapterFixture node = node();
    Evd recv = node.ia().createEvd(8, null, EvdFlags.DTO);
    EpAttr attr = node.attr().toBuilder().maxRecvDtos(4).build();
    Ep ep = node.ia().createEp(node.pz(), recv, node.request(), node.connect(), attr);
    int limit = ep.query().attr().maxRecvDtos();
    RegisteredMemory region = node.region(size());
    PostLimit receives = new PostLimit(() -> clause("dat_ep_post_recv.15"), recv, limit);
    receives.fill(cookie -> post(ep, region, 0, size(), cookie));
    DatPeer far = peer();
    ConnectedPair pair = ConnectedPair.connect(node, ep, far, far.createEp(0, -1, -1));
    int message = far.register(size(), MemPriv.ALL, 0);
    for (int round = 0; round < 3; round++) {
      for (int i = 0; i < limit; i++) {
        far.postSend(pair.farEp(), message, 0, i == 0 ? size() : i, i);
        far.event(DatPeer.REQUEST);
      }
      SrqFixture.queued(recv, limit);
      receives.fill(cookie -> post(ep, region, 0, size(), cookie));
      for (int i = 0; i < limit; i++) {
        receives.take(DtoStatus.SUCCESS);
      }
      receives.fill(cookie -> post(ep, region, 0, size(), cookie));
    }
    ep.disconnect(CloseFlags.ABRUPT);
    receives.drain(DtoStatus.ERR_FLUSHED);
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_post_recv.16",
    "dat_ep_post_recv.17",
    "dat_ep_post_recv.18",
    "dat_ep_post_recv.19"
  })
  void localSegmentsAreChecked() {
    Set<DtoStatus> protection = Set.of(DtoStatus.ERR_LOCAL_PROTECTION);
    for (long[] range : RegisteredMemory.outside(size())) {
      ConnectedPair pair = pair();
      RegisteredMemory region = pair.near().region(size());
      clause("dat_ep_post_recv.16")
          .ends(
              pair.receive(region.local(), region.address(range[0]), range[1]),
              Set.of(DatReturn.INVALID_PARAMETER),
              protection);
    }
    ConnectedPair zones = pair();
    Pz other = zones.near().ia().createPz();
    RegisteredMemory elsewhere = zones.near().region(size(), MemPriv.ALL, other);
    clause("dat_ep_post_recv.17")
        .ends(
            zones.receive(elsewhere.local(), elsewhere.address(0), size()),
            Set.of(DatReturn.PROTECTION_VIOLATION),
            protection);
    ConnectedPair unknown = pair();
    RegisteredMemory gone = unknown.near().region(size());
    gone.lmr().free();
    clause("dat_ep_post_recv.18")
        .ends(
            unknown.receive(gone.local(), gone.address(0), size()),
            Set.of(DatReturn.PRIVILEGES_VIOLATION, DatReturn.PROTECTION_VIOLATION),
            protection);
    ConnectedPair readOnly = pair();
    RegisteredMemory unwritable =
        readOnly.near().region(size(), MemPriv.LOCAL_READ, readOnly.near().pz());
    clause("dat_ep_post_recv.19")
        .ends(
            readOnly.receive(unwritable.local(), unwritable.address(0), size()),
            Set.of(DatReturn.PRIVILEGES_VIOLATION),
            protection);
    clause("dat_ep_post_recv.19")
        .that(
            Arrays.equals(new byte[size()], unwritable.get(0, size())), "the memory is unchanged");
  }

  @Test
  @SecondParty
  @Clauses("dat_ep_post_recv.25")
  void postDoesNotBlock() {
    ConnectedPair pair = pair();
    RegisteredMemory region = pair.near().region(size());
    // On the thread of the test, whose time limit would end a post that blocks.
    for (int i = 0; i < 8; i++) {
      clause("dat_ep_post_recv.25")
          .returns(DatReturn.SUCCESS, post(pair.ep(), region, 0, size(), i));
    }
    clause("dat_ep_post_recv.25")
        .that(AdapterFixture.empty(pair.near().recv()), "nothing has arrived");
  }
}
