package org.dat4j.dat.udapl.abi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

/** The layout tables against the C compiler. */
class LayoutTest {

  @Test
  void tablesAreWhatTheCompilerMakesOfTheHeaders() {
    Map<String, String> compiled = new TreeMap<>();
    for (String line : NativeTools.layoutProbe()) {
      String[] words = line.split(" ");
      if (words[0].equals("S")) {
        compiled.put(words[1], words[2]);
      } else {
        String member = words[2].replace("\"", "").toUpperCase(Locale.ROOT);
        compiled.put(words[1] + "." + member, words[3] + "/" + words[4]);
      }
    }

    assertEquals(String.join("\n", lines(compiled)), String.join("\n", lines(tables())));
  }

  @Test
  void localAndRemoteSegmentsAreLaidOutAlike() {
    assertEquals(ParamLayout.LmrTriplet.SIZE, ParamLayout.RmrTriplet.SIZE);
    assertEquals(ParamLayout.LmrTriplet.VIRTUAL_ADDRESS, ParamLayout.RmrTriplet.VIRTUAL_ADDRESS);
    assertEquals(ParamLayout.LmrTriplet.SEGMENT_LENGTH, ParamLayout.RmrTriplet.SEGMENT_LENGTH);
    assertEquals(ParamLayout.LmrTriplet.LMR_CONTEXT, ParamLayout.RmrTriplet.RMR_CONTEXT);
  }

  @Test
  void fieldThatDoesNotFitItsOuterStructureIsRefused() {
    Executable outside = () -> new Field(8, 8).within(new Field(16, 12));
    assertThrows(IllegalArgumentException.class, outside);
  }

  private static List<Class<?>> structures() {
    return Stream.of(ParamLayout.class, AttrLayout.class, EventLayout.class)
        .flatMap(c -> Arrays.stream(c.getDeclaredClasses()))
        .toList();
  }

  private static Map<String, String> tables() {
    Map<String, String> tables = new TreeMap<>();
    for (Class<?> struct : structures()) {
      String name =
          "DAT" + struct.getSimpleName().replaceAll("([A-Z])", "_$1").toUpperCase(Locale.ROOT);
      tables.put(name, Integer.toString(size(struct)));
      fields(struct).forEach((n, f) -> tables.put(name + "." + n, f.offset() + "/" + f.size()));
    }
    return tables;
  }

  private static List<String> lines(Map<String, String> map) {
    return map.entrySet().stream().map(e -> e.getKey() + " " + e.getValue()).toList();
  }

  private static Map<String, Field> fields(Class<?> struct) {
    Map<String, Field> fields = new TreeMap<>();
    Arrays.stream(struct.getDeclaredFields())
        .filter(f -> f.getType() == Field.class && Modifier.isStatic(f.getModifiers()))
        .forEach(f -> fields.put(f.getName(), (Field) read(f)));
    return fields;
  }

  private static int size(Class<?> struct) {
    try {
      return struct.getField("SIZE").getInt(null);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(e);
    }
  }

  private static Object read(java.lang.reflect.Field field) {
    try {
      return field.get(null);
    } catch (IllegalAccessException e) {
      throw new AssertionError(e);
    }
  }
}
