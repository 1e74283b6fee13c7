package org.dat4j.tools.step;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.dat4j.childjvm.ChildJvm;
import org.dat4j.tools.Dat4j;
import org.junit.jupiter.api.Test;

/** Two processes step on the node they share, at the same time. */
class TwoSteppersTest {
  private static final String DOMAIN = "steppers-" + ProcessHandle.current().pid();

  private static ChildJvm start(String... arguments) throws IOException {
    List<String> domain = List.of("-Ddat4j.rsm.domain=" + DOMAIN);
    List<String> command =
        ChildJvm.command(domain, Dat4j.class.getName(), "step", "shm0", "--contract", "rsm");
    command.addAll(List.of(arguments));
    return new ChildJvm(new ProcessBuilder(command).redirectErrorStream(true));
  }

  @Test
  void eachAgreesWithTheModelWhateverTheOtherDoes() throws IOException {
    assumeTrue(Files.isDirectory(Path.of("/dev/shm")), "shared memory of Linux");
    try (ChildJvm single = start("--calls", "10000");
        ChildJvm crowd = start("--calls", "20000", "--threads", "4")) {
      for (ChildJvm each : List.of(single, crowd)) {
        String said = each.rest();
        assertEquals(0, each.awaitEnd(), said);
      }
    }
  }
}
