package org.dat4j.conformance.dat.mutant.occasion;

import java.util.Map;
import java.util.function.Predicate;
import org.dat4j.conformance.mutant.LaterObjects;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpParam;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.spi.forward.Call;

/**
 * An occasion of a DAT mutant: its fault acts only on endpoints or EVDs with a certain attribute,
 * such as an SRQ or a CNO. Other attributes are few or odd limits, shared EVDs, completion flags,
 * and not to be the first endpoint of the adapter.
 */
final class AttributeOccasion extends Occasion {
  private static final Map<String, Predicate<EpParam>> ENDPOINTS =
      Map.of(
          "shared-evd", param -> param.requestEvd() == param.recvEvd(),
          "one-evd",
              param ->
                  param.requestEvd() == param.recvEvd() && param.requestEvd() == param.connectEvd(),
          "srq", param -> param.srq() != null,
          "odd-reads", param -> param.attr().maxRdmaReadIn() % 2 == 1,
          "one-receive", param -> param.attr().maxRecvDtos() == 1,
          "one-request", param -> param.attr().maxRequestDtos() == 1,
          "unsignalled",
              param -> (param.attr().requestCompletionFlags() & CompletionFlags.UNSIGNALLED) != 0,
          "solicited",
              param -> (param.attr().recvCompletionFlags() & CompletionFlags.SOLICITED_WAIT) != 0);

  /** The attribute of an EVD that has a CNO. */
  private static final String CNO = "cno";

  /** The attribute of an endpoint that is not the first of its adapter. */
  private static final String SECOND = "second-ep";

  private final String name;
  private final LaterObjects seconds = new LaterObjects();

  AttributeOccasion(String name) {
    if (!ENDPOINTS.containsKey(name) && !name.equals(CNO) && !name.equals(SECOND)) {
      throw new IllegalArgumentException("attribute '" + name + "'");
    }
    this.name = name;
  }

  @Override
  public void end(Call call, Object answer, boolean succeeded) {
    if (succeeded && name.equals(SECOND) && answer instanceof Ep && call.object() instanceof Ia) {
      seconds.made(call.object(), answer);
    }
  }

  private boolean holds(Object object) {
    if (object == null) {
      return false;
    }
    try {
      if (object instanceof Ep ep && ENDPOINTS.containsKey(name)) {
        return ENDPOINTS.get(name).test(ep.query());
      }
      if (object instanceof Evd evd && name.equals(CNO)) {
        return evd.query().cno() != null;
      }
    } catch (DatException freed) {
      return false;
    }
    return seconds.contains(object);
  }

  @Override
  public boolean isMet(Call call) {
    if (holds(call.object())) {
      return true;
    }
    for (Object argument : call.arguments()) {
      if (holds(argument)) {
        return true;
      }
    }
    return false;
  }

  @Override
  public boolean isMet(Evd evd, DatEvent event) {
    return holds(evd) || holds(event.ep());
  }
}
