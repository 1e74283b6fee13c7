package org.dat4j.dat.registry;

import java.util.concurrent.locks.ReentrantLock;
import org.dat4j.dat.ProviderInfo;
import org.dat4j.dat.spi.DatProvider;

/**
 * The count of the open adapters of one registry entry, which calls the provider's init before the
 * first and its fini after the last. Both run under the lock of the entry, so that an open waits
 * for the fini before it and nothing else does. Any thread.
 */
final class EntryUse {
  private static final System.Logger LOG = System.getLogger(EntryUse.class.getName());

  private final ReentrantLock lock = new ReentrantLock();
  private final DatProvider provider;
  private final ProviderInfo info;
  private final String instanceData;
  private final boolean managed;
  private int opens;
  private boolean removed;

  /**
   * Makes an unused entry.
   *
   * @param managed whether the registry calls init and fini; a provider added by a program has no
   *     need of them
   */
  EntryUse(DatProvider provider, ProviderInfo info, String instanceData, boolean managed) {
    this.provider = provider;
    this.info = info;
    this.instanceData = instanceData;
    this.managed = managed;
  }

  /**
   * Counts one more open adapter. What init throws comes out, and then nothing was counted.
   *
   * @return false if the entry was removed
   */
  boolean acquire() {
    lock.lock();
    try {
      if (removed) {
        return false;
      }
      if (opens == 0 && managed) {
        provider.init(info, instanceData);
      }
      opens++;
      return true;
    } finally {
      lock.unlock();
    }
  }

  /** Counts one open adapter less. Never throws: what fini throws is logged. */
  void release() {
    lock.lock();
    try {
      opens--;
      if (opens == 0 && managed) {
        provider.fini(info);
      }
    } catch (Throwable e) {
      LOG.log(System.Logger.Level.WARNING, "dat_provider_fini of " + info + " failed, ignored", e);
    } finally {
      lock.unlock();
    }
  }

  /**
   * Ends the entry unless it is used.
   *
   * @return 0 if it has ended, else the number of open adapters
   */
  int remove() {
    lock.lock();
    try {
      removed = opens == 0;
      return opens;
    } finally {
      lock.unlock();
    }
  }

  /** The number of open adapters. */
  int opens() {
    lock.lock();
    try {
      return opens;
    } finally {
      lock.unlock();
    }
  }
}
