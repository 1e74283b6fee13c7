package org.dat4j.rsm.spi;

/**
 * A table of the jars of dat4j that serve an RSM controller name, for the error message where no
 * provider is found.
 */
final class KnownControllers {
  static final String MERGE =
      "in a jar made of several, their files in META-INF/services have to be merged";

  private KnownControllers() {}

  /** Returns the jars that serve a name, or an empty text. */
  static String jarsOf(String name) {
    if (name.equals("loopback") || name.startsWith("shm")) {
      return "dat4j-rsm-provider-native";
    }
    return name.startsWith("dat")
        ? "dat4j-rsm-provider-dat and a provider of DAT, such as dat4j-dat-provider-tcp"
        : "";
  }
}
