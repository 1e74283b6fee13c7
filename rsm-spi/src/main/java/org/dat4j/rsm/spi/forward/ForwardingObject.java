package org.dat4j.rsm.spi.forward;

/**
 * The base of all wrappers of RSM objects, which pass every call on so that subclasses can change
 * single calls. Every public method of a wrapper makes exactly the same call on {@link
 * #delegate()}, with unwrapped arguments, and wraps the result; a subclass overrides it to change
 * that one call. A call and {@code close()}, which may do the same, are two methods. Wrappers are
 * equal when they are the same.
 *
 * @param <T> the interface of the object
 */
public abstract class ForwardingObject<T> {

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
   * Returns the layer this wrapper belongs to.
   *
   * @return the layer
   */
  public final Forwarding forwarding() {
    return forwarding;
  }

  /**
   * Gives the object that this wrapper calls: the provider's object, or the layer's object in front
   * of it.
   *
   * @return the delegate; it knows the provider's objects only
   */
  protected final T delegate() {
    return delegate;
  }

  /** Gives the provider's object, which replaces this wrapper in arguments. */
  final T target() {
    return target;
  }

  @Override
  public String toString() {
    return target.toString();
  }
}
