package org.dat4j.rsm.natives;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The registry of one node, as this process uses it. One instance per node serves all of a process
 * and is counted; the last user takes the process out, and the last process the object away.
 * Everything read from it is checked or bounded: other processes write there.
 */
final class NodeRegistry extends RegistryObject {
  private record Key(Domain domain, int node) {}

  private static final Map<Key, NodeRegistry> OPEN = new HashMap<>();

  /** Guards {@link #OPEN}. */
  private static final ReentrantLock TABLE = new ReentrantLock();

  private final Domain domain;
  private final int node;
  private final Set<Local> locals = ConcurrentHashMap.newKeySet();
  private int users;
  private int self = -1;

  /** Whether this process is on the node. In the lock. */
  private boolean exporting;

  private Watchers watchers;

  /** A segment or import of this process that wants to know when the doorbell rang. */
  interface Local {
    /** Something may have happened to it. */
    void rang();

    /** Somebody may have cut the object with its data. */
    void mayBeCut();
  }

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(NodeRegistry::leaveAll, "dat4j-rsm-shutdown"));
  }

  private NodeRegistry(Domain domain, int node, Opened object) {
    super(object);
    this.domain = domain;
    this.node = node;
  }

  /**
   * Opens the registry of a node and counts one user.
   *
   * @param member whether this process is on that node; else it only imports from it
   * @return null if there is no such node, unless a member asks
   */
  static NodeRegistry open(Domain domain, int node, boolean member) {
    // Another thread may be waiting for a registry with the table locked.
    takeInTime(TABLE, domain.registryName(node));
    try {
      NodeRegistry registry = OPEN.get(new Key(domain, node));
      if (registry == null) {
        registry = attached(domain, node, member);
        if (registry == null) {
          return null;
        }
        OPEN.put(new Key(domain, node), registry);
      }
      registry.users++;
      boolean usable = false;
      try {
        usable = registry.join(member);
      } finally {
        if (!usable) {
          registry.release();
        }
      }
      return usable ? registry : null;
    } finally {
      TABLE.unlock();
    }
  }

  /** Attaches to the object and keeps its lock; null if there is none. */
  private static NodeRegistry attached(Domain domain, int node, boolean create) {
    Opened object = attach(domain.registryName(node), domain.registryMode(), create);
    if (object == null) {
      return null;
    }
    NodeRegistry registry = new NodeRegistry(domain, node, object);
    boolean sound = false;
    try {
      registry.checkHeader();
      sound = true;
      return registry;
    } finally {
      if (!sound) {
        registry.closeObject();
      }
    }
  }

  /** Enters this process unless it is entered; false if only dead members are on the node. */
  private boolean join(boolean member) {
    lockInTime();
    try {
      if (self < 0) {
        ProcessSlots.reap(this);
        domain.unlinkOrphans();
        if (!member && !ProcessSlots.hasMember(this)) {
          return false;
        }
        self = ProcessSlots.enter(this);
        watchers = new Watchers(this);
        ProcessSlots.ringAll(this);
      }
      if (member) {
        exporting = true;
        ProcessSlots.makeMember(this);
      }
      return member || ProcessSlots.hasMember(this);
    } finally {
      unlock();
    }
  }

  /** Counts one more user of an open registry. */
  void retain() {
    TABLE.lock();
    try {
      users++;
    } finally {
      TABLE.unlock();
    }
  }

  /** Counts one user less. */
  void release() {
    TABLE.lock();
    try {
      users--;
      if (users > 0) {
        return;
      }
      OPEN.remove(new Key(domain, node));
      if (isFree()) {
        leave();
        return;
      }
    } finally {
      TABLE.unlock();
    }
    // Whoever has the lock was stopped, maybe: nobody here waits for that.
    Thread leaving = new Thread(this::leave, "dat4j-rsm-leave");
    leaving.setDaemon(true);
    leaving.start();
  }

  private static void leaveAll() {
    TABLE.lock();
    try {
      OPEN.values().forEach(NodeRegistry::leave);
      OPEN.clear();
      DataObjects.unlinkAll();
    } finally {
      TABLE.unlock();
    }
  }

  /** Takes this process out, with whatever it has left, and the object if it was the last. */
  private void leave() {
    if (watchers != null) {
      watchers.stop();
    }
    lock();
    try {
      if (self >= 0) {
        ProcessSlots.clear(this, self);
        self = -1;
      }
      if (!ProcessSlots.reap(this)) {
        unlink();
      }
    } finally {
      unlock();
      closeObject();
    }
  }

  Domain domain() {
    return domain;
  }

  int node() {
    return node;
  }

  /** Index of this process. */
  int self() {
    return self;
  }

  /** Has changes of an object noticed that this process maps for this node. */
  void watch(String objectName) {
    watchers.cuts().add(objectName);
  }

  /** Somebody has changed the size of an object, or may have. */
  void lookForCuts() {
    lock();
    try {
      if (mend() && !ProcessSlots.entered(this, self)) {
        ProcessSlots.enter(this, self);
        if (exporting) {
          ProcessSlots.makeMember(this);
        }
      }
    } finally {
      unlock();
    }
    for (Local local : locals) {
      local.mayBeCut();
      local.rang();
    }
  }

  void add(Local local) {
    locals.add(local);
  }

  void remove(Local local) {
    locals.remove(local);
  }

  Set<Local> locals() {
    return locals;
  }

  @Override
  public String toString() {
    return "node " + node;
  }
}
