package org.dat4j.dat;

/**
 * The result of a wait on a CNO, which names the dispatcher that triggered; owned by the caller and
 * filled by {@link Cno#await(long, CnoTrigger)}. For one thread at a time.
 */
public final class CnoTrigger {

  private Evd evd;

  /** Creates an empty result. */
  public CnoTrigger() {}

  /**
   * The dispatcher that triggered.
   *
   * @return a hint, null on every non-success
   */
  public Evd evd() {
    return evd;
  }

  /**
   * For providers: stores the dispatcher.
   *
   * @param value the dispatcher or null
   */
  public void set(Evd value) {
    evd = value;
  }
}
