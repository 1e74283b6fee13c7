package org.dat4j.dat.spi.forward;

/**
 * A callback through which all calls on the DAT objects of an {@link InterceptingForwarding} go,
 * and which may change or refuse them, as mutants do. It is for changes that come from a table
 * rather than from one class each: refuse what is allowed, allow what is refused, change an
 * argument by one, give an event twice.
 */
@FunctionalInterface
public interface Interceptor {

  /**
   * Makes a call, changed or not. It may run on any thread of the consumer, several at a time, and
   * inside of a blocking call.
   *
   * @param call the call; it and what {@link Call#proceed()} answers hold the provider's objects
   * @return the result as the method declares it, boxed; null for none
   */
  Object intercept(Call call);
}
