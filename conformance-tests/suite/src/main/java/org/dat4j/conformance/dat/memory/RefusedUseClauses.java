package org.dat4j.conformance.dat.memory;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.conformance.dat.fixture.AdapterFixture;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.RegisteredMemory;
import org.dat4j.conformance.dimension.Dimension;
import org.dat4j.conformance.dimension.Situation;
import org.dat4j.conformance.kernel.Clauses;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpField;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Pz;
import org.dat4j.dat.SrqAttr;
import org.junit.jupiter.api.Test;

/**
 * Tests that a call which was refused leaves no use of its arguments behind: each of them can be
 * freed afterwards.
 */
class RefusedUseClauses extends DatTest {

  private static final String EP_CREATE = "dat_ep_create";
  private static final String EP_MODIFY = "dat_ep_modify";
  private static final String EP_MODIFY_LATE = "dat_ep_modify after a Receive";
  private static final String PSP_CREATE = "dat_psp_create";
  private static final String RSP_CREATE = "dat_rsp_create";
  private static final String LMR_CREATE = "dat_lmr_create";
  private static final String SRQ_CREATE = "dat_srq_create";
  private static final String EVD_CREATE = "dat_evd_create";
  private static final String EVD_MODIFY_CNO = "dat_evd_modify_cno";
  private static final Dimension<String> CALL =
      Dimension.choice(
          "refused call",
          EP_CREATE,
          EP_MODIFY,
          EP_MODIFY_LATE,
          PSP_CREATE,
          RSP_CREATE,
          LMR_CREATE,
          SRQ_CREATE,
          EVD_CREATE,
          EVD_MODIFY_CNO);
  private static final Dimension<Integer> TIMES =
      Dimension.occurrence("times that it is refused", 1, 3);

  /** The objects of a situation, which nothing but the refused call might use. */
  private static final class Arguments {
    private final AdapterFixture node;
    private final Ia ia;
    private final Pz pz;
    private final Cno cno;
    private final Evd recv;
    private final Evd request;
    private final Evd connect;
    private final Evd cr;

    private Arguments(AdapterFixture node) {
      this.node = node;
      ia = node.ia();
      pz = ia.createPz();
      cno = ia.createCno(null);
      recv = ia.createEvd(8, null, EvdFlags.DTO);
      request = ia.createEvd(8, null, EvdFlags.DTO);
      connect = ia.createEvd(8, null, EvdFlags.CONNECTION);
      cr = ia.createEvd(8, null, EvdFlags.CR);
    }

    private Ep ep() {
      return ia.createEp(pz, recv, request, connect, node.attr());
    }
  }

  @Test
  @Clauses({"dat_pz_free.07", "dat_evd_free.01", "dat_cno_free.01"})
  void argumentsOfARefusedCallCanBeFreed() throws Exception {
    checkInSituations(this::refuseAndFree, CALL, TIMES);
  }

  private void refuseAndFree(Situation situation) {
    Arguments given = new Arguments(node());
    String call = situation.get(CALL);
    for (int i = 0; i < situation.get(TIMES); i++) {
      boolean refused = refuse(given, call);
      clause("dat_evd_free.01").that(refused, call + " is refused");
    }
    clause("dat_pz_free.07").succeeds("dat_pz_free after a refused " + call, given.pz::free);
    for (Evd evd : List.of(given.recv, given.request, given.connect, given.cr)) {
      clause("dat_evd_free.01").succeeds("dat_evd_free after a refused " + call, evd::free);
    }
    clause("dat_cno_free.01").succeeds("dat_cno_free after a refused " + call, given.cno::free);
  }

  private static boolean refuse(Arguments given, String call) {
    return switch (call) {
      case EP_CREATE -> refuseEndpoints(given);
      case EP_MODIFY -> refuseChanges(given);
      case EP_MODIFY_LATE -> refuseLateChange(given);
      case PSP_CREATE -> refusePsp(given);
      case RSP_CREATE -> refuseRsp(given);
      case LMR_CREATE -> isRefused(() -> given.node.region(64, ~MemPriv.ALL, given.pz));
      case SRQ_CREATE -> {
        SrqAttr none = new SrqAttr(0, 0, 0);
        yield isRefused(() -> given.ia.createSrq(given.pz, none));
      }
      case EVD_CREATE ->
          isRefused(() -> given.ia.createEvd(8, given.cno, 0))
              && isRefused(() -> given.ia.createEvd(-1, given.cno, EvdFlags.DTO));
      default -> refuseCno(given);
    };
  }

  private static boolean isRefused(Runnable call) {
    try {
      call.run();
      return false;
    } catch (DatException e) {
      return true;
    }
  }

  private static boolean refuseEndpoints(Arguments given) {
    EpAttr attr = given.node.attr();
    Evd freed = given.ia.createEvd(8, null, EvdFlags.DTO);
    freed.free();
    List<Runnable> creations = new ArrayList<>();
    creations.add(() -> create(given, given.recv, given.request, given.cr, attr));
    creations.add(() -> create(given, given.recv, freed, given.connect, attr));
    creations.add(() -> create(given, given.connect, given.request, given.connect, attr));
    EpAttr tooMuch =
        attr.toBuilder().maxMessageSize(given.node.limits().maxMessageSize() + 1).build();
    creations.add(() -> create(given, given.recv, given.request, given.connect, tooMuch));
    return creations.stream().allMatch(RefusedUseClauses::isRefused);
  }

  private static void create(Arguments given, Evd recv, Evd request, Evd connect, EpAttr attr) {
    given.ia.createEp(given.pz, recv, request, connect, attr);
  }

  private static boolean refuseChanges(Arguments given) {
    Ep ep = given.node.ep();
    EpAttr attr = ep.query().attr();
    EpAttr tooMuch =
        attr.toBuilder().maxMessageSize(given.node.limits().maxMessageSize() + 1).build();
    EpParam to =
        ep.query().toBuilder()
            .pz(given.pz)
            .recvEvd(given.recv)
            .requestEvd(given.request)
            .connectEvd(given.connect)
            .attr(tooMuch)
            .build();
    EpParam wrong = to.toBuilder().connectEvd(given.cr).attr(attr).build();
    long handles =
        EpField.PZ_HANDLE
            | EpField.RECV_EVD_HANDLE
            | EpField.REQUEST_EVD_HANDLE
            | EpField.CONNECT_EVD_HANDLE;
    boolean refused =
        isRefused(() -> ep.modify(handles | EpField.EP_ATTR_MAX_MESSAGE_SIZE, to))
            && isRefused(() -> ep.modify(handles, wrong));
    ep.free();
    return refused;
  }

  /** Flags of Receives cannot change once a Receive is posted. */
  private static boolean refuseLateChange(Arguments given) {
    Ep ep = given.ep();
    RegisteredMemory region = given.node.region(64, MemPriv.ALL, given.pz);
    ep.postRecv(region.local(), region.address(0), 64, 1, CompletionFlags.DEFAULT);
    EpAttr attr = ep.query().attr();
    int other =
        attr.recvCompletionFlags() == CompletionFlags.DEFAULT
            ? CompletionFlags.EVD_THRESHOLD
            : CompletionFlags.DEFAULT;
    EpAttr changed = attr.toBuilder().recvCompletionFlags(other).build();
    EpParam to = ep.query().toBuilder().attr(changed).build();
    // A provider may take the change: then the endpoint has other flags, and is freed all the same.
    isRefused(() -> ep.modify(EpField.EP_ATTR_RECV_COMPLETION_FLAGS, to));
    ep.free();
    region.lmr().free();
    return true;
  }

  private static boolean refusePsp(Arguments given) {
    Psp taken = given.ia.createPspAny(given.node.cr(), PspFlags.CONSUMER);
    boolean refused =
        isRefused(() -> given.ia.createPsp(taken.connQual(), given.cr, PspFlags.CONSUMER))
            && isRefused(() -> given.ia.createPspAny(given.recv, PspFlags.CONSUMER));
    taken.free();
    return refused;
  }

  private static boolean refuseRsp(Arguments given) {
    Psp taken = given.ia.createPspAny(given.node.cr(), PspFlags.CONSUMER);
    Ep ep = given.ep();
    boolean refused =
        isRefused(() -> given.ia.createRsp(taken.connQual(), ep, given.cr))
            && isRefused(() -> given.ia.createRsp(taken.connQual(), ep, given.recv));
    ep.free();
    taken.free();
    return refused;
  }

  private static boolean refuseCno(Arguments given) {
    Evd freed = given.ia.createEvd(8, null, EvdFlags.DTO);
    freed.free();
    Cno gone = given.ia.createCno(null);
    gone.free();
    given.recv.modifyCno(given.cno);
    boolean refused =
        isRefused(() -> freed.modifyCno(given.cno)) && isRefused(() -> given.recv.modifyCno(gone));
    given.recv.modifyCno(null);
    return refused;
  }
}
