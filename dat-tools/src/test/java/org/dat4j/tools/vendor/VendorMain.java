package org.dat4j.tools.vendor;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.dat4j.tools.CommandRun;
import org.dat4j.tools.cli.Json;

/** Runs command lines in a JVM whose class path has the vendor's providers. */
final class VendorMain {
  private VendorMain() {}

  public static void main(String[] lines) {
    List<Object> runs = new ArrayList<>();
    for (String line : lines) {
      CommandRun run = CommandRun.of(line.split(" "));
      Map<String, Object> entry = new LinkedHashMap<>();
      entry.put("code", run.code());
      entry.put("out", run.out());
      entry.put("err", run.err());
      runs.add(entry);
    }
    System.out.println(Json.line(Map.of("runs", runs)));
  }
}
