package org.dat4j.dat;

/**
 * An event dispatcher (EVD): the queue from which a program takes events, such as completions and
 * connection requests.
 *
 * <p>One thread at a time may wait; while it does, every other wait or dequeue gets
 * DAT_INVALID_STATE. Taking an event acquires everything that the operation it reports released:
 * the memory of a completed receive or read may be looked at without further synchronisation.
 */
public interface Evd extends DatObject {

  /**
   * Reads the EVD's parameters.
   *
   * @param mask bits of {@link EvdField}
   * @return the parameters
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER (undefined bit)
   */
  @ManPage("dat_evd_query")
  EvdParam query(int mask);

  /**
   * {@link #query(int)} with every field.
   *
   * @return the parameters
   */
  default EvdParam query() {
    return query(EvdField.ALL);
  }

  /**
   * Changes the CNO. Events that are queued already do not trigger the new one: after the call,
   * dequeue until the EVD is empty, and wait on the CNO then.
   *
   * @param cno the new one, or null for none
   * @throws DatException DAT_INVALID_HANDLE
   */
  @ManPage("dat_evd_modify_cno")
  void modifyCno(Cno cno);

  /**
   * Changes the queue length; queued events stay.
   *
   * @param minQlen least number of events it must hold
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER, DAT_INVALID_STATE (more events
   *     queued than would fit), DAT_INSUFFICIENT_RESOURCES (above max_evd_qlen)
   */
  @ManPage("dat_evd_resize")
  void resize(int minQlen);

  /**
   * Destroys this EVD; queued events are lost, a waiter ends with DAT_ABORT.
   *
   * @throws DatException DAT_INVALID_STATE (EVD_IN_USE) while an EP, PSP, RSP or open IA feeds it;
   *     DAT_INVALID_HANDLE if freed already
   */
  @ManPage("dat_evd_free")
  void free();

  /**
   * Lets arriving events trigger the CNO.
   *
   * @throws DatException DAT_INVALID_HANDLE
   */
  @ManPage("dat_evd_enable")
  void enable();

  /**
   * Keeps arriving events from triggering the CNO.
   *
   * @throws DatException DAT_INVALID_HANDLE
   */
  @ManPage("dat_evd_disable")
  void disable();

  /**
   * Forbids direct waits; a present waiter ends with DAT_INVALID_STATE.
   *
   * @throws DatException DAT_INVALID_HANDLE
   */
  @ManPage("dat_evd_set_unwaitable")
  void setUnwaitable();

  /**
   * Permits direct waits again.
   *
   * @throws DatException DAT_INVALID_HANDLE
   */
  @ManPage("dat_evd_clear_unwaitable")
  void clearUnwaitable();

  /**
   * Takes the oldest event without blocking. Drives the provider's progress when there is none.
   *
   * @param event filled on success, untouched otherwise
   * @return {@link DatReturn#SUCCESS} or {@link DatReturn#QUEUE_EMPTY}
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER (null), DAT_INVALID_STATE
   *     (another thread waits)
   */
  @ManPage("dat_evd_dequeue")
  int dequeue(DatEvent event);

  /**
   * Waits until at least {@code threshold} events are queued and takes the oldest.
   *
   * <p>{@link DatEvent#more()} is the number of events left, on success and on time-out. An
   * interrupt of the waiting thread ends the wait with {@link DatReturn#INTERRUPTED_CALL} unless
   * the condition is met already; the thread's interrupt flag is kept.
   *
   * @param timeoutMicros 0 polls, {@link DatConstants#TIMEOUT_INFINITE} waits for ever
   * @param threshold 1 to the queue length
   * @param event filled on success; on time-out only its {@code more()}
   * @return {@link DatReturn#SUCCESS}, {@link DatReturn#TIMEOUT_EXPIRED}, {@link
   *     DatReturn#INTERRUPTED_CALL} or {@link DatReturn#ABORT} (EVD freed or IA closed meanwhile)
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER (threshold, timeout),
   *     DAT_INVALID_STATE (unwaitable, or another thread waits)
   */
  @ManPage("dat_evd_wait")
  int await(long timeoutMicros, int threshold, DatEvent event);

  /**
   * Queues a software event.
   *
   * @param event of number {@link EventNumber#SOFTWARE_EVENT}; copied
   * @return {@link DatReturn#SUCCESS} or {@link DatReturn#QUEUE_FULL}
   * @throws DatException DAT_INVALID_HANDLE, DAT_INVALID_PARAMETER (other event, or this EVD lacks
   *     {@link EvdFlags#SOFTWARE})
   */
  @ManPage("dat_evd_post_se")
  int postSe(DatEvent event);
}
