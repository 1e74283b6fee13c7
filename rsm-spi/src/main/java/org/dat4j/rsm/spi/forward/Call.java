package org.dat4j.rsm.spi.forward;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import org.dat4j.rsm.ManPage;

/**
 * One call on an object of an RSM provider, which an {@link Interceptor} makes, changes, repeats or
 * leaves out. Only the thread that makes the call may use it.
 */
public final class Call {

  private final Class<?> kind;
  private final Object object;
  private final Method method;
  private final Object[] arguments;

  Call(Class<?> kind, Object object, Method method, Object[] arguments) {
    this.kind = kind;
    this.object = object;
    this.method = method;
    this.arguments = arguments;
  }

  /**
   * Returns the provider's object on which the call is made.
   *
   * @return the object
   */
  public Object object() {
    return object;
  }

  /**
   * Returns the method of the interface.
   *
   * @return the method
   */
  public Method method() {
    return method;
  }

  /**
   * Returns the names of interface and method.
   *
   * @return such as {@code ImportSegment.put8}
   */
  public String name() {
    return kind.getSimpleName() + "." + method.getName();
  }

  /**
   * Returns the arguments, with the provider's objects in the place of wrappers.
   *
   * @return the array that {@link #proceed()} uses: an element may be replaced, by a value of the
   *     same type; length 0 when there are none
   */
  public Object[] arguments() {
    return arguments;
  }

  /**
   * Gives the C function of this call.
   *
   * @return the name, null where the contract has no function
   */
  public String manPage() {
    ManPage page = method.getAnnotation(ManPage.class);
    return page == null ? null : page.value();
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
