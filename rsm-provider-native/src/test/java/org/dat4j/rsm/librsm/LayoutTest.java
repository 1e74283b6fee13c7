package org.dat4j.rsm.librsm;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Tests of the tables of C structure layouts against the layout that the C compiler makes of the
 * same structures.
 */
class LayoutTest {

  @Test
  void tablesMatchTheCompilersLayout() throws Exception {
    Map<String, String> compiled = new TreeMap<>();
    for (String line : CDouble.layout()) {
      String[] words = line.split(" ");
      if (words[0].equals("S")) {
        compiled.put(words[1], words[2]);
      } else {
        compiled.put(words[1] + "." + words[2], words[3] + "/" + words[4]);
      }
    }
    assertEquals(String.join("\n", lines(compiled)), String.join("\n", lines(tables())));
  }

  private static Map<String, String> tables() throws IllegalAccessException {
    Map<String, String> tables = new TreeMap<>();
    for (Class<?> struct : StructLayouts.class.getDeclaredClasses()) {
      String name = struct.getSimpleName().replaceAll("(?<=.)([A-Z])", "_$1");
      name = name.toLowerCase(Locale.ROOT);
      for (java.lang.reflect.Field constant : struct.getDeclaredFields()) {
        if (constant.getType() == StructField.class) {
          StructField field = (StructField) constant.get(null);
          tables.put(
              name + "." + constant.getName().toLowerCase(Locale.ROOT),
              field.offset() + "/" + field.size());
        } else if (constant.getName().equals("SIZE")) {
          tables.put(name, Integer.toString(constant.getInt(null)));
        }
      }
    }
    return tables;
  }

  private static Iterable<String> lines(Map<String, String> map) {
    return Arrays.asList(
        map.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toArray(String[]::new));
  }
}
