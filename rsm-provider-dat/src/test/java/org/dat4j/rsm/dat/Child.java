package org.dat4j.rsm.dat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmRegistry;

/** A second JVM on node 3, which exports or writes until it is killed or its parent has gone. */
final class Child implements AutoCloseable {
  /** The id of the segment that it exports. */
  static final int EXPORTED = 0x700000;

  static final int NODE = 3;

  private static final int LIMIT_SECONDS = 200;

  private final Process process;

  Child(String what, Map<String, String> settings) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(ProcessHandle.current().info().command().orElse("java"));
    for (String name : List.of("dat4j.conf", "dat4j.rsm.domain")) {
      command.add("-D" + name + "=" + System.getProperty(name));
    }
    settings.forEach((key, value) -> command.add("-Ddat4j.rsm." + key + "=" + value));
    command.add("-Ddat4j.rsm.dat.port=" + Nodes.PORT);
    command.add("-Ddat4j.rsm.node=" + NODE);
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(Child.class.getName(), what));
    process = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    process
        .onExit()
        .orTimeout(LIMIT_SECONDS, TimeUnit.SECONDS)
        .exceptionally(late -> process.destroyForcibly());
    BufferedReader said =
        new BufferedReader(
            new InputStreamReader(process.getInputStream(), StandardCharsets.US_ASCII));
    if (!"ready".equals(said.readLine())) {
      throw new IOException("the second JVM did not start");
    }
  }

  public static void main(String[] arguments) throws IOException {
    RsmController controller = RsmRegistry.builder().build().getController("dattcp0");
    if (arguments[0].equals("export")) {
      controller.createExportSegment(controller.allocate(4096), 0).publish(EXPORTED, null);
      System.out.println("ready");
    } else {
      write(controller.connectImportSegment(1, Nodes.ID, 0600));
    }
    while (System.in.read() >= 0) {
      // Nothing is said to it.
    }
  }

  private static void write(ImportSegment segment) {
    segment.initBarrier(BarrierType.DEFAULT);
    System.out.println("ready");
    long[] data = new long[64];
    for (long i = 1; segment.put64(0, data, 0, data.length) == 0; i++) {
      Arrays.fill(data, i);
    }
  }

  void signal(String name) throws IOException, InterruptedException {
    Process kill =
        new ProcessBuilder("kill", "-" + name, Long.toString(process.pid())).inheritIO().start();
    if (!kill.waitFor(60, TimeUnit.SECONDS) || kill.exitValue() != 0) {
      throw new IOException("kill -" + name + " failed");
    }
  }

  /** Tells whether a stop has taken effect, which happens a little later than it is sent. */
  boolean isStopped() {
    try {
      String stat = Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat"));
      return stat.contains(") T ");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
