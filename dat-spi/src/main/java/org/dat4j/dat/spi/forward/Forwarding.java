package org.dat4j.dat.spi.forward;

import java.util.function.UnaryOperator;
import org.dat4j.dat.Cno;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.Ep;
import org.dat4j.dat.Evd;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.ProxyAgent;
import org.dat4j.dat.Psp;
import org.dat4j.dat.Pz;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.Rsp;
import org.dat4j.dat.Srq;

/**
 * A layer of wrappers around the objects of DAT adapters, which passes every call on: the base of
 * tracing, recording and mutants. Start with {@code forwarding.wrap(Ia.class, ia)}; everything
 * reached from there is wrapped too.
 *
 * <p>An object has one wrapper, always the same while the object is live or anybody still has the
 * wrapper. It is held strongly until the object is freed and weakly from then on, as events may
 * still name it. A subclass overrides the {@code wrap...} factories to supply its own wrappers.
 *
 * <p>Objects of several adapters may be mixed up in one call as the consumer likes. What has a
 * wrapper here is unwrapped. Everything else is passed on as it is, so that the provider refuses it
 * as the contract says. Give adapters that share an asynchronous EVD the same {@code Forwarding},
 * and unwrap the EVD for the open.
 *
 * <p>All methods may be called from any thread.
 */
public class Forwarding {

  private final WrapperTable table = new WrapperTable();

  /** Made once: an event is rewritten without allocating. */
  private final UnaryOperator<DatObject> wrapping = this::wrapObject;

  /** Makes a layer without wrappers. */
  public Forwarding() {}

  /**
   * The wrapper of an object.
   *
   * @param kind one of the eleven interfaces of {@code org.dat4j.dat}
   * @param object an object of the provider; null and a wrapper of this layer are given back
   * @param <T> the kind
   * @return the same wrapper at every call
   */
  public final <T extends DatObject> T wrap(Class<T> kind, T object) {
    return kind.cast(wrapObject(object));
  }

  /**
   * {@link #wrap} of an object whose kind is not known.
   *
   * @param object an object of the provider; null and a wrapper of this layer are given back
   * @return the same wrapper at every call
   * @throws IllegalArgumentException if the object is of none of the eleven kinds
   */
  public final DatObject wrapObject(DatObject object) {
    if (object == null || isOwn(object)) {
      return object;
    }
    ForwardingObject<?> wrapper = table.find(object);
    return wrapper == null ? make(object) : wrapper;
  }

  /**
   * The object of the provider that a wrapper stands for.
   *
   * @param kind one of the eleven interfaces of {@code org.dat4j.dat}
   * @param object a wrapper of this layer; null and any other object are given back
   * @param <T> the kind
   * @return the provider's object
   */
  public final <T extends DatObject> T unwrap(Class<T> kind, T object) {
    return isOwn(object) ? kind.cast(((ForwardingObject<?>) object).target()) : object;
  }

  private boolean isOwn(DatObject object) {
    return object instanceof ForwardingObject<?> wrapper && wrapper.forwarding() == this;
  }

  private ForwardingObject<?> make(DatObject object) {
    ForwardingObject<?> wrapper = table.findOrAdd(object, this::construct);
    if (table.isSweepDue()) {
      sweep();
    }
    return wrapper;
  }

  private ForwardingObject<?> construct(DatObject object) {
    ForwardingObject<?> wrapper = newWrapper(object);
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

  private ForwardingObject<?> newWrapper(DatObject object) {
    if (object instanceof Ep ep) {
      return wrapEp(ep);
    } else if (object instanceof Evd evd) {
      return wrapEvd(evd);
    } else if (object instanceof Lmr lmr) {
      return wrapLmr(lmr);
    } else if (object instanceof Rmr rmr) {
      return wrapRmr(rmr);
    } else if (object instanceof Cr cr) {
      return wrapCr(cr);
    } else if (object instanceof Cno cno) {
      return wrapCno(cno);
    } else if (object instanceof Pz pz) {
      return wrapPz(pz);
    } else if (object instanceof Psp psp) {
      return wrapPsp(psp);
    } else if (object instanceof Rsp rsp) {
      return wrapRsp(rsp);
    } else if (object instanceof Srq srq) {
      return wrapSrq(srq);
    } else if (object instanceof Ia ia) {
      return wrapIa(ia);
    }
    throw new IllegalArgumentException(
        "Forwarding.wrapObject: object = "
            + object
            + " of "
            + object.getClass().getName()
            + ": give an object of one of the eleven kinds of handle");
  }

  /**
   * The function that replaces the objects of an event by their wrappers.
   *
   * @return {@link #wrapObject}, the same object at every call
   */
  final UnaryOperator<DatObject> wrapping() {
    return wrapping;
  }

  /** The object behind the wrapper was freed. */
  final void release(ForwardingObject<?> wrapper) {
    table.release(wrapper);
  }

  /** Releases the wrappers of objects that ended without a call of their own. */
  final void sweep() {
    table.releaseIf(wrapper -> isFreed(wrapper.target()));
  }

  private static boolean isFreed(DatObject object) {
    try {
      object.getHandleType();
      return false;
    } catch (DatException e) {
      return true;
    }
  }

  /**
   * Returns the object that the wrapper of an object calls. A subclass may return another one in
   * front of it, which sees the calls of all wrappers; {@link InterceptingForwarding} does. Called
   * once per wrapper, by the constructor of the wrapper.
   *
   * @param kind the interface of the object
   * @param object the provider's object
   * @param <T> the kind
   * @return by default the object itself
   */
  protected <T extends DatObject> T inFront(Class<T> kind, T object) {
    return object;
  }

  /**
   * Makes the wrapper of an adapter. As all factories, called once per object and by one thread at
   * a time.
   *
   * @param delegate the provider's object
   * @return a new wrapper of it
   */
  protected ForwardingIa wrapIa(Ia delegate) {
    return new ForwardingIa(this, delegate);
  }

  /**
   * Makes the wrapper of an endpoint.
   *
   * @param delegate the provider's object
   * @return a new wrapper of it
   */
  protected ForwardingEp wrapEp(Ep delegate) {
    return new ForwardingEp(this, delegate);
  }

  /**
   * Makes the wrapper of an EVD.
   *
   * @param delegate the provider's object
   * @return a new wrapper of it
   */
  protected ForwardingEvd wrapEvd(Evd delegate) {
    return new ForwardingEvd(this, delegate);
  }

  /**
   * Makes the wrapper of a CNO.
   *
   * @param delegate the provider's object
   * @return a new wrapper of it
   */
  protected ForwardingCno wrapCno(Cno delegate) {
    return new ForwardingCno(this, delegate);
  }

  /**
   * Makes the wrapper of a PZ.
   *
   * @param delegate the provider's object
   * @return a new wrapper of it
   */
  protected ForwardingPz wrapPz(Pz delegate) {
    return new ForwardingPz(this, delegate);
  }

  /**
   * Makes the wrapper of a registration.
   *
   * @param delegate the provider's object
   * @return a new wrapper of it
   */
  protected ForwardingLmr wrapLmr(Lmr delegate) {
    return new ForwardingLmr(this, delegate);
  }

  /**
   * Makes the wrapper of a remote memory region.
   *
   * @param delegate the provider's object
   * @return a new wrapper of it
   */
  protected ForwardingRmr wrapRmr(Rmr delegate) {
    return new ForwardingRmr(this, delegate);
  }

  /**
   * Makes the wrapper of a public service point.
   *
   * @param delegate the provider's object
   * @return a new wrapper of it
   */
  protected ForwardingPsp wrapPsp(Psp delegate) {
    return new ForwardingPsp(this, delegate);
  }

  /**
   * Makes the wrapper of a reserved service point.
   *
   * @param delegate the provider's object
   * @return a new wrapper of it
   */
  protected ForwardingRsp wrapRsp(Rsp delegate) {
    return new ForwardingRsp(this, delegate);
  }

  /**
   * Makes the wrapper of a connection request.
   *
   * @param delegate the provider's object
   * @return a new wrapper of it
   */
  protected ForwardingCr wrapCr(Cr delegate) {
    return new ForwardingCr(this, delegate);
  }

  /**
   * Makes the wrapper of a shared receive queue.
   *
   * @param delegate the provider's object
   * @return a new wrapper of it
   */
  protected ForwardingSrq wrapSrq(Srq delegate) {
    return new ForwardingSrq(this, delegate);
  }

  /**
   * Makes what the provider gets in place of a consumer's agent. Called each time the consumer sets
   * one.
   *
   * @param agent the consumer's agent, not null
   * @return a new wrapper of it
   */
  protected ForwardingAgent wrapAgent(ProxyAgent agent) {
    return new ForwardingAgent(this, agent);
  }

  /** Returns the agent that the provider gets in place of the consumer's; null stays null. */
  final ProxyAgent agentFor(ProxyAgent agent) {
    return agent == null ? null : wrapAgent(agent);
  }

  /** The consumer's agent again; one that is not wrapped here is given back. */
  final ProxyAgent agentOf(ProxyAgent agent) {
    return agent instanceof ForwardingAgent wrapper && wrapper.forwarding() == this
        ? wrapper.agent()
        : agent;
  }
}
