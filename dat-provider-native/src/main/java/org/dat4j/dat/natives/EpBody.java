package org.dat4j.dat.natives;

import org.dat4j.dat.EpAttr;
import org.dat4j.dat.natives.abi.LibDat;
import org.dat4j.dat.natives.abi.Ret;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.EpSpec;

/**
 * The endpoint of the library that an endpoint of ours stands for: one after the other, because
 * some changes and some ends the library cannot make. Changed under the endpoint's lock of control,
 * by those who post also under the locks of the queues.
 */
final class EpBody {

  /** What an endpoint of the library still waits for when it is left. */
  enum Waits {
    NOTHING,
    /** For the answer to its connect. */
    CONNECT,
    /** To be told how its accept came out. */
    ACCEPT,
    /** Disconnected, but the kernel waits for the answer to its connect. */
    KERNEL
  }

  private final NativeEp ep;
  private final NativeIa adapter;
  private final EpQueues queues;
  private final EpPosts posts;

  /** By which events name the endpoint; changes when an old one may still be heard of. */
  private volatile int number;

  private volatile long handle;

  /** What the library's thread may be doing with the endpoint. */
  private final CmQuiet quiet = new CmQuiet();

  /** Completions may come of which the program has been told otherwise. */
  private volatile boolean strays;

  EpBody(NativeEp ep, NativeIa adapter, EpQueues queues, EpPosts posts, int number, long handle) {
    this.ep = ep;
    this.adapter = adapter;
    this.queues = queues;
    this.posts = posts;
    this.number = number;
    this.handle = handle;
  }

  int number() {
    return number;
  }

  /** The library's handle, 0 after the free. */
  long handle() {
    return handle;
  }

  boolean strays() {
    return strays;
  }

  void hasStrays() {
    strays = true;
  }

  CmQuiet quiet() {
    return quiet;
  }

  /** Whether the answer to a connect that was ended may meet a free or a reset. */
  boolean isAnswerable() {
    return !adapter.cm().works() && quiet.isAnswerable();
  }

  /** Waits until the library may free or reset it: see {@link CmQuiet}. */
  void awaitQuiet() {
    quiet.await(() -> EpQueues.settle(ep.spec().connectEvd()));
  }

  /** Whether the peer of a broken connection learns that when the library's endpoint is freed. */
  boolean isPeerUntold() {
    return !adapter.tellsOfBroken() && quiet.isBroken();
  }

  void reset() {
    strays = false;
    quiet.renewed();
    posts.forgetEarly();
  }

  void gone() {
    handle = 0;
  }

  /**
   * Whether no receive is with the device: some flush those of an endpoint that never was connected
   * when it is freed.
   */
  boolean neverUsed() {
    return !strays && queues.of(true).outstanding() == 0;
  }

  /** Events do not find it by its handle any more, but for the proof that it is left alone. */
  void hide() {
    adapter.unname(handle, ep);
    adapter.hidden().put(handle, quiet);
  }

  /** Has the library free it; nothing of it can complete any more. */
  void free() {
    adapter.hidden().remove(handle);
    int ret = adapter.freeEp(handle, quiet.isUsed());
    if (!Ret.isSuccess(ret)) {
      adapter.name(handle, ep);
      throw NativeErrors.of(ret, ep.where("free"), "dat_ep_free");
    }
  }

  /**
   * Parts with it. The device may flush receives later, and the library then looks at their
   * endpoint, so the close of the adapter frees it.
   *
   * @param waits for what; somebody ends that later
   */
  void leave(Waits waits) {
    adapter.unname(handle, ep);
    adapter.hidden().remove(handle);
    adapter.leave(number);
    adapter.kept().keep(ep.spec());
    AbstractEvd told = ep.spec().connectEvd();
    switch (waits) {
      case CONNECT -> adapter.abandoned().add(handle, told, neverUsed());
      case ACCEPT -> adapter.abandoned().addAccept(handle, told);
      case KERNEL -> adapter.abandoned().addDisconnected(handle, quiet.cutAt(), told, neverUsed());
      default -> {}
    }
    number = adapter.nextNumber();
  }

  /**
   * Makes it unconnected. The library's reset waits, for ever if need be, until the device has
   * given back every receive (dapls_ep_flush_cqs), also those that were given up here.
   */
  void renew() {
    boolean answerable = isAnswerable();
    if (strays || answerable) {
      long replacement =
          LibraryEp.create(adapter, ep.spec(), ep.attr(), ep.where("reset"), queues.share());
      leave(answerable ? Waits.KERNEL : Waits.NOTHING);
      succeed(replacement, ep.spec(), ep.attr());
    } else if (!adapter.forgetsConnections()) {
      exchange("reset");
    } else {
      int ret = adapter.cm().call(() -> adapter.apartFromShares(() -> LibDat.dat_ep_reset(handle)));
      NativeErrors.check(ret, ep.where("reset"), "dat_ep_reset");
    }
  }

  /**
   * Has the library free it, now that nothing of it can complete any more, and another take its
   * place.
   *
   * @param call of the program, for the refusal
   */
  void exchange(String call) {
    long old = handle;
    long replacement =
        LibraryEp.create(adapter, ep.spec(), ep.attr(), ep.where(call), queues.share());
    EpQueues.settle(ep.spec().connectEvd());
    adapter.unname(old, ep);
    adapter.leave(number);
    number = adapter.nextNumber();
    succeed(replacement, ep.spec(), ep.attr());
    int ret = adapter.freeEp(old, true);
    // What was told under this handle, which the library will give to another one.
    EpQueues.settle(ep.spec().connectEvd());
    NativeErrors.check(ret, ep.where(call), "dat_ep_free");
  }

  /** Another one takes the place of one that was left; nothing is posted there. */
  void succeed(long replacement, EpSpec spec, EpAttr attr) {
    strays = false;
    quiet.renewed();
    queues.feedNoLonger(ep.spec());
    queues.make(spec, attr, number);
    posts.forgetEarly();
    handle = replacement;
    adapter.enter(number, replacement, ep);
    queues.feed(spec);
  }

  /**
   * Changes what only a new endpoint of the library can have: its call changes what it answers to
   * queries, but neither queues nor dispatchers of the device. Receives are posted again.
   */
  void modify(EpSpec next, EpAttr nextAttr) {
    EarlyReceives early = posts.early();
    early.checkFit(ep, nextAttr, next);
    EpSpec before = ep.spec();
    boolean posted = queues.of(true).outstanding() > 0 || strays;
    long old = handle;
    long replacement =
        LibraryEp.create(adapter, next, nextAttr, ep.where("modify"), queues.share());
    EpQueues.settle(before.connectEvd());
    if (posted) {
      leave(Waits.NOTHING);
    } else {
      adapter.unname(old, ep);
      adapter.leave(number);
    }
    strays = false;
    queues.feedNoLonger(before);
    queues.make(next, nextAttr, number);
    handle = replacement;
    adapter.enter(number, replacement, ep);
    queues.feed(next);
    posts.postAgain(replacement, next.pz());
    if (!posted) {
      int ret = adapter.freeEp(old, false);
      NativeErrors.check(ret, ep.where("modify"), "dat_ep_free");
    }
  }
}
