package org.dat4j.dat.spi.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.ProxyAgent;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every method of the contract's objects is forwarded, in both layers and in every respect. */
class ForwardingCompletenessTest {

  private static final String PACKAGE = Forwarding.class.getPackageName();

  /** A method of one of the eleven interfaces. */
  record Case(Class<? extends DatObject> kind, Method method) {
    @Override
    public String toString() {
      String parameters =
          Arrays.stream(method.getParameterTypes()).map(Class::getSimpleName).toList().toString();
      return kind.getSimpleName() + "." + method.getName() + parameters;
    }
  }

  private final World world = new World("own");
  private final Forwarding forwarding = new Forwarding();

  static Stream<Case> cases() {
    return World.KINDS.stream()
        .flatMap(
            kind ->
                Arrays.stream(kind.getMethods())
                    .filter(m -> !Modifier.isStatic(m.getModifiers()))
                    .map(m -> new Case(kind, m)));
  }

  static Stream<Case> casesWithReferences() {
    return cases()
        .filter(c -> Arrays.stream(c.method().getParameterTypes()).anyMatch(t -> !t.isPrimitive()));
  }

  @Test
  void thereIsAWrapperOfEachKindOfHandle() {
    assertEquals(11, World.KINDS.size());
    for (Class<? extends DatObject> kind : World.KINDS) {
      assertEquals("Forwarding" + kind.getSimpleName(), wrapperOf(kind).getClass().getSimpleName());
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void eachMethodIsDeclaredByAWrapper(Case c) throws Exception {
    Method method =
        wrapperOf(c.kind())
            .getClass()
            .getMethod(c.method().getName(), c.method().getParameterTypes());
    assertFalse(method.isDefault(), () -> method + " is inherited");
    assertEquals(PACKAGE, method.getDeclaringClass().getPackageName());
    assertFalse(Modifier.isFinal(method.getModifiers()), () -> method + " cannot be changed");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void eachCallArrivesOnceTranslatedBothWays(Case c) {
    callArrivesTranslated(c, forwarding);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void eachCallArrivesOnceTranslatedThroughAnInterceptor(Case c) {
    callArrivesTranslated(c, new InterceptingForwarding(Call::proceed));
  }

  private void callArrivesTranslated(Case c, Forwarding layer) {
    Object[] raw = world.arguments(c.method());
    Object[] given = Arrays.stream(raw).map(a -> World.replaced(a, layer::wrapObject)).toArray();
    Object answer = world.sample(c.method().getReturnType());
    Fake<?> fake = world.fake(c.kind());
    fake.answer((method, arguments) -> method.equals(c.method()) ? answer : null);

    Object result = call(wrapperOf(c.kind(), layer), c.method(), given);

    List<Object> arrived = onlyCall(fake, c.method());
    for (int i = 0; i < raw.length; i++) {
      if (raw[i] instanceof ProxyAgent) {
        assertNotSame(given[i], arrived.get(i), "the agent needs wrapped EVDs");
      } else {
        assertEquals(World.picture(raw[i]), World.picture(arrived.get(i)), "argument " + i);
      }
    }
    assertEquals(
        World.picture(World.replaced(answer, layer::wrapObject)), World.picture(result), "result");
  }

  @ParameterizedTest
  @MethodSource("casesWithReferences")
  void nullArrivesAsNull(Case c) {
    Object[] given = world.arguments(c.method());
    for (int i = 0; i < given.length; i++) {
      given[i] = c.method().getParameterTypes()[i].isPrimitive() ? given[i] : null;
    }

    call(wrapperOf(c.kind()), c.method(), given);

    assertEquals(Arrays.asList(given), onlyCall(world.fake(c.kind()), c.method()));
  }

  @ParameterizedTest
  @MethodSource("casesWithReferences")
  void foreignArgumentsArriveUnchanged(Case c) {
    World foreign = new World("foreign");
    Forwarding other = new Forwarding();
    for (boolean wrappedElsewhere : new boolean[] {false, true}) {
      Object[] given =
          Arrays.stream(foreign.arguments(c.method()))
              .map(a -> wrappedElsewhere ? World.replaced(a, other::wrapObject) : a)
              .toArray();
      Fake<?> fake = new World("own").fake(c.kind());

      call(forwarding.wrapObject(fake.object()), c.method(), given);

      List<Object> arrived = onlyCall(fake, c.method());
      for (int i = 0; i < given.length; i++) {
        if (!(given[i] instanceof ProxyAgent)) {
          assertEquals(World.picture(given[i]), World.picture(arrived.get(i)));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void aRefusalComesThroughAsItIs(Case c) {
    callIsRefusedUnchanged(c, forwarding);
    callIsRefusedUnchanged(c, new InterceptingForwarding(Call::proceed));
  }

  private void callIsRefusedUnchanged(Case c, Forwarding layer) {
    DatException refusal = Fake.refusal();
    world
        .fake(c.kind())
        .answer(
            (method, arguments) -> {
              throw refusal;
            });
    DatObject wrapper = wrapperOf(c.kind(), layer);
    Object[] given = world.arguments(c.method());
    assertSame(refusal, assertThrows(DatException.class, () -> call(wrapper, c.method(), given)));
  }

  private DatObject wrapperOf(Class<? extends DatObject> kind) {
    return wrapperOf(kind, forwarding);
  }

  private DatObject wrapperOf(Class<? extends DatObject> kind, Forwarding layer) {
    DatObject wrapper = layer.wrapObject(world.object(kind));
    assertTrue(kind.isInstance(wrapper));
    return wrapper;
  }

  private static Object call(DatObject object, Method method, Object[] arguments) {
    try {
      return method.invoke(object, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new AssertionError(method + " failed", e.getCause());
    } catch (IllegalAccessException e) {
      throw new AssertionError(method + " is not accessible", e);
    }
  }

  /** The arguments of the only call; looks whether the object is live do not count. */
  private static List<Object> onlyCall(Fake<?> fake, Method method) {
    List<Fake.Received> calls =
        fake.received().stream()
            .filter(r -> r.method().equals(method) || !isLook(r.method()))
            .toList();
    assertEquals(List.of(method), calls.stream().map(Fake.Received::method).toList());
    return calls.get(0).arguments();
  }

  private static boolean isLook(Method method) {
    return method.getName().equals("getHandleType");
  }
}
