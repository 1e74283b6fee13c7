package org.dat4j.dat.spi.forward;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.DatSubtype;

/** A provider's object that records what is called on it and answers as it is told. */
final class Fake<T extends DatObject> implements InvocationHandler {

  /** The answer to a call, by the method and its arguments. */
  interface Answer {
    Object to(Method method, Object[] arguments);
  }

  /** A call that arrived; compared by its method. */
  record Received(Method method, List<Object> arguments) {}

  private final Class<T> kind;
  private final String name;
  private final T object;
  private final List<Received> received = new ArrayList<>();
  private Answer answer;
  private boolean freed;

  Fake(Class<T> kind, String name, Answer answer) {
    this.kind = kind;
    this.name = name;
    this.answer = answer;
    this.object =
        kind.cast(Proxy.newProxyInstance(kind.getClassLoader(), new Class<?>[] {kind}, this));
  }

  T object() {
    return object;
  }

  Class<T> kind() {
    return kind;
  }

  void answer(Answer next) {
    answer = next;
  }

  /** From now on the object is refused as freed where a layer looks whether it was. */
  void markFreed() {
    freed = true;
  }

  List<Received> received() {
    return List.copyOf(received);
  }

  static DatException refusal() {
    return new DatException(
        DatReturn.INVALID_STATE, DatSubtype.NO_SUBTYPE, "fake", "state", "busy", "wait");
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) {
    if (method.getDeclaringClass() == Object.class) {
      return switch (method.getName()) {
        case "equals" -> proxy == arguments[0];
        case "hashCode" -> 1;
        default -> name;
      };
    }
    received.add(
        new Received(method, arguments == null ? List.of() : Arrays.asList(arguments.clone())));
    if (freed) {
      throw new DatException(
          DatReturn.INVALID_HANDLE, DatSubtype.NO_SUBTYPE, name, "handle", name, "it was freed");
    }
    return answer.to(method, arguments);
  }
}
