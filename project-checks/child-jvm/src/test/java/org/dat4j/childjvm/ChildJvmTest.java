package org.dat4j.childjvm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ChildJvmTest {
  private static final int KILLED = 128 + 9;

  /** Prints its arguments and each byte of its input up to 0; its exit code is their number. */
  static final class Echo {
    private Echo() {}

    public static void main(String[] arguments) throws IOException {
      System.out.println(String.join(" ", arguments));
      System.err.println("ready");
      int count = 0;
      for (int next = System.in.read(); next > 0; next = System.in.read()) {
        System.out.println(next);
        count++;
      }
      System.exit(count);
    }
  }

  /** Prints a system property, the largest heap and the first entry of its class path. */
  static final class Settings {
    private Settings() {}

    public static void main(String[] arguments) {
      System.out.println(System.getProperty("setting"));
      System.out.println(Runtime.getRuntime().maxMemory() >> 20);
      System.out.println(System.getProperty("java.class.path").split(File.pathSeparator)[0]);
    }
  }

  private static ProcessBuilder echo() {
    return new ProcessBuilder(ChildJvm.command(List.of(), Echo.class.getName(), "hello"));
  }

  @Test
  void linesAndBytesGoBothWaysUntilTheChildEnds() throws IOException {
    ChildJvm child = new ChildJvm(Echo.class, "a", "b");
    assertEquals("a b", child.line());
    child.send(7);
    assertEquals("7", child.line());
    child.send(8);
    assertTrue(child.isAlive());
    child.send(0);
    assertEquals(2, child.awaitEnd());
    assertFalse(child.isAlive());
    assertEquals("8", child.rest());
    IOException ended = assertThrows(IOException.class, child::line);
    assertTrue(ended.getMessage().contains("process " + child.pid() + " has ended"));
  }

  @Test
  void commandInFrontAndOptionsReachTheJvm(@TempDir Path folder) throws IOException {
    assumeTrue(new File("/bin/sh").canExecute(), "a shell");
    Path limits = folder.resolve("limits");
    List<String> front = List.of("sh", "-c", "ulimit -n > " + limits + "; exec \"$@\"", "sh");
    String classPath = folder + File.pathSeparator + System.getProperty("java.class.path");
    List<String> options = List.of("-Dsetting=on", "-Xmx64m", "-cp", classPath);
    try (ChildJvm child = new ChildJvm(front, options, Settings.class)) {
      assertEquals("on", child.line());
      assertTrue(Integer.parseInt(child.line()) <= 64);
      assertEquals(folder.toString(), child.line());
      assertEquals(0, child.awaitEnd());
    }
    assertFalse(Files.readString(limits).isBlank());
  }

  @Test
  void preparedProcessMayMixErrorsIntoItsOutput() throws IOException {
    try (ChildJvm child = new ChildJvm(echo().redirectErrorStream(true))) {
      assertEquals("hello", child.line());
      assertEquals("ready", child.line());
    }
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void stoppedChildAnswersWhenItIsResumed() throws IOException {
    try (ChildJvm child = new ChildJvm(Echo.class, "a")) {
      assertEquals("a", child.line());
      child.stop();
      String stat = Files.readString(Path.of("/proc/" + child.pid() + "/stat"));
      assertTrue(stat.contains(") T "), stat);
      child.send(7);
      child.resume();
      assertEquals("7", child.line());
    }
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void killedChildHasEnded() throws IOException {
    ChildJvm child = new ChildJvm(Echo.class, "a");
    assertEquals("a", child.line());
    assertThrows(IOException.class, () -> child.signal("NO_SUCH_SIGNAL"));
    child.kill();
    assertEquals(KILLED, child.awaitEnd());
    assertFalse(child.isAlive());
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void closedChildIsKilled() throws IOException {
    ChildJvm child = new ChildJvm(Echo.class, "a");
    child.close();
    assertEquals(KILLED, child.awaitEnd());
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void childThatLivesTooLongIsKilled() throws IOException {
    try (ChildJvm child = new ChildJvm(echo(), Duration.ofSeconds(1))) {
      assertEquals(KILLED, child.awaitEnd());
    }
  }
}
