package org.dat4j.conformance.kernel;

import java.util.Locale;

/**
 * Choice of where the second party of a test (the peer that it connects to) runs: in this JVM or in
 * a second one.
 */
public enum Placement {
  /** In the JVM of the test. */
  ONE_JVM,
  /** In a second JVM on the same machine, started from the same class path. */
  TWO_JVMS;

  /**
   * Finds the placement that an option names.
   *
   * @param label the spelling in options
   * @return the placement
   * @throws UsageException if there is none; names the permitted ones
   */
  public static Placement of(String label) {
    for (Placement placement : values()) {
      if (placement.label().equals(label)) {
        return placement;
      }
    }
    throw new UsageException("the placement is '" + label + "'; give one-jvm or two-jvms");
  }

  /**
   * Returns the spelling in options.
   *
   * @return the name in lower case with a hyphen
   */
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
