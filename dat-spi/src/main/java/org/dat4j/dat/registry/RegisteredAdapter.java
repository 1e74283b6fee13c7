package org.dat4j.dat.registry;

import java.util.concurrent.atomic.AtomicBoolean;
import org.dat4j.dat.ProviderInfo;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.ProviderIdentity;
import org.dat4j.dat.spi.RegistryEntry;

/**
 * One entry in the registry of DAT that an open by name can choose, with its provider or the reason
 * why it cannot be opened. Identity matters; any thread.
 */
public final class RegisteredAdapter {
  private final RegistryEntry entry;
  private final ProviderInfo info;
  private final boolean anyThreadSafety;
  private final DatProvider provider;
  private final String providerId;
  private final String refusal;
  private final String remedy;
  private final EntryUse use;

  private RegisteredAdapter(
      RegistryEntry entry,
      ProviderInfo info,
      boolean anyThreadSafety,
      Providers.Found served,
      String refusal,
      String remedy,
      boolean managed) {
    this.entry = entry;
    this.info = info;
    this.anyThreadSafety = anyThreadSafety;
    this.provider = served == null ? null : served.provider();
    this.providerId = served == null ? "" : served.id();
    this.refusal = refusal;
    this.remedy = remedy;
    this.use = new EntryUse(provider, info, entry.iaParams(), managed);
  }

  /** An entry of the static registry offered as it says. */
  static RegisteredAdapter declared(RegistryEntry entry, Providers.Found served) {
    return new RegisteredAdapter(entry, keyOf(entry), false, served, null, "", true);
  }

  /**
   * An entry of the static registry whose provider adapts the library it names. It is offered as
   * version 1.2 whatever it says, and with both values of thread safety, because the provider
   * serialises a library that needs it.
   */
  static RegisteredAdapter adapted(RegistryEntry entry, Providers.Found served) {
    ProviderInfo info = new ProviderInfo(entry.iaName(), 1, 2, true);
    return new RegisteredAdapter(entry, info, true, served, null, "", true);
  }

  /** An entry of the static registry that cannot be opened. */
  static RegisteredAdapter refused(
      RegistryEntry entry, Providers.Found served, String refusal, String remedy) {
    return new RegisteredAdapter(entry, keyOf(entry), false, served, refusal, remedy, true);
  }

  /**
   * A provider added by a program.
   *
   * @param provider the provider
   * @param id its id
   * @param info the key to offer it under
   * @return the offer
   */
  public static RegisteredAdapter added(DatProvider provider, String id, ProviderInfo info) {
    RegistryEntry entry =
        new RegistryEntry(
                info.iaName(),
                info.daplVersionMajor(),
                info.daplVersionMinor(),
                info.isThreadSafe(),
                id,
                "",
                "",
                "",
                "added by the program")
            .servedBy(ProviderIdentity.of(provider));
    return new RegisteredAdapter(
        entry, info, false, new Providers.Found(provider, id), null, "", false);
  }

  static ProviderInfo keyOf(RegistryEntry entry) {
    return new ProviderInfo(
        entry.iaName(), entry.versionMajor(), entry.versionMinor(), entry.threadSafe());
  }

  /**
   * The entry as it was written.
   *
   * @return never null
   */
  public RegistryEntry entry() {
    return entry;
  }

  /**
   * The key the entry is offered under.
   *
   * @return never null
   */
  public ProviderInfo info() {
    return info;
  }

  /**
   * The provider that serves it.
   *
   * @return null if there is none
   */
  public DatProvider provider() {
    return provider;
  }

  /**
   * Why it cannot be opened, known before any attempt.
   *
   * @return null if an attempt may be made
   */
  public String refusal() {
    return refusal;
  }

  /**
   * Whether the entry has a certain key.
   *
   * @param key name, version and thread safety
   * @return whether a second entry of this key would be in conflict with it
   */
  public boolean hasKey(ProviderInfo key) {
    return info.equals(key)
        || anyThreadSafety
            && info.iaName().equals(key.iaName())
            && info.daplVersionMajor() == key.daplVersionMajor()
            && info.daplVersionMinor() == key.daplVersionMinor();
  }

  /**
   * Counts one more open adapter, after the provider's init if it is the first. What init throws
   * comes out.
   *
   * @return what to run when the adapter has been closed or could not be opened, only its first run
   *     counts; null if the offer was removed meanwhile
   */
  public Runnable acquire() {
    if (!use.acquire()) {
      return null;
    }
    AtomicBoolean released = new AtomicBoolean();
    return () -> {
      if (released.compareAndSet(false, true)) {
        use.release();
      }
    };
  }

  /**
   * Ends the offer unless it is used.
   *
   * @return 0 if it has ended, else the number of open adapters
   */
  public int remove() {
    return use.remove();
  }

  /**
   * The number of open adapters.
   *
   * @return 0 or more
   */
  public int opens() {
    return use.opens();
  }

  String providerId() {
    return providerId;
  }

  String remedy() {
    return remedy;
  }

  boolean anyThreadSafety() {
    return anyThreadSafety;
  }
}
