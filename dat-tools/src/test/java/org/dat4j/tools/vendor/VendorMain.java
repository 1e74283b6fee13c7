package org.dat4j.tools.vendor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dat4j.tools.CommandRun;
import org.dat4j.tools.cli.Json;

/** Runs command lines in a JVM whose class path has the vendor's providers. */
final class VendorMain {
  /** Begins a line that is run with stack traces. */
  private static final String DEBUG = "debug ";

  private VendorMain() {}

  public static void main(String[] lines) {
    List<Object> runs = new ArrayList<>();
    for (String line : lines) {
      boolean debug = line.startsWith(DEBUG);
      System.setProperty("dat4j.debug", String.valueOf(debug));
      CommandRun run = CommandRun.of((debug ? line.substring(DEBUG.length()) : line).split(" "));
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("code", run.code());
      entry.put("out", run.out());
      entry.put("err", run.err());
      runs.add(entry);
    }
    System.out.println(Json.line(Map.of("runs", runs)));
  }
}
