package org.dat4j.rsm.spi.forward;

/**
 * A function that gets every call on the RSM objects of an {@link InterceptingForwarding} and may
 * change it. It serves for changes that come from a table rather than from one class each.
 * Examples: refuse what is allowed, allow what is refused, change an argument by one, post a signal
 * twice.
 */
@FunctionalInterface
public interface Interceptor {

  /**
   * Makes a call, changed or not. It may run on any thread of the program, several at a time, and
   * inside of a blocking call.
   *
   * @param call the call; it and what {@link Call#proceed()} answers hold the provider's objects
   * @return the result as the method declares it, boxed; null for none
   */
  Object intercept(Call call);
}
