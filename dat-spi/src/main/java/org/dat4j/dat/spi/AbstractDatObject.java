package org.dat4j.dat.spi;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.HandleType;

/**
 * Base of the DAT objects of all providers: counts what uses an object, refuses its free meanwhile,
 * and knows whether it was freed. Both are one number, so that a free and a use that race have
 * exactly one winner.
 */
public abstract class AbstractDatObject implements DatObject {

  private static final int FREED = -1;

  /** Freed for good: the adapter was closed, also while a claim was undecided. */
  private static final int DESTROYED = -2;

  private static final VarHandle USERS =
      FieldHandles.find(MethodHandles.lookup(), AbstractDatObject.class, "users", int.class);

  private final AbstractIa ia;
  private final HandleType type;
  private final int serial;
  private volatile int users;
  private volatile long consumerContext;

  /**
   * Makes a live object.
   *
   * @param ia the adapter it belongs to; null for an adapter itself
   * @param type its kind
   */
  AbstractDatObject(AbstractIa ia, HandleType type) {
    this.ia = ia;
    this.type = type;
    this.serial = ia == null ? 0 : ia.nextSerial();
  }

  /**
   * The adapter this object belongs to.
   *
   * @return the instance
   */
  public final AbstractIa ia() {
    return ia;
  }

  @Override
  public final void setConsumerContext(long context) {
    checkLive("setConsumerContext");
    consumerContext = context;
  }

  @Override
  public final long getConsumerContext() {
    checkLive("getConsumerContext");
    return consumerContext;
  }

  @Override
  public final HandleType getHandleType() {
    checkLive("getHandleType");
    return type;
  }

  /**
   * Whether this object was freed.
   *
   * @return true from the moment the free has won
   */
  public final boolean isFreed() {
    return users < 0;
  }

  @Override
  public final void close() {
    if (isFreed()) {
      return;
    }
    try {
      closeLive();
    } catch (DatException e) {
      // Another thread may have freed it between the look and the free.
      if (!isFreed() || e.type() != DatReturn.INVALID_HANDLE) {
        throw e;
      }
    }
  }

  /** Frees this object, which was live when {@link #close()} looked. */
  abstract void closeLive();

  /**
   * The kind of this object, freed or not.
   *
   * @return the kind
   */
  final HandleType type() {
    return type;
  }

  /**
   * Refuses a call on a freed object.
   *
   * @param call name of the Java call
   * @throws DatException DAT_INVALID_HANDLE
   */
  protected final void checkLive(String call) {
    if (users < 0) {
      throw freed(call);
    }
  }

  /**
   * Object and call, for messages.
   *
   * @param call name of the Java call
   * @return such as {@code Ep[7].connect}
   */
  public final String where(String call) {
    return this + "." + call;
  }

  /**
   * The refusal of a call on a freed object.
   *
   * @param call name of the Java call
   * @return the exception
   */
  final DatException freed(String call) {
    return freed(where(call), "handle");
  }

  private DatException freed(String where, String argument) {
    return Errors.handle(where, Subtypes.ofHandle(type), argument, this, freedRemedy());
  }

  /** Says what to do in the place of using this object, which was freed. */
  private String freedRemedy() {
    return switch (type) {
      case CR -> "it was accepted, rejected or handed off already; wait for the next request";
      case IA -> "it was closed; open it again";
      default -> "it was freed; create a new one";
    };
  }

  /** Marks one more user; a freed object is refused. */
  final void retain(String where, String argument, int subtype) {
    if (!tryRetain()) {
      throw Errors.handle(where, subtype, argument, this, freedRemedy());
    }
  }

  /** Marks one more user, unless this object was freed. */
  final boolean tryRetain() {
    int now;
    do {
      now = users;
      if (now < 0) {
        return false;
      }
    } while (!USERS.compareAndSet(this, now, now + 1));
    return true;
  }

  /** {@link #retain} of the object that is called, for as long as the call lasts. */
  final void enter(String call) {
    int now;
    do {
      now = users;
      if (now < 0) {
        throw freed(call);
      }
    } while (!USERS.compareAndSet(this, now, now + 1));
  }

  /** How many others use this object; below 0 when it was freed. */
  final int users() {
    return users;
  }

  /** Undoes one {@link #retain}; without effect on a freed object. */
  final void release() {
    int now;
    do {
      now = users;
      if (now <= 0) {
        return;
      }
    } while (!USERS.compareAndSet(this, now, now - 1));
  }

  /**
   * The contract's free: refused while used, undone when the provider refuses.
   *
   * @param call name of the Java call
   * @param busySubtype subtype while others use this object
   */
  final void freeNow(String call, int busySubtype) {
    claim(call, busySubtype);
    try {
      implFree();
    } catch (RuntimeException | Error e) {
      unclaim();
      throw e;
    }
    gone();
  }

  /** Wins the right to end this object; {@link #unclaim()} gives it back. */
  final void claim(String call, int busySubtype) {
    if (!USERS.compareAndSet(this, 0, FREED)) {
      int now = users;
      if (now < 0) {
        throw freed(call);
      }
      throw Errors.of(
          DatReturn.INVALID_STATE,
          busySubtype,
          where(call),
          "users",
          now,
          "free the " + userKinds() + " that use it first");
    }
  }

  /** The kinds of objects that can use one of this kind. */
  private String userKinds() {
    return switch (type) {
      case CNO -> "EVDs and end the waits";
      case EVD -> "EPs, PSPs and RSPs";
      case LMR -> "RMRs";
      case PZ -> "EPs, LMRs, RMRs and SRQs";
      case SRQ -> "EPs";
      default -> "objects";
    };
  }

  /** {@link #claim} without a refusal: false when this object has users or was freed. */
  final boolean tryClaim() {
    return USERS.compareAndSet(this, 0, FREED);
  }

  /** Gives up a {@link #claim}; an object whose adapter was closed meanwhile is destroyed. */
  final void unclaim() {
    if (!tryUnclaim()) {
      end();
    }
  }

  /** {@link #unclaim} without the destruction: false when that is now up to the caller. */
  final boolean tryUnclaim() {
    return USERS.compareAndSet(this, FREED, 0);
  }

  /** Gives up the objects that this one used, after its own end. */
  final void gone() {
    dropReferences();
    ia.forget(this);
  }

  /**
   * Ends this object whatever uses it: the adapter is being closed. One that another thread has
   * claimed is ended by that thread, whether its call succeeds or is refused.
   */
  final void destroy() {
    if ((int) USERS.getAndSet(this, DESTROYED) >= 0) {
      end();
    }
  }

  /** Destroys an object that the adapter could not take in; its creator lets go of what it uses. */
  final void discard() {
    if ((int) USERS.getAndSet(this, DESTROYED) >= 0) {
      implDestroy();
    }
  }

  private void end() {
    try {
      implDestroy();
    } finally {
      gone();
    }
  }

  /** Releases the objects this one uses. */
  void dropReferences() {}

  /**
   * Frees the provider's part. Called once, after the object was marked freed; a {@link
   * DatException} makes it live again.
   */
  protected abstract void implFree();

  /** Destroys the provider's part whatever its state. By default as {@link #implFree()}. */
  protected void implDestroy() {
    implFree();
  }

  @Override
  public String toString() {
    String name = type.toString();
    return name.charAt(0)
        + name.substring(1).toLowerCase(java.util.Locale.ROOT)
        + "["
        + serial
        + "]";
  }

  /**
   * Refuses what is not a live object of a certain kind and adapter.
   *
   * @param ia the adapter it must belong to
   * @param handle what was given
   * @param kind the class it must have
   * @param where object and call
   * @param argument name of the argument
   * @param subtype what to refuse with
   * @param <T> the kind
   * @return the object
   */
  static <T extends AbstractDatObject> T own(
      AbstractIa ia, Object handle, Class<T> kind, String where, String argument, int subtype) {
    if (handle == null) {
      throw Errors.handle(where, subtype, argument, null, "give a live object");
    }
    if (!kind.isInstance(handle)) {
      throw Errors.handle(
          where, subtype, argument, handle, "give an object that this adapter created");
    }
    T object = kind.cast(handle);
    if (((AbstractDatObject) object).ia != ia) {
      throw Errors.handle(
          where, subtype, argument, handle, "give an object that this adapter instance created");
    }
    if (object.isFreed()) {
      throw Errors.handle(
          where, subtype, argument, handle, ((AbstractDatObject) object).freedRemedy());
    }
    return object;
  }

  /** A mask of a query with undefined bits is refused. */
  final void checkMask(String call, long mask, long all) {
    checkLive(call);
    if ((mask & ~all) != 0) {
      throw Errors.parameter(
          where(call),
          2,
          "mask",
          "0x" + Long.toHexString(mask),
          "use bits of 0x" + Long.toHexString(all));
    }
  }
}
