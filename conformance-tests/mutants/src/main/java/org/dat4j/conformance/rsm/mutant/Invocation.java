package org.dat4j.conformance.rsm.mutant;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.spi.forward.Call;

/**
 * An RSM call on its way to the provider, intercepted so that a mutant's fault can change its
 * arguments, effect or answer. For the thread that makes it. It holds the provider's objects, not
 * the wrappers that the suite has.
 */
final class Invocation {
  private final String name;
  private final String page;
  private final Object object;
  private final Object[] arguments;
  private final Class<?> type;
  private final Supplier<Object> call;

  Invocation(
      String name,
      String page,
      Object object,
      Object[] arguments,
      Class<?> type,
      Supplier<Object> call) {
    this.name = name;
    this.page = page;
    this.object = object;
    this.arguments = arguments;
    this.type = type;
    this.call = call;
  }

  static Invocation of(Call call) {
    String page = call.manPage();
    return new Invocation(
        call.name(),
        page == null ? "" : page,
        call.object(),
        call.arguments(),
        call.method().getReturnType(),
        call::proceed);
  }

  /** Makes the same call, with a tracker that notes its success. */
  Invocation observed(HandleTracker known) {
    return new Invocation(name, page, object, arguments, type, () -> known.made(this));
  }

  /** Makes the same call on another import. */
  Invocation on(Object other) {
    return new Invocation(name, page, other, arguments, type, () -> invoke(other));
  }

  private Object invoke(Object other) {
    try {
      for (Method each : ImportSegment.class.getMethods()) {
        if (each.getName().equals(method())) {
          return each.invoke(other, arguments);
        }
      }
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new IllegalStateException(this + ": threw what it does not declare", e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(this + ": is not accessible", e);
    }
    throw new IllegalStateException(this + ": is no call of an import");
  }

  /** Returns the interface and method, such as {@code ImportSegment.put8}. */
  String name() {
    return name;
  }

  /** Returns the method alone. */
  String method() {
    return name.substring(name.indexOf('.') + 1);
  }

  /** Returns the function of the contract, empty for none. */
  String page() {
    return page;
  }

  Object object() {
    return object;
  }

  /** Returns the arguments that {@link #proceed} uses; elements may be replaced. */
  Object[] arguments() {
    return arguments;
  }

  int intAt(int index) {
    return (int) arguments[index];
  }

  /** Returns whether the answer is a code. */
  boolean outcome() {
    return type == int.class && !page.isEmpty() && !page.equals("rsm_memseg_export_publish");
  }

  Object proceed() {
    return call.get();
  }

  /** Makes an answer that says success, where {@code last} is the last answer of the call. */
  Object success(Object last) {
    if (outcome()) {
      return 0;
    }
    return page.equals("rsm_memseg_export_publish") ? arguments[0] : last;
  }

  @Override
  public String toString() {
    return name + " of " + object;
  }
}
