package org.dat4j.dat.spi;

import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoField;
import org.dat4j.dat.CnoParam;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatSubtype;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.ProxyAgent;

/**
 * Base of the CNOs of all DAT providers: checks each call before the provider carries it out. A
 * thread that waits keeps it from being freed.
 */
public abstract class AbstractCno extends AbstractDatObject implements Cno {

  /**
   * Makes an untriggered object.
   *
   * @param ia its adapter
   */
  protected AbstractCno(AbstractIa ia) {
    super(ia, HandleType.CNO);
  }

  @Override
  public final void free() {
    freeNow("free", DatSubtype.INVALID_STATE_CNO_IN_USE);
  }

  @Override
  final void closeLive() {
    free();
  }

  @Override
  public final void modifyAgent(ProxyAgent agent) {
    checkLive("modifyAgent");
    implModifyAgent(agent);
  }

  @Override
  public final CnoParam query(int mask) {
    checkMask("query", mask, CnoField.ALL);
    return new CnoParam(ia(), implAgent());
  }

  @Override
  public final int await(long timeoutMicros, CnoTrigger trigger) {
    checkLive("await");
    AbstractEvd.checkTimeout(this, timeoutMicros);
    if (trigger == null) {
      throw Errors.parameter(where("await"), 3, "trigger", null, "give a CnoTrigger");
    }
    enter("await");
    try {
      return implAwait(timeoutMicros, trigger);
    } finally {
      release();
    }
  }

  /**
   * Sets the agent that the next trigger calls, once: {@link ProxyAgentExecutor} calls it. No
   * attribute declares agents absent: every provider overrides this.
   *
   * @param agent the one to be called from now on, or null for none
   */
  protected void implModifyAgent(ProxyAgent agent) {
    throw Errors.notImplemented("dat_cno_modify_agent", this);
  }

  /**
   * The agent to be called next. Every provider overrides this.
   *
   * @return the agent, null when there is none or it was called
   */
  protected ProxyAgent implAgent() {
    throw Errors.notImplemented("dat_cno_query", this);
  }

  /**
   * Waits until an EVD has triggered, see {@link Cno#await}. Every provider overrides this.
   *
   * <ul>
   *   <li>Several threads may wait at once; each trigger wakes at least one of them.
   *   <li>A trigger counts until a wait takes it: one that comes before the wait ends the wait at
   *       once. An EVD that has triggered again meanwhile counts once.
   *   <li>The last EVD is freed, or the adapter is closed: every wait ends with ABORT and a null
   *       EVD. DAT-D18 in {@code docs/reference/decisions.md} says why.
   *   <li>A time-out is QUEUE_EMPTY, an interrupt INTERRUPTED_CALL; the thread stays interrupted.
   * </ul>
   *
   * @param timeoutMicros checked
   * @param trigger not null; gets the EVD, or null without one
   * @return a {@link org.dat4j.dat.DatReturn}
   */
  protected int implAwait(long timeoutMicros, CnoTrigger trigger) {
    throw Errors.notImplemented("dat_cno_wait", this);
  }
}
