package org.dat4j.rsm;

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
import org.junit.jupiter.api.Test;

class ManPageTest {

  private static final List<Class<?>> HOMES =
      List.of(
          Rsm.class,
          RsmController.class,
          RsmSegment.class,
          ExportSegment.class,
          ImportSegment.class,
          RsmBarrier.class);

  @Test
  void eachOfThe42FunctionsHasExactlyOneJavaHome() throws IOException {
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
      assertEquals(42, functions.size());
      assertEquals(functions, found.keySet());
    }
    found.forEach((page, methods) -> assertEquals(1, methods.size(), page + " has " + methods));
  }
}
