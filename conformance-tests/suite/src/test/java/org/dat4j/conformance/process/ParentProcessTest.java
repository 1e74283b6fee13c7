package org.dat4j.conformance.process;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.dat4j.childjvm.ChildJvm;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ParentProcessTest {

  /** Starts another of its kind unless it is one, says its number and waits for ever. */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length > 0) {
      ParentProcess.endWithIt();
      System.out.println("child " + ProcessHandle.current().pid());
    } else {
      List<String> child = ChildJvm.command(List.of(), ParentProcessTest.class.getName(), "child");
      new ProcessBuilder(child).inheritIO().redirectInput(ProcessBuilder.Redirect.PIPE).start();
    }
    new CountDownLatch(1).await();
  }

  @Test
  @Timeout(60)
  void aChildEndsWithAParentThatIsKilled() throws IOException, Exception {
    ProcessHandle child;
    try (ChildJvm parent = new ChildJvm(ParentProcessTest.class)) {
      String line = parent.line();
      assertTrue(line.startsWith("child "), line);
      child = ProcessHandle.of(Long.parseLong(line.substring("child ".length()))).orElseThrow();
      parent.kill();
      child.onExit().get(30, TimeUnit.SECONDS);
    }
    assertFalse(child.isAlive());
  }
}
