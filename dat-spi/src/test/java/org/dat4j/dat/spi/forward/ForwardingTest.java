package org.dat4j.dat.spi.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoParam;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.ProxyAgent;
import org.dat4j.dat.Psp;
import org.junit.jupiter.api.Test;

/** Wrappers: one for each object, and never in the hands of the provider. */
class ForwardingTest {

  private final World world = new World("own");
  private final Forwarding forwarding = new Forwarding();

  @Test
  void anObjectHasOneWrapper() {
    for (Class<? extends DatObject> kind : World.KINDS) {
      DatObject object = world.object(kind);
      DatObject wrapper = forwarding.wrapObject(object);
      assertNotSame(object, wrapper);
      assertSame(wrapper, forwarding.wrapObject(object));
      assertSame(object, forwarding.unwrap(DatObject.class, wrapper));
    }
  }

  @Test
  void objectsThatAreEqualHaveWrappersOfTheirOwn() {
    Ep one = new Fake<>(Ep.class, "Ep", (m, a) -> null).object();
    Ep two = new Fake<>(Ep.class, "Ep", (m, a) -> null).object();
    assertNotSame(forwarding.wrap(Ep.class, one), forwarding.wrap(Ep.class, two));
  }

  @Test
  void wrappersAreEqualWhenTheyAreTheSame() {
    Ep wrapper = forwarding.wrap(Ep.class, world.object(Ep.class));
    Ep other = new Forwarding().wrap(Ep.class, world.object(Ep.class));
    assertEquals(wrapper, wrapper);
    assertEquals(System.identityHashCode(wrapper), wrapper.hashCode());
    assertNotEquals(wrapper, other);
    assertNotEquals(wrapper, world.object(Ep.class));
  }

  @Test
  void aWrapperHasTheTextOfItsObject() {
    assertEquals("ownEp", forwarding.wrapObject(world.object(Ep.class)).toString());
    Forwarding intercepting = new InterceptingForwarding(Call::proceed);
    assertEquals("ownEp", intercepting.wrapObject(world.object(Ep.class)).toString());
  }

  @Test
  void nullAndOwnWrappersAreNotWrapped() {
    Ep wrapper = forwarding.wrap(Ep.class, world.object(Ep.class));
    assertNull(forwarding.wrap(Ep.class, null));
    assertNull(forwarding.wrapObject(null));
    assertNull(forwarding.unwrap(Ep.class, null));
    assertSame(wrapper, forwarding.wrap(Ep.class, wrapper));
  }

  @Test
  void layersCanBeStacked() {
    Forwarding outer = new Forwarding();
    Ep inner = forwarding.wrap(Ep.class, world.object(Ep.class));
    Ep wrapper = outer.wrap(Ep.class, inner);
    assertNotSame(inner, wrapper);
    wrapper.reset();
    assertEquals("reset", world.fake(Ep.class).received().get(0).method().getName());
    assertSame(inner, outer.unwrap(Ep.class, wrapper));
    assertSame(wrapper, forwarding.unwrap(Ep.class, wrapper), "is foreign to the inner layer");
  }

  @Test
  void adaptersOfOneLayerKnowEachOthersObjects() {
    World second = new World("second");
    Ia ia = forwarding.wrap(Ia.class, world.object(Ia.class));
    Evd foreign = forwarding.wrap(Evd.class, second.object(Evd.class));
    world.fake(Ia.class).answer((method, arguments) -> world.object(Psp.class));

    ia.createPspAny(foreign, null);

    assertSame(second.object(Evd.class), world.fake(Ia.class).received().get(0).arguments().get(0));
  }

  @Test
  void aFactorySuppliesTheWrapper() {
    List<Ep> made = new ArrayList<>();
    Forwarding mine =
        new Forwarding() {
          @Override
          protected ForwardingEp wrapEp(Ep delegate) {
            made.add(delegate);
            return new ForwardingEp(this, delegate) {
              @Override
              public void reset() {}
            };
          }
        };
    mine.wrap(Ep.class, world.object(Ep.class)).reset();
    mine.wrap(Ep.class, world.object(Ep.class)).reset();
    assertEquals(List.of(), world.fake(Ep.class).received());
    assertEquals(1, made.size());
  }

  @Test
  void aFactoryThatGivesAnotherObjectsWrapperIsRefused() {
    Ep other = new World("other").object(Ep.class);
    List<ForwardingEp> wrong = new ArrayList<>();
    Forwarding mine =
        new Forwarding() {
          @Override
          protected ForwardingEp wrapEp(Ep delegate) {
            return wrong.get(0);
          }
        };
    wrong.add(null);
    assertRefused(mine);
    wrong.set(0, new ForwardingEp(mine, other));
    assertRefused(mine);
    wrong.set(0, new ForwardingEp(forwarding, world.object(Ep.class)));
    assertRefused(mine);
  }

  private void assertRefused(Forwarding mine) {
    Ep ep = world.object(Ep.class);
    IllegalStateException refused =
        assertThrows(IllegalStateException.class, () -> mine.wrap(Ep.class, ep));
    assertTrue(refused.getMessage().contains("ownEp"), refused::getMessage);
  }

  @Test
  void objectThatIsNoHandleIsRefused() {
    DatObject strange = new Fake<>(DatObject.class, "strange", (m, a) -> null).object();
    IllegalArgumentException refused =
        assertThrows(IllegalArgumentException.class, () -> forwarding.wrapObject(strange));
    assertTrue(refused.getMessage().contains("strange"), refused::getMessage);
  }

  @Test
  void anAgentGetsTheWrappedEvd() {
    List<Evd> seen = new ArrayList<>();
    Ia ia = forwarding.wrap(Ia.class, world.object(Ia.class));
    Cno cno = ia.createCno(seen::add);
    cno.modifyAgent(seen::add);
    Evd evd = world.object(Evd.class);

    agentGiven(Ia.class).trigger(evd);
    agentGiven(Cno.class).trigger(evd);
    agentGiven(Cno.class).trigger(null);

    Evd wrapper = forwarding.wrap(Evd.class, evd);
    assertEquals(Arrays.asList(wrapper, wrapper, null), seen);
  }

  @Test
  void aQueryGivesTheConsumersOwnAgent() {
    ProxyAgent agent = evd -> {};
    Cno cno = forwarding.wrap(Cno.class, world.object(Cno.class));
    cno.modifyAgent(agent);
    ProxyAgent given = agentGiven(Cno.class);
    world.fake(Cno.class).answer((m, a) -> new CnoParam(world.object(Ia.class), given));

    assertSame(agent, cno.query(0).agent());
    assertSame(given, new Forwarding().agentOf(given), "an agent of another layer");
  }

  private ProxyAgent agentGiven(Class<?> kind) {
    return (ProxyAgent) world.fake(kind).received().get(0).arguments().get(0);
  }

  @Test
  void aTriggerGetsTheWrappedEvdOnSuccessOnly() {
    Cno cno = forwarding.wrap(Cno.class, world.object(Cno.class));
    Evd evd = world.object(Evd.class);
    CnoTrigger trigger = new CnoTrigger();
    world
        .fake(Cno.class)
        .answer(
            (method, arguments) -> {
              ((CnoTrigger) arguments[1]).set(evd);
              return DatReturn.SUCCESS;
            });
    assertEquals(DatReturn.SUCCESS, cno.await(0, trigger));
    assertSame(forwarding.wrap(Evd.class, evd), trigger.evd());

    trigger.set(evd);
    world.fake(Cno.class).answer((method, arguments) -> DatReturn.QUEUE_EMPTY);
    assertEquals(DatReturn.QUEUE_EMPTY, cno.await(0, trigger));
    assertSame(evd, trigger.evd());
  }
}
