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
    String qualifier;
    try (ServerSocket free = new ServerSocket(0)) {
      qualifier = Integer.toString(free.getLocalPort());
    }
    Process serving = start("-n", qualifier);
    Process asking = null;
    try (BufferedReader served = serving.inputReader(StandardCharsets.UTF_8)) {
      assertEquals("service point ready", served.readLine());
      String options = "-s 127.0.0.1 -n " + qualifier + " -i 3 -t 2 ";
      asking = start((options + OPS).split(" "));
      String asked;
      try (BufferedReader lines = asking.inputReader(StandardCharsets.UTF_8)) {
        asked = lines.lines().collect(Collectors.joining("\n"));
      }
      assertTrue(asking.waitFor(200, TimeUnit.SECONDS), "the client ends");
      assertEquals(0, asking.exitValue(), asked);
      assertEquals("test 1 of 2: passed\ntest 2 of 2: passed\ndapltest of tcp0: passed", asked);
      List<String> rest = served.lines().collect(Collectors.toList());
      assertTrue(serving.waitFor(200, TimeUnit.SECONDS), "the server ends");
      assertEquals(0, serving.exitValue(), rest.toString());
      assertEquals(3, rest.size(), rest.toString());
      assertEquals("dapltest of tcp0: passed", rest.get(2));
    } finally {
      serving.destroyForcibly();
      if (asking != null) {
        asking.destroyForcibly();
      }
    }
  }

  private Process start(String... arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", folder + File.pathSeparator + CLASS_PATH, "Dapltest", "tcp0"));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }
}
