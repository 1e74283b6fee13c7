package org.dat4j.rsm.dat;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.System.Logger;
import java.lang.System.Logger.Level;
import java.util.ArrayList;
import java.util.List;
import java.util.ResourceBundle;
import org.junit.jupiter.api.Test;

/** Tests of the log that limits the rate of warnings. */
class RateLimitedWarningsTest {

  /** Keeps what it is told. */
  private static final class Kept implements Logger {
    final List<String> warned = new ArrayList<>();

    @Override
    public String getName() {
      return "kept";
    }

    @Override
    public boolean isLoggable(Level level) {
      return true;
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String message, Throwable thrown) {
      if (level == Level.WARNING) {
        warned.add(message);
      }
    }

    @Override
    public void log(Level level, ResourceBundle bundle, String format, Object... params) {
      log(level, bundle, format, (Throwable) null);
    }
  }

  @Test
  void repeatedWarningsAreLoggedOnce() {
    Kept log = new Kept();
    RateLimitedWarnings warnings = new RateLimitedWarnings(log);
    for (int i = 0; i < 1000; i++) {
      warnings.log("a connection ends", null);
    }
    assertEquals(List.of("a connection ends"), log.warned);
  }
}
