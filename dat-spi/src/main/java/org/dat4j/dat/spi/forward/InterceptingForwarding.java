package org.dat4j.dat.spi.forward;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.Objects;
import org.dat4j.dat.DatObject;

/**
 * A layer over DAT adapters that gives every call to one {@link Interceptor}, which may change it
 * before the provider gets it. Convenient rather than fast: a call allocates. Calls by which the
 * layer itself looks whether an object was freed are not seen.
 */
public class InterceptingForwarding extends Forwarding {

  private static final Object[] NONE = {};

  private final Interceptor interceptor;

  /**
   * Makes a layer without wrappers.
   *
   * @param interceptor makes the calls
   */
  public InterceptingForwarding(Interceptor interceptor) {
    this.interceptor = Objects.requireNonNull(interceptor, "interceptor");
  }

  @Override
  protected <T extends DatObject> T inFront(Class<T> kind, T object) {
    InvocationHandler handler =
        (proxy, method, arguments) ->
            method.getDeclaringClass() == Object.class
                ? ofObject(proxy, object, method, arguments)
                : interceptor.intercept(
                    new Call(kind, object, method, arguments == null ? NONE : arguments));
    return kind.cast(Proxy.newProxyInstance(kind.getClassLoader(), new Class<?>[] {kind}, handler));
  }

  /** The delegate is equal to itself only and has the text of its object. */
  private static Object ofObject(Object proxy, Object object, Method method, Object[] arguments) {
    return switch (method.getName()) {
      case "equals" -> proxy == arguments[0];
      case "hashCode" -> System.identityHashCode(proxy);
      default -> object.toString();
    };
  }
}
