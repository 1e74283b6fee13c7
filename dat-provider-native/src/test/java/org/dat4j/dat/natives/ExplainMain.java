package org.dat4j.dat.natives;

import java.nio.file.Path;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatRegistry;

/** Prints why an entry of a registry file can be opened or not, and what an open of it throws. */
final class ExplainMain {

  private ExplainMain() {}

  /**
   * Asks and opens.
   *
   * @param args registry file and name
   */
  public static void main(String[] args) {
    System.out.println("access: " + NativeAccess.advice());
    DatRegistry registry = DatRegistry.builder().config(Path.of(args[0])).build();
    System.out.println("why: " + registry.explain(args[1]).text());
    try {
      registry.openIa(args[1]).close();
      System.out.println("opened");
    } catch (DatException e) {
      System.out.println("thrown: " + e.getMessage());
    }
  }
}
