package org.dat4j.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import org.dat4j.dat.spi.DatProvider;
import org.junit.jupiter.api.function.Executable;

/** Registries of given texts and providers, and what tests ask of them. */
final class Registries {

  private Registries() {}

  /** A registry whose file is a text called {@code test.conf}. */
  static DatRegistry registry(String conf, DatProvider... providers) {
    DatRegistry.Builder builder = DatRegistry.builder().config(conf, "test.conf");
    for (DatProvider provider : providers) {
      builder.provider(provider);
    }
    return builder.build();
  }

  /** A thread-safe entry of version 1.2. */
  static String line(String name, String libPath) {
    return name + " u1.2 threadsafe default " + libPath + " d.1.0 \"\" \"\"\n";
  }

  static DatException assertRefused(int type, int subtype, Executable call) {
    DatException e = assertThrows(DatException.class, call);
    assertEquals(
        DatReturn.name(type) + "/" + DatSubtype.name(subtype),
        DatReturn.name(e.type()) + "/" + DatSubtype.name(e.subtype()),
        e::getMessage);
    return e;
  }
}
