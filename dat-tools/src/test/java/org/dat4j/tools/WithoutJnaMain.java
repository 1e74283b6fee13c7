package org.dat4j.tools;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.dat4j.dat.DatRegistry;
import org.dat4j.rsm.Rsm;
import org.dat4j.rsm.RsmRegistry;

/** Opens what needs JNA and what does not, each twice, and prints how each open came out. */
final class WithoutJnaMain {

  private WithoutJnaMain() {}

  /**
   * Opens all of them.
   *
   * @param args a registry file with the native adapter ia0
   */
  public static void main(String[] args) {
    DatRegistry natives = DatRegistry.builder().config(Path.of(args[0])).build();
    DatRegistry pure = DatRegistry.builder().build();
    for (int i = 0; i < 2; i++) {
      show("explained ia0", () -> natives.explain("ia0").text());
      show("dat ia0", () -> natives.openIa("ia0"));
      show("explained wrsm1", () -> RsmRegistry.builder().build().explain("wrsm1").text());
      show("rsm wrsm1", () -> Rsm.getController("wrsm1"));
      show("rsm shm0", () -> Rsm.getController("shm0"));
      show("dat loopback0", () -> pure.openIa("loopback0"));
      show("dat tcp0", () -> pure.openIa("tcp0"));
      show("rsm dattcp0", () -> Rsm.getController("dattcp0"));
    }
    System.exit(0);
  }

  private static void show(String what, Callable<?> act) {
    String how;
    try {
      Object result = act.call();
      how = result instanceof String text ? text : "opened";
      if (result instanceof AutoCloseable opened) {
        opened.close();
      }
    } catch (Throwable t) {
      how = t.toString();
    }
    System.out.println(what + ": " + how.replace("\n", " "));
  }
}
