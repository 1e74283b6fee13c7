package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.dat4j.childjvm.ChildJvm;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The programs of README, tutorial and how-tos compile, run, and switch the backend by one line of
 * dat.conf.
 */
class ReadmeProgramsTest {

  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();

  @TempDir Path folder;

  @ParameterizedTest
  @CsvSource({
    "Hello, 40, README.md, loopback",
    "Hello, 40, README.md, tcp",
    "HelloContract, 70, docs/tutorial/first-program.md, loopback",
    "HelloContract, 70, docs/tutorial/first-program.md, tcp"
  })
  void theProgramRunsOnEachBackendThatNeedsNoDevice(
      String name, int mostLines, String page, String backend) throws IOException {
    Path source = ROOT.resolve("docs/examples/" + name + ".java");
    String program = Files.readString(source);
    assertTrue(program.lines().count() <= mostLines, "lines of " + name);
    assertTrue(
        Files.readString(ROOT.resolve(page)).contains(program.strip()),
        page + " shows " + source + " as it is");
    compile(source);
    Path conf = folder.resolve("dat.conf");
    String line = "app0 u1.2 threadsafe default " + backend + " dat4j.0.1 \"\" \"\"";
    Files.writeString(conf, line + "\n");
    String tutorial = "docs/tutorial/first-program.md";
    assertTrue(
        Files.readString(ROOT.resolve(tutorial)).contains(line), tutorial + " shows " + line);
    assertEquals("app0: hello, dat4j", run(name, conf));
  }

  /** The owner's line stands before the connect, the client's lines after the message. */
  @ParameterizedTest
  @ValueSource(strings = {"loopback", "tcp"})
  void theOneSidedLinesOfTheReadmeMoveTheMessage(String backend) throws IOException {
    String readme = Files.readString(ROOT.resolve("README.md"));
    int begin = readme.indexOf("server.share(in);");
    List<String> lines = readme.substring(begin, readme.indexOf("```", begin)).lines().toList();
    assertEquals(5, lines.size(), lines::toString);
    String end =
        """
        Dats.awaitDto(client.requestEvd(), 4, limit, event);
        out.buffer().get(16, text);
        System.out.println("read: " + new String(text, UTF_8));
        """;
    String start = "client.startConnect(";
    String message = "System.out.println(ia.name() + \": \" + new String(text, UTF_8));";
    String program =
        Files.readString(ROOT.resolve("docs/examples/Hello.java"))
            .replace("class Hello", "class OneSided")
            .replace(start, lines.get(0) + "\n" + start)
            .replace(message, message + String.join("\n", lines.subList(1, 5)) + "\n" + end);
    compile(Files.writeString(folder.resolve("OneSided.java"), program));
    Path conf = folder.resolve("dat.conf");
    Files.writeString(conf, "app0 u1.2 threadsafe default " + backend + " dat4j.0.1 \"\" \"\"\n");
    assertEquals("app0: hello, dat4j\nread: hello, dat4j", run("OneSided", conf));
  }

  @ParameterizedTest
  @ValueSource(strings = {"loopback", "tcp"})
  void theInjectedBackendIsSwitchedByTheConfigAlone(String backend) throws IOException {
    compile(ROOT.resolve("docs/examples/Injected.java"));
    Path conf = folder.resolve("dat.conf");
    Files.writeString(conf, "app0 u1.2 threadsafe default " + backend + " dat4j.0.1 \"\" \"\"\n");
    assertEquals("app0 is served by " + backend, run("Injected", conf));
  }

  /**
   * A sender without credits would overrun the ring; one that counts them does not wait while the
   * ring has room.
   */
  @ParameterizedTest
  @CsvSource({"ipc, 200", "tcp, 200", "ipc, 15", "tcp, 0"})
  void theSenderWaitsForCreditsOnlyWhenTheRingOfReceivesIsUsed(String backend, int messages)
      throws IOException {
    int receives = 16;
    compile(ROOT.resolve("docs/examples/Credits.java"));
    Path conf = folder.resolve("dat.conf");
    Files.writeString(conf, "app0 u1.2 threadsafe default " + backend + " dat4j.0.1 \"\" \"\"\n");
    String qualifier;
    try (ServerSocket socket = new ServerSocket(0)) {
      qualifier = Integer.toString(socket.getLocalPort());
    }
    List<String> expected = new ArrayList<>(List.of("waiting on " + qualifier));
    for (int i = 0; i < messages; i++) {
      expected.add("received: message " + i);
    }
    try (ChildJvm sender = start("Credits", conf, "send", qualifier, "" + messages);
        ChildJvm receiver = start("Credits", conf, "receive", qualifier)) {
      assertEquals(String.join("\n", expected), receiver.rest());
      String said = sender.rest();
      assertTrue(
          said.matches("sent " + messages + " messages, waited \\d+ times for credits"), said);
      // The last message, which ends the stream, has no text.
      assertEquals(messages + 1 > receives, !said.contains("waited 0 times"), said);
      assertEquals(0, sender.awaitEnd());
      assertEquals(0, receiver.awaitEnd());
    }
  }

  private void compile(Path source) {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    assertNotNull(compiler, "tests run on a JDK");
    int failures =
        compiler.run(
            null,
            null,
            null,
            "-d",
            folder.toString(),
            "-cp",
            System.getProperty("java.class.path"),
            source.toString());
    assertEquals(0, failures, "javac " + source);
  }

  private String run(String name, Path conf) throws IOException {
    try (ChildJvm jvm = start(name, conf)) {
      String text = jvm.rest();
      assertEquals(0, jvm.awaitEnd(), text);
      return text;
    }
  }

  private ChildJvm start(String name, Path conf, String... more) throws IOException {
    List<String> options =
        List.of(
            "-Ddat4j.conf=" + conf,
            "-Dguice_custom_class_loading=CHILD",
            "-cp",
            folder + File.pathSeparator + System.getProperty("java.class.path"));
    List<String> arguments = new ArrayList<>(List.of("app0"));
    arguments.addAll(List.of(more));
    return new ChildJvm(
        new ProcessBuilder(ChildJvm.command(options, name, arguments.toArray(String[]::new)))
            .redirectErrorStream(true));
  }
}
