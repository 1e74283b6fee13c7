package org.dat4j.dat.spi.forward;

import org.dat4j.dat.Evd;
import org.dat4j.dat.ProxyAgent;

/**
 * The wrapper of a program's proxy agent (the callback of a CNO) in the provider: passes each call
 * on with the wrapped EVD.
 */
public class ForwardingAgent implements ProxyAgent {

  private final Forwarding forwarding;
  private final ProxyAgent agent;

  /**
   * Makes a wrapper.
   *
   * @param forwarding the layer it belongs to
   * @param agent the consumer's agent
   */
  public ForwardingAgent(Forwarding forwarding, ProxyAgent agent) {
    this.forwarding = forwarding;
    this.agent = agent;
  }

  /**
   * The layer this wrapper belongs to.
   *
   * @return the layer
   */
  public final Forwarding forwarding() {
    return forwarding;
  }

  /**
   * The consumer's agent.
   *
   * @return the agent
   */
  protected final ProxyAgent agent() {
    return agent;
  }

  @Override
  public void trigger(Evd evd) {
    agent.trigger(forwarding.wrap(Evd.class, evd));
  }

  @Override
  public String toString() {
    return agent.toString();
  }
}
