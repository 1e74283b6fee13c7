package org.dat4j.conformance.dat;

import java.util.Optional;
import org.dat4j.conformance.dat.fixture.DatTest;
import org.dat4j.conformance.dat.fixture.Node;
import org.dat4j.conformance.dat.fixture.Pair;
import org.dat4j.conformance.dat.fixture.Party;
import org.dat4j.conformance.dat.fixture.Region;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;

/** Base of the tests that need an endpoint in a certain state. */
abstract class EpTest extends DatTest {
  /**
   * An endpoint in a state.
   *
   * @param node its node
   * @param ep the endpoint
   * @param far the second party, or null in UNCONNECTED and RESERVED
   * @param since when the state was reached, as {@link System#nanoTime()}
   */
  record Situation(Node node, Ep ep, Party far, long since) {
    Situation(Node node, Ep ep, Party far) {
      this(node, ep, far, System.nanoTime());
    }

    EpState state() {
      return ep.getStatus().state();
    }
  }

  /**
   * Brings a new endpoint into a state.
   *
   * @param state the state
   * @return the endpoint, or empty if this backend cannot show the state: TENTATIVE without
   *     provider-made endpoints, RESERVED and PASSIVE without reserved service points,
   *     DISCONNECT_PENDING where nothing stalls, COMPLETION_PENDING always, as it ends by itself
   */
  protected final Optional<Situation> situation(EpState state) {
    return switch (state) {
      case UNCONNECTED -> {
        Node node = node();
        yield Optional.of(new Situation(node, node.ep(), null));
      }
      case RESERVED -> reserved(false);
      case PASSIVE_CONNECTION_PENDING -> reserved(true);
      case TENTATIVE_CONNECTION_PENDING -> tentative();
      case ACTIVE_CONNECTION_PENDING -> {
        Node node = node();
        Ep ep = node.ep();
        Party far = party();
        Pair.request(node, ep, far, 0, null);
        yield Optional.of(new Situation(node, ep, far));
      }
      case CONNECTED -> {
        Pair pair = pair();
        yield Optional.of(new Situation(pair.near(), pair.ep(), pair.far()));
      }
      case DISCONNECT_PENDING -> draining();
      case DISCONNECTED -> {
        Pair pair = pair();
        pair.ep().disconnect(CloseFlags.ABRUPT);
        Node.await(pair.near().connect());
        Node.reach(pair.ep(), EpState.DISCONNECTED);
        yield Optional.of(new Situation(pair.near(), pair.ep(), pair.far()));
      }
      default -> Optional.empty();
    };
  }

  private Optional<Situation> reserved(boolean requested) {
    Node node = node();
    Ep ep = node.ep();
    long qualifier = freeQualifier(node);
    try {
      node.ia().createRsp(qualifier, ep, node.cr());
    } catch (DatException e) {
      if (e.type() == DatReturn.NOT_IMPLEMENTED || e.type() == DatReturn.MODEL_NOT_SUPPORTED) {
        return Optional.empty();
      }
      throw e;
    }
    return Optional.of(requested ? request(node, ep, qualifier) : new Situation(node, ep, null));
  }

  private Situation request(Node node, Ep ep, long qualifier) {
    Party far = party();
    knock(far, node.ia(), qualifier);
    Ep own = Node.await(node.cr()).cr().query().localEp();
    return new Situation(node, own == null ? ep : own, far);
  }

  private Optional<Situation> tentative() {
    if (run().capabilities().get("ep_creator").equals(0L)) {
      return Optional.empty();
    }
    Node node = node();
    Psp psp = node.ia().createPspAny(node.cr(), PspFlags.PROVIDER);
    return Optional.of(request(node, null, psp.connQual()));
  }

  private Optional<Situation> draining() {
    Situation found = stalled();
    return found.state() == EpState.DISCONNECT_PENDING ? Optional.of(found) : Optional.empty();
  }

  /**
   * Disconnects gracefully with requests outstanding that cannot drain: more than any queue between
   * the two takes in, and no Receive.
   *
   * @return the endpoint, DISCONNECT_PENDING unless nothing holds it up
   */
  protected final Situation stalled() {
    Pair pair = pair();
    EpAttr attr = pair.ep().query().attr();
    Region region = pair.near().region((int) attr.maxMessageSize());
    for (int i = 0; i < pair.near().attr().maxRequestDtos(); i++) {
      pair.ep()
          .postSend(region.local(), region.address(0), region.length(), i, CompletionFlags.DEFAULT);
    }
    pair.ep().disconnect(CloseFlags.GRACEFUL);
    return new Situation(pair.near(), pair.ep(), pair.far());
  }
}
