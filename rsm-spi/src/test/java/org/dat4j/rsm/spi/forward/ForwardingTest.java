package org.dat4j.rsm.spi.forward;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.dat4j.rsm.BarrierMode;
import org.dat4j.rsm.BarrierType;
import org.dat4j.rsm.ControllerAttr;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.MapAttribute;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.dat4j.rsm.SegmentMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Tests of the wrappers of RSM objects: every method is forwarded, with its arguments, result and
 * exceptions.
 */
class ForwardingTest {
  private static final List<Class<?>> KINDS =
      List.of(
          RsmController.class,
          ExportSegment.class,
          ImportSegment.class,
          RsmBarrier.class,
          LocalMemoryHandle.class);

  /** A method of one of the five interfaces. */
  record Case(Class<?> kind, Method method) {
    @Override
    public String toString() {
      return kind.getSimpleName() + "." + method.getName();
    }
  }

  /** A call that arrived at the provider's object. */
  private record Arrived(Method method, List<Object> arguments) {}

  private final List<Arrived> arrived = new ArrayList<>();
  private Object answer;
  private RsmException refusal;

  static Stream<Case> cases() {
    return KINDS.stream()
        .flatMap(
            kind ->
                Arrays.stream(kind.getMethods())
                    .filter(m -> !Modifier.isStatic(m.getModifiers()))
                    .map(m -> new Case(kind, m)));
  }

  private static List<Forwarding> layers() {
    return List.of(new Forwarding(), new InterceptingForwarding(Call::proceed));
  }

  private <T> T fake(Class<T> kind) {
    return kind.cast(
        Proxy.newProxyInstance(
            kind.getClassLoader(),
            new Class<?>[] {kind},
            (proxy, method, arguments) -> {
              if (method.getDeclaringClass() == Object.class) {
                return switch (method.getName()) {
                  case "equals" -> proxy == arguments[0];
                  case "hashCode" -> System.identityHashCode(proxy);
                  default -> "fake " + kind.getSimpleName();
                };
              }
              List<Object> list = arguments == null ? List.of() : Arrays.asList(arguments);
              arrived.add(new Arrived(method, list));
              if (refusal != null) {
                throw refusal;
              }
              return answer;
            }));
  }

  /** Returns a value of a type, which is the provider's where it is a handle. */
  private Object sample(Class<?> type) {
    if (type == void.class) {
      return null;
    } else if (type == int.class) {
      return 7;
    } else if (type == long.class) {
      return 8L;
    } else if (KINDS.contains(type)) {
      return fake(type);
    } else if (type == ByteBuffer.class) {
      return ByteBuffer.allocateDirect(8);
    } else if (type.isArray()) {
      return java.lang.reflect.Array.newInstance(type.getComponentType(), 3);
    } else if (type.isEnum()) {
      return type.getEnumConstants()[1];
    } else if (type == ControllerAttr.class) {
      return new ControllerAttr(1, 2, 3, 4, 5, 6, 7, 8, 9);
    } else if (type == SegmentMap.class) {
      return new SegmentMap(9, ByteBuffer.allocateDirect(1));
    } else if (type == ScatGath.class) {
      return new ScatGath(1);
    } else if (type == PollFd.class) {
      return new PollFd();
    } else if (type == CompletionStage.class) {
      return new CompletableFuture<>();
    } else if (type == Consumer.class) {
      Consumer<Object> nobody = any -> {};
      return nobody;
    }
    return type == String.class ? "text" : List.of();
  }

  private static Object call(Object object, Method method, Object... arguments) {
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

  private <T> T wrapped(Forwarding layer, Class<T> kind) {
    return layer.wrap(kind, fake(kind));
  }

  @SuppressWarnings("unchecked")
  private static Object wrap(Forwarding layer, Class<?> kind, Object object) {
    return layer.wrap((Class<Object>) kind, object);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void eachMethodIsDeclaredByAWrapperAndCanBeChanged(Case c) throws Exception {
    Method method =
        wrapped(new Forwarding(), c.kind())
            .getClass()
            .getMethod(c.method().getName(), c.method().getParameterTypes());
    assertFalse(method.isDefault(), () -> method + " is inherited");
    assertEquals(Forwarding.class.getPackageName(), method.getDeclaringClass().getPackageName());
    assertFalse(Modifier.isFinal(method.getModifiers()), () -> method + " cannot be changed");
  }

  @ParameterizedTest
  @MethodSource("cases")
  void eachCallArrivesOnceTranslatedBothWays(Case c) {
    for (Forwarding layer : layers()) {
      arrived.clear();
      Class<?>[] types = c.method().getParameterTypes();
      Object[] raw = Arrays.stream(types).map(this::sample).toArray();
      Object[] given = raw.clone();
      for (int i = 0; i < raw.length; i++) {
        given[i] = KINDS.contains(types[i]) ? wrap(layer, types[i], raw[i]) : raw[i];
      }
      answer = sample(c.method().getReturnType());

      Object result = call(wrapped(layer, c.kind()), c.method(), given);

      assertEquals(List.of(new Arrived(c.method(), Arrays.asList(raw))), arrived);
      Class<?> type = c.method().getReturnType();
      assertEquals(KINDS.contains(type) ? wrap(layer, type, answer) : answer, result);
    }
  }

  @ParameterizedTest
  @MethodSource("cases")
  void nullArrivesAsNullAndARefusalComesThrough(Case c) {
    Object[] given =
        Arrays.stream(c.method().getParameterTypes())
            .map(type -> type.isPrimitive() ? sample(type) : null)
            .toArray();
    refusal = new RsmException(RsmReturn.BAD_CONF, "o", "a", 1, "r");
    for (Forwarding layer : layers()) {
      arrived.clear();
      Object wrapper = wrapped(layer, c.kind());
      assertSame(refusal, assertThrows(RsmException.class, () -> call(wrapper, c.method(), given)));
      assertEquals(List.of(new Arrived(c.method(), Arrays.asList(given))), arrived);
    }
  }

  @Test
  void anObjectHasOneWrapper() {
    Forwarding layer = new Forwarding();
    RsmController controller = fake(RsmController.class);
    RsmController wrapper = layer.wrap(RsmController.class, controller);
    assertSame(wrapper, layer.wrap(RsmController.class, controller));
    assertSame(wrapper, layer.wrap(RsmController.class, wrapper));
    assertSame(controller, layer.unwrap(RsmController.class, wrapper));
    assertSame(controller, layer.unwrap(RsmController.class, controller));
    assertEquals("fake RsmController", wrapper.toString());
  }

  @Test
  void anObjectThatIsNoHandleIsRefused() {
    assertThrows(IllegalArgumentException.class, () -> new Forwarding().wrap(String.class, "text"));
  }

  @Test
  void aWrapperOfAnotherLayerArrivesAsItIs() {
    Forwarding layer = new Forwarding();
    LocalMemoryHandle foreign = wrapped(new Forwarding(), LocalMemoryHandle.class);
    wrapped(layer, RsmController.class).freeLocalMemoryHandle(foreign);
    assertSame(foreign, arrived.get(0).arguments().get(0));
  }

  @Test
  void handlesOfAVectorAreUnwrappedAndTheResidualIsTold() {
    for (Forwarding layer : layers()) {
      arrived.clear();
      answer = 0;
      LocalMemoryHandle handle = fake(LocalMemoryHandle.class);
      ByteBuffer memory = ByteBuffer.allocate(9);
      ScatGath vector =
          new ScatGath(2)
              .add(layer.wrap(LocalMemoryHandle.class, handle), 1, 2, 3)
              .add(memory, 4, 5, 6)
              .flags(3);
      vector.setResidual(2);
      ImportSegment segment =
          layer.wrap(
              ImportSegment.class,
              new ForwardingImport(new Forwarding(), fake(ImportSegment.class)) {
                @Override
                public int putv(ScatGath inner) {
                  assertNotSame(vector, inner);
                  assertSame(handle, inner.handle(0));
                  assertSame(memory, inner.buffer(1));
                  assertEquals(List.of(1L, 2L, 3L), numbers(inner, 0));
                  assertEquals(List.of(4L, 5L, 6L), numbers(inner, 1));
                  assertEquals(List.of(2, 3, 2), sizes(inner));
                  inner.setResidual(1);
                  throw new RsmException(RsmReturn.BAD_SGIO, "o", "a", 1, "r");
                }

                @Override
                public int getv(ScatGath inner) {
                  inner.setResidual(0);
                  return 0;
                }
              });
      assertThrows(RsmException.class, () -> segment.putv(vector));
      assertEquals(1, vector.residual());
      assertEquals(0, segment.getv(vector));
      assertEquals(0, vector.residual());
    }
  }

  private static List<Long> numbers(ScatGath vector, int entry) {
    return List.of(vector.localOffset(entry), vector.remoteOffset(entry), vector.length(entry));
  }

  private static List<Integer> sizes(ScatGath vector) {
    return List.of(vector.count(), vector.flags(), vector.residual());
  }

  @Test
  void aSubclassChangesOneCall() {
    Forwarding layer =
        new Forwarding() {
          @Override
          protected ForwardingImport wrapImport(ImportSegment delegate) {
            return new ForwardingImport(this, delegate) {
              @Override
              public int permission() {
                return 42;
              }
            };
          }
        };
    ImportSegment segment = wrapped(layer, ImportSegment.class);
    assertEquals(42, segment.permission());
    assertEquals(List.of(), arrived);
  }

  @Test
  void anInterceptorMayChangeArgumentsAndResult() {
    Forwarding layer =
        new InterceptingForwarding(
            call -> {
              assertEquals("ImportSegment.map", call.name());
              assertEquals("rsm_memseg_import_map", call.manPage());
              call.arguments()[3] = 5L;
              call.proceed();
              return null;
            });
    answer = sample(SegmentMap.class);
    assertEquals(null, wrapped(layer, ImportSegment.class).map(MapAttribute.NONE, 1, 2, 3, 4));
    assertEquals(List.of(MapAttribute.NONE, 1L, 2, 5L, 4L), arrived.get(0).arguments());
  }

  @Test
  void aFactoryThatGivesAnotherObjectsWrapperIsRefused() {
    Forwarding layer =
        new Forwarding() {
          @Override
          protected ForwardingBarrier wrapBarrier(RsmBarrier delegate) {
            return new ForwardingBarrier(this, fake(RsmBarrier.class));
          }
        };
    answer = fake(RsmBarrier.class);
    ImportSegment segment = wrapped(layer, ImportSegment.class);
    assertThrows(IllegalStateException.class, () -> segment.initBarrier(BarrierType.DEFAULT));
    segment.setMode(BarrierMode.EXPLICIT);
  }
}
