package org.dat4j.dat.spi.forward;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.ManPage;

/**
 * One call on a DAT object, intercepted by an {@link Interceptor}: its object, method and
 * arguments. For the thread that makes the call.
 */
public final class Call {

  private final Class<?> kind;
  private final DatObject object;
  private final Method method;
  private final Object[] arguments;

  Call(Class<?> kind, DatObject object, Method method, Object[] arguments) {
    this.kind = kind;
    this.object = object;
    this.method = method;
    this.arguments = arguments;
  }

  /**
   * The provider's object the call is made on.
   *
   * @return the object
   */
  public DatObject object() {
    return object;
  }

  /**
   * The method of the interface.
   *
   * @return the method
   */
  public Method method() {
    return method;
  }

  /**
   * Interface and method.
   *
   * @return such as {@code Ep.postSend}, the same for all its forms
   */
  public String name() {
    return kind.getSimpleName() + "." + method.getName();
  }

  /**
   * The arguments, with the provider's objects.
   *
   * @return the array that {@link #proceed()} uses: an element may be replaced, by a value of the
   *     same type; length 0 when there are none
   */
  public Object[] arguments() {
    return arguments;
  }

  /**
   * The C function this call stands for. All forms of a call have the page of that form that is
   * marked with it, and {@code close()} has the page of the call that frees the object.
   *
   * @return the name, null where the contract has no function
   */
  public String manPage() {
    ManPage own = method.getAnnotation(ManPage.class);
    if (own != null) {
      return own.value();
    }
    String page = pageOf(method.getName());
    return page == null && method.getName().equals("close") ? pageOf("free") : page;
  }

  private String pageOf(String name) {
    for (Method form : kind.getMethods()) {
      ManPage page = form.getAnnotation(ManPage.class);
      if (page != null && form.getName().equals(name)) {
        return page.value();
      }
    }
    return null;
  }

  /**
   * Makes the call on the provider's object. May be called never, once or several times.
   *
   * @return its result, boxed; null for none
   */
  public Object proceed() {
    try {
      return method.invoke(object, arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      if (e.getCause() instanceof Error cause) {
        throw cause;
      }
      throw new IllegalStateException(this + ": threw what it does not declare", e.getCause());
    } catch (IllegalAccessException e) {
      throw new IllegalStateException(this + ": is not accessible", e);
    }
  }

  @Override
  public String toString() {
    return name() + " of " + object;
  }
}
