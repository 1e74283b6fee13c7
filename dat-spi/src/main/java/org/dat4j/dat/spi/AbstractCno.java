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
  public final void close() {
    if (!isFreed()) {
      free();
    }
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
   * Sets the agent.
   *
   * @param agent or null
   */
  protected void implModifyAgent(ProxyAgent agent) {
    throw Errors.notImplemented("dat_cno_modify_agent", this);
  }

  /**
   * The agent to be called next.
   *
   * @return the agent or null
   */
  protected ProxyAgent implAgent() {
    throw Errors.notImplemented("dat_cno_query", this);
  }

  /**
   * Waits, see {@link Cno#await}.
   *
   * @param timeoutMicros checked
   * @param trigger not null
   * @return a {@link org.dat4j.dat.DatReturn}
   */
  protected int implAwait(long timeoutMicros, CnoTrigger trigger) {
    throw Errors.notImplemented("dat_cno_wait", this);
  }
}
