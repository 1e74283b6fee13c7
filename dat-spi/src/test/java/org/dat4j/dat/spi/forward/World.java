package org.dat4j.dat.spi.forward;

import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.ProxyAgent;
import org.dat4j.dat.Psp;
import org.dat4j.dat.Pz;
import org.dat4j.dat.RegionDescription;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.Rsp;
import org.dat4j.dat.Srq;

/**
 * One fake object of each kind, and sample values of every type the contract's methods take and
 * give. A type it does not know fails the test: a new type may hold objects.
 */
final class World {

  static final List<Class<? extends DatObject>> KINDS =
      List.of(
          Ia.class, Ep.class, Evd.class, Cno.class, Pz.class, Lmr.class, Rmr.class, Psp.class,
          Rsp.class, Cr.class, Srq.class);

  private final Map<Class<?>, Fake<?>> fakes = new LinkedHashMap<>();
  private int next = 7;

  World(String name) {
    for (Class<? extends DatObject> kind : KINDS) {
      fakes.put(kind, fake(kind, name + kind.getSimpleName()));
    }
  }

  private <T extends DatObject> Fake<T> fake(Class<T> kind, String name) {
    return new Fake<>(kind, name, (method, arguments) -> sample(method.getReturnType()));
  }

  Fake<?> fake(Class<?> kind) {
    return fakes.get(kind);
  }

  <T extends DatObject> T object(Class<T> kind) {
    return kind.cast(fakes.get(kind).object());
  }

  /** Sample arguments of a method; its objects are those of this world. */
  Object[] arguments(Method method) {
    List<Object> arguments = new ArrayList<>();
    for (Class<?> type : method.getParameterTypes()) {
      arguments.add(sample(type));
    }
    return arguments.toArray();
  }

  /** A value of a type, of primitives another one at every call and never 0. */
  Object sample(Class<?> type) {
    if (fakes.containsKey(type)) {
      return fakes.get(type).object();
    } else if (type == void.class) {
      return null;
    } else if (type == int.class) {
      return next++;
    } else if (type == long.class) {
      return (long) next++;
    } else if (type == boolean.class) {
      return true;
    } else if (type == String.class) {
      return "text" + next++;
    } else if (type == byte[].class) {
      return new byte[] {(byte) next++};
    } else if (type == List.class) {
      return List.of();
    } else if (type == InetAddress.class) {
      return InetAddress.getLoopbackAddress();
    } else if (type == ByteBuffer.class) {
      return ByteBuffer.allocateDirect(8);
    } else if (type == LmrIov.class) {
      return new LmrIov(1);
    } else if (type == DatEvent.class) {
      return new DatEvent();
    } else if (type == CnoTrigger.class) {
      return new CnoTrigger();
    } else if (type == RegionDescription.class) {
      return RegionDescription.lmr(object(Lmr.class));
    } else if (type == ProxyAgent.class) {
      return (ProxyAgent) evd -> {};
    } else if (type.isEnum()) {
      return type.getEnumConstants()[type.getEnumConstants().length - 1];
    } else if (type.isRecord()) {
      return record(type);
    }
    throw new AssertionError("World has no sample of " + type + ": may it hold objects?");
  }

  private Object record(Class<?> type) {
    return build(
        type, Arrays.stream(type.getRecordComponents()).map(c -> sample(c.getType())).toArray());
  }

  private static Object build(Class<?> record, Object[] values) {
    Class<?>[] types =
        Arrays.stream(record.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      return record.getConstructor(types).newInstance(values);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError("no record " + record, e);
    }
  }

  private static Object[] values(Object record) {
    List<Object> values = new ArrayList<>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      try {
        values.add(component.getAccessor().invoke(record));
      } catch (ReflectiveOperationException e) {
        throw new AssertionError("cannot read " + component, e);
      }
    }
    return values.toArray();
  }

  /** A value with the objects it holds replaced. */
  static Object replaced(Object value, UnaryOperator<DatObject> replacement) {
    if (value instanceof DatObject object) {
      return replacement.apply(object);
    } else if (value instanceof RegionDescription region && region.lmr() != null) {
      return RegionDescription.lmr((Lmr) replacement.apply(region.lmr()));
    } else if (value instanceof Record) {
      Object[] values = values(value);
      return build(
          value.getClass(), Arrays.stream(values).map(v -> replaced(v, replacement)).toArray());
    }
    return value;
  }

  /** A thing told by its identity only. */
  private record Same(Object object) {
    @Override
    public boolean equals(Object other) {
      return other instanceof Same same && same.object == object;
    }

    @Override
    public int hashCode() {
      return System.identityHashCode(object);
    }
  }

  /** Whatever a value holds, down to the objects, which are told by their identity. */
  static Object picture(Object value) {
    if (value instanceof RegionDescription region && region.lmr() != null) {
      return List.of("region of", picture(region.lmr()));
    } else if (value instanceof Record) {
      List<Object> parts = new ArrayList<>(List.of(value.getClass()));
      Arrays.stream(values(value)).map(World::picture).forEach(parts::add);
      return parts;
    } else if (value instanceof Number
        || value instanceof Boolean
        || value instanceof List
        || value instanceof String) {
      return value;
    }
    return new Same(value);
  }
}
