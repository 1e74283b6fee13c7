package org.dat4j.dat;

/**
 * The result of a wait on a CNO, which names the EVD that triggered; owned by the caller and filled
 * by {@link Cno#await(long, CnoTrigger)}. For one thread at a time.
 */
public final class CnoTrigger {

  private Evd evd;

  /** Creates an empty result. */
  public CnoTrigger() {}

  /**
   * The EVD that triggered.
   *
   * @return a hint, null on every non-success
   */
  public Evd evd() {
    return evd;
  }

  /**
   * For providers: stores the EVD.
   *
   * @param value the EVD or null
   */
  public void set(Evd value) {
    evd = value;
  }
}
