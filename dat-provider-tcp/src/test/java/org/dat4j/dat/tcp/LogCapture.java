package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/** A capture of the provider's log: peers and strangers must not fill the disk with it. */
final class LogCapture implements AutoCloseable {

  private final Logger logger = Logger.getLogger("org.dat4j");
  private final List<String> said = new CopyOnWriteArrayList<>();
  private final Handler handler =
      new Handler() {
        @Override
        public void publish(LogRecord log) {
          // System.Logger's DEBUG is FINE here.
          if (log.getLevel().intValue() > Level.FINE.intValue()) {
            said.add(log.getLevel() + " " + log.getLoggerName() + ": " + log.getMessage());
          }
        }

        @Override
        public void flush() {
          // Nothing is kept back.
        }

        @Override
        public void close() {
          // Nothing to let go.
        }
      };

  LogCapture() {
    logger.addHandler(handler);
  }

  /** Nothing was logged above DEBUG. */
  void expectKept() {
    assertEquals(List.of(), said);
  }

  /** One thing was logged above DEBUG. */
  void expectOnly(String part) {
    assertEquals(1, said.size(), said::toString);
    assertTrue(said.get(0).contains(part), said::toString);
  }

  @Override
  public void close() {
    logger.removeHandler(handler);
  }
}
