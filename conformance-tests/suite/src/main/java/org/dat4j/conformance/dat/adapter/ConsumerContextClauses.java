package org.dat4j.conformance.dat.adapter;

import java.util.EnumMap;
import java.util.Map;
import org.dat4j.conformance.dat.connection.ServicePointTest;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.DatPeer;
import org.dat4j.conformance.dat.fixture.SrqFixture;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.conformance.kernel.SecondParty;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Srq;
import org.junit.jupiter.api.Test;

/**
 * Tests of dat_set_consumer_context and dat_get_consumer_context, which attach a program's own
 * value to any DAT handle, and of dat_get_handle_type.
 */
class ConsumerContextClauses extends ServicePointTest {
  private static final long[] CONTEXTS = {
    1, -1, Long.MIN_VALUE, Long.MAX_VALUE, 0x0123456789abcdefL, 0xffffffffL, 1L << 32
  };

  /** The numbers of the header. */
  private static final Map<HandleType, Integer> NUMBERS =
      Map.of(
          HandleType.CR, 0,
          HandleType.EP, 1,
          HandleType.EVD, 2,
          HandleType.IA, 3,
          HandleType.LMR, 4,
          HandleType.PSP, 5,
          HandleType.PZ, 6,
          HandleType.RMR, 7,
          HandleType.RSP, 8,
          HandleType.CNO, 9);

  /** Makes an object of each kind but the SRQ; an RMR only where the adapter has them. */
  private Map<HandleType, DatObject> objects() {
    AdapterFixture node = node();
    Map<HandleType, DatObject> objects = new EnumMap<>(HandleType.class);
    objects.put(HandleType.IA, node.ia());
    objects.put(HandleType.PZ, node.pz());
    objects.put(HandleType.EVD, node.recv());
    objects.put(HandleType.EP, node.ep());
    objects.put(HandleType.LMR, node.region(64).lmr());
    objects.put(HandleType.CNO, node.ia().createCno(null));
    long qualifier = freeQualifier(node);
    Psp psp = node.ia().createPsp(qualifier, node.cr(), PspFlags.CONSUMER);
    objects.put(HandleType.PSP, psp);
    objects.put(HandleType.CR, arrived(node, qualifier));
    objects.put(HandleType.RSP, node.ia().createRsp(freeQualifier(node), node.ep(), node.cr()));
    if (node.limits().maxRmrs() > 0) {
      objects.put(HandleType.RMR, node.pz().createRmr());
    }
    return objects;
  }

  private Cr arrived(AdapterFixture node, long qualifier) {
    DatPeer far = peer();
    requestConnection(far, node.ia(), qualifier);
    return AdapterFixture.await(node.cr()).cr();
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_set_consumer_context.01",
    "dat_set_consumer_context.07",
    "dat_get_consumer_context.01",
    "dat_get_consumer_context.03",
    "dat_get_handle_type.01"
  })
  void everyKindOfObjectHasTypeAndContext() {
    Map<HandleType, DatObject> objects = objects();
    objects.forEach(
        (type, object) -> {
          clause("dat_get_consumer_context.03")
              .equal(0, object.getConsumerContext(), "context of a new " + type);
          clause("dat_get_handle_type.01").equal(type, object.getHandleType(), "type");
          clause("dat_get_handle_type.01")
              .equal((int) NUMBERS.get(type), object.getHandleType().value(), "number of " + type);
          clause("dat_set_consumer_context.01")
              .succeeds(
                  "a context for " + type, () -> object.setConsumerContext(100 + ordinal(type)));
          clause("dat_get_consumer_context.01")
              .equal(100 + ordinal(type), object.getConsumerContext(), "context of " + type);
        });
    objects.forEach(
        (type, object) ->
            clause("dat_set_consumer_context.07")
                .equal(
                    100 + ordinal(type),
                    object.getConsumerContext(),
                    "context of " + type + " when all have one"));
  }

  private static long ordinal(HandleType type) {
    return type.value();
  }

  @Test
  @SecondParty
  @Clauses({
    "dat_set_consumer_context.04",
    "dat_set_consumer_context.05",
    "dat_set_consumer_context.06"
  })
  void contextIsTheLastOneSet() {
    objects()
        .forEach(
            (type, object) -> {
              for (long context : CONTEXTS) {
                object.setConsumerContext(context);
                clause("dat_set_consumer_context.06")
                    .equal(context, object.getConsumerContext(), "context of " + type);
              }
              object.setConsumerContext(5);
              object.setConsumerContext(6);
              clause("dat_set_consumer_context.04")
                  .equal(6, object.getConsumerContext(), "second context of " + type);
              object.setConsumerContext(0);
              clause("dat_set_consumer_context.05")
                  .equal(0, object.getConsumerContext(), "null context of " + type);
            });
  }

  @Test
  @Clauses({"dat_set_consumer_context.03", "dat_get_consumer_context.02", "dat_get_handle_type.03"})
  void freedObjectsAreRefused() {
    AdapterFixture node = node();
    Pz pz = node.ia().createPz();
    Evd evd = node.ia().createEvd(4, null, EvdFlags.DTO);
    Ep ep = node.ep();
    Lmr lmr = node.region(64).lmr();
    pz.free();
    evd.free();
    ep.free();
    lmr.free();
    AdapterFixture closed = node();
    closed.close();
    for (DatObject object : new DatObject[] {pz, evd, ep, lmr, closed.ia(), closed.connect()}) {
      clause("dat_set_consumer_context.03")
          .throwsDat(DatReturn.INVALID_HANDLE, () -> object.setConsumerContext(1));
      clause("dat_get_consumer_context.02")
          .throwsDat(DatReturn.INVALID_HANDLE, object::getConsumerContext);
      clause("dat_get_handle_type.03").throwsDat(DatReturn.INVALID_HANDLE, object::getHandleType);
    }
  }

  @Test
  @Clauses({"dat_set_consumer_context.02", "dat_get_handle_type.02"})
  void sharedQueueHasTypeAndContext() {
    Srq srq = SrqFixture.queue(node(), 4);
    for (long context : CONTEXTS) {
      srq.setConsumerContext(context);
      clause("dat_set_consumer_context.02")
          .equal(context, srq.getConsumerContext(), "context of an SRQ");
    }
    clause("dat_get_handle_type.02").equal(HandleType.SRQ, srq.getHandleType(), "type");
    clause("dat_get_handle_type.02").equal(10, srq.getHandleType().value(), "number");
  }
}
