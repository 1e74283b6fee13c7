package org.dat4j.conformance.dat.transfer;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.ConnectedPair;
import org.dat4j.conformance.dat.fixture.PostOutcome;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Rmr;
import org.junit.jupiter.api.Test;

/**
 * Tests of an RDMA Write or Read that the peer refuses among other outstanding requests of several
 * kinds, lengths and contexts.
 */
class MixedRefusalClauses extends TransferTest {
  private static final String FREED = "freed context";
  private static final String BEHIND = "behind the range of the others";
  private static final String ACROSS = "across the end of a range";
  private static final String RIGHT = "no right to the memory of the others";
  private static final String ZONE = "other PZ";

  private static final Dimension<String> REFUSAL =
      Dimension.choice("reason of the refusal", FREED, BEHIND, ACROSS, RIGHT, ZONE);
  private static final Dimension<Integer> NUMBER = Dimension.number("requests", 2, 3, 9);
  private static final Dimension<String> GUILTY =
      Dimension.occurrence("the refused one is the", "first", "second", "middle", "last");
  private static final Dimension<String> OTHERS =
      Dimension.choice(
          "the others", "Writes", "Reads", "Writes and Sends", "Writes and Reads", "all kinds");
  private static final Dimension<Boolean> OWN_CONTEXTS =
      Dimension.choice("each of the others has a context of its own", false, true);
  private static final Dimension<Integer> SIZE =
      Dimension.size("size of the others", 1, 64, 70_000);
  private static final Dimension<Integer> GUILTY_SIZE =
      Dimension.size("size of the refused one", 2, 64, 200_001);
  private static final Dimension<Integer> DEPTH =
      Dimension.attributes("read depth", 1, 2, 3, 8, 128);

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_post_rdma_write.15",
    "dat_ep_post_rdma_write.16",
    "dat_ep_post_rdma_write.17",
    "dat_ep_post_rdma_write.18"
  })
  void refusedWriteAmongOtherRequestsIsTheOneThatFails() throws Exception {
    varied(TransferKind.RDMA_WRITE);
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_ep_post_rdma_read.13",
    "dat_ep_post_rdma_read.14",
    "dat_ep_post_rdma_read.15",
    "dat_ep_post_rdma_read.16"
  })
  void refusedReadAmongOtherRequestsIsTheOneThatFails() throws Exception {
    varied(TransferKind.RDMA_READ);
  }

  private void varied(TransferKind kind) throws Exception {
    AdapterFixture node = node();
    long most = node.attr().maxRdmaSize();
    int depth = Math.min(node.limits().maxRdmaReadPerEpIn(), node.limits().maxRdmaReadPerEpOut());
    checkInSituations(
        situation -> refuse(kind, situation),
        REFUSAL,
        NUMBER,
        GUILTY,
        OTHERS,
        OWN_CONTEXTS,
        SIZE.where(size -> size <= most, "max_rdma_size is " + most),
        GUILTY_SIZE.where(size -> size <= most, "max_rdma_size is " + most),
        DEPTH.where(reads -> reads <= depth, "the adapter has a read depth of " + depth));
  }

  private static String clauseOf(TransferKind kind, String refusal) {
    return switch (refusal) {
      case FREED -> kind.clause("", "15", "13");
      case RIGHT -> kind.clause("", "17", "15");
      case ZONE -> kind.clause("", "18", "16");
      default -> kind.clause("", "16", "14");
    };
  }

  /** One request, with its places on both sides. */
  private record Part(TransferKind kind, int offset, int size, int context, long remote) {
    private int post(Ep ep, RegisteredMemory local, int cookie) {
      return kind.post(ep, local, offset, size, cookie, context, remote, CompletionFlags.DEFAULT);
    }
  }

  private static TransferKind kindOf(String others, int index) {
    return switch (others) {
      case "Writes" -> TransferKind.RDMA_WRITE;
      case "Reads" -> TransferKind.RDMA_READ;
      case "Writes and Sends" -> index % 2 == 0 ? TransferKind.RDMA_WRITE : TransferKind.SEND;
      case "Writes and Reads" -> index % 2 == 0 ? TransferKind.RDMA_WRITE : TransferKind.RDMA_READ;
      default -> TransferKind.values()[index % TransferKind.values().length];
    };
  }

  private void refuse(TransferKind kind, Situation situation) {
    String id = clauseOf(kind, situation.get(REFUSAL));
    int depth = situation.get(DEPTH);
    AdapterFixture node = node();
    AdapterFixture partner = partner();
    Ep ep = ep(node, depth);
    Ep far = ep(partner, depth);
    ConnectedPair.connect(node, ep, partner, far);
    int number = situation.get(NUMBER);
    int size = situation.get(SIZE);
    int guilty =
        switch (situation.get(GUILTY)) {
          case "first" -> 0;
          case "second" -> 1;
          case "middle" -> number / 2;
          default -> number - 1;
        };
    RegisteredMemory memory =
        node.region(number * size + Math.max(size, situation.get(GUILTY_SIZE)));
    byte[] sent = data(memory.length());
    memory.put(0, sent);
    ByteBuffer theirs = ByteBuffer.allocateDirect(number * size);
    RegisteredMemory all = registered(partner, theirs, MemPriv.ALL);
    List<Part> parts = new ArrayList<>();
    int reads = kind == TransferKind.RDMA_READ ? 1 : 0;
    for (int i = 0; i < number; i++) {
      if (i == guilty) {
        int neighbour = i == 0 ? 1 : i - 1;
        int offset = number * size;
        parts.add(refused(kind, situation, partner, far, theirs, all, neighbour, offset));
        continue;
      }
      TransferKind each = kindOf(situation.get(OTHERS), i);
      if (each == TransferKind.RDMA_READ && reads++ >= depth) {
        each = TransferKind.RDMA_WRITE;
      }
      RegisteredMemory target =
          situation.get(OWN_CONTEXTS) ? registered(partner, theirs, MemPriv.ALL) : all;
      long address = target.address((long) i * size);
      if (each == TransferKind.SEND) {
        far.postRecv(target.local(), address, size, i, CompletionFlags.DEFAULT);
      }
      parts.add(new Part(each, i * size, size, target.remote(), address));
    }
    for (int i = 0; i < number; i++) {
      int cookie = i;
      int result = PostOutcome.refusal(() -> parts.get(cookie).post(ep, memory, cookie));
      if (i == guilty && AT_POST.contains(result)) {
        clause(id).that(true, "it is refused at the post");
        return;
      }
      clause(id).returns(DatReturn.SUCCESS, result);
    }
    for (int i = 0; i < number; i++) {
      DatEvent event = AdapterFixture.await(node.request());
      clause(id).equal((long) i, event.cookie(), "posting order");
      DtoStatus end = event.status();
      String what = parts.get(i).kind() + " " + i + " ends in " + end;
      if (i == guilty) {
        clause(id).equal(DtoStatus.ERR_REMOTE_ACCESS, end, "end of the refused " + kind);
      } else {
        clause(id)
            .that(
                end != DtoStatus.ERR_REMOTE_ACCESS && (i < guilty || end != DtoStatus.SUCCESS),
                what + ", and the refused one is " + guilty);
      }
      if (i < guilty && end == DtoStatus.SUCCESS && parts.get(i).kind() != TransferKind.SEND) {
        // Nobody writes what is read.
        boolean isRead = parts.get(i).kind() == TransferKind.RDMA_READ;
        byte[] expected =
            isRead ? new byte[size] : Arrays.copyOfRange(sent, i * size, (i + 1) * size);
        clause(id)
            .that(
                Arrays.equals(expected, (isRead ? memory : all).get(i * size, size)),
                what + " and has its bytes");
      }
    }
    clause(id).ending(AdapterFixture.await(node.connect()), ep);
    clause(id).ending(AdapterFixture.await(partner.connect()), far);
  }

  private static Ep ep(AdapterFixture at, int depth) {
    return at.ep(at.pz(), at.attr().toBuilder().maxRdmaReadIn(depth).maxRdmaReadOut(depth).build());
  }

  private static RegisteredMemory registered(AdapterFixture at, ByteBuffer buffer, int rights) {
    return new RegisteredMemory(buffer, at.ia().createLmr(buffer, at.pz(), rights));
  }

  /** {@return the context of an RMR over all of a region} */
  private static int bound(AdapterFixture at, Ep ep, RegisteredMemory region, int right) {
    Rmr rmr = at.pz().createRmr();
    rmr.bind(
        region.local(), region.address(0), region.length(), right, ep, 0, CompletionFlags.DEFAULT);
    DtoStatus end = AdapterFixture.await(at.request()).status();
    if (end != DtoStatus.SUCCESS) {
      throw new AssertionError("a bind for the test ended in " + end);
    }
    return rmr.rmrContext();
  }

  /** Makes a request that the peer has to refuse. */
  private static Part refused(
      TransferKind kind,
      Situation situation,
      AdapterFixture partner,
      Ep far,
      ByteBuffer theirs,
      RegisteredMemory all,
      int neighbour,
      int offset) {
    int size = situation.get(GUILTY_SIZE);
    int right = kind == TransferKind.RDMA_READ ? MemPriv.REMOTE_WRITE : MemPriv.REMOTE_READ;
    return switch (situation.get(REFUSAL)) {
      case BEHIND -> new Part(kind, offset, size, all.remote(), all.address(theirs.capacity()));
      case ACROSS -> {
        RegisteredMemory own = partner.region(size);
        yield new Part(kind, offset, size, own.remote(), own.address(1));
      }
      case RIGHT -> {
        // The very range of a neighbour, whose Write or Read differs in the context alone.
        int length = situation.get(SIZE);
        long address = all.address((long) neighbour * length);
        int context =
            partner.limits().maxRmrs() > 0
                ? bound(partner, far, all, right)
                : registered(partner, theirs, LOCAL | right).remote();
        yield new Part(kind, offset, length, context, address);
      }
      case ZONE -> {
        RegisteredMemory own = partner.region(size, MemPriv.ALL, partner.ia().createPz());
        yield new Part(kind, offset, size, own.remote(), own.address(0));
      }
      default -> {
        RegisteredMemory own = partner.region(size);
        own.lmr().free();
        yield new Part(kind, offset, size, own.remote(), own.address(0));
      }
    };
  }
}
