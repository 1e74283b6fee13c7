package org.dat4j.conformance.dat.adapter;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ia;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.MemType;
import org.dat4j.dat.RegionDescription;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqAttr;
import org.dat4j.dat.SrqField;
import org.dat4j.dat.SrqParam;
import org.junit.jupiter.api.Test;

/**
 * Tests that a DAT adapter behaves as its attributes in dat_ia_query say about memory, posted
 * requests and thread safety.
 */
class IaMemoryAttrClauses extends DatTest {
  private static final int LENGTH = 4096;
  private static final int ALWAYS = MemType.LMR.value() | MemType.SHARED_VIRTUAL.value();

  @Test
  @SecondParty
  @Clauses("dat_ia_query.20")
  void windowsAreBelowTheHighestTarget() {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    RegisteredMemory region = node.region(LENGTH);
    long last = region.address(LENGTH - 1);
    clause("dat_ia_query.20")
        .that(
            Long.compareUnsigned(last, node.limits().maxRmrTargetAddress()) <= 0,
            "last address 0x" + Long.toHexString(last) + " is not above max_rmr_target_address");
    Rmr rmr = node.pz().createRmr();
    PostOutcome bind =
        PostOutcome.of(
            node.request(),
            () ->
                rmr.bind(
                    region.local(),
                    region.address(0),
                    LENGTH,
                    MemPriv.REMOTE_READ,
                    pair.ep(),
                    1,
                    CompletionFlags.DEFAULT));
    clause("dat_ia_query.20").equal(DtoStatus.SUCCESS, bind.status(), "bind up to the last byte");
  }

  @Test
  @Clauses({"dat_ia_query.28", "dat_ia_query.29"})
  void everyMemoryTypeOfferedCanBeRegistered() {
    AdapterFixture node = node();
    int types = node.ia().query().providerAttr().lmrMemTypesSupported();
    clause("dat_ia_query.28")
        .equal(ALWAYS, types & ALWAYS, "bits of LMR and SHARED_VIRTUAL (VIRTUAL is implied)");
    RegisteredMemory region = node.region(LENGTH);
    clause("dat_ia_query.29").that(region.lmr() != null, "VIRTUAL is registered");
    if ((types & MemType.LMR.value()) != 0) {
      clause("dat_ia_query.29")
          .succeeds(
              "LMR",
              () ->
                  node.ia()
                      .createLmr(
                          MemType.LMR,
                          RegionDescription.lmr(region.lmr()),
                          LENGTH,
                          node.pz(),
                          MemPriv.ALL)
                      .free());
    }
    if ((types & MemType.SHARED_VIRTUAL.value()) != 0) {
      byte[] cookie = data(DatConstants.LMR_COOKIE_SIZE);
      ByteBuffer shared = ByteBuffer.allocateDirect(LENGTH);
      clause("dat_ia_query.29")
          .succeeds(
              "SHARED_VIRTUAL",
              () ->
                  node.ia()
                      .createLmr(
                          MemType.SHARED_VIRTUAL,
                          RegionDescription.sharedVirtual(cookie, shared),
                          LENGTH,
                          node.pz(),
                          MemPriv.ALL)
                      .free());
    }
  }

  @Test
  @SecondParty
  @Clauses("dat_ia_query.32")
  void providerLeavesTheSegmentListAsItIs() {
    ConnectedPair pair = pair();
    int buffer = pair.far().register(64, MemPriv.ALL, 0);
    pair.far().postRecv(pair.farEp(), buffer, 0, 64, 1);
    RegisteredMemory memory = pair.near().region(64);
    LmrIov iov = new LmrIov(2);
    iov.add(memory.local(), memory.address(0), 16).add(memory.local(), memory.address(32), 8);
    pair.ep().postSend(iov, 1, CompletionFlags.DEFAULT);
    clause("dat_ia_query.32")
        .completion(
            AdapterFixture.await(pair.near().request()), pair.ep(), 1, DtoStatus.SUCCESS, 24);
    clause("dat_ia_query.32").equal(2, iov.count(), "segments");
    long[] addresses = {iov.address(0), iov.address(1), iov.length(0), iov.length(1)};
    clause("dat_ia_query.32")
        .that(
            Arrays.equals(new long[] {memory.address(0), memory.address(32), 16, 8}, addresses),
            "addresses and lengths are unchanged");
    pair.far().event(DatPeer.RECV);
  }

  @Test
  @Clauses("dat_ia_query.36")
  void adapterOpenedForThreadsSaysSo() {
    Ia ia;
    try {
      ia =
          source()
              .registry()
              .openIa(iaName(), null, DatConstants.VERSION_MAJOR, DatConstants.VERSION_MINOR, true);
    } catch (DatException e) {
      clause("dat_ia_query.36")
          .equal(
              DatReturn.name(DatReturn.PROVIDER_NOT_FOUND),
              DatReturn.name(e.type()),
              "refusal of a thread-safe open without a thread-safe entry");
      return;
    }
    atEnd(ia::close);
    clause("dat_ia_query.36").that(ia.query().providerAttr().isThreadSafe(), "is_thread_safe");
  }

  @Test
  @Clauses("dat_ia_query.50")
  void countsOfASharedQueueAreUnknown() {
    AdapterFixture node = node();
    Srq srq = node.ia().createSrq(node.pz(), new SrqAttr(4, 1, DatConstants.SRQ_LW_DEFAULT));
    SrqParam param = srq.query(SrqField.ALL);
    clause("dat_ia_query.50")
        .equal(DatConstants.VALUE_UNKNOWN, param.availableDtoCount(), "available_dto_count");
    clause("dat_ia_query.50")
        .equal(DatConstants.VALUE_UNKNOWN, param.outstandingDtoCount(), "outstanding_dto_count");
  }

  @Test
  @SecondParty
  @Clauses("dat_ia_query.53")
  void memoryErrorsComeWithTheCompletion() {
    ConnectedPair pair = pair();
    RegisteredMemory region = pair.near().region(64);
    region.lmr().free();
    PostOutcome outcome = pair.send(region, 16, 1);
    clause("dat_ia_query.53").that(!outcome.refused(), "the post is accepted");
    clause("dat_ia_query.53")
        .equal(DtoStatus.ERR_LOCAL_PROTECTION, outcome.status(), "status of the completion");
  }

  @Test
  @SecondParty
  @Clauses("dat_ia_query.54")
  void readNeedsRemoteWriteOfItsBuffer() {
    ConnectedPair pair = pair();
    AdapterFixture node = pair.near();
    int source = pair.far().register(64, MemPriv.ALL, 0);
    int context = pair.far().remote(source);
    long address = pair.far().base(source);
    RegisteredMemory with = node.region(64, MemPriv.LOCAL_WRITE | MemPriv.REMOTE_WRITE, node.pz());
    clause("dat_ia_query.54")
        .equal(
            DtoStatus.SUCCESS, pair.read(with, 16, 1, context, address).status(), "with privilege");
    RegisteredMemory without = node.region(64, MemPriv.LOCAL_WRITE, node.pz());
    PostOutcome outcome = pair.read(without, 16, 2, context, address);
    clause("dat_ia_query.54")
        .that(outcome.status() != DtoStatus.SUCCESS, "without it the Read fails: " + outcome);
  }
}
