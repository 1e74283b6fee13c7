package org.dat4j.dat.udapl.machine;

import java.nio.file.Path;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatRegistry;

/** Prints why an entry of a registry file can be opened or not, and what an open of it throws. */
public final class ExplainMain {

  private ExplainMain() {}

  /**
   * Asks and opens.
   *
   * @param args registry files, each with a name
   */
  public static void main(String[] args) {
    System.out.println("access: " + NativeAccess.advice());
    for (int i = 0; i < args.length; i += 2) {
      explain(DatRegistry.builder().config(Path.of(args[i])).build(), args[i + 1]);
    }
  }

  private static void explain(DatRegistry registry, String name) {
    System.out.println("why: " + registry.explain(name).text());
    try {
      registry.openIa(name).close();
      System.out.println("opened");
    } catch (DatException e) {
      System.out.println("thrown: " + e.getMessage());
    }
  }
}
