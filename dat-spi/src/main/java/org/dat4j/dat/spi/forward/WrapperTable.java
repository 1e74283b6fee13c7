package org.dat4j.dat.spi.forward;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Function;
import java.util.function.Predicate;
import org.dat4j.dat.DatObject;

/**
 * The table in which a forwarding layer ({@link Forwarding}) finds its wrapper of a provider's
 * object, by the object's identity. Looking up takes no lock and allocates nothing. A wrapper is
 * held strongly until it is released, then weakly; as it holds its object itself, an entry never
 * outlives either.
 */
final class WrapperTable {

  private static final int FIRST_CAPACITY = 64;

  private final ReferenceQueue<ForwardingObject<?>> collected = new ReferenceQueue<>();
  private volatile AtomicReferenceArray<Node> buckets = new AtomicReferenceArray<>(FIRST_CAPACITY);
  private volatile boolean sweepDue;
  private int count;

  /** An entry. The field {@code strong} keeps the referent alive until it is released. */
  private static final class Node extends WeakReference<ForwardingObject<?>> {
    final int hash;
    volatile ForwardingObject<?> strong;
    volatile Node next;

    Node(ForwardingObject<?> wrapper, ReferenceQueue<ForwardingObject<?>> queue, int hash) {
      super(wrapper, queue);
      this.hash = hash;
      this.strong = wrapper;
    }
  }

  /**
   * The wrapper of an object.
   *
   * <p>While another thread grows the table, a search may follow an entry that moved and miss; that
   * is why a miss is looked up again under the lock before a wrapper is made.
   *
   * @return the wrapper; null if there is none or it was missed
   */
  ForwardingObject<?> find(DatObject object) {
    AtomicReferenceArray<Node> now = buckets;
    int hash = System.identityHashCode(object);
    for (Node node = now.get(hash & (now.length() - 1)); node != null; node = node.next) {
      if (node.hash == hash) {
        ForwardingObject<?> wrapper = node.get();
        if (wrapper != null && wrapper.target() == object) {
          return wrapper;
        }
      }
    }
    return null;
  }

  /** The wrapper of an object, made now if there is none. */
  synchronized ForwardingObject<?> findOrAdd(
      DatObject object, Function<DatObject, ForwardingObject<?>> factory) {
    ForwardingObject<?> known = find(object);
    if (known != null) {
      return known;
    }
    ForwardingObject<?> wrapper = factory.apply(object);
    dropCollected();
    if (count >= buckets.length() / 4 * 3) {
      grow();
    }
    link(buckets, new Node(wrapper, collected, System.identityHashCode(object)));
    count++;
    return wrapper;
  }

  private static void link(AtomicReferenceArray<Node> into, Node node) {
    int bucket = node.hash & (into.length() - 1);
    node.next = into.get(bucket);
    into.set(bucket, node);
  }

  private void grow() {
    AtomicReferenceArray<Node> old = buckets;
    AtomicReferenceArray<Node> larger = new AtomicReferenceArray<>(2 * old.length());
    for (int i = 0; i < old.length(); i++) {
      Node node = old.get(i);
      while (node != null) {
        Node next = node.next;
        link(larger, node);
        node = next;
      }
    }
    buckets = larger;
    sweepDue = true;
  }

  private void dropCollected() {
    Reference<?> gone;
    while ((gone = collected.poll()) != null) {
      unlink((Node) gone);
    }
  }

  private void unlink(Node gone) {
    int bucket = gone.hash & (buckets.length() - 1);
    Node before = null;
    for (Node node = buckets.get(bucket); node != null; node = node.next) {
      if (node == gone) {
        if (before == null) {
          buckets.set(bucket, node.next);
        } else {
          before.next = node.next;
        }
        count--;
        return;
      }
      before = node;
    }
  }

  /**
   * Whether the table grew since the last {@link #releaseIf}, so that a search for entries that
   * could be weak is due.
   */
  boolean isSweepDue() {
    return sweepDue;
  }

  /** Holds a wrapper weakly from now on. */
  synchronized void release(ForwardingObject<?> wrapper) {
    int hash = System.identityHashCode(wrapper.target());
    for (Node node = buckets.get(hash & (buckets.length() - 1)); node != null; node = node.next) {
      if (node.strong == wrapper) {
        node.strong = null;
      }
    }
  }

  /** Holds all wrappers weakly that fit; the condition is asked without a lock. */
  void releaseIf(Predicate<ForwardingObject<?>> condition) {
    sweepDue = false;
    for (ForwardingObject<?> wrapper : held()) {
      if (condition.test(wrapper)) {
        release(wrapper);
      }
    }
  }

  private synchronized List<ForwardingObject<?>> held() {
    List<ForwardingObject<?>> held = new ArrayList<>(count);
    for (int i = 0; i < buckets.length(); i++) {
      for (Node node = buckets.get(i); node != null; node = node.next) {
        if (node.strong != null) {
          held.add(node.strong);
        }
      }
    }
    return held;
  }

  /** The number of entries whose wrapper is not known to be collected. */
  synchronized int size() {
    dropCollected();
    return count;
  }
}
