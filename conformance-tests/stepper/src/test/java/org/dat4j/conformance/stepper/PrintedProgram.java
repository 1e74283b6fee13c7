package org.dat4j.conformance.stepper;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A program that a stepper has printed: compiles it against the contract alone and runs it. A class
 * of its package, which hides the contract's entrance of the same name, puts a fault in front of
 * the provider.
 */
public final class PrintedProgram {
  private final String program;
  private final Class<?> contract;

  /**
   * Takes a program.
   *
   * @param program its text
   * @param contract a class of the contract's module
   */
  public PrintedProgram(String program, Class<?> contract) {
    this.program = program;
    this.contract = contract;
  }

  /**
   * Compiles and runs it.
   *
   * @param entrance a class in the place of the contract's entrance, and its source; none for the
   *     contract's own
   * @param field the value of its field {@code door}
   * @return the difference that it reports, null for none
   */
  public String run(String entrance, String source, Object field) {
    try {
      Path folder = Files.createTempDirectory(Path.of("target"), "program");
      List<Path> files = new ArrayList<>(List.of(folder.resolve("StepDifference.java")));
      Files.writeString(files.get(0), program);
      if (entrance != null) {
        files.add(folder.resolve(entrance + ".java"));
        Files.writeString(files.get(1), source);
      }
      compile(folder, files);
      URL[] urls = {folder.toUri().toURL()};
      try (URLClassLoader loader = new URLClassLoader(urls, contract.getClassLoader())) {
        if (entrance != null) {
          loader.loadClass(entrance).getField("door").set(null, field);
        }
        loader
            .loadClass("StepDifference")
            .getMethod("main", String[].class)
            .invoke(null, (Object) new String[0]);
        return null;
      }
    } catch (InvocationTargetException e) {
      assertTrue(e.getCause() instanceof AssertionError, () -> e.getCause() + "\n" + program);
      return e.getCause().getMessage();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(program, e);
    }
  }

  private void compile(Path folder, List<Path> files) throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter messages = new StringWriter();
    String path =
        Path.of(contract.getProtectionDomain().getCodeSource().getLocation().getPath()).toString();
    try (StandardJavaFileManager manager = compiler.getStandardFileManager(null, null, null)) {
      boolean done =
          compiler
              .getTask(
                  messages,
                  manager,
                  null,
                  List.of("-classpath", path, "-d", folder.toString(), "-proc:none"),
                  null,
                  manager.getJavaFileObjectsFromPaths(files))
              .call();
      assertEquals("", messages.toString(), program);
      assertTrue(done, program);
    }
  }
}
