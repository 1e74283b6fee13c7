package org.dat4j.architecture;

import java.util.Set;

/**
 * The rights that the design gives one module of the build.
 *
 * @param name its folder and artifact
 * @param roots its packages; a class of the module is in one of them or below
 * @param uses names of the modules its classes may refer to, beside its own
 * @param rights what else it may do
 */
record Module(String name, Set<String> roots, Set<String> uses, Set<Right> rights) {

  /** A thing that only some modules may do. */
  enum Right {
    /** Refer to JNA. */
    JNA,
    /** Refer to Guice. */
    GUICE
  }

  Module(String name, String root, Set<String> uses, Set<Right> rights) {
    this(name, Set.of(root), uses, rights);
  }

  /** Length of the longest root that a package is in; 0 if it is in none. */
  int depth(String packageName) {
    return roots.stream()
        .filter(root -> Layout.within(packageName, root))
        .mapToInt(String::length)
        .max()
        .orElse(0);
  }

  boolean may(Right right) {
    return rights.contains(right);
  }
}
