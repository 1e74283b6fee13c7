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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example Dtest against itself; against the program in C it runs in the soft-RDMA lab. */
class DtestTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final String BYTES = "1024";

  @TempDir private Path folder;

  @Test
  void bothRolesComeThroughTheWholeExchange() throws IOException {
    String classPath = System.getProperty("java.class.path");
    String source = ROOT.resolve("docs/examples/Dtest.java").toString();
    assertEquals(
        0,
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", folder.toString(), "-cp", classPath, source));
    String port;
    String qualifier;
    try (ServerSocket one = new ServerSocket(0);
        ServerSocket other = new ServerSocket(0)) {
      port = Integer.toString(one.getLocalPort());
      qualifier = Integer.toString(other.getLocalPort());
    }
    List<String> server = List.of("-b", BYTES, "-p", port, "-q", qualifier);
    List<String> client = List.of("-h", "127.0.0.1", "-b", BYTES, "-p", port, "-q", qualifier);
    try (ChildJvm serving = start(classPath, server);
        ChildJvm asking = start(classPath, client)) {
      String asked = asking.rest();
      assertEquals(0, asking.awaitEnd(), asked);
      String served = serving.rest();
      assertEquals(0, serving.awaitEnd(), served);
      assertTrue(asked.contains("written by the peer: server RDMA write data..."));
      assertTrue(served.contains("written by the peer: client RDMA write data..."));
      assertTrue(served.endsWith("dtest of tcp0: passed"));
    }
  }

  private ChildJvm start(String classPath, List<String> arguments) throws IOException {
    List<String> command =
        ChildJvm.command(List.of("-cp", folder + File.pathSeparator + classPath), "Dtest", "tcp0");
    command.addAll(arguments);
    return new ChildJvm(new ProcessBuilder(command).redirectErrorStream(true));
  }
}
