package org.dat4j.rsm.librsm;

import static org.junit.jupiter.api.Assertions.fail;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;

/**
 * A compiler run that builds the C double of librsm and the layout probe for tests. Without a C
 * compiler, tests are aborted and the report says so; with DAT4J_REQUIRE_NATIVE=1 in the
 * environment they fail.
 */
final class CDouble {
  private static final long LIMIT_SECONDS = 60;
  private static final Path MODULE = Path.of(System.getProperty("basedir", "."));
  private static final Path OUTPUT = MODULE.resolve("target").resolve("librsm-double");
  private static final Path SOURCES = MODULE.resolve("src").resolve("test").resolve("c");
  private static final List<String> PARTS =
      List.of("rsm_double.c", "rsm_double_export.c", "rsm_double_import.c", "rsm_double_signal.c");
  private static final List<String> PROBE = List.of("rsm_layout_probe.c");

  private static boolean loaded;

  private CDouble() {}

  /** Connects {@link LibRsm} and {@link DoubleControl} to the C double, once in a JVM. */
  static synchronized void load() {
    if (!loaded) {
      Path library = compile(PARTS, "librsm_double.so", "-shared", "-fPIC");
      String path = library.toAbsolutePath().toString();
      System.setProperty(LibraryLoader.PROPERTY, path);
      String problem = LibraryLoader.problem();
      if (problem != null) {
        fail(problem);
      }
      DoubleControl.load(path);
      loaded = true;
    }
  }

  /** Returns the layout of the structures as the compiler prints it. */
  static List<String> layout() {
    Path probe = compile(PROBE, "rsm_layout_probe");
    return run(List.of(probe.toAbsolutePath().toString())).lines().toList();
  }

  /** Compiles a library that has nothing of RSM. */
  static Path strangeLibrary() {
    return compile(PROBE, "libstrange.so", "-shared", "-fPIC");
  }

  private static Path compile(List<String> sources, String target, String... options) {
    String compiler = System.getenv().getOrDefault("CC", "gcc");
    try {
      run(List.of(compiler, "--version"));
    } catch (UncheckedIOException e) {
      missing("there is no C compiler " + compiler);
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
    sources.forEach(source -> command.add(SOURCES.resolve(source).toString()));
    run(command);
    return output;
  }

  private static void missing(String what) {
    String text = what + "; install one (Debian: apt-get install gcc libc6-dev)";
    if ("1".equals(System.getenv("DAT4J_REQUIRE_NATIVE"))) {
      fail(text + "; DAT4J_REQUIRE_NATIVE=1 makes this a failure");
    }
    Assumptions.abort(text);
  }

  private static String run(List<String> command) {
    try {
      File log = File.createTempFile("librsm", ".log");
      Process process =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log).start();
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        process.destroyForcibly();
        fail(command + " did not end in " + LIMIT_SECONDS + " s");
      }
      String text = Files.readString(log.toPath());
      Files.delete(log.toPath());
      if (process.exitValue() != 0) {
        fail(command + " ended with status " + process.exitValue() + ":\n" + text);
      }
      return text;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return fail(e);
    }
  }
}
