package org.dat4j.tools.info;

import java.io.Closeable;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.dat4j.tools.Dat4j;

/**
 * A machine on which one thing is configured wrongly: its files, class path, settings and servers.
 * Runs the command there, in a class loader of its own or, where it needs one, in a process.
 */
final class SeededMachine implements Closeable {
  private static final List<String> CLASS_PATH =
      List.of(System.getProperty("java.class.path").split(File.pathSeparator));

  /** The libraries of others, loaded once for all machines. */
  private static final ClassLoader LIBRARIES =
      loader(
          CLASS_PATH.stream().filter(e -> !isOurs(e)).toList(),
          ClassLoader.getPlatformClassLoader());

  private static final long LIMIT_SECONDS = 60;

  private final Path folder;
  private final List<String> classPath =
      new ArrayList<>(CLASS_PATH.stream().filter(SeededMachine::isOurs).toList());
  private final Map<String, String> properties = new HashMap<>();
  private final Map<String, String> environment = new HashMap<>();
  private final Map<String, String> names = new HashMap<>();
  private final List<Closeable> servers = new ArrayList<>();
  private List<String> wrapper;
  private String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
  private final List<String> missing = new ArrayList<>();
  private final List<String> flags = new ArrayList<>();
  private Class<?> main = Dat4j.class;
  private boolean isContextLoaderSet = true;

  /** Makes a machine that is in order; its files go to a folder. */
  SeededMachine(Path folder) {
    this.folder = folder;
    // The registry of the machine itself is another matter.
    environment.put("DAT_OVERRIDE", "");
  }

  private static boolean isOurs(String entry) {
    return !entry.contains("/repository/") || entry.contains("/org/dat4j/");
  }

  private static ClassLoader loader(List<String> entries, ClassLoader parent) {
    return new URLClassLoader(entries.stream().map(SeededMachine::url).toArray(URL[]::new), parent);
  }

  private static URL url(String entry) {
    try {
      return Path.of(entry).toUri().toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(entry, e);
    }
  }

  /** Writes a file, to be known by a name in the table. */
  Path file(String name, String file, byte[] content) throws IOException {
    Path path = Files.write(folder.resolve(file), content);
    names.put(name, path.toString());
    return path;
  }

  /** Writes a registry file and has it read. */
  SeededMachine conf(String text) throws IOException {
    return conf(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Writes a registry file of any bytes and has it read. */
  SeededMachine conf(byte[] bytes) throws IOException {
    return property("dat4j.conf", file("file", "dat.conf", bytes).toString());
  }

  /** Names something of the machine for the table. */
  SeededMachine name(String name, Object value) {
    names.put(name, value.toString());
    return this;
  }

  SeededMachine property(String key, String value) {
    properties.put(key, value);
    return this;
  }

  /** Sets a variable, which needs a process. */
  SeededMachine variable(String key, String value) {
    environment.put(key, value);
    return inProcess();
  }

  /** Runs the command in a process of its own. */
  SeededMachine inProcess(String... before) {
    wrapper = List.of(before);
    return this;
  }

  /** Runs the command with flags of the JVM, which need a process. */
  SeededMachine flags(String... more) {
    flags.addAll(List.of(more));
    return wrapper == null ? inProcess() : this;
  }

  /** Starts another program, which gets the command line. */
  SeededMachine main(Class<?> type) {
    main = type;
    return this;
  }

  /** Starts another Java, or the launcher. */
  SeededMachine java(String command) {
    java = command;
    return inProcess();
  }

  /** Takes a module of dat4j off the class path. */
  SeededMachine without(String module) {
    if (!classPath.removeIf(entry -> entry.contains(module))) {
      throw new IllegalArgumentException(module + " is not on " + classPath);
    }
    return this;
  }

  /** Takes a library of others off the class path, which needs a process. */
  SeededMachine withoutLibrary(String name) {
    missing.add(name);
    return inProcess();
  }

  /** Finds the entry of the class path that has a module of dat4j. */
  Path entryOf(String module) {
    return Path.of(classPath.stream().filter(e -> e.contains(module)).findFirst().orElseThrow());
  }

  SeededMachine with(Path entry) {
    classPath.add(0, entry.toString());
    return this;
  }

  /** Leaves the context class loader without any class of dat4j. */
  SeededMachine withoutContextLoader() {
    isContextLoaderSet = false;
    return this;
  }

  /** Keeps a server running until the command has ended. */
  SeededMachine server(Closeable server) {
    servers.add(server);
    return this;
  }

  /** Replaces the names in braces of a text of the table. */
  String named(String text) {
    String result = text;
    for (Map.Entry<String, String> each : names.entrySet()) {
      result = result.replace("{" + each.getKey() + "}", each.getValue());
    }
    return result;
  }

  /** Runs a command line; returns all it prints. */
  String run(String line) throws Exception {
    String[] words = named(line).split(" ");
    return wrapper == null ? runHere(words) : runInProcess(words);
  }

  private String runHere(String[] words) throws Exception {
    Map<String, String> before = new HashMap<>();
    for (Map.Entry<String, String> each : properties.entrySet()) {
      before.put(each.getKey(), System.getProperty(each.getKey()));
      System.setProperty(each.getKey(), each.getValue());
    }
    ClassLoader context = Thread.currentThread().getContextClassLoader();
    ClassLoader own = loader(classPath, LIBRARIES);
    Thread.currentThread()
        .setContextClassLoader(isContextLoaderSet ? own : ClassLoader.getPlatformClassLoader());
    try {
      StringWriter out = new StringWriter();
      own.loadClass(Dat4j.class.getName())
          .getMethod("run", PrintWriter.class, PrintWriter.class, String[].class)
          .invoke(null, new PrintWriter(out), new PrintWriter(out), words);
      return out.toString();
    } finally {
      Thread.currentThread().setContextClassLoader(context);
      before.forEach(SeededMachine::restore);
    }
  }

  private static void restore(String key, String value) {
    if (value == null) {
      System.clearProperty(key);
    } else {
      System.setProperty(key, value);
    }
  }

  private String runInProcess(String[] words) throws Exception {
    List<String> command = new ArrayList<>(wrapper);
    command.add(java);
    if (!java.endsWith("dat4j")) {
      command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xshare:auto"));
      if (flags.stream().noneMatch(flag -> flag.startsWith("--illegal-native-access"))) {
        // As ./dat4j does: from JDK 24 on, warnings would come first.
        command.add("--enable-native-access=ALL-UNNAMED");
      }
      command.addAll(flags);
      properties.forEach((key, value) -> command.add("-D" + key + "=" + value));
      List<String> entries = new ArrayList<>(classPath);
      CLASS_PATH.stream()
          .filter(e -> !isOurs(e) && missing.stream().noneMatch(e::contains))
          .forEach(entries::add);
      command.addAll(List.of("-cp", String.join(File.pathSeparator, entries)));
      command.add(main.getName());
    }
    command.addAll(List.of(words));
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    environment.forEach(
        (key, value) -> {
          builder.environment().remove(key);
          if (!value.isEmpty()) {
            builder.environment().put(key, value);
          }
        });
    Path output = folder.resolve("output");
    Process process = builder.redirectOutput(output.toFile()).start();
    try {
      if (!process.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)) {
        throw new IllegalStateException("hangs: " + Files.readString(output));
      }
    } finally {
      process.destroyForcibly();
    }
    return Files.readString(output);
  }

  @Override
  public void close() throws IOException {
    for (Closeable server : servers) {
      server.close();
    }
  }
}
