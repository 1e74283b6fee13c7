package org.dat4j.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JsonTest {

  @Test
  void textBeyondAsciiIsTheSameInEveryLocale() {
    assertEquals("{\"a\":\"gr\\u00FCn\"}", Json.line(Map.of("a", "gr\u00fcn")));
    assertEquals(Map.of("a", "gr\u00fcn"), Json.object(Json.line(Map.of("a", "gr\u00fcn"))));
  }

  @Test
  void nullsAndOrderAreKept() {
    Map<String, Object> map = new LinkedHashMap<>();
    map.put("z", null);
    map.put("a", List.of(1, 0.5, true, "\"x\"\n"));
    assertEquals("{\"z\":null,\"a\":[1,0.5,true,\"\\\"x\\\"\\n\"]}", Json.line(map));
    assertEquals(map, Json.object(Json.pretty(map)));
  }
}
