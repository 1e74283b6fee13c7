package org.dat4j.faults;

import java.util.function.Supplier;

/** The scripts by name. */
final class Scripts {

  private Scripts() {}

  static Supplier<Script> of(String name) {
    return isRsm(name) ? () -> new RsmScript(name) : () -> new DatScript(name);
  }

  static Script.Witness others(String name) {
    return isRsm(name) ? new RsmScript.Others(name) : new DatScript.Others(name);
  }

  private static boolean isRsm(String name) {
    return name.startsWith("shm") || name.startsWith("dat");
  }
}
