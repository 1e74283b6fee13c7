package org.dat4j.architecture;

import java.util.Set;

/**
 * What the design lets one module of the build do.
 *
 * @param name its folder and artifact
 * @param root its package; a class of the module is in this package or below
 * @param uses names of the modules its classes may refer to, beside its own
 * @param rights what else it may do
 */
record Module(String name, String root, Set<String> uses, Set<Right> rights) {

  /** A thing that only some modules may do. */
  enum Right {
    /** Refer to JNA. */
    JNA,
    /** Refer to Guice. */
    GUICE
  }

  boolean may(Right right) {
    return rights.contains(right);
  }
}
