package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example Dapltest against itself; against the program in C it runs in the soft-RDMA lab. */
class DapltestTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final String CLASS_PATH = System.getProperty("java.class.path");
  private static final String OPS =
      "client SR 300 server SR 700 3 client RW 5000 2 server RW 60000 client RR 60000 server RR 1";

  @TempDir private Path folder;

  @BeforeEach
  void compile() {
    String source = ROOT.resolve("docs/examples/Dapltest.java").toString();
    assertEquals(
        0,
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", folder.toString(), "-cp", CLASS_PATH, source));
  }

  @Test
  void bothRolesComeThroughEveryTestAndTheServerQuits() throws IOException, InterruptedException {
    String qualifier = freeQualifier();
    Process serving = start("-n", qualifier);
    try (BufferedReader served = serving.inputReader(StandardCharsets.UTF_8)) {
      assertEquals("service point ready", served.readLine());
      String options = "-s 127.0.0.1 -n " + qualifier + " -i 3 -t 2 ";
      String asked = ended(options + OPS);
      assertEquals("test 1 of 2: passed\ntest 2 of 2: passed\ndapltest of tcp0: passed", asked);
      List<String> rest = served.lines().collect(Collectors.toList());
      assertTrue(serving.waitFor(200, TimeUnit.SECONDS), "the server ends");
      assertEquals(0, serving.exitValue(), rest.toString());
      assertEquals(3, rest.size(), rest.toString());
      assertEquals("dapltest of tcp0: passed", rest.get(2));
    } finally {
      serving.destroyForcibly();
    }
  }

  @Test
  void writesAreMeasuredAndTheServerGoesOn() throws IOException, InterruptedException {
    String qualifier = freeQualifier();
    Process serving = start("-n", qualifier);
    try (BufferedReader served = serving.inputReader(StandardCharsets.UTF_8)) {
      assertEquals("service point ready", served.readLine());
      String options = "-s 127.0.0.1 -n " + qualifier + " -i 200 -w 0.01 -p ";
      // More bytes than one segment of the wire has, and a pipeline that never is full.
      String[] said = {ended(options + "4 RW 100000"), ended(options + "500 RW 1")};
      String numbers = "-, [0-9]+[.][0-9]{2}, [0-9]+[.][0-9]{2}, [0-9]+[.][0-9]{2}";
      String end = numbers + "\ndapltest of tcp0: passed";
      assertTrue(said[0].matches("raw: RW, 200, 100000, 1, 4, " + end), said[0]);
      assertTrue(said[1].matches("raw: RW, 200, 1, 1, 200, " + end), said[1]);
      ended("-s 127.0.0.1 -n " + qualifier + " client SR 100");
      List<String> rest = served.lines().collect(Collectors.toList());
      assertTrue(serving.waitFor(200, TimeUnit.SECONDS), "the server ends");
      assertEquals(0, serving.exitValue(), rest.toString());
      assertEquals(4, rest.size(), rest.toString());
    } finally {
      serving.destroyForcibly();
    }
  }

  private static String freeQualifier() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return Integer.toString(free.getLocalPort());
    }
  }

  /** What a client said that ended well. */
  private String ended(String options) throws IOException, InterruptedException {
    Process asking = start(options.split(" "));
    try (BufferedReader lines = asking.inputReader(StandardCharsets.UTF_8)) {
      String asked = lines.lines().collect(Collectors.joining("\n"));
      assertTrue(asking.waitFor(200, TimeUnit.SECONDS), "the client ends");
      assertEquals(0, asking.exitValue(), asked);
      return asked;
    } finally {
      asking.destroyForcibly();
    }
  }

  private Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", folder + File.pathSeparator + CLASS_PATH, "Dapltest", "tcp0"));
    command.addAll(List.of(arguments));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    process
        .onExit()
        .orTimeout(200, TimeUnit.SECONDS)
        .exceptionally(late -> process.destroyForcibly());
    return process;
  }
}
