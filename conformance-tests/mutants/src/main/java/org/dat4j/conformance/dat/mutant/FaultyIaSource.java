package org.dat4j.conformance.dat.mutant;

import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.UnaryOperator;
import org.dat4j.conformance.dat.fixture.DatRegistryUnderTest;
import org.dat4j.conformance.dat.fixture.IaSource;
import org.dat4j.conformance.dat.mutant.fault.DatFault;
import org.dat4j.conformance.dat.mutant.fault.OpenCall;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.ProxyAgent;
import org.dat4j.dat.spi.forward.ForwardingAgent;
import org.dat4j.dat.spi.forward.InterceptingForwarding;

/**
 * Opens the adapters of a DAT mutant for the suite: each call on them goes through the mutant's
 * fault. Closing it closes the provider's adapters themselves: a mutant of the close leaves nothing
 * to those that run after it. Thread-safe.
 */
final class FaultyIaSource implements IaSource {

  /** The layer of one mutant; agents go through the fault as calls do. */
  private static final class Layer extends InterceptingForwarding {
    private final DatFault fault;

    private Layer(DatFault fault) {
      super(fault::call);
      this.fault = fault;
    }

    @Override
    protected ForwardingAgent wrapAgent(ProxyAgent agent) {
      return new ForwardingAgent(this, agent) {
        @Override
        public void trigger(Evd evd) {
          fault.trigger(agent(), wrap(Evd.class, evd));
        }
      };
    }
  }

  private final IaSource source;
  private final String adapter;
  private final DatFault fault;
  private final Layer layer;
  private final Queue<Ia> opened = new ConcurrentLinkedQueue<>();

  FaultyIaSource(IaSource source, String adapter, DatFault fault) {
    this.source = source;
    this.adapter = adapter;
    this.fault = fault;
    this.layer = new Layer(fault);
  }

  @Override
  public Ia open(String name, int asyncEvdMinQlen, Evd asyncEvd) {
    Evd given = layer.unwrap(Evd.class, asyncEvd);
    Ia ia = fault.open(new OpenCall(source, adapter, name, asyncEvdMinQlen, given));
    if (ia != null) {
      opened.add(ia);
    }
    return layer.wrap(Ia.class, ia);
  }

  @Override
  public DatRegistryUnderTest registry() {
    return new FaultyDatRegistry(
        source.registry(),
        fault,
        evd -> layer.unwrap(Evd.class, evd),
        ia -> {
          opened.add(ia);
          return layer.wrap(Ia.class, ia);
        });
  }

  /** The adapters of a registry of a test's own are not behind the layer. */
  @Override
  public DatRegistryUnderTest registry(DatRegistry.Builder settings) {
    return new FaultyDatRegistry(
        source.registry(settings), fault, UnaryOperator.identity(), UnaryOperator.identity());
  }

  @Override
  public void close() {
    opened.forEach(Ia::close);
    source.close();
  }
}
