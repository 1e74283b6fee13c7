package org.dat4j.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;

import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Method;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.dat4j.dat.spi.DatProvider;
import org.junit.jupiter.api.Test;

class ManPageTest {

  private static final List<Class<?>> HOMES =
      List.of(
          DatObject.class,
          Ia.class,
          Pz.class,
          Lmr.class,
          Rmr.class,
          Ep.class,
          Evd.class,
          Cno.class,
          Psp.class,
          Rsp.class,
          Cr.class,
          Srq.class,
          Dat.class,
          DatRegistry.class,
          DatProvider.class);

  @Test
  void eachOfThe75FunctionsHasExactlyOneJavaHome() throws IOException {
    Map<String, TreeSet<String>> found = new TreeMap<>();
    for (Class<?> home : HOMES) {
      for (Method method : home.getDeclaredMethods()) {
        ManPage page = method.getAnnotation(ManPage.class);
        if (page != null) {
          found.computeIfAbsent(page.value(), key -> new TreeSet<>()).add(method.toString());
        }
      }
    }
    try (InputStream in = getClass().getResourceAsStream("functions.txt")) {
      assertNotNull(in, "functions.txt");
      String text = new String(in.readAllBytes(), StandardCharsets.US_ASCII);
      TreeSet<String> functions = new TreeSet<>(List.of(text.split("\n")));
      assertEquals(75, functions.size());
      assertEquals(functions, found.keySet());
    }
    found.forEach((page, methods) -> assertEquals(1, methods.size(), page + " has " + methods));
  }
}
