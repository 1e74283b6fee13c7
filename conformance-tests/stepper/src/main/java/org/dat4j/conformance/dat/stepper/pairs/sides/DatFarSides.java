package org.dat4j.conformance.dat.stepper.pairs.sides;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.dat4j.conformance.stepper.pairs.FarSides;
import org.dat4j.dat.Ia;

/**
 * The sides that the second JVM has in the DAT stepper's pairs, two calls made at once: the peer of
 * a transfer, and the side that answers a connection request.
 */
public final class DatFarSides implements FarSides {
  private final RenewedAdapter adapter;

  /**
   * Opens the adapter as the first JVM does.
   *
   * @param arguments its name, and the id of the layer before the provider, if there is one
   */
  public DatFarSides(List<String> arguments) {
    this(RenewedAdapter.opener(arguments.get(0), arguments.size() > 1 ? arguments.get(1) : null));
  }

  public DatFarSides(Supplier<Ia> opener) {
    adapter = new RenewedAdapter(opener);
  }

  @Override
  public Map<Class<?>, Object> sides() {
    return Map.of(
        TransferPeer.class, new LocalTransferPeer(adapter::next),
        AnsweringSide.class, new LocalAnsweringSide(adapter::next, false));
  }

  @Override
  public void close() {
    adapter.close();
  }
}
