package org.dat4j.dat.registry;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.Function;
import org.dat4j.dat.Ia;
import org.dat4j.dat.ProviderInfo;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.ProbeResult;
import org.dat4j.dat.spi.RegistryEntry;

/** A provider that opens adapters without a data path and records what the registry asks of it. */
public final class FakeProvider extends DatProvider {
  private static final Runnable NOTHING = () -> {};

  /** What was called, such as {@code init app0 1.2 false <data>}. */
  public final List<String> calls = Collections.synchronizedList(new ArrayList<>());

  /** What was opened. */
  public final List<OpenRequest> opened = Collections.synchronizedList(new ArrayList<>());

  private final String id;
  private int spiVersion = SPI_VERSION;
  private String version = "3.4";
  private List<RegistryEntry> builtIns = List.of();
  private Set<String> libraries = Set.of();
  private ProbeResult finding = ProbeResult.available("the fake device");
  private Runnable inId = NOTHING;
  private Runnable inBuiltIns = NOTHING;
  private Runnable inServes = NOTHING;
  private Runnable inProbe = NOTHING;
  private Runnable inInit = NOTHING;
  private Runnable inFini = NOTHING;
  private Runnable inOpen = NOTHING;
  private Function<OpenRequest, Ia> opening = request -> new FakeIa(this, request);

  public FakeProvider(String id) {
    this.id = id;
  }

  public FakeProvider spiVersion(int version) {
    spiVersion = version;
    return this;
  }

  public FakeProvider version(String own) {
    version = own;
    return this;
  }

  public FakeProvider builtIns(String... names) {
    builtIns = new ArrayList<>();
    for (String name : names) {
      builtIns.add(RegistryEntry.builtIn(name, id, "built in"));
    }
    return this;
  }

  public FakeProvider libraries(String... names) {
    libraries = Set.of(names);
    return this;
  }

  public FakeProvider finding(ProbeResult result) {
    finding = result;
    return this;
  }

  public FakeProvider inId(Runnable action) {
    inId = action;
    return this;
  }

  public FakeProvider inBuiltIns(Runnable action) {
    inBuiltIns = action;
    return this;
  }

  public FakeProvider inServes(Runnable action) {
    inServes = action;
    return this;
  }

  public FakeProvider inProbe(Runnable action) {
    inProbe = action;
    return this;
  }

  public FakeProvider inInit(Runnable action) {
    inInit = action;
    return this;
  }

  public FakeProvider inFini(Runnable action) {
    inFini = action;
    return this;
  }

  public FakeProvider inOpen(Runnable action) {
    inOpen = action;
    return this;
  }

  public FakeProvider opening(Function<OpenRequest, Ia> function) {
    opening = function;
    return this;
  }

  @Override
  public String id() {
    inId.run();
    return id;
  }

  @Override
  public int spiVersion() {
    return spiVersion;
  }

  @Override
  public String version() {
    return version;
  }

  @Override
  public List<RegistryEntry> builtIns() {
    inBuiltIns.run();
    return builtIns;
  }

  @Override
  public boolean serves(String libPath) {
    inServes.run();
    return super.serves(libPath) || libraries.contains(libPath);
  }

  @Override
  public ProbeResult probe(RegistryEntry entry) {
    inProbe.run();
    return finding;
  }

  @Override
  public void init(ProviderInfo info, String instanceData) {
    inInit.run();
    calls.add("init " + key(info) + " <" + instanceData + ">");
  }

  @Override
  public void fini(ProviderInfo info) {
    calls.add("fini " + key(info));
    inFini.run();
  }

  @Override
  protected Ia openIa(OpenRequest request) {
    inOpen.run();
    opened.add(request);
    return opening.apply(request);
  }

  private static String key(ProviderInfo info) {
    return String.format(
        Locale.ROOT,
        "%s %d.%d %b",
        info.iaName(),
        info.daplVersionMajor(),
        info.daplVersionMinor(),
        info.isThreadSafe());
  }
}
