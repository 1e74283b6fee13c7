package org.dat4j.dat.spi.forward;

import org.dat4j.dat.DatObject;
import org.dat4j.dat.HandleType;

/**
 * The base of all wrappers of a {@link Forwarding}, which pass calls on to a provider's objects.
 * Every public method of a wrapper makes exactly the same call on {@link #delegate()}, with
 * unwrapped arguments, and wraps the result; a subclass overrides it to change that one call. Two
 * forms of a call, such as those of {@code Ep.postSend}, are two methods, and {@code free()} and
 * {@code close()} too. Wrappers are equal when they are the same.
 *
 * @param <T> the interface of the object
 */
public abstract class ForwardingObject<T extends DatObject> implements DatObject {

  private final Forwarding forwarding;
  private final T target;
  private final T delegate;

  /**
   * Makes a wrapper; for the factories of {@link Forwarding}.
   *
   * @param forwarding the layer it belongs to
   * @param kind the interface of the object
   * @param target the provider's object
   */
  ForwardingObject(Forwarding forwarding, Class<T> kind, T target) {
    this.forwarding = forwarding;
    this.target = target;
    this.delegate = forwarding.inFront(kind, target);
  }

  /**
   * The layer this wrapper belongs to.
   *
   * @return the layer
   */
  public final Forwarding forwarding() {
    return forwarding;
  }

  /**
   * The object to which the calls of this wrapper go: the provider's object, or one that the layer
   * has in front of it.
   *
   * @return the delegate; it knows the provider's objects only
   */
  protected final T delegate() {
    return delegate;
  }

  /** The provider's object: what this wrapper stands for in arguments. */
  final T target() {
    return target;
  }

  /**
   * The wrapper of an object that came from the delegate.
   *
   * @param kind its interface
   * @param object an object of the provider, or null
   * @param <U> the kind
   * @return see {@link Forwarding#wrap}
   */
  protected final <U extends DatObject> U wrap(Class<U> kind, U object) {
    return forwarding.wrap(kind, object);
  }

  /**
   * The provider's object for an argument.
   *
   * @param kind its interface
   * @param object what the consumer gave, or null
   * @param <U> the kind
   * @return see {@link Forwarding#unwrap}
   */
  protected final <U extends DatObject> U unwrap(Class<U> kind, U object) {
    return forwarding.unwrap(kind, object);
  }

  /**
   * Holds this wrapper weakly from now on; to be called when the provider's object has ended. A
   * wrapper that was not released is when its adapter is closed.
   */
  protected final void released() {
    forwarding.release(this);
  }

  @Override
  public void setConsumerContext(long context) {
    delegate.setConsumerContext(context);
  }

  @Override
  public long getConsumerContext() {
    return delegate.getConsumerContext();
  }

  @Override
  public HandleType getHandleType() {
    return delegate.getHandleType();
  }

  @Override
  public void close() {
    delegate.close();
    released();
  }

  @Override
  public String toString() {
    return target.toString();
  }
}
