package org.dat4j.rsm.shm;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import org.dat4j.rsm.RsmReturn;

/**
 * This process's membership in the registry of one RSM node: shared memory that lists the node's
 * processes, segments, imports and signals. A process has one instance for each node, with a count
 * of users. The last user removes the process, and the last process removes the object. Other
 * processes write into the object, so every value read is checked or bounded.
 */
final class NodeRegistry extends RegistryObject {
  private record Key(Domain domain, int node) {}

  /** The role of a process at a node. */
  enum Role {
    /**
     * Lists the segments without entering the node, which would start threads and wake processes.
     */
    READER,
    /** Imports from the node. */
    IMPORTER,
    /** A process of the node, with segments and signals of its own. */
    MEMBER
  }

  private static final System.Logger LOG = System.getLogger(NodeRegistry.class.getName());

  private static final long EXIT_PATIENCE_SECONDS = 5;

  private static final Map<Key, NodeRegistry> OPEN = new HashMap<>();

  /** Guards {@link #OPEN}. */
  private static final ReentrantLock TABLE = new ReentrantLock();

  private final Domain domain;
  private final int node;
  private final Set<LocalSegment> locals = ConcurrentHashMap.newKeySet();
  private int users;

  /** The index of this process, -1 unless it is entered. Changed under the registry's lock. */
  private volatile int self = -1;

  /** Whether this process is on the node. Guarded by the registry's lock. */
  private boolean exporting;

  private RegistryThreads threads;

  /** Whether this process has left the node or is leaving it. */
  private final AtomicBoolean left = new AtomicBoolean();

  /**
   * A segment or import of this process that is notified when another process rings the doorbell.
   */
  interface LocalSegment {
    /** Checks for signals and changes of state; called when the doorbell rang. */
    void onDoorbell();

    /** Checks whether another process has truncated the object with the data. */
    void onPossibleTruncation();
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
   * @param role what this process does at the node
   * @return null if there is no such node, unless a member asks
   */
  static NodeRegistry open(Domain domain, int node, Role role) {
    // Another thread may be waiting for a registry with the table locked.
    takeInTime(TABLE, domain.registryName(node));
    try {
      NodeRegistry registry = OPEN.get(new Key(domain, node));
      if (registry == null) {
        registry = attached(domain, node, role == Role.MEMBER);
        if (registry == null) {
          return null;
        }
      }
      registry.users++;
      boolean usable = false;
      try {
        usable = registry.join(role);
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

  /**
   * Attaches to the object, keeps its lock, and puts it into the table; returns null if there is no
   * object.
   */
  private static NodeRegistry attached(Domain domain, int node, boolean create) {
    Opened object = attach(domain.registryName(node), domain.registryMode(), create);
    if (object == null) {
      return null;
    }
    boolean sound = false;
    try {
      NodeRegistry registry = new NodeRegistry(domain, node, object);
      registry.checkHeader();
      OPEN.put(new Key(domain, node), registry);
      sound = true;
      return registry;
    } finally {
      if (!sound) {
        object.abandon();
      }
    }
  }

  /**
   * Enters this process unless it is entered or only reads; returns false if only dead members are
   * on the node.
   */
  private boolean join(Role role) {
    boolean member = role == Role.MEMBER;
    lockInTime();
    try {
      checkUsable();
      if (self < 0) {
        ProcessSlots.reap(this);
        domain.unlinkOrphans();
        if (!member && !ProcessSlots.hasMember(this)) {
          return false;
        }
        if (role == Role.READER) {
          return true;
        }
        self = ProcessSlots.enter(this);
        threads = new RegistryThreads(this);
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

  /** Counts one more user, for a call that is refused if this process has no user left. */
  void retain(String where) {
    TABLE.lock();
    try {
      if (users == 0) {
        throw ShmFailures.of(
            RsmReturn.BAD_CTLR_HNDL, where, "controller", "fully released", "get it again");
      }
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
      // Removes the entry by identity: a key would need memory, which may be exhausted.
      OPEN.values().remove(this);
      if (isFree()) {
        leave(false);
        return;
      }
    } finally {
      TABLE.unlock();
    }
    // The holder of the lock may have been stopped: no caller waits for it.
    Thread leaving = new Thread(() -> leave(false), "dat4j-rsm-leave");
    leaving.setDaemon(true);
    leaving.start();
  }

  private static void leaveAll() {
    boolean locked = false;
    try {
      locked = TABLE.tryLock(EXIT_PATIENCE_SECONDS, TimeUnit.SECONDS);
      if (locked) {
        OPEN.values().forEach(NodeRegistry::leaveAtExit);
        OPEN.clear();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } finally {
      if (locked) {
        TABLE.unlock();
      }
      ExportableMemory.unlinkAll();
    }
  }

  /**
   * Leaves at the end of the JVM; a failure at one node does not keep the others from being left.
   */
  private void leaveAtExit() {
    try {
      leave(true);
    } catch (RuntimeException | Error e) {
      LOG.log(System.Logger.Level.WARNING, this + " could not be left", e);
    }
  }

  /**
   * Removes this process and its segments and imports, and the object if it was the last process.
   *
   * @param exit whether the JVM ends; then no wait is long, as other processes clean up after one
   *     that has ended
   */
  private void leave(boolean exit) {
    if (!left.compareAndSet(false, true)) {
      // The exit of the JVM has done this already: the descriptor's number may be another file's by
      // now.
      return;
    }
    if (!exit) {
      if (threads != null) {
        threads.stop();
      }
      lock();
    } else if (!lockAtExit()) {
      LOG.log(System.Logger.Level.WARNING, this + " is left to the others: its lock is held");
      return;
    }
    try {
      if (self >= 0) {
        ProcessSlots.clear(this, self);
        self = -1;
      }
      if (!ProcessSlots.reap(this)) {
        unlink();
      }
      closeObject();
    } finally {
      unlock();
    }
  }

  Domain domain() {
    return domain;
  }

  int node() {
    return node;
  }

  /** Returns the index of this process. */
  int self() {
    return self;
  }

  /**
   * Starts watching an object that this process maps for this node, so that a truncation is
   * noticed.
   */
  void watch(String objectName) {
    threads.truncationWatch().add(objectName);
  }

  /** Checks whether objects were truncated, after a report that a size has changed or may have. */
  void checkTruncation() {
    lock();
    try {
      // The process that mends the object enters only itself again.
      if (self >= 0 && mend() && !ProcessSlots.entered(this, self)) {
        ProcessSlots.enterAgain(this);
        if (exporting) {
          ProcessSlots.makeMember(this);
        }
      }
    } finally {
      unlock();
    }
    // A registry that stays short makes the second loop fail.
    for (LocalSegment local : locals) {
      local.onPossibleTruncation();
    }
    for (LocalSegment local : locals) {
      local.onDoorbell();
    }
  }

  void add(LocalSegment local) {
    locals.add(local);
  }

  void remove(LocalSegment local) {
    locals.remove(local);
  }

  Set<LocalSegment> locals() {
    return locals;
  }

  @Override
  public String toString() {
    return "node " + node;
  }
}
