package org.dat4j.tools;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.File;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The example Dtest against itself; against the program in C it runs in the soft-RDMA lab. */
class DtestTest {
  private static final Path ROOT = Path.of("").toAbsolutePath().getParent();
  private static final String BYTES = "1024";

  @TempDir private Path folder;

  @Test
  void bothRolesComeThroughTheWholeExchange() throws IOException, InterruptedException {
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
    Process serving = start(classPath, "server", server);
    Process asking = start(classPath, "client", client);
    try {
      assertTrue(asking.waitFor(200, TimeUnit.SECONDS), "the client ends");
      assertEquals(0, asking.exitValue(), said("client"));
      assertTrue(serving.waitFor(200, TimeUnit.SECONDS), "the server ends");
      assertEquals(0, serving.exitValue(), said("server"));
    } finally {
      serving.destroyForcibly();
      asking.destroyForcibly();
    }
    assertTrue(said("client").contains("written by the peer: server RDMA write data..."));
    assertTrue(said("server").contains("written by the peer: client RDMA write data..."));
    assertTrue(said("server").endsWith("dtest of tcp0: passed\n"));
  }

  private String said(String role) throws IOException {
    return Files.readString(folder.resolve(role), StandardCharsets.UTF_8);
  }

  private Process start(String classPath, String role, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-cp", folder + File.pathSeparator + classPath, "Dtest", "tcp0"));
    command.addAll(arguments);
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve(role).toFile())
        .start();
  }
}
