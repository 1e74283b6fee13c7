package org.dat4j.dat.spi.forward;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.Method;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.TreeSet;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.ManPage;
import org.dat4j.dat.Pz;
import org.junit.jupiter.api.Test;

/** Wrong providers take a few lines, by a subclass or by a row of a table. */
class MutantExampleTest {

  private final World world = new World("own");
  private final Fake<Pz> busyPz =
      new Fake<>(
          Pz.class,
          "busy",
          (method, arguments) -> {
            throw Fake.refusal();
          });

  /** Events the provider has, by cookie. */
  private final Queue<Long> queued = new ArrayDeque<>(List.of(1L, 2L, 3L));

  private final Fake<Evd> evd = new Fake<>(Evd.class, "evd", this::take);

  private Object take(Method method, Object[] arguments) {
    Long cookie = queued.poll();
    if (cookie == null) {
      return DatReturn.QUEUE_EMPTY;
    }
    DatEvent event = (DatEvent) arguments[arguments.length - 1];
    event.setDto(evd.object(), world.object(Ep.class), cookie, DtoStatus.SUCCESS, 4);
    return DatReturn.SUCCESS;
  }

  /** The cookies a consumer of the layer gets. */
  private List<Long> taken(Forwarding layer) {
    Evd wrapper = layer.wrap(Evd.class, evd.object());
    List<Long> cookies = new ArrayList<>();
    DatEvent event = new DatEvent();
    while (wrapper.dequeue(event) == DatReturn.SUCCESS) {
      assertSame(layer.wrap(Ep.class, world.object(Ep.class)), event.ep());
      cookies.add(event.cookie());
    }
    return cookies;
  }

  @Test
  void theUnchangedLayerBehavesAsTheProvider() {
    assertEquals(List.of(1L, 2L, 3L), taken(new Forwarding()));
    Pz pz = new Forwarding().wrap(Pz.class, busyPz.object());
    assertThrows(DatException.class, pz::free);
  }

  @Test
  void anEvdLosesEveryEvent() {
    Forwarding mutant =
        new Forwarding() {
          @Override
          protected ForwardingEvd wrapEvd(Evd delegate) {
            return new ForwardingEvd(this, delegate) {
              @Override
              public int dequeue(DatEvent event) {
                super.dequeue(event.clear());
                event.clear();
                return DatReturn.QUEUE_EMPTY;
              }
            };
          }
        };
    assertEquals(List.of(), taken(mutant));
    assertEquals(2, queued.size());
  }

  @Test
  void anEvdGivesEachEventTwice() {
    Forwarding mutant =
        new Forwarding() {
          @Override
          protected ForwardingEvd wrapEvd(Evd delegate) {
            return new ForwardingEvd(this, delegate) {
              private DatEvent again;

              @Override
              public int dequeue(DatEvent event) {
                if (again != null) {
                  event.set(again);
                  again = null;
                  return DatReturn.SUCCESS;
                }
                int outcome = super.dequeue(event);
                again = outcome == DatReturn.SUCCESS ? new DatEvent().set(event) : null;
                return outcome;
              }
            };
          }
        };
    assertEquals(List.of(1L, 1L, 2L, 2L, 3L, 3L), taken(mutant));
  }

  @Test
  void aBusyZoneIsFreedSilently() {
    Forwarding mutant =
        new Forwarding() {
          @Override
          protected ForwardingPz wrapPz(Pz delegate) {
            return new ForwardingPz(this, delegate) {
              @Override
              public void free() {}
            };
          }
        };
    assertDoesNotThrow(mutant.wrap(Pz.class, busyPz.object())::free);
    assertEquals(List.of(), busyPz.received());
  }

  /** A row of a table of mutants: a call that forgets one of its refusals. */
  private record Forgets(String manPage, int type) implements Interceptor {
    @Override
    public Object intercept(Call call) {
      try {
        return call.proceed();
      } catch (DatException e) {
        if (e.type() == type && manPage.equals(call.manPage())) {
          return call.method().getReturnType() == int.class ? DatReturn.SUCCESS : null;
        }
        throw e;
      }
    }
  }

  @Test
  void aRowOfATableForgetsARefusal() {
    Forwarding mutant =
        new InterceptingForwarding(new Forgets("dat_pz_free", DatReturn.INVALID_STATE));
    Pz pz = mutant.wrap(Pz.class, busyPz.object());
    assertDoesNotThrow(pz::free);
    assertDoesNotThrow(pz::close, "the other way to free");
    assertThrows(DatException.class, pz::createRmr, "not the call of the row");

    Forwarding other =
        new InterceptingForwarding(new Forgets("dat_pz_free", DatReturn.INVALID_HANDLE));
    assertThrows(DatException.class, other.wrap(Pz.class, busyPz.object())::free);
  }

  @Test
  void anInterceptorChangesAnArgumentByOne() {
    Forwarding mutant =
        new InterceptingForwarding(
            call -> {
              if (call.name().equals("Evd.resize")) {
                call.arguments()[0] = (int) call.arguments()[0] + 1;
              }
              return call.proceed();
            });
    mutant.wrap(Evd.class, evd.object());
    evd.answer((method, arguments) -> null);
    mutant.wrap(Evd.class, evd.object()).resize(8);
    assertEquals(List.of(9), evd.received().get(0).arguments());
  }

  @Test
  void anInterceptorSeesTheProvidersObjectsAndTheConsumerWrappers() {
    List<DatObject> seen = new ArrayList<>();
    Forwarding layer =
        new InterceptingForwarding(
            call -> {
              Object outcome = call.proceed();
              seen.add(call.object());
              seen.add(((DatEvent) call.arguments()[0]).ep());
              return outcome;
            });
    DatEvent event = new DatEvent();
    layer.wrap(Evd.class, evd.object()).dequeue(event);
    assertEquals(2, seen.size());
    assertSame(evd.object(), seen.get(0));
    assertSame(world.object(Ep.class), seen.get(1));
    assertSame(layer.wrap(Ep.class, seen.get(1) instanceof Ep ep ? ep : null), event.ep());
  }

  @Test
  void everyCallWithAPageOfTheContractCanBeNamedByIt() {
    for (Class<? extends DatObject> kind : World.KINDS) {
      TreeSet<String> declared = new TreeSet<>();
      TreeSet<String> named = new TreeSet<>();
      for (Method method : kind.getMethods()) {
        ManPage page = method.getAnnotation(ManPage.class);
        if (page != null) {
          declared.add(page.value());
        }
        String name = new Call(kind, world.object(kind), method, new Object[0]).manPage();
        if (name != null) {
          named.add(name);
        }
      }
      assertFalse(declared.isEmpty());
      assertEquals(declared, named);
    }
  }

  @Test
  void allFormsOfACallHaveItsPage() {
    assertEquals("dat_ep_post_send", pageOf(Ep.class, "postSend", 5));
    assertEquals("dat_ep_post_send", pageOf(Ep.class, "postSend", 3));
    assertEquals("dat_ep_query", pageOf(Ep.class, "query", 0));
    assertEquals("dat_ep_free", pageOf(Ep.class, "close", 0));
    assertEquals("dat_ia_close", pageOf(Ia.class, "close", 0));
    assertNull(pageOf(Ia.class, "name", 0));
  }

  private String pageOf(Class<? extends DatObject> kind, String name, int parameters) {
    Method method =
        Arrays.stream(kind.getMethods())
            .filter(m -> m.getName().equals(name) && m.getParameterCount() == parameters)
            .findFirst()
            .orElse(null);
    assertNotNull(method);
    return new Call(kind, world.object(kind), method, new Object[0]).manPage();
  }
}
