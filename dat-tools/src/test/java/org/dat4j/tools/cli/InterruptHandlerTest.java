package org.dat4j.tools.cli;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class InterruptHandlerTest {
  private static final long SECONDS = 1;

  private final ByteArrayOutputStream said = new ByteArrayOutputStream();
  private final PrintStream err = new PrintStream(said, true, StandardCharsets.UTF_8);

  @Test
  void aCallThatDoesNotReturnIsNamed() throws InterruptedException {
    InterruptHandler handler = new InterruptHandler(() -> {});
    try {
      Thread hook = new Thread(() -> handler.awaitEnd(SECONDS, err), "hook");
      hook.start();
      hangingClose(hook);
      String text = said.toString(StandardCharsets.UTF_8);
      assertTrue(
          text.startsWith(
              "dat4j: stopped without a result; this call has not returned 1 s after the"
                  + " interrupt:"),
          text);
      assertTrue(text.contains("InterruptHandlerTest.hangingClose("), text);
    } finally {
      handler.done();
    }
  }

  @Test
  void aCommandThatEndsInTimeIsNotNamed() {
    InterruptHandler handler = new InterruptHandler(() -> {});
    handler.done();
    handler.awaitEnd(SECONDS, err);
    assertEquals("", said.toString(StandardCharsets.UTF_8));
  }

  private static void hangingClose(Thread until) throws InterruptedException {
    until.join();
  }
}
