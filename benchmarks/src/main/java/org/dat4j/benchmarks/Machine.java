package org.dat4j.benchmarks;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Describes the machine and the build on which a benchmark runs, for its report. */
final class Machine {

  private static final Path CPUS = Path.of("/proc/cpuinfo");
  private static final Path MEMORY = Path.of("/proc/meminfo");
  private static final Path LOAD = Path.of("/proc/loadavg");
  private static final Path CONGESTION = Path.of("/proc/sys/net/ipv4/tcp_congestion_control");

  private Machine() {}

  /** Describes both, with the command that is run. */
  static Map<String, String> facts(String command) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("command", command);
    facts.put("commit", printed("git", "describe", "--always", "--dirty"));
    facts.put("time", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
    facts.put("processor", value(CPUS, "model name"));
    facts.put("processors", String.valueOf(Runtime.getRuntime().availableProcessors()));
    facts.put("memory", value(MEMORY, "MemTotal"));
    facts.put("system", System.getProperty("os.name") + " " + System.getProperty("os.version"));
    facts.put("virtualisation", printed("systemd-detect-virt"));
    facts.put("congestion control of TCP", first(CONGESTION));
    facts.put("load before the run", first(LOAD));
    facts.put(
        "Java", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
    facts.put("UCX", printed("dpkg-query", "-W", "-f=${Version}", "ucx-utils"));
    facts.put("libfabric", printed("dpkg-query", "-W", "-f=${Version}", "libfabric-bin"));
    facts.values().removeIf(String::isEmpty);
    return facts;
  }

  private static String value(Path file, String key) {
    return lines(file).stream()
        .filter(line -> line.startsWith(key))
        .map(line -> line.substring(line.indexOf(':') + 1).trim())
        .findFirst()
        .orElse("");
  }

  private static String first(Path file) {
    return lines(file).stream().findFirst().orElse("");
  }

  private static List<String> lines(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** Gives the first line that a program prints; empty if it cannot run. */
  private static String printed(String... command) {
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return text.lines().findFirst().orElse("").trim();
    } catch (IOException e) {
      return "";
    }
  }
}
