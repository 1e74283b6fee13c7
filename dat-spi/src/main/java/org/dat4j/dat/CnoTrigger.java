package org.dat4j.dat;

/** Caller-owned result of {@link Cno#await(long, CnoTrigger)}; for one thread at a time. */
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
