package org.dat4j.conformance.rsm.stepper;

import java.lang.reflect.Array;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import java.util.zip.CRC32;
import org.dat4j.conformance.rsm.fixture.RsmRegistryUnderTest;
import org.dat4j.conformance.rsm.fixture.RsmSource;
import org.dat4j.conformance.stepper.program.CallRecorder;
import org.dat4j.conformance.stepper.program.Literals;
import org.dat4j.rsm.ControllerAttr;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.PollFd;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.RsmException;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.ScatGath;
import org.dat4j.rsm.SegmentMap;
import org.dat4j.rsm.spi.forward.Call;
import org.dat4j.rsm.spi.forward.InterceptingForwarding;

/**
 * Records the calls of an RSM stepper's session as a Java program that repeats them, from a layer
 * in front of the controllers.
 */
final class RsmRecorder extends CallRecorder {
  private static final Object[] NONE = {};

  private final InterceptingForwarding layer =
      new InterceptingForwarding(
          (Call call) -> call(call.object(), call.method(), call.arguments(), call::proceed));

  /** Expressions of ids that the provider has chosen. */
  private final Map<Integer, String> ids = new HashMap<>();

  /** The bytes of the next transfer, and their expression. */
  private byte[] bytes;

  private String random;

  private final String controller;

  RsmRecorder(String controller) {
    this.controller = controller;
  }

  /** Puts the recorder in front of the registries of a source. */
  RsmSource before(RsmSource source) {
    return settings -> {
      RsmRegistryUnderTest registry = source.registry(settings);
      text.name(registry, "Rsm");
      return (RsmRegistryUnderTest)
          Proxy.newProxyInstance(
              RsmRegistryUnderTest.class.getClassLoader(),
              new Class<?>[] {RsmRegistryUnderTest.class},
              (proxy, method, arguments) -> {
                Object[] given = arguments == null ? NONE : arguments;
                Object answer =
                    call(registry, method, given, () -> invoke(registry, method, given));
                return answer instanceof RsmController got
                    ? layer.wrap(RsmController.class, got)
                    : answer;
              });
    };
  }

  private static Object invoke(Object object, Method method, Object[] arguments) {
    try {
      return method.invoke(object, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(method + " threw", e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(method + " is not accessible", e);
    }
  }

  /** Notes memory that the program allocates. */
  void memory(ByteBuffer memory, long seed, int page) {
    flush();
    String value = "memory(" + seed + "L, " + memory.capacity() + ", " + page + ")";
    text.declare(ByteBuffer.class, memory, value);
  }

  /** Notes a part of memory. */
  void slice(ByteBuffer part, ByteBuffer of, int index) {
    text.name(part, text.name(of) + ".slice(" + index + ", " + part.capacity() + ")");
  }

  /** Notes the bytes of the next transfer. */
  void random(byte[] data, long seed) {
    bytes = data.clone();
    random = "random(" + seed + "L, " + data.length + ")";
  }

  /** Notes that the program writes a byte. */
  void put(ByteBuffer memory, int at, byte value) {
    flush();
    statement(text.name(memory) + ".put(" + at + ", (byte) " + value + ");");
  }

  @Override
  protected String argument(Method method, int position, Object value) {
    if (value == null) {
      return "null";
    } else if (method.getName().equals("getController") && value.equals(controller)) {
      return "name";
    } else if (method.getName().equals("connectImportSegment") && position == 1) {
      return ids.getOrDefault(value, Literals.of(value));
    } else if (value instanceof Integer && method.getParameterTypes()[position] == int.class) {
      return Literals.of(value);
    }
    String name = text.name(value);
    if (name != null) {
      return name;
    } else if (value instanceof PollFd fd) {
      return text.declare(PollFd.class, fd, "new PollFd()");
    } else if (value instanceof PollFd[] fds) {
      StringJoiner list = new StringJoiner(", ", "new PollFd[] {", "}");
      Arrays.stream(fds).forEach(fd -> list.add(text.name(fd)));
      return list.toString();
    } else if (value instanceof int[] found && method.getName().startsWith("awaitPollfd")) {
      return text.declare(int[].class, found, "{" + found[0] + "}");
    } else if (value instanceof ScatGath vector) {
      return text.declare(ScatGath.class, vector, vector(vector));
    } else if (value instanceof ByteBuffer buffer) {
      return text.declare(ByteBuffer.class, buffer, "buffer(" + data(value) + ")");
    } else if (value instanceof byte[]) {
      return text.declare(byte[].class, value, data(value));
    } else if (value.getClass().isArray()) {
      String kind = value.getClass().getComponentType() + "s";
      return text.declare(value.getClass(), value, kind + "(" + data(value) + ")");
    } else if (value instanceof List<?> list) {
      StringJoiner entries = new StringJoiner(", ", "List.of(", ")");
      list.forEach(each -> entries.add(Literals.record((Record) each, Literals::of)));
      return entries.toString();
    } else if (value instanceof Number || value instanceof String || value instanceof Enum<?>) {
      return Literals.of(value);
    }
    return unprintable(value);
  }

  private String data(Object value) {
    byte[] content = content(value).array();
    return Arrays.equals(content, bytes) ? random : Literals.of(content);
  }

  /** Copies an array or a buffer. */
  private static ByteBuffer content(Object data) {
    if (data instanceof byte[] items) {
      return ByteBuffer.wrap(items.clone());
    } else if (data instanceof ByteBuffer items) {
      return ByteBuffer.allocate(items.capacity()).put(items.duplicate().clear());
    }
    boolean isShort = data instanceof short[];
    int length = Array.getLength(data);
    int size = isShort ? 2 : data instanceof int[] ? 4 : 8;
    ByteBuffer copy = ByteBuffer.allocate(length * size).order(ByteOrder.nativeOrder());
    if (isShort) {
      copy.asShortBuffer().put((short[]) data);
    } else if (data instanceof int[] items) {
      copy.asIntBuffer().put(items);
    } else {
      copy.asLongBuffer().put((long[]) data);
    }
    return copy;
  }

  private String vector(ScatGath vector) {
    String capacity = "new ScatGath(" + Math.max(1, vector.count()) + ")";
    StringBuilder list = new StringBuilder(capacity + ".flags(" + vector.flags() + ")");
    for (int i = 0; i < vector.count(); i++) {
      Object local = vector.isHandle(i) ? vector.handle(i) : vector.buffer(i);
      String name = local == null ? "(ByteBuffer) null" : text.name(local);
      if (name == null) {
        name = text.declare(ByteBuffer.class, local, "buffer(" + data(local) + ")");
      }
      list.append(".add(").append(name).append(", ").append(vector.localOffset(i)).append(", ");
      list.append(vector.remoteOffset(i)).append(", ").append(vector.length(i)).append(')');
    }
    return list.toString();
  }

  @Override
  protected void follow(Made made) {
    Object answer = made.answer();
    if (answer instanceof InterconnectTopology || answer instanceof ControllerAttr) {
      return;
    }
    boolean known = answer == null || text.name(answer) != null;
    if (!known && answer instanceof SegmentMap map) {
      String variable = text.declare(SegmentMap.class, map, made.expression());
      text.name(map.buffer(), variable + ".buffer()");
    } else if (made.name().equals("publish") && (int) made.arguments()[0] == 0) {
      ids.put((Integer) answer, text.declare(int.class, null, made.expression()));
    } else if (!known && isHandle(answer)) {
      boolean ends = !(answer instanceof AutoCloseable);
      String value = ends ? made.expression() : "keep(" + made.expression() + ")";
      text.declare(made.method().getReturnType(), answer, value);
    } else {
      text.add(made.expression() + ";");
    }
  }

  private static boolean isHandle(Object answer) {
    return answer instanceof RsmController
        || answer instanceof ExportSegment
        || answer instanceof ImportSegment
        || answer instanceof RsmBarrier
        || answer instanceof LocalMemoryHandle;
  }

  @Override
  protected List<Look> looks(Made made) {
    List<Look> looks = new ArrayList<>();
    for (Object argument : made.arguments()) {
      String name = argument == null ? null : text.name(argument);
      if (argument instanceof ScatGath vector) {
        looks.add(look(name + ".residual()", vector.residual()));
        for (int i = 0; i < vector.count(); i++) {
          if (vector.buffer(i) != null) {
            looks.add(sum(text.name(vector.buffer(i)), vector.buffer(i)));
          }
        }
      } else if (argument instanceof PollFd[] fds) {
        for (PollFd fd : fds) {
          looks.add(look(text.name(fd) + ".revents()", fd.revents()));
        }
      } else if (argument instanceof PollFd fd) {
        looks.add(look(name + ".events()", fd.events()));
      } else if (argument instanceof int[] found && made.name().startsWith("awaitPollfd")) {
        looks.add(look(name + "[0]", found[0]));
      } else if (name != null
          && (argument.getClass().isArray() || argument instanceof ByteBuffer)) {
        looks.add(sum(name, argument));
      }
    }
    return looks;
  }

  private Look sum(String name, Object data) {
    CRC32 sum = new CRC32();
    sum.update(content(data).array());
    return new Look("sum(" + name + ")", String.valueOf(sum.getValue()));
  }

  @Override
  protected boolean isCode(Method method) {
    boolean values = List.of("publish", "permission", "length").contains(method.getName());
    return method.getReturnType() == int.class && !values;
  }

  @Override
  protected String codeName(int code) {
    return RsmReturn.name(code);
  }

  @Override
  protected Integer codeOf(RuntimeException thrown) {
    return thrown instanceof RsmException refusal ? refusal.code() : null;
  }

  @Override
  protected Object inner(Object object) {
    return object;
  }

  @Override
  protected String expected(String accessor, Object value) {
    return Literals.of(value);
  }

  @Override
  protected String waitFor(String evd) {
    throw new IllegalStateException("RSM has no EVDs");
  }
}
