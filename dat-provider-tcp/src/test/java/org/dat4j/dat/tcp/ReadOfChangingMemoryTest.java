package org.dat4j.dat.tcp;

import java.util.concurrent.atomic.AtomicBoolean;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * RDMA Reads of memory that the target's program changes meanwhile: what is read is of no one
 * moment, and the connection goes on.
 */
@Timeout(120)
class ReadOfChangingMemoryTest {

  private static final int READS = 300;

  @ParameterizedTest
  @ValueSource(ints = {4097, 100_000, 1 << 20})
  void readsSucceed(int length) throws InterruptedException {
    AtomicBoolean done = new AtomicBoolean();
    try (AdapterPair pair = new AdapterPair(AdapterPair.DEFAULT).connect()) {
      Region far = pair.server.register(length);
      Region near = pair.client.register(length);
      Thread program =
          new Thread(
              () -> {
                for (long value = 0; !done.get(); value++) {
                  for (int at = 0; at + Long.BYTES <= length; at += 512) {
                    far.buffer().putLong(at, value);
                  }
                }
              });
      program.start();
      try {
        for (int read = 0; read < READS; read++) {
          pair.client
              .ep()
              .postRdmaRead(
                  near.context(),
                  near.address(),
                  length,
                  read,
                  far.context(),
                  far.address(),
                  CompletionFlags.DEFAULT);
          Dats.awaitDto(pair.client.requestEvd(), read, AdapterPair.LIMIT, pair.event);
        }
      } finally {
        done.set(true);
        program.join();
      }
    }
  }
}
