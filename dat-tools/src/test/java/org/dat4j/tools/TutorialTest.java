package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.ToolProvider;
import org.dat4j.childjvm.ChildJvm;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The eight steps of the tutorial, executed as the page says, on the class path that the
 * dependencies of its first step give.
 */
class TutorialTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final Path STEPS = ROOT.resolve("docs/examples/tutorial");
  private static final Path PAGE = ROOT.resolve("docs/tutorial/eight-steps.md");
  private static final Pattern DEPENDENCY =
      Pattern.compile(
          "<groupId>org\\.dat4j</groupId>\\s*<artifactId>dat4j-(.*?)</artifactId>\\s*"
              + "<version>(.*?)</version>");

  @TempDir private static Path classes;
  private static String classPath;

  /** A file without a line: what this machine has in its own does not matter. */
  private static Path noConf;

  @TempDir private Path folder;

  @BeforeAll
  static void compileTheSteps() throws IOException {
    classPath = classes + File.pathSeparator + String.join(File.pathSeparator, dependencies());
    noConf = Files.createFile(classes.resolve("dat.conf"));
    List<String> arguments =
        new ArrayList<>(
            List.of("-Xlint:all", "-Werror", "-d", classes.toString(), "-cp", classPath));
    programs().forEach(source -> arguments.add(source.toString()));
    assertEquals(
        0,
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, arguments.toArray(String[]::new)));
  }

  /** The entries of this class path that belong to the modules named in the step's pom.xml. */
  private static List<String> dependencies() throws IOException {
    List<String> entries = new ArrayList<>();
    Matcher dependency = DEPENDENCY.matcher(Files.readString(STEPS.resolve("pom.xml")));
    while (dependency.find()) {
      Path module = ROOT.resolve(dependency.group(1));
      for (String entry : System.getProperty("java.class.path").split(File.pathSeparator)) {
        if (Path.of(entry).startsWith(module)) {
          entries.add(entry);
        }
      }
    }
    assertEquals(4, entries.size(), "the contract and three backends: " + entries);
    return entries;
  }

  private static List<Path> programs() throws IOException {
    List<Path> programs = new ArrayList<>(List.of(ROOT.resolve("docs/examples/Hello.java")));
    try (Stream<Path> files = Files.list(STEPS)) {
      files.filter(file -> file.toString().endsWith(".java")).forEach(programs::add);
    }
    assertEquals(7, programs.size());
    return programs;
  }

  @Test
  void thePageShowsEveryProgramAsItIs() throws IOException {
    String page = Files.readString(PAGE);
    List<Path> files = new ArrayList<>(programs());
    files.add(STEPS.resolve("pom.xml"));
    for (Path file : files) {
      assertTrue(page.contains("\n" + Files.readString(file) + "```\n"), PAGE + " shows " + file);
    }
  }

  @Test
  void theDependenciesOfTheFirstStepHaveTheVersionOfTheBuild() throws IOException {
    Matcher parent = Pattern.compile("<version>(.*?)</version>").matcher(read("pom.xml"));
    assertTrue(parent.find());
    Matcher dependency = DEPENDENCY.matcher(Files.readString(STEPS.resolve("pom.xml")));
    while (dependency.find()) {
      assertEquals(parent.group(1), dependency.group(2), dependency.group(1));
      String coordinates = "<artifactId>dat4j-" + dependency.group(1) + "</artifactId>";
      assertTrue(read(dependency.group(1) + "/pom.xml").contains(coordinates), coordinates);
    }
  }

  private static String read(String file) throws IOException {
    return Files.readString(ROOT.resolve(file));
  }

  @Test
  void anAdapterIsOpenedWithTheDependenciesAlone() throws IOException, InterruptedException {
    try (Terminal program = start("OpenAdapter")) {
      program.awaitLine("loopback0 is served by loopback");
      program.awaitSuccess();
    }
  }

  @Test
  void oneProcessSendsAMessageToItself() throws IOException, InterruptedException {
    try (Terminal program = start("Hello")) {
      program.awaitLine("loopback0: hello, dat4j");
      program.awaitSuccess();
    }
  }

  @Test
  void aMessageGoesFromOneTerminalToTheOther() throws IOException, InterruptedException {
    String qualifier = freeQualifier();
    try (Terminal receiver = start("Message", "tcp0", "receive", qualifier)) {
      receiver.awaitLine("waiting on " + qualifier);
      try (Terminal sender = start("Message", "tcp0", "send", qualifier, "hello")) {
        sender.awaitLine("sent 5 bytes");
        sender.awaitSuccess();
      }
      receiver.awaitLine("received: hello");
      receiver.awaitSuccess();
    }
  }

  @Test
  void theServerEchoesOneClientAfterAnother() throws IOException, InterruptedException {
    String qualifier = freeQualifier();
    try (Terminal server = start("Echo", "tcp0", "serve", qualifier)) {
      server.awaitLine("serving on " + qualifier);
      try (Terminal killed = start("Echo", "tcp0", "ask", qualifier)) {
        killed.type("zero");
        killed.awaitLine("echo: zero");
        killed.kill();
      }
      server.awaitLine("the client has gone");
      try (Terminal client = start("Echo", "tcp0", "ask", qualifier)) {
        client.type("one");
        client.awaitLine("echo: one");
        client.type("");
        client.type("two");
        client.awaitLine("echo: two");
        client.typeEnd();
        client.awaitSuccess();
      }
      server.awaitLine("the client has gone");
    }
  }

  @Test
  void aWriteReachesTheRegionOfAnOwnerThatOnlyWaits() throws IOException, InterruptedException {
    String qualifier = freeQualifier();
    try (Terminal owner = start("SharedRegion", "tcp0", "own", qualifier)) {
      owner.awaitLine("waiting on " + qualifier);
      try (Terminal writer = start("SharedRegion", "tcp0", "write", qualifier, "hello")) {
        writer.awaitLine("read back: hello");
        writer.awaitSuccess();
      }
      owner.awaitLine("in my region: hello");
      owner.awaitSuccess();
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 8})
  void eachWriteIsAnnouncedByASend(int words) throws IOException, InterruptedException {
    String qualifier = freeQualifier();
    List<String> command = new ArrayList<>(List.of("tcp0", "write", qualifier));
    for (int i = 0; i < words; i++) {
      command.add("word" + i);
    }
    try (Terminal owner = start("Notification", "tcp0", "own", qualifier)) {
      owner.awaitLine("waiting on " + qualifier);
      try (Terminal writer = start("Notification", command.toArray(String[]::new))) {
        for (int i = 0; i < words; i++) {
          owner.awaitLine("slot " + i + ": word" + i);
        }
        writer.awaitLine("wrote " + words + " words");
        writer.awaitSuccess();
      }
      owner.awaitLine("the writer has gone");
      owner.awaitSuccess();
    }
  }

  @Test
  void theClientConnectsAgainWhenItsServerWasKilled() throws IOException, InterruptedException {
    String qualifier = freeQualifier();
    try (Terminal client = start("Reconnect", "tcp0", qualifier)) {
      client.type("one");
      client.awaitLine("no connection: trying again");
      try (Terminal server = start("Echo", "tcp0", "serve", qualifier)) {
        client.awaitLine("connected");
        client.awaitLine("echo: one");
        server.kill();
      }
      client.type("two");
      client.awaitLine("no connection: trying again");
      try (Terminal server = start("Echo", "tcp0", "serve", qualifier)) {
        client.awaitLine("connected");
        client.awaitLine("echo: two");
        client.typeEnd();
        client.awaitSuccess();
        server.awaitLine("the client has gone");
      }
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback dat4j.0.1 \"\" \"\"", "tcp dat4j.0.1 \"bind=127.0.0.1\" \"\""})
  void oneLineOfConfigurationSwitchesTheBackend(String rest)
      throws IOException, InterruptedException {
    String line = "app0 u1.2 threadsafe default " + rest;
    assertTrue(Files.readString(PAGE).contains("\n" + line + "\n"), PAGE + " shows " + line);
    Path conf = Files.writeString(folder.resolve("dat.conf"), line + "\n");
    try (Terminal program = new Terminal(command(conf, "OpenAdapter", "app0"))) {
      program.awaitLine("app0 is served by " + rest.split(" ")[0]);
      program.awaitSuccess();
    }
    try (Terminal program = new Terminal(command(conf, "Hello", "app0"))) {
      program.awaitLine("app0: hello, dat4j");
      program.awaitSuccess();
    }
  }

  @Test
  void theLineOfALibraryIsServedByTheNativeBackend() throws IOException, InterruptedException {
    String line = "app0 u2.0 nonthreadsafe default libdaplofa.so.2 dapl.2.0 \"eth0 0\" \"\"";
    assertTrue(Files.readString(PAGE).contains("\n" + line + "\n"), PAGE + " shows " + line);
    Path conf = Files.writeString(folder.resolve("dat.conf"), line + "\n");
    List<String> why = command(conf, "org.dat4j.tools.Dat4j", "why", "app0");
    why.set(why.indexOf(classPath), System.getProperty("java.class.path"));
    try (Terminal program = new Terminal(why)) {
      program.awaitLine("lib_path \"libdaplofa.so.2\", provider native"); // opened or refused
    }
  }

  /** A port that was free a moment ago: connection qualifiers of tcp are ports. */
  private static String freeQualifier() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return Integer.toString(socket.getLocalPort());
    }
  }

  private static Terminal start(String program, String... arguments) throws IOException {
    return new Terminal(command(noConf, program, arguments));
  }

  private static List<String> command(Path conf, String program, String... arguments) {
    return ChildJvm.command(List.of("-Ddat4j.conf=" + conf, "-cp", classPath), program, arguments);
  }
}
