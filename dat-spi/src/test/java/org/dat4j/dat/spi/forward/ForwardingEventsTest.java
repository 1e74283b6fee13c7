package org.dat4j.dat.spi.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Method;
import java.net.InetAddress;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Psp;
import org.dat4j.dat.Rmr;
import org.junit.jupiter.api.Test;

/** Events name wrappers, whatever kind of event it is. */
class ForwardingEventsTest {

  private static final String[] TAKING = {"dequeue", "await"};

  private final World world = new World("own");
  private final Forwarding forwarding = new Forwarding();
  private final Evd rawEvd = world.object(Evd.class);
  private final Evd evd = forwarding.wrap(Evd.class, rawEvd);

  /** One event of each shape, as the provider fills it. */
  private List<Consumer<DatEvent>> fillings() {
    Ep ep = world.object(Ep.class);
    Rmr rmr = world.object(Rmr.class);
    Cr cr = world.object(Cr.class);
    Psp psp = world.object(Psp.class);
    InetAddress address = InetAddress.getLoopbackAddress();
    List<Consumer<DatEvent>> fillings = new ArrayList<>();
    fillings.add(e -> e.setDto(rawEvd, ep, 1, DtoStatus.SUCCESS, 2));
    fillings.add(e -> e.setRmrBind(rawEvd, rmr, 3, DtoStatus.ERR_FLUSHED));
    fillings.add(e -> e.setConnectionRequest(rawEvd, psp, address, 4, cr));
    fillings.add(e -> e.setConnectionRequest(rawEvd, null, address, 4, cr));
    for (EventNumber number : EventNumber.values()) {
      if (number.name().startsWith("CONNECTION_EVENT")) {
        fillings.add(e -> e.setConnection(number, rawEvd, ep, new byte[] {5}));
      } else if (number.name().startsWith("ASYNC_ERROR")) {
        for (Class<? extends DatObject> kind : World.KINDS) {
          fillings.add(e -> e.setAsync(number, rawEvd, world.object(kind), 6));
        }
      }
    }
    fillings.add(e -> e.setSoftware(ep).setEvd(rawEvd));
    return fillings;
  }

  private void deliver(int outcome, Consumer<DatEvent> filling) {
    world
        .fake(Evd.class)
        .answer(
            (method, arguments) -> {
              filling.accept((DatEvent) arguments[arguments.length - 1]);
              return outcome;
            });
  }

  private int take(String how, DatEvent event) {
    return how.equals("dequeue") ? evd.dequeue(event) : evd.await(0, 1, event);
  }

  @Test
  void everyObjectOfEveryEventIsWrapped() throws Exception {
    Set<String> seen = new HashSet<>();
    for (String how : TAKING) {
      for (Consumer<DatEvent> filling : fillings()) {
        DatEvent raw = new DatEvent();
        filling.accept(raw);
        deliver(DatReturn.SUCCESS, filling);
        DatEvent event = new DatEvent();

        assertEquals(DatReturn.SUCCESS, take(how, event));

        for (Method getter : objectGetters()) {
          DatObject object = (DatObject) getter.invoke(raw);
          assertSame(forwarding.wrapObject(object), getter.invoke(event), getter.getName());
          if (object != null) {
            seen.add(getter.getName());
          }
        }
        assertEquals(pictureOfValues(raw), pictureOfValues(event));
      }
    }
    assertEquals(objectGetters().size(), seen.size(), () -> "only " + seen + " was tried");
  }

  private static List<Method> objectGetters() {
    List<Method> getters = new ArrayList<>();
    for (Method method : DatEvent.class.getMethods()) {
      if (DatObject.class.isAssignableFrom(method.getReturnType())) {
        getters.add(method);
      }
    }
    return getters;
  }

  private static List<Object> pictureOfValues(DatEvent event) {
    List<Object> values = new ArrayList<>();
    values.add(event.number());
    values.add(event.cookie());
    values.add(event.status());
    values.add(event.transferredLength());
    values.add(event.localAddress());
    values.add(event.connQual());
    values.add(event.privateDataSize());
    values.add(event.asyncReason());
    values.add(event.pointer());
    values.add(event.detail());
    values.add(event.more());
    return values;
  }

  @Test
  void aPointerIsTheConsumersAndStays() {
    Ep wrapper = forwarding.wrap(Ep.class, world.object(Ep.class));
    deliver(DatReturn.SUCCESS, e -> e.setSoftware(wrapper).setEvd(rawEvd));
    DatEvent event = new DatEvent();
    evd.dequeue(event);
    assertSame(wrapper, event.pointer());
  }

  @Test
  void anEventThatWasNotTakenIsLeftAlone() {
    Ep earlier = new World("other").object(Ep.class);
    DatEvent event = new DatEvent().setDto(null, earlier, 0, DtoStatus.SUCCESS, 0);
    for (String how : TAKING) {
      for (int outcome : new int[] {DatReturn.QUEUE_EMPTY, DatReturn.TIMEOUT_EXPIRED}) {
        deliver(outcome, e -> e.setMore(3));
        assertEquals(outcome, take(how, event));
        assertSame(earlier, event.ep());
        assertEquals(3, event.more());
      }
    }
  }

  @Test
  void aFreedEndpointIsStillNamedByItsWrapper() {
    Ep ep = forwarding.wrap(Ep.class, world.object(Ep.class));
    ep.free();
    deliver(
        DatReturn.SUCCESS,
        e -> e.setDto(rawEvd, world.object(Ep.class), 1, DtoStatus.ERR_FLUSHED, 0));
    DatEvent event = new DatEvent();
    evd.dequeue(event);
    assertSame(ep, event.ep());
  }

  @Test
  void takingAnEventAllocatesNothing() {
    Ep ep = world.object(Ep.class);
    Evd filling = new FillingEvd(new Forwarding(), rawEvd, ep);
    Evd wrapper = forwarding.wrap(Evd.class, filling);
    DatEvent event = new DatEvent();
    int rounds = 100_000;
    takeAll(wrapper, event, rounds);
    ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    // What the JVM does once in a while is not in every run; what taking an event allocates is.
    long least = Long.MAX_VALUE;
    for (int i = 0; i < 10 && least >= 10_000; i++) {
      long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
      takeAll(wrapper, event, rounds);
      long after = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
      least = Math.min(least, after - before);
    }
    assertTrue(least < 10_000, least + " B for " + rounds + " events");
    assertSame(forwarding.wrap(Ep.class, ep), event.ep());
  }

  private static void takeAll(Evd evd, DatEvent event, int rounds) {
    for (int i = 0; i < rounds; i++) {
      assertEquals(DatReturn.SUCCESS, evd.dequeue(event));
    }
  }

  /** An EVD that always has an event, without the allocations of a fake. */
  private static final class FillingEvd extends ForwardingEvd {
    private final Ep ep;

    FillingEvd(Forwarding forwarding, Evd delegate, Ep ep) {
      super(forwarding, delegate);
      this.ep = ep;
    }

    @Override
    public int dequeue(DatEvent event) {
      event.setDto(this, ep, 1, DtoStatus.SUCCESS, 2);
      return DatReturn.SUCCESS;
    }
  }

  @Test
  void aReplacementOfAnotherKindIsRefused() {
    DatEvent event = new DatEvent().setDto(rawEvd, world.object(Ep.class), 1, DtoStatus.SUCCESS, 2);
    assertThrows(
        ClassCastException.class, () -> event.replaceObjects(o -> world.object(Rmr.class)));
  }

  @Test
  void aCopyOfAnEventHasEverything() throws Exception {
    for (Consumer<DatEvent> filling : fillings()) {
      DatEvent event = new DatEvent();
      filling.accept(event);
      event.setMore(9).setDetail("why");
      DatEvent copy = new DatEvent().setDto(null, null, 8, DtoStatus.SUCCESS, 8).set(event);
      for (Method getter : objectGetters()) {
        assertSame(getter.invoke(event), getter.invoke(copy), getter.getName());
      }
      assertEquals(pictureOfValues(event), pictureOfValues(copy));
      assertSame(event.privateData(), copy.privateData());
    }
  }

  @Test
  void theCauseIsAskedForOnceByAnEventAndItsCopies() {
    int[] asked = {0};
    Supplier<String> cause = () -> "asked " + ++asked[0];
    DatEvent event = new DatEvent().setDetail(cause);
    assertEquals("asked 1", new DatEvent().set(event).detail());
    assertEquals("asked 1", event.detail());
    assertNull(event.number());
    assertNotEquals(0, asked[0]);
  }
}
