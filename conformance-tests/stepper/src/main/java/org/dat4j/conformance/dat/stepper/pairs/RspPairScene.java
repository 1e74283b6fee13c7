package org.dat4j.conformance.dat.stepper.pairs;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Supplier;
import org.dat4j.conformance.dat.stepper.model.ModelTables;
import org.dat4j.conformance.dat.stepper.pairs.RspPairModel.QualifierSetup;
import org.dat4j.conformance.dat.stepper.pairs.sides.DatAnswers;
import org.dat4j.conformance.dat.stepper.pairs.sides.LocalAnsweringSide;
import org.dat4j.conformance.stepper.pairs.Answer;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Rsp;
import org.dat4j.dat.RspField;

/**
 * An RSP with its endpoint, and an endpoint that connects, on which the DAT stepper makes two calls
 * at once to check that both answers fit one order of the calls. A spare endpoint is for a further
 * service point.
 */
final class RspPairScene extends ConnectPairScene<RspPairModel> {
  private final List<DatObject> created = Collections.synchronizedList(new ArrayList<>());
  private final boolean reserved;
  private final Ep passive;
  private final Evd requests;
  private final Ep spare;
  private final Rsp rsp;
  private EpState spareState;

  RspPairScene(Ia ia, ModelTables tables, QualifierSetup before) {
    // The request names the endpoint already.
    this(ia, new LocalAnsweringSide(() -> ia, true), tables, before);
  }

  private RspPairScene(
      Ia ia, LocalAnsweringSide answering, ModelTables tables, QualifierSetup before) {
    super(ia, answering, () -> new RspPairModel(tables, before));
    passive = answering.ep();
    requests = answering.requests();
    freePsp();
    reserved = before != QualifierSetup.UNRESERVED;
    spare = own(ia.createEp(pz, recv, recv, evd(EvdFlags.CONNECTION), null));
    rsp = reserved ? answering.own(ia.createRsp(qualifier, passive, requests)) : null;
    if (before == QualifierSetup.REQUESTED) {
      request();
    }
  }

  /** Creates a service point for the endpoint that answers, or, if that has one, the spare. */
  Answer createRsp() {
    return create(() -> ia.createRsp(qualifier, reserved ? spare : passive, requests));
  }

  Answer createPsp() {
    return create(() -> ia.createPsp(qualifier, requests, PspFlags.CONSUMER));
  }

  private Answer create(Supplier<DatObject> call) {
    return DatAnswers.run(() -> created.add(call.get()));
  }

  Answer freeRsp() {
    return DatAnswers.run(rsp::free);
  }

  Answer queryRsp() {
    return DatAnswers.run(() -> rsp.query(RspField.ALL));
  }

  @Override
  public void look() {
    super.look();
    spareState = LocalAnsweringSide.state(spare);
  }

  @Override
  public String differs(RspPairModel model) {
    String problem = super.differs(model);
    return problem != null
        ? problem
        : compareSide(model, model.spare, spareState, List.of(), "spare");
  }

  @Override
  public void close() {
    DatAnswers.close(created);
    super.close();
  }
}
