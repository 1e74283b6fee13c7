package org.dat4j.dat.udapl.abi;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * Compiles the C sources of the tests.
 *
 * <p>They are compiled for the {@link Abi} of this process: 2.0 with the installed headers, 1.2
 * with the facts in {@code dat1.h}. On a machine without a compiler or without the DAT headers the
 * calling test is aborted, with the reason in the report; with DAT4J_REQUIRE_NATIVE=1 in the
 * environment, as continuous integration has it, it fails instead.
 */
public final class NativeTools {

  private static final long LIMIT_SECONDS = 60;
  private static final Path MODULE = Path.of(System.getProperty("basedir", "."));
  private static final Path OUTPUT =
      MODULE.resolve("target").resolve("native-" + Abi.current().version());
  private static final Path SOURCES = MODULE.resolve("src").resolve("test").resolve("c");

  private static final Set<String> SAID = ConcurrentHashMap.newKeySet();

  private static boolean doubleLoaded;

  private NativeTools() {}

  /** Connects {@link LibDat} and {@link DoubleControl} to the C double, once in a JVM. */
  public static synchronized void loadDouble() {
    if (!doubleLoaded) {
      Path library = compile("dat_double.c", "libdat_double.so", "-shared", "-fPIC");
      System.setProperty(DatLibrary.PROPERTY, library.toAbsolutePath().toString());
      try {
        DatLibrary.load();
      } catch (NativeUnavailableException e) {
        fail(e);
      }
      DoubleControl.load(library);
      doubleLoaded = true;
    }
    DoubleControl.double_reset();
  }

  /** Runs the layout probe and returns its lines. */
  static List<String> layoutProbe() {
    Path probe = compile("layout_probe.c", "layout_probe");
    return run(List.of(probe.toAbsolutePath().toString())).lines().toList();
  }

  /** Says that something is not on this machine: aborts the test, or fails it if it must be. */
  static void missing(String what) {
    String text =
        what
            + "; install a C compiler and the DAT library"
            + " (Debian: apt-get install gcc libc6-dev libdapl2 libdapl-dev)";
    if ("1".equals(System.getenv("DAT4J_REQUIRE_NATIVE"))) {
      fail(text + "; DAT4J_REQUIRE_NATIVE=1 makes this a failure");
    }
    if (SAID.add(text)) {
      System.err.println("native tests not run: " + text);
    }
    Assumptions.abort(text);
  }

  private static Path compile(String source, String target, String... options) {
    String compiler = System.getenv().getOrDefault("CC", "gcc");
    if (!succeeds(List.of(compiler, "--version"), "")) {
      missing("there is no C compiler " + compiler);
    }
    boolean ownHeader = Abi.current() == Abi.DAT_1_2;
    if (!ownHeader
        && !succeeds(
            List.of(compiler, "-fsyntax-only", "-x", "c", "-"), "#include <dat2/udat.h>\n")) {
      missing("there is no header dat2/udat.h");
    }
    try {
      Files.createDirectories(OUTPUT);
    } catch (IOException e) {
      fail(e);
    }
    Path output = OUTPUT.resolve(target);
    List<String> command =
        new ArrayList<>(
            List.of(compiler, "-std=gnu11", "-O2", "-Wall", "-Wextra", "-Werror", "-o"));
    command.add(output.toString());
    command.addAll(List.of(options));
    if (ownHeader) {
      command.add("-DDAT1");
    }
    command.add(SOURCES.resolve(source).toString());
    run(command);
    return output;
  }

  private static boolean succeeds(List<String> command, String input) {
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      process.getOutputStream().write(input.getBytes(StandardCharsets.US_ASCII));
      process.getOutputStream().close();
      return finish(process, command) == 0;
    } catch (IOException e) {
      return false;
    }
  }

  /** Runs a program that must succeed and returns what it printed. */
  public static String run(List<String> command, String... environment) {
    try {
      File log = File.createTempFile("native", ".log");
      ProcessBuilder builder =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log);
      for (int i = 0; i < environment.length; i += 2) {
        builder.environment().put(environment[i], environment[i + 1]);
      }
      int status = finish(builder.start(), command);
      String text = Files.readString(log.toPath());
      Files.delete(log.toPath());
      if (status != 0) {
        fail(String.join(" ", command) + " ended with status " + status + ":\n" + text);
      }
      return text;
    } catch (IOException e) {
      return fail(e);
    }
  }

  private static int finish(Process process, List<String> command) {
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        fail(String.join(" ", command) + " did not end in " + LIMIT_SECONDS + " s");
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return fail(e);
    }
  }
}
