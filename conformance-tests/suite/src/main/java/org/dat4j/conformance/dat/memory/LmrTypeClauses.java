package org.dat4j.conformance.dat.memory;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dat.fixture.RmrOperations;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.Refuses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.conformance.kernel.TimeFactor;
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

/**
 * Tests of dat_lmr_create with memory types other than virtual memory, such as shared memory or an
 * existing LMR.
 */
class LmrTypeClauses extends DatTest {
  private static final int LOCAL = MemPriv.LOCAL_READ | MemPriv.LOCAL_WRITE;
  private static final int LAPS = 200;

  private static final VarHandle WORD =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

  private static Lmr over(AdapterFixture node, Lmr source, long length, Pz pz, int privileges) {
    return node.ia().createLmr(MemType.LMR, RegionDescription.lmr(source), length, pz, privileges);
  }

  @Test
  @Clauses("dat_lmr_create.08")
  void unsupportedTypesAreRefused() {
    AdapterFixture node = node();
    ByteBuffer memory = ByteBuffer.allocateDirect(size());
    long supported = run().capabilities().number("lmr_mem_types_supported");
    List<MemType> lacking = new ArrayList<>();
    for (MemType type : List.of(MemType.LMR, MemType.SHARED_VIRTUAL)) {
      if ((supported & type.value()) == 0) {
        lacking.add(type);
      }
    }
    if (run().capabilities().number("so_virtual") == 0) {
      lacking.add(MemType.SO_VIRTUAL);
    }
    if (lacking.isEmpty()) {
      clause("dat_lmr_create.08").absent("every memory type is supported");
    }
    for (MemType type : lacking) {
      RegionDescription region =
          switch (type) {
            case LMR -> RegionDescription.lmr(node.region(size()).lmr());
            case SHARED_VIRTUAL ->
                RegionDescription.sharedVirtual(new byte[DatConstants.LMR_COOKIE_SIZE], memory);
            default -> RegionDescription.virtual(memory);
          };
      clause("dat_lmr_create.08")
          .throwsDat(
              DatReturn.MODEL_NOT_SUPPORTED,
              () -> node.ia().createLmr(type, region, size(), node.pz(), MemPriv.ALL));
    }
  }

  @Test
  @SecondParty
  @Clauses("dat_lmr_create.30")
  void untouchedMemoryNeedsNoPinning() {
    ConnectedPair pair = pair();
    int length = 256 << 10;
    RegisteredMemory memory = pair.near().region(length);
    int target = pair.far().register(length, MemPriv.ALL, 0);
    byte[] content = data(length);
    pair.far().put(target, 0, content);
    clause("dat_lmr_create.30")
        .ends(
            pair.read(memory, length, 1, pair.far().remote(target), pair.far().base(target)),
            Set.of(),
            Set.of(DtoStatus.SUCCESS));
    clause("dat_lmr_create.30")
        .that(Arrays.equals(content, memory.get(0, length)), "fresh memory holds what was read");
  }

  @Test
  @Clauses({
    "dat_lmr_create.15",
    "dat_lmr_create.31",
    "dat_lmr_create.32",
    "dat_lmr_create.33",
    "dat_lmr_create.36"
  })
  void registrationCanBeRegisteredAgain() {
    int size = size();
    AdapterFixture node = node();
    Pz other = node.ia().createPz();
    Lmr source = node.region(size).lmr();
    for (long length : new long[] {0, 1, size, size + 1, -1, Long.MAX_VALUE}) {
      clause("dat_lmr_create.32")
          .succeeds(
              "length " + length,
              () -> {
                Lmr derived = over(node, source, length, other, MemPriv.LOCAL_READ);
                clause("dat_lmr_create.32")
                    .equal(source.registeredSize(), derived.registeredSize(), "registered_size");
              });
    }
    Lmr derived = over(node, source, 0, other, MemPriv.LOCAL_READ);
    clause("dat_lmr_create.15").that(derived != source, "a new handle is given");
    clause("dat_lmr_create.31")
        .that(derived.lmrContext() != source.lmrContext(), "its context is new");
    LmrParam param = derived.query(LmrField.ALL);
    clause("dat_lmr_create.31").that(param.pz() == other, "it has its own PZ");
    clause("dat_lmr_create.31").equal(MemPriv.LOCAL_READ, param.memPriv(), "its own privileges");
    clause("dat_lmr_create.33")
        .equal(source.registeredSize(), derived.registeredSize(), "registered_size");
    clause("dat_lmr_create.33")
        .equal(source.registeredAddress(), derived.registeredAddress(), "registered_address");
    Lmr third = over(node, derived, 0, node.pz(), MemPriv.ALL);
    clause("dat_lmr_create.33")
        .equal(source.registeredAddress(), third.registeredAddress(), "address of a third one");

    Lmr freed = node.region(size).lmr();
    freed.free();
    Lmr foreign = node().region(size).lmr();
    for (Lmr wrong : Arrays.asList(null, freed, foreign)) {
      clause("dat_lmr_create.36")
          .throwsDat(
              DatReturn.INVALID_HANDLE, () -> over(node, wrong, size, node.pz(), MemPriv.ALL));
    }
    RegionDescription memory = RegionDescription.virtual(ByteBuffer.allocateDirect(size));
    clause("dat_lmr_create.36")
        .throwsDat(
            DatReturn.INVALID_HANDLE,
            () -> node.ia().createLmr(MemType.LMR, memory, size, node.pz(), MemPriv.ALL));
  }

  @Test
  @SecondParty
  @Clauses("dat_lmr_create.34")
  void bothRegistrationsNameTheSameMemory() {
    ConnectedPair pair = pair();
    RegisteredMemory source = pair.near().region(size());
    Lmr derived = over(pair.near(), source.lmr(), 0, pair.near().pz(), LOCAL);
    int remote = pair.far().register(size(), MemPriv.ALL, 0);
    byte[] content = data(size());
    pair.far().put(remote, 0, content);
    clause("dat_lmr_create.34")
        .ends(
            pair.read(source, size(), 1, pair.far().remote(remote), pair.far().base(remote)),
            Set.of(),
            Set.of(DtoStatus.SUCCESS));
    int buffer = pair.far().register(size(), MemPriv.ALL, 0);
    pair.far().postRecv(pair.farEp(), buffer, 0, size(), 2);
    PostOutcome sent =
        PostOutcome.of(
            pair.near().request(),
            () ->
                pair.ep()
                    .postSend(
                        derived.lmrContext(),
                        derived.registeredAddress() + 16,
                        size() - 16,
                        3,
                        CompletionFlags.DEFAULT));
    clause("dat_lmr_create.34").ends(sent, Set.of(), Set.of(DtoStatus.SUCCESS));
    pair.far().event(DatPeer.RECV);
    clause("dat_lmr_create.34")
        .that(
            Arrays.equals(
                Arrays.copyOfRange(content, 16, size()), pair.far().get(buffer, 0, size() - 16)),
            "what came through one is sent through the other");
  }

  @Test
  @SecondParty
  @Clauses("dat_lmr_create.35")
  void eachRegistrationHasItsOwnZoneAndPrivileges() {
    Set<DtoStatus> protection = Set.of(DtoStatus.ERR_LOCAL_PROTECTION);
    ConnectedPair zones = pair();
    RegisteredMemory source = zones.near().region(size());
    Lmr elsewhere = over(zones.near(), source.lmr(), 0, zones.near().ia().createPz(), MemPriv.ALL);
    clause("dat_lmr_create.35")
        .ends(receive(zones, elsewhere), Set.of(DatReturn.PROTECTION_VIOLATION), protection);

    ConnectedPair rights = pair();
    RegisteredMemory full = rights.near().region(size());
    Lmr readOnly = over(rights.near(), full.lmr(), 0, rights.near().pz(), MemPriv.LOCAL_READ);
    clause("dat_lmr_create.35")
        .ends(receive(rights, readOnly), Set.of(DatReturn.PRIVILEGES_VIOLATION), protection);

    ConnectedPair more = pair();
    RegisteredMemory poor = more.near().region(size(), MemPriv.LOCAL_READ, more.near().pz());
    Lmr rich = over(more.near(), poor.lmr(), 0, more.near().pz(), MemPriv.ALL);
    byte[] content = data(size());
    poor.put(0, content);
    RmrOperations.RmrAccess access =
        RmrOperations.read(more, rich.rmrContext(), rich.registeredAddress(), size());
    clause("dat_lmr_create.35").completion(access.event(), 7, DtoStatus.SUCCESS, size());
    clause("dat_lmr_create.35")
        .that(Arrays.equals(content, access.data()), "a peer reads through the one that allows it");
    clause("dat_lmr_create.35").equal(0, poor.remote(), "rmr_context of the one that does not");
    clause("dat_lmr_create.35")
        .ends(receive(more, poor.lmr()), Set.of(DatReturn.PRIVILEGES_VIOLATION), protection);
  }

  /** Posts a Receive and makes the peer send a message. */
  private PostOutcome receive(ConnectedPair pair, Lmr lmr) {
    int message = pair.far().register(size(), MemPriv.ALL, 0);
    return PostOutcome.of(
        pair.near().recv(),
        () -> {
          long at = lmr.registeredAddress();
          int result = pair.ep().postRecv(lmr.lmrContext(), at, size(), 1, CompletionFlags.DEFAULT);
          pair.far().postSend(pair.farEp(), message, 0, size(), 2);
          return result;
        });
  }

  private static RegisteredMemory shared(AdapterFixture node, byte[] cookie, ByteBuffer memory) {
    return new RegisteredMemory(
        memory,
        node.ia()
            .createLmr(
                MemType.SHARED_VIRTUAL,
                RegionDescription.sharedVirtual(cookie, memory),
                memory.capacity(),
                node.pz(),
                MemPriv.ALL));
  }

  @Test
  @SecondParty
  @Clauses({"dat_lmr_create.37", "dat_lmr_create.38"})
  void sharedMemoryIsKnownByItsWholeCookie() {
    byte[] cookie = data(DatConstants.LMR_COOKIE_SIZE);
    ByteBuffer segment = ByteBuffer.allocateDirect(size());
    ConnectedPair one = pair();
    ConnectedPair two = ConnectedPair.connect(node(), one.far());
    RegisteredMemory first = shared(one.near(), cookie, segment);
    RegisteredMemory second = shared(two.near(), cookie, segment);
    int remote = one.far().register(size(), MemPriv.ALL, 0);
    byte[] content = data(size());
    one.far().put(remote, 0, content);
    clause("dat_lmr_create.37")
        .ends(
            one.read(first, size(), 1, one.far().remote(remote), one.far().base(remote)),
            Set.of(),
            Set.of(DtoStatus.SUCCESS));
    clause("dat_lmr_create.37")
        .that(Arrays.equals(content, sent(two, second)), "both consumers see the same segment");

    byte[] zero = new byte[DatConstants.LMR_COOKIE_SIZE];
    byte[] behindZero = zero.clone();
    behindZero[20] = 1;
    byte[] lastByte = cookie.clone();
    lastByte[DatConstants.LMR_COOKIE_SIZE - 1] ^= 1;
    List<byte[]> cookies = List.of(lastByte, zero, behindZero);
    List<RegisteredMemory> regions = new ArrayList<>();
    List<byte[]> contents = new ArrayList<>();
    for (byte[] each : cookies) {
      RegisteredMemory region = shared(one.near(), each, ByteBuffer.allocateDirect(size()));
      byte[] own = data(size());
      region.put(0, own);
      regions.add(region);
      contents.add(own);
    }
    for (int i = 0; i < cookies.size(); i++) {
      clause("dat_lmr_create.38")
          .that(
              Arrays.equals(contents.get(i), sent(one, regions.get(i))),
              "cookie " + i + " leads to its own segment");
    }
    clause("dat_lmr_create.38")
        .that(Arrays.equals(content, sent(one, first)), "the first segment is still another one");
    for (byte[] wrong : List.of(new byte[0], new byte[39], new byte[41])) {
      clause("dat_lmr_create.38")
          .throwsDat(
              DatReturn.INVALID_PARAMETER,
              () -> shared(one.near(), wrong, ByteBuffer.allocateDirect(size())));
    }
  }

  /** Sends a region and returns the bytes that arrive. */
  private static byte[] sent(ConnectedPair pair, RegisteredMemory region) {
    int buffer = pair.far().register(region.length(), MemPriv.ALL, 0);
    pair.far().postRecv(pair.farEp(), buffer, 0, region.length(), 1);
    pair.send(region, region.length(), 2);
    pair.far().event(DatPeer.RECV);
    return pair.far().get(buffer, 0, region.length());
  }

  @Test
  @Refuses({"dat_lmr_create.37", "dat_lmr_create.38"})
  void undeclaredSharedMemoryIsRefused() {
    AdapterFixture node = node();
    for (String id : List.of("dat_lmr_create.37", "dat_lmr_create.38")) {
      clause(id)
          .throwsDat(
              DatReturn.MODEL_NOT_SUPPORTED,
              () ->
                  shared(
                      node, new byte[DatConstants.LMR_COOKIE_SIZE], ByteBuffer.allocateDirect(64)));
    }
  }

  @Test
  @Refuses({
    "dat_lmr_create.15",
    "dat_lmr_create.31",
    "dat_lmr_create.32",
    "dat_lmr_create.34",
    "dat_lmr_create.35"
  })
  void undeclaredRegistrationOverARegistrationIsRefused() {
    AdapterFixture node = node();
    Lmr source = node.region(64).lmr();
    for (int number : new int[] {15, 31, 32, 34, 35}) {
      clause("dat_lmr_create." + number)
          .throwsDat(
              DatReturn.MODEL_NOT_SUPPORTED, () -> over(node, source, 64, node.pz(), MemPriv.ALL));
    }
  }

  @Test
  @SecondParty
  @Clauses({"dat_lmr_create.42", "dat_lmr_create.43", "dat_lmr_create.44"})
  void stronglyOrderedMemoryChangesInTheOrderWritten() {
    inOrder("dat_lmr_create.44", MemType.SO_VIRTUAL);
    inOrder("dat_lmr_create.43", MemType.VIRTUAL);
    AdapterFixture node = node();
    ByteBuffer memory = ByteBuffer.allocateDirect(size());
    RegionDescription region = RegionDescription.virtual(memory);
    Lmr lmr = node.ia().createLmr(MemType.SO_VIRTUAL, region, size(), node.pz(), MemPriv.ALL);
    clause("dat_lmr_create.42").that(lmr.registeredSize() >= size(), "all is registered");
    clause("dat_lmr_create.42").that(lmr.rmrContext() != 0, "peers get a context");
  }

  /** Checks that a reader who finds the last word of a Write finds all words before it. */
  private void inOrder(String id, MemType type) {
    int bytes = (size() + 7) / 8 * 8;
    ConnectedPair pair = pair();
    ByteBuffer memory = ByteBuffer.allocateDirect(bytes + 8).alignedSlice(8).slice(0, bytes);
    Lmr lmr =
        pair.near()
            .ia()
            .createLmr(
                type,
                RegionDescription.virtual(memory),
                memory.capacity(),
                pair.near().pz(),
                MemPriv.ALL);
    // A reader looks at each word, so that a long Write gets few laps.
    int laps = Math.max(2, Math.min(LAPS, (LAPS << 12) / memory.capacity()));
    int from = pair.far().register(memory.capacity(), MemPriv.ALL, 0);
    boolean ordered = true;
    boolean arrives = true;
    for (int lap = 1; lap <= laps && arrives; lap++) {
      ByteBuffer words = ByteBuffer.allocate(memory.capacity()).order(ByteOrder.nativeOrder());
      while (words.hasRemaining()) {
        words.putLong(lap);
      }
      pair.far().put(from, 0, words.array());
      pair.far().postWrite(pair.farEp(), from, lap, lmr.rmrContext(), lmr.registeredAddress());
      long deadline = System.nanoTime() + TimeFactor.nanos(AdapterFixture.PATIENCE_MILLIS);
      long last = 0;
      while (last != lap && arrives) {
        last = (long) WORD.getAcquire(memory, memory.capacity() - 8);
        for (int at = memory.capacity() - 16; at >= 0; at -= 8) {
          ordered &= (long) WORD.getAcquire(memory, at) >= last;
        }
        arrives = System.nanoTime() - deadline < 0;
      }
      pair.far().event(DatPeer.REQUEST);
    }
    clause(id).that(arrives, "polling finds every Write");
    clause(id).that(ordered, "what the last word says has arrived has arrived");
  }

  @Test
  @SecondParty
  @Clauses("dat_lmr_create.45")
  void completionsOrderRelaxedMemory() {
    AdapterFixture node = node(source().open("RO_AWARE_" + iaName(), ASYNC_QLEN, null));
    atEnd(node::close);
    ConnectedPair pair = ConnectedPair.connect(node, peer());
    RegisteredMemory target = node.region(4096);
    for (int i = 0; i < 20; i++) {
      byte[] content = data(4096);
      RmrOperations.write(pair, target.remote(), target.address(0), content);
      RmrOperations.settle(pair);
      clause("dat_lmr_create.45")
          .that(
              Arrays.equals(content, target.get(0, 4096)),
              "the message behind a Write makes it visible");
    }
  }
}
