package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.List;
import javax.tools.ToolProvider;
import org.dat4j.childjvm.ChildJvm;
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
  void bothRolesComeThroughEveryTestAndTheServerQuits() throws IOException {
    String qualifier = freeQualifier();
    try (ChildJvm serving = start("-n", qualifier)) {
      assertEquals("service point ready", serving.line());
      String options = "-s 127.0.0.1 -n " + qualifier + " -i 3 -t 2 ";
      String asked = ended(options + OPS);
      assertEquals("test 1 of 2: passed\ntest 2 of 2: passed\ndapltest of tcp0: passed", asked);
      List<String> rest = serving.rest().lines().toList();
      assertEquals(0, serving.awaitEnd(), rest.toString());
      assertEquals(3, rest.size(), rest.toString());
      assertEquals("dapltest of tcp0: passed", rest.get(2));
    }
  }

  @Test
  void writesAreMeasuredAndTheServerGoesOn() throws IOException {
    String qualifier = freeQualifier();
    try (ChildJvm serving = start("-n", qualifier)) {
      assertEquals("service point ready", serving.line());
      String options = "-s 127.0.0.1 -n " + qualifier + " -i 200 -w 0.01 -p ";
      // More bytes than one segment of the wire has, and a pipeline that never is full.
      String[] said = {ended(options + "4 RW 100000"), ended(options + "500 RW 1")};
      String numbers = "-, [0-9]+[.][0-9]{2}, [0-9]+[.][0-9]{2}, [0-9]+[.][0-9]{2}";
      String end = numbers + "\ndapltest of tcp0: passed";
      assertTrue(said[0].matches("raw: RW, 200, 100000, 1, 4, " + end), said[0]);
      assertTrue(said[1].matches("raw: RW, 200, 1, 1, 200, " + end), said[1]);
      ended("-s 127.0.0.1 -n " + qualifier + " client SR 100");
      List<String> rest = serving.rest().lines().toList();
      assertEquals(0, serving.awaitEnd(), rest.toString());
      assertEquals(4, rest.size(), rest.toString());
    }
  }

  private static String freeQualifier() throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      return Integer.toString(free.getLocalPort());
    }
  }

  /** What a client said that ended well. */
  private String ended(String options) throws IOException {
    try (ChildJvm asking = start(options.split(" "))) {
      String asked = asking.rest();
      assertEquals(0, asking.awaitEnd(), asked);
      return asked;
    }
  }

  private ChildJvm start(String... arguments) throws IOException {
    List<String> command =
        ChildJvm.command(
            List.of("-cp", folder + File.pathSeparator + CLASS_PATH), "Dapltest", "tcp0");
    command.addAll(List.of(arguments));
    return new ChildJvm(new ProcessBuilder(command).redirectErrorStream(true));
  }
}
