package org.dat4j.rsm.spi.forward;

import java.lang.ref.WeakReference;
import java.util.Map;
import java.util.WeakHashMap;
import org.dat4j.rsm.ExportSegment;
import org.dat4j.rsm.ImportSegment;
import org.dat4j.rsm.LocalMemoryHandle;
import org.dat4j.rsm.RsmBarrier;
import org.dat4j.rsm.RsmController;
import org.dat4j.rsm.ScatGath;

/**
 * A layer of wrappers over RSM controllers and their objects that passes every call on, so that
 * subclasses can change single calls. Start with {@code forwarding.wrap(RsmController.class,
 * controller)}; everything made with it is wrapped too. An object has one wrapper, always the same
 * while anybody has it. A subclass overrides the {@code wrap...} factories to supply its own.
 *
 * <p>What has a wrapper here is unwrapped in arguments, everything else is passed on as it is, so
 * that the provider refuses it as the contract says. An entry that {@code getPollfd} fills stands
 * for the provider's segment, as {@code Rsm.awaitPollfd} needs it.
 *
 * <p>All methods may be called from any thread.
 */
public class Forwarding {

  /** Guarded by itself. A wrapper holds its object, so that neither outlives the other here. */
  private final Map<Object, WeakReference<ForwardingObject<?>>> wrappers = new WeakHashMap<>();

  /** Makes a layer without wrappers. */
  public Forwarding() {}

  /**
   * Returns the wrapper of an object.
   *
   * @param kind {@link RsmController}, {@link ExportSegment}, {@link ImportSegment}, {@link
   *     RsmBarrier} or {@link LocalMemoryHandle}
   * @param object an object of the provider; null and a wrapper of this layer are given back
   * @param <T> the kind
   * @return the same wrapper at every call
   * @throws IllegalArgumentException if the object is of none of the five kinds
   */
  public final <T> T wrap(Class<T> kind, T object) {
    if (object == null || isOwn(object)) {
      return object;
    }
    synchronized (wrappers) {
      WeakReference<ForwardingObject<?>> known = wrappers.get(object);
      ForwardingObject<?> wrapper = known == null ? null : known.get();
      if (wrapper == null) {
        wrapper = checked(object, newWrapper(object));
        wrappers.put(object, new WeakReference<>(wrapper));
      }
      return kind.cast(wrapper);
    }
  }

  /**
   * Gives the provider's object behind a wrapper.
   *
   * @param kind the interface of the object
   * @param object a wrapper of this layer; null and any other object are given back
   * @param <T> the kind
   * @return the provider's object
   */
  public final <T> T unwrap(Class<T> kind, T object) {
    return isOwn(object) ? kind.cast(((ForwardingObject<?>) object).target()) : object;
  }

  private boolean isOwn(Object object) {
    return object instanceof ForwardingObject<?> wrapper && wrapper.forwarding() == this;
  }

  private ForwardingObject<?> checked(Object object, ForwardingObject<?> wrapper) {
    if (wrapper == null || wrapper.target() != object || wrapper.forwarding() != this) {
      throw new IllegalStateException(
          getClass().getName()
              + ": the factory for "
              + object
              + " gave "
              + wrapper
              + ": return a new wrapper made with (this, the given object)");
    }
    return wrapper;
  }

  private ForwardingObject<?> newWrapper(Object object) {
    if (object instanceof ImportSegment segment) {
      return wrapImport(segment);
    } else if (object instanceof ExportSegment segment) {
      return wrapExport(segment);
    } else if (object instanceof RsmBarrier barrier) {
      return wrapBarrier(barrier);
    } else if (object instanceof LocalMemoryHandle handle) {
      return wrapLocalMemory(handle);
    } else if (object instanceof RsmController controller) {
      return wrapController(controller);
    }
    throw new IllegalArgumentException(
        "Forwarding.wrap: object = "
            + object
            + " of "
            + object.getClass().getName()
            + ": give an object of one of the five kinds of handle");
  }

  /**
   * Returns a vector for the provider, with the provider's handles in the place of their wrappers.
   *
   * @return the vector itself where it has none
   */
  final ScatGath unwrap(ScatGath vector) {
    if (vector == null || !hasOwnHandle(vector)) {
      return vector;
    }
    ScatGath inner = new ScatGath(vector.count()).flags(vector.flags());
    for (int i = 0; i < vector.count(); i++) {
      long local = vector.localOffset(i);
      if (vector.isHandle(i)) {
        LocalMemoryHandle handle = unwrap(LocalMemoryHandle.class, vector.handle(i));
        inner.add(handle, local, vector.remoteOffset(i), vector.length(i));
      } else {
        inner.add(vector.buffer(i), local, vector.remoteOffset(i), vector.length(i));
      }
    }
    inner.setResidual(vector.residual());
    return inner;
  }

  private boolean hasOwnHandle(ScatGath vector) {
    for (int i = 0; i < vector.count(); i++) {
      if (vector.isHandle(i) && isOwn(vector.handle(i))) {
        return true;
      }
    }
    return false;
  }

  /**
   * Gives the object that a wrapper calls. A subclass may put something in front of the object that
   * sees the calls of all wrappers; {@link InterceptingForwarding} does. Called once per wrapper,
   * by the constructor of the wrapper.
   *
   * @param kind the interface of the object
   * @param object the provider's object
   * @param <T> the kind
   * @return by default the object itself
   */
  protected <T> T inFront(Class<T> kind, T object) {
    return object;
  }

  /**
   * Makes the wrapper of a controller. As all factories, called by one thread at a time.
   *
   * @param delegate the provider's object
   * @return a new wrapper of it
   */
  protected ForwardingController wrapController(RsmController delegate) {
    return new ForwardingController(this, delegate);
  }

  /**
   * Makes the wrapper of an export segment.
   *
   * @param delegate the provider's object
   * @return a new wrapper of it
   */
  protected ForwardingExport wrapExport(ExportSegment delegate) {
    return new ForwardingExport(this, delegate);
  }

  /**
   * Makes the wrapper of an import.
   *
   * @param delegate the provider's object
   * @return a new wrapper of it
   */
  protected ForwardingImport wrapImport(ImportSegment delegate) {
    return new ForwardingImport(this, delegate);
  }

  /**
   * Makes the wrapper of a barrier.
   *
   * @param delegate the provider's object
   * @return a new wrapper of it
   */
  protected ForwardingBarrier wrapBarrier(RsmBarrier delegate) {
    return new ForwardingBarrier(this, delegate);
  }

  /**
   * Makes the wrapper of a local memory handle.
   *
   * @param delegate the provider's object
   * @return a new wrapper of it
   */
  protected ForwardingLocalMemory wrapLocalMemory(LocalMemoryHandle delegate) {
    return new ForwardingLocalMemory(this, delegate);
  }
}
