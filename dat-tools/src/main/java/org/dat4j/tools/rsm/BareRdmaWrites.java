package org.dat4j.tools.rsm;

import java.time.Duration;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ia;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;
import org.dat4j.dat.util.RemoteRegion;
import org.dat4j.tools.cli.CommandFailedException;

/**
 * The baseline of {@code rsm perf} for puts over DAT: bare RDMA Writes without RSM, on a connection
 * of the adapter with itself. If the completion of a write does not confirm the arrival, an RDMA
 * Read follows, as in a put.
 */
final class BareRdmaWrites implements AutoCloseable {
  private static final int FLUSH = Long.BYTES;
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  private final Ia ia;
  private final DatConnection near;
  private final Region source;
  private final RemoteRegion target;
  private final boolean placedWhenComplete;
  private final String provider;
  private final DatEvent event = new DatEvent();

  /**
   * Connects an adapter with itself.
   *
   * @param length of the longest write
   */
  BareRdmaWrites(String adapter, int length) {
    ia = Dat.registry().openIa(adapter);
    provider = Dat.registry().explain(adapter).chosen().provider();
    try {
      placedWhenComplete = "remote".equals(ia.query().providerAttr().specific("completion"));
      near = Dats.endpoint(ia);
      DatConnection other = Dats.endpoint(ia);
      source = near.register(length);
      target = other.register(length).remote();
      try (DatListener listener = Dats.listen(ia)) {
        near.startConnect(ia.address(), listener.connQual(), PATIENCE);
        listener.accept(other, PATIENCE);
        near.awaitConnected(PATIENCE);
      }
    } catch (RuntimeException e) {
      ia.close(CloseFlags.ABRUPT);
      throw e;
    }
  }

  /** Returns the provider of the adapter. */
  String provider() {
    return provider;
  }

  /**
   * Sets the baseline of an operation.
   *
   * @param most ratio allowed, 0 for no limit
   */
  void compare(TimedOperation operation, double most, int bytes) {
    operation.atMost(most, times -> write(bytes, times));
  }

  /** Writes repeatedly, each time until the bytes have arrived. */
  private void write(int bytes, int times) {
    int flags = placedWhenComplete ? CompletionFlags.DEFAULT : CompletionFlags.SUPPRESS;
    for (int i = 0; i < times; i++) {
      posted(
          near.ep()
              .postRdmaWrite(
                  source.context(),
                  source.address(),
                  bytes,
                  0,
                  target.rmrContext(),
                  target.address(),
                  flags));
      if (!placedWhenComplete) {
        posted(
            near.ep()
                .postRdmaRead(
                    source.context(),
                    source.address(),
                    FLUSH,
                    0,
                    target.rmrContext(),
                    target.address(),
                    CompletionFlags.DEFAULT));
      }
      posted(near.requestEvd().await(PATIENCE.toMillis() * 1000, 1, event));
      if (event.status() != DtoStatus.SUCCESS) {
        throw new CommandFailedException("an RDMA Write ended with " + event.status());
      }
    }
  }

  private static void posted(int code) {
    if (code != DatReturn.SUCCESS) {
      throw new CommandFailedException("an RDMA Write gave " + DatReturn.name(code));
    }
  }

  @Override
  public void close() {
    ia.close(CloseFlags.ABRUPT);
  }
}
