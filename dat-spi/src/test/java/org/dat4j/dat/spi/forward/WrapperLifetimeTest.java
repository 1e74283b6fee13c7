package org.dat4j.dat.spi.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Pz;
import org.junit.jupiter.api.Test;

/** A wrapper lives as long as its object, and no longer keeps anything alive then. */
class WrapperLifetimeTest {

  /** Rounds of garbage collection before something counts as kept alive, 50 ms each. */
  private static final int PATIENCE = 200;

  private final Forwarding forwarding = new Forwarding();

  private static Ep ep(String name) {
    return new Fake<>(Ep.class, name, (method, arguments) -> null).object();
  }

  @Test
  void theWrapperOfALiveObjectIsKept() throws Exception {
    Ep ep = ep("live");
    int hash = System.identityHashCode(forwarding.wrap(Ep.class, ep));
    collectGarbage();
    assertEquals(hash, System.identityHashCode(forwarding.wrap(Ep.class, ep)));
  }

  @Test
  void freedObjectsAreNotKeptAlive() throws Exception {
    assertNotKept(Ep.class, Ep::free);
    assertNotKept(Pz.class, Pz::free);
    assertNotKept(Ep.class, DatObject::close);
    assertNotKept(Ia.class, ia -> ia.close(CloseFlags.ABRUPT));
    assertNotKept(Ia.class, DatObject::close);
    assertNotKept(Cr.class, Cr::reject);
    assertNotKept(Cr.class, cr -> cr.accept(null, null));
    assertNotKept(Cr.class, cr -> cr.handoff(1));
  }

  private <T extends DatObject> void assertNotKept(Class<T> kind, Consumer<T> end)
      throws InterruptedException {
    ReferenceQueue<DatObject> queue = new ReferenceQueue<>();
    WeakReference<DatObject> object = ended(kind, end, queue);
    for (int i = 0; i < PATIENCE; i++) {
      System.gc();
      if (queue.remove(50) != null) {
        return;
      }
    }
    assertNull(object.get(), () -> "a freed " + kind.getSimpleName() + " is kept alive");
  }

  private <T extends DatObject> WeakReference<DatObject> ended(
      Class<T> kind, Consumer<T> end, ReferenceQueue<DatObject> queue) {
    Fake<T> fake = new Fake<>(kind, "short", (method, arguments) -> null);
    if (kind == Ia.class) {
      fake.answer(
          (method, arguments) -> {
            fake.markFreed();
            return null;
          });
    }
    end.accept(forwarding.wrap(kind, fake.object()));
    return new WeakReference<>(fake.object(), queue);
  }

  @Test
  void childThatEndsWithItsAdapterIsNotKeptAlive() throws Exception {
    ReferenceQueue<DatObject> queue = new ReferenceQueue<>();
    Fake<Ia> ia = new Fake<>(Ia.class, "ia", (method, arguments) -> null);
    WeakReference<DatObject> child = childThatEndsWith(ia, queue);
    forwarding.wrap(Ia.class, ia.object()).close(CloseFlags.ABRUPT);
    for (int i = 0; i < PATIENCE && child.get() != null; i++) {
      System.gc();
      queue.remove(50);
    }
    assertNull(child.get());
  }

  private WeakReference<DatObject> childThatEndsWith(Fake<Ia> ia, ReferenceQueue<DatObject> queue) {
    Fake<Ep> ep = new Fake<>(Ep.class, "child", (method, arguments) -> null);
    forwarding.wrap(Ep.class, ep.object());
    WeakReference<DatObject> reference = new WeakReference<>(ep.object(), queue);
    ia.answer(
        (method, arguments) -> {
          Ep child = (Ep) reference.get();
          if (method.getName().equals("close") && child != null) {
            ((Fake<?>) Proxy.getInvocationHandler(child)).markFreed();
          }
          return null;
        });
    return reference;
  }

  @Test
  void aRefusedFreeKeepsTheWrapper() throws Exception {
    Fake<Pz> pz = new Fake<>(Pz.class, "busy", (method, arguments) -> null);
    pz.answer(
        (method, arguments) -> {
          throw Fake.refusal();
        });
    int hash = refusedFree(pz);
    collectGarbage();
    assertEquals(hash, System.identityHashCode(forwarding.wrap(Pz.class, pz.object())));
  }

  private int refusedFree(Fake<Pz> pz) {
    Pz wrapper = forwarding.wrap(Pz.class, pz.object());
    assertThrows(DatException.class, wrapper::free);
    return System.identityHashCode(wrapper);
  }

  @Test
  void objectsThatEndedWithoutACallAreFoundWhenTheTableGrows() throws Exception {
    List<WeakReference<DatObject>> ended = new ArrayList<>();
    wrapEnded(ended, 40);
    List<Ep> live = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      live.add(forwarding.wrap(Ep.class, ep("live" + i)));
    }
    for (int i = 0; i < PATIENCE && ended.stream().anyMatch(r -> r.get() != null); i++) {
      collectGarbage();
    }
    assertEquals(0, ended.stream().filter(r -> r.get() != null).count());
    assertEquals(100, live.size());
  }

  private void wrapEnded(List<WeakReference<DatObject>> into, int count) {
    for (int i = 0; i < count; i++) {
      Fake<Ep> fake = new Fake<>(Ep.class, "ended" + i, (method, arguments) -> null);
      forwarding.wrap(Ep.class, fake.object());
      fake.markFreed();
      into.add(new WeakReference<>(fake.object()));
    }
  }

  @Test
  void entriesOfCollectedObjectsGoAway() throws Exception {
    WrapperTable table = new WrapperTable();
    for (int i = 0; i < 1000; i++) {
      ForwardingObject<?> wrapper =
          table.findOrAdd(ep("short"), object -> new ForwardingEp(forwarding, (Ep) object));
      table.release(wrapper);
    }
    for (int i = 0; i < PATIENCE && table.size() > 0; i++) {
      collectGarbage();
    }
    assertEquals(0, table.size());
  }

  @Test
  void theTableGrowsWithoutLosingAWrapper() {
    List<Ep> objects = new ArrayList<>();
    List<Ep> wrappers = new ArrayList<>();
    for (int i = 0; i < 10_000; i++) {
      objects.add(ep("ep"));
      wrappers.add(forwarding.wrap(Ep.class, objects.get(i)));
    }
    for (int i = 0; i < objects.size(); i++) {
      assertSame(wrappers.get(i), forwarding.wrap(Ep.class, objects.get(i)));
    }
  }

  @Test
  void threadsThatMeetAnObjectAtOnceGetTheSameWrapper() throws Exception {
    int threads = 4;
    List<Ep> objects = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      objects.add(ep("ep"));
    }
    CyclicBarrier start = new CyclicBarrier(threads);
    ExecutorService pool = Executors.newFixedThreadPool(threads);
    try {
      Callable<List<Ep>> wrapAll =
          () -> {
            start.await(60, TimeUnit.SECONDS);
            List<Ep> wrappers = new ArrayList<>();
            for (Ep object : objects) {
              wrappers.add(forwarding.wrap(Ep.class, object));
            }
            return wrappers;
          };
      List<Future<List<Ep>>> results = new ArrayList<>();
      for (int i = 0; i < threads; i++) {
        results.add(pool.submit(wrapAll));
      }
      Set<Ep> distinct = Collections.newSetFromMap(new IdentityHashMap<>());
      for (Future<List<Ep>> result : results) {
        distinct.addAll(result.get(60, TimeUnit.SECONDS));
      }
      assertEquals(objects.size(), distinct.size());
    } finally {
      pool.shutdownNow();
    }
    assertTrue(pool.awaitTermination(60, TimeUnit.SECONDS));
  }

  @Test
  void anObjectThatIsBeingWrappedIsNotWrappedTwice() throws Exception {
    Ep ep = ep("ep");
    AtomicReference<Ep> seenByOther = new AtomicReference<>();
    AtomicReference<Thread> other = new AtomicReference<>();
    Forwarding slow =
        new Forwarding() {
          @Override
          protected ForwardingEp wrapEp(Ep delegate) {
            if (other.get() == null) {
              other.set(new Thread(() -> seenByOther.set(wrap(Ep.class, ep)), "other"));
              other.get().start();
              awaitBlockedOrEnded(other.get());
            }
            return new ForwardingEp(this, delegate);
          }
        };
    Ep wrapper = slow.wrap(Ep.class, ep);
    other.get().join(60_000);
    assertSame(wrapper, seenByOther.get());
  }

  private static void awaitBlockedOrEnded(Thread thread) {
    long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(60);
    while (thread.getState() != Thread.State.BLOCKED
        && thread.getState() != Thread.State.TERMINATED) {
      assertTrue(System.nanoTime() < deadline, () -> thread + " is " + thread.getState());
      Thread.onSpinWait();
    }
  }

  @Test
  void aFactoryMayWrapOtherObjects() {
    Ep other = ep("other");
    Forwarding nesting =
        new Forwarding() {
          @Override
          protected ForwardingPz wrapPz(Pz delegate) {
            assertNotNull(wrap(Ep.class, other));
            return new ForwardingPz(this, delegate);
          }
        };
    Pz pz = new Fake<>(Pz.class, "pz", (method, arguments) -> null).object();
    assertSame(nesting.wrap(Pz.class, pz), nesting.wrap(Pz.class, pz));
  }

  private static void collectGarbage() throws InterruptedException {
    ReferenceQueue<Object> queue = new ReferenceQueue<>();
    WeakReference<Object> sign = new WeakReference<>(new Object(), queue);
    for (int i = 0; i < PATIENCE; i++) {
      System.gc();
      if (queue.remove(50) == sign) {
        return;
      }
    }
    throw new AssertionError("no garbage was collected");
  }
}
