package org.dat4j.conformance.rsm.mutant;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.function.Supplier;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.spi.forward.Call;

/**
 * A call that a fault holds, of a handle or of a registry; for the thread that makes it. What it
 * holds are the provider's objects.
 */
final class Made {
  private final String name;
  private final String page;
  private final Object object;
  private final Object[] arguments;
  private final Class<?> type;
  private final Supplier<Object> call;

  Made(
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

  static Made of(Call call) {
    String page = call.manPage();
    return new Made(
        call.name(),
        page == null ? "" : page,
        call.object(),
        call.arguments(),
        call.method().getReturnType(),
        call::proceed);
  }

  /** The same call, at whose success somebody looks. */
  Made observed(Known known) {
    return new Made(name, page, object, arguments, type, () -> known.made(this));
  }

  /** The same call on another object of the same kind. */
  Made on(Object other) {
    return new Made(name, page, other, arguments, type, () -> invoke(other));
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

  /** Interface and method, such as {@code ImportSegment.put8}. */
  String name() {
    return name;
  }

  /** The method alone. */
  String method() {
    return name.substring(name.indexOf('.') + 1);
  }

  /** The function of the contract, empty for none. */
  String page() {
    return page;
  }

  Object object() {
    return object;
  }

  /** The arguments that {@link #proceed} uses; elements may be replaced. */
  Object[] arguments() {
    return arguments;
  }

  int intAt(int index) {
    return (int) arguments[index];
  }

  /** Whether the answer is a code. */
  boolean outcome() {
    return type == int.class && !page.isEmpty() && !page.equals("rsm_memseg_export_publish");
  }

  Object proceed() {
    return call.get();
  }

  /** What a call answers that says it succeeded, where {@code last} is what it answered before. */
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
