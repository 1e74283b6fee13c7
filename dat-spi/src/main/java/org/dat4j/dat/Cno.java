package org.dat4j.dat;

/** A consumer notification object (CNO), on which a thread waits for the events of several EVDs. */
public interface Cno extends DatObject {

  /**
   * Sets or clears the proxy agent.
   *
   * @param agent called once for the next trigger, or null for none
   * @throws DatException DAT_INVALID_HANDLE
   */
  @ManPage("dat_cno_modify_agent")
  void modifyAgent(ProxyAgent agent);

  /**
   * Reads the parameters.
   *
   * @param mask bits of {@link CnoField}
   * @return the parameters
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER (undefined bit)
   */
  @ManPage("dat_cno_query")
  CnoParam query(int mask);

  /**
   * Waits for a notification by any EVD of this object and consumes it.
   *
   * @param timeoutMicros 0 polls, {@link DatConstants#TIMEOUT_INFINITE} waits for ever
   * @param trigger tells the EVD as a hint; null EVD on every non-success
   * @return {@link DatReturn#SUCCESS}, {@link DatReturn#QUEUE_EMPTY} (time-out), {@link
   *     DatReturn#INTERRUPTED_CALL} or {@link DatReturn#ABORT}
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER
   */
  @ManPage("dat_cno_wait")
  int await(long timeoutMicros, CnoTrigger trigger);

  /**
   * Destroys this object.
   *
   * @throws DatException DAT_INVALID_STATE (CNO_IN_USE) while an EVD refers to it or a thread
   *     waits; DAT_INVALID_HANDLE if freed already
   */
  @ManPage("dat_cno_free")
  void free();
}
