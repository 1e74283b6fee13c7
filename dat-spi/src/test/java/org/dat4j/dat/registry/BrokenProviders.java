package org.dat4j.dat.registry;

import java.util.List;
import org.dat4j.dat.spi.AbstractIa;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.RegistryEntry;

/** Providers as careless vendors ship them, and one in working order among them. */
public final class BrokenProviders {

  private BrokenProviders() {}

  /** In working order. */
  public static class Good extends DatProvider {
    @Override
    public String id() {
      return "good";
    }

    @Override
    public int spiVersion() {
      return SPI_VERSION;
    }

    @Override
    public String version() {
      return "1.0";
    }

    @Override
    public List<RegistryEntry> builtIns() {
      return List.of(RegistryEntry.builtIn("good0", "good", ""));
    }

    @Override
    public ProbeResult probe(RegistryEntry entry) {
      return ProbeResult.available("memory");
    }

    @Override
    protected AbstractIa openIa(OpenRequest request) {
      return new FakeIa(this, request);
    }
  }

  /** Has the id of another one. */
  public static final class Twin extends Good {}

  /** Its constructor throws. */
  public static final class ThrowingConstructor extends Good {
    public ThrowingConstructor() {
      throw new UnsupportedOperationException("constructor");
    }
  }

  /** Its class cannot be initialised. */
  public static final class ThrowingInitializer extends Good {
    private static final int NUMBER = Integer.parseInt("no number");

    @Override
    public String version() {
      return "1." + NUMBER;
    }
  }

  /** Has no constructor for the service loader. */
  public static final class WithoutConstructor extends Good {
    public WithoutConstructor(String argument) {
      throw new AssertionError(argument);
    }
  }

  /** Made for another version of the SPI. */
  public static final class FromTheFuture extends Good {
    @Override
    public String id() {
      return "future";
    }

    @Override
    public int spiVersion() {
      return 99;
    }
  }

  /** Has no id. */
  public static final class Nameless extends Good {
    @Override
    public String id() {
      return null;
    }
  }

  /** Lacks a method that the registry calls, as an outdated jar would. */
  public static final class Outdated extends Good {
    @Override
    public String id() {
      return "outdated";
    }

    @Override
    public int spiVersion() {
      throw new AbstractMethodError("spiVersion");
    }
  }

  /** Is no provider at all. */
  public static final class Stranger {}
}
