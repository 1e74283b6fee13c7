package org.dat4j.conformance.kernel;

import java.util.Locale;

/** Where the second party of a test lives. */
public enum Placement {
  /** In the JVM of the test. */
  ONE_JVM,
  /** In a second JVM on the same machine, started from the same class path. */
  TWO_JVMS;

  /**
   * Returns the spelling in options.
   *
   * @return the name in lower case with a hyphen
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
