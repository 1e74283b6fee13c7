package org.dat4j.dat.tcp;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.logging.Handler;
import java.util.logging.Level;
import java.util.logging.LogRecord;
import java.util.logging.Logger;

/**
 * Listens to what the provider logs: what a peer or a stranger does must not fill anybody's disk.
 */
final class Silence implements AutoCloseable {

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

  Silence() {
    logger.addHandler(handler);
  }

  /** Nothing was logged above DEBUG. */
  void expectKept() {
    assertEquals(List.of(), said);
  }

  @Override
  public void close() {
    logger.removeHandler(handler);
  }
}
