package org.dat4j.dat.udapl;

import java.net.InetAddress;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import org.dat4j.dat.DatObject;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.HandleType;
import org.dat4j.dat.IaAttr;
import org.dat4j.dat.LmrIov;
import org.dat4j.dat.ProviderAttr;
import org.dat4j.dat.ProxyAgent;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.SrqAttr;
import org.dat4j.dat.spi.AbstractCno;
import org.dat4j.dat.spi.AbstractDatObject;
import org.dat4j.dat.spi.AbstractEp;
import org.dat4j.dat.spi.AbstractEvd;
import org.dat4j.dat.spi.AbstractIa;
import org.dat4j.dat.spi.AbstractLmr;
import org.dat4j.dat.spi.AbstractPsp;
import org.dat4j.dat.spi.AbstractPz;
import org.dat4j.dat.spi.AbstractRsp;
import org.dat4j.dat.spi.AbstractSrq;
import org.dat4j.dat.spi.ContextTable;
import org.dat4j.dat.spi.DatProvider;
import org.dat4j.dat.spi.EpSpec;
import org.dat4j.dat.spi.LmrSpec;
import org.dat4j.dat.spi.OpenRequest;
import org.dat4j.dat.spi.ProxyAgentExecutor;
import org.dat4j.dat.udapl.abi.Abi;
import org.dat4j.dat.udapl.abi.LibDat;
import org.dat4j.dat.udapl.abi.ReturnCodes;
import org.dat4j.dat.udapl.libdapl.AbandonedConnects;
import org.dat4j.dat.udapl.libdapl.CmThreadGate;
import org.dat4j.dat.udapl.libdapl.CmThreadTracker;
import org.dat4j.dat.udapl.libdapl.DaplAdapter;
import org.dat4j.dat.udapl.libdapl.DaplAttributes;
import org.dat4j.dat.udapl.libdapl.DaplEvdFactory;
import org.dat4j.dat.udapl.libdapl.DeferredFrees;
import org.dat4j.dat.udapl.libdapl.EndedConnectionScanner;
import org.dat4j.dat.udapl.libdapl.LmrSync;
import org.dat4j.dat.udapl.libdapl.NativeErrors;
import org.dat4j.dat.udapl.libdapl.NativeListenerTable;
import org.dat4j.dat.udapl.libdapl.Pause;
import org.dat4j.dat.udapl.machine.LoadedStack;
import org.dat4j.dat.udapl.queue.PostedMemory;
import org.dat4j.dat.udapl.queue.SpinLock;

/**
 * An open adapter of the native backend, with a table that finds the Java object for each handle of
 * the uDAPL library.
 */
final class NativeIa extends AbstractIa implements DaplAdapter {

  /**
   * How long a close waits for calls of other threads, and then for answers to connects that were
   * given up: the program's own service points have refused what was asked of them by then.
   */
  private static final long CLOSE_PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

  private final OpenNativeAdapters.Opened opened;
  private final IaAttr iaAttr;
  private final ProviderAttr providerAttr;
  private final ProxyAgentExecutor agents;
  private final EventConverter converter = new EventConverter(this);
  private final AtomicInteger numbers = new AtomicInteger();
  private final ContextTable<NativeEp> endpoints = new ContextTable<>();
  private final Map<Long, DatObject> names = new ConcurrentHashMap<>();
  private final Map<Long, CmThreadTracker> freeing = new ConcurrentHashMap<>();
  private final EndedConnectionScanner endedConnections = new EndedConnectionScanner();
  private final Queue<NativeEp> failed = new ConcurrentLinkedQueue<>();
  private final SpinLock srqLock = new SpinLock();
  private final Queue<BooleanSupplier> deferredSrqFrees = new ConcurrentLinkedQueue<>();
  private final NativeListenerTable listeners = new NativeListenerTable(this);
  private final boolean iwarp;
  private final boolean libdaplofa;
  private final boolean libdaploscm;
  private final CmThreadGate cmGate;
  private final CmThreadGate acceptGate;
  private final AbandonedConnects abandoned;
  private final LmrSync sync = new LmrSync(this);
  private final DeferredFrees deferredFrees = new DeferredFrees();
  private volatile boolean poisoned;
  private boolean asyncWrapped;

  /** Not this adapter's monitor: the program may hold that while it waits for another thread. */
  private final Object spareLock = new Object();

  private long spareTransfers;
  private long spareConnections;

  /**
   * Makes an open adapter.
   *
   * @param provider the provider that opens it
   * @param request what was asked for
   * @param opened the library's part, owned by this object from now on
   */
  NativeIa(DatProvider provider, OpenRequest request, OpenNativeAdapters.Opened opened) {
    super(provider, request);
    this.opened = opened;
    this.agents = new ProxyAgentExecutor("dat4j-" + request.entry().iaName() + "-agents");
    this.iaAttr = opened.iaAttr();
    this.providerAttr = opened.providerAttr();
    this.iwarp = DaplAttributes.completesLocally(providerAttr);
    this.libdaplofa = DaplAttributes.hasCmThread(providerAttr);
    this.libdaploscm = DaplAttributes.usesSockets(providerAttr);
    this.cmGate = CmThreadGate.ofOneThread(this, libdaplofa);
    this.acceptGate = libdaploscm ? CmThreadGate.ofSockets(this) : cmGate;
    this.abandoned = new AbandonedConnects(this);
  }

  /**
   * Tells whether this is iWARP: an RDMA Read completes when the peer has answered, and requests
   * posted later may complete before; the device answers no fenced Read, yet Reads are served in
   * order. A connect that was given up lasts until it is answered.
   */
  @Override
  public boolean isIwarp() {
    return iwarp;
  }

  /**
   * Makes the record of the memory that a queue's posted Receives use.
   *
   * @param places of the queue
   * @param segments of a receive, at most
   * @return null where it is of no use
   */
  PostedMemory memoryOf(int places, int segments) {
    return opened.softRoce() ? new PostedMemory(places, segments) : null;
  }

  /**
   * Tells whether the library informs the peer that a failed transfer has ended the connection.
   * Only libdaplofa does; the others see the state that dapli_evd_cqe_to_event has set, take the
   * peer for told, and close the connection's socket when the endpoint is freed
   * (dapls_ib_disconnect).
   */
  boolean reportsBrokenConnections() {
    return libdaplofa;
  }

  /**
   * Tells whether the library's dat_ep_reset makes an endpoint forget its connection. Only
   * libdaplofa does (dapls_ib_reinit_ep). With the others the first one stays at the head of the
   * endpoint's list, where dat_ep_disconnect takes it for the present one. It ends nothing, and
   * waits for ever for what is posted (dapls_ib_disconnect, dapls_ep_flush_cqs).
   */
  @Override
  public boolean resetsConnections() {
    return libdaplofa;
  }

  /**
   * Tells whether accepted requests are detached. The layout of the library's memory is known for
   * the 2.0 ABI.
   */
  @Override
  public boolean detachesRequests() {
    return libdaplofa && Abi.current() == Abi.DAT_2_0 && opened.privateWrites();
  }

  /**
   * Tells whether the memory of freed PSPs is held: libdaploscm accepts a peer's connection before
   * it reads the request, and may read the PSP after its free.
   */
  @Override
  public boolean holdsFreedServicePoints() {
    return libdaploscm && opened.privateWrites();
  }

  @Override
  public InetAddress localAddress() {
    return iaAttr.iaAddress();
  }

  @Override
  public long handle() {
    return opened.library().handle();
  }

  /**
   * Notes that the device has reported an error of an endpoint. libdapl then regards the connection
   * as ended, and so drops the event of its end (dapli_cm_active_cb).
   */
  void connectionFailed(NativeEp ep) {
    failed.add(ep);
  }

  /** Takes asynchronous errors, and reports the ends of connections that follow from them. */
  void reportFailedConnections() {
    if (asyncEvd() instanceof NativeEvd async) {
      async.settleUnlessWaiting();
    }
    NativeEp ep;
    while ((ep = failed.poll()) != null) {
      NativeEvd evd = ep.connectEvd();
      if (evd != null) {
        evd.synthetic().failed(ep);
      }
    }
  }

  /** Notes that an object can be neither freed nor closed without a crash of the library. */
  void poison() {
    poisoned = true;
  }

  boolean isPoisoned() {
    return poisoned;
  }

  /** Lets asynchronous events appear on the EVD given at the open, if one was. */
  void shareAsync() {
    if (request().asyncEvd() instanceof NativeEvd shared) {
      shared.alsoTake(opened.library().asyncEvd(), converter);
    }
  }

  /** Undoes {@link #shareAsync}. */
  void unshareAsync() {
    if (request().asyncEvd() instanceof NativeEvd shared) {
      shared.takeNoLonger(opened.library().asyncEvd());
    }
  }

  /**
   * Returns the lock under which completions of shared receive queues are read from the library.
   */
  SpinLock srqLock() {
    return srqLock;
  }

  /**
   * Returns the frees due before the close, in this order: of EVDs and shared queues that libdapl's
   * endpoints have used longer than ours. Each returns whether the library has freed it.
   */
  Queue<BooleanSupplier> deferredSrqFrees() {
    return deferredSrqFrees;
  }

  /**
   * Frees the shared queues that are left. The library's close does not: it frees PZs that are in
   * use, and takes completions that point into freed queues.
   */
  private void freeSrqs() {
    for (BooleanSupplier left : deferredSrqFrees) {
      if (!left.getAsBoolean()) {
        poison();
        return;
      }
    }
  }

  /**
   * Makes a call that takes a queue pair from an endpoint of the library. A thread that reads a
   * failed Receive of a shared queue reads the queue pairs of all endpoints
   * (dapli_evd_cqe_to_event), so no thread may do so at the same time.
   *
   * @return the library's return value
   */
  int underSrqLock(IntSupplier call) {
    if (opened.srqs().most() == 0) {
      return call.getAsInt();
    }
    srqLock.lock();
    try {
      return call.getAsInt();
    } finally {
      srqLock.unlock();
    }
  }

  @Override
  public int freeEp(long ep, boolean known) {
    IntSupplier call = () -> underSrqLock(() -> LibDat.dat_ep_free(ep));
    return known ? cmGate.call(call) : call.getAsInt();
  }

  /** Returns a PZ of the library for endpoints that have none yet, or 0 if they need none. */
  long spareZone() {
    return opened.srqs().zone();
  }

  /** Makes the spare EVD at the first call. It ends with the adapter. */
  @Override
  public long spareTransfers() {
    synchronized (spareLock) {
      if (spareTransfers == 0) {
        spareTransfers = createEvd(1, EvdFlags.DTO, where("createEp"));
      }
      return spareTransfers;
    }
  }

  /**
   * Returns an EVD of the library for connection events that the program does not ask for. It ends
   * with the adapter.
   */
  long spareConnections() {
    synchronized (spareLock) {
      if (spareConnections == 0) {
        spareConnections = createEvd(1, EvdFlags.CONNECTION, where("createEp"));
      }
      return spareConnections;
    }
  }

  /**
   * Makes an EVD of the library, without CNO.
   *
   * @param length events it holds
   * @param flags its streams
   * @param where object and call
   * @return its handle
   */
  long createEvd(int length, int flags, String where) {
    String device = providerAttr.specific(LoadedStack.DEVICE);
    return DaplEvdFactory.create(handle(), device == null ? "" : device, length, flags, where);
  }

  ProxyAgentExecutor agents() {
    return agents;
  }

  EventConverter converter() {
    return converter;
  }

  int nextNumber() {
    return numbers.incrementAndGet();
  }

  /** Makes an endpoint known to events, by its number and by its handle. */
  void register(int number, long handle, NativeEp ep) {
    endpoints.putIfAbsent(number, ep);
    registerHandle(handle, ep);
  }

  void unregister(int number) {
    endpoints.remove(number);
  }

  NativeEp endpoint(int number) {
    return endpoints.get(number);
  }

  /** Makes a service point known, by its handle to events and by its qualifier to a handoff. */
  void registerListener(long handle, long connQual, DatObject point) {
    listeners.add(connQual, point);
    registerHandle(handle, point);
  }

  EndedConnectionScanner endedConnections() {
    return endedConnections;
  }

  @Override
  public CmThreadGate cmGate() {
    return cmGate;
  }

  @Override
  public CmThreadGate acceptGate() {
    return acceptGate;
  }

  AbandonedConnects abandoned() {
    return abandoned;
  }

  NativeListenerTable listeners() {
    return listeners;
  }

  void registerHandle(long handle, DatObject object) {
    names.put(handle, object);
  }

  /** Forgets a handle, unless it is another object's already: the library reuses them. */
  void unregisterHandle(long handle, DatObject object) {
    names.remove(handle, object);
  }

  /**
   * Returns the endpoints that are being freed, by their handles; the program gets none of their
   * events.
   */
  Map<Long, CmThreadTracker> freeing() {
    return freeing;
  }

  DatObject objectOf(long handle) {
    return names.get(handle);
  }

  /**
   * Returns the service point of a request. Its listener may still be in the making: it has no name
   * before the library's call returns.
   *
   * @param handle the listener's
   * @return null for one that was freed
   */
  DatObject servicePointOf(long handle) {
    DatObject known = objectOf(handle);
    return known == null ? listeners.afterNaming(() -> objectOf(handle)) : known;
  }

  /** Adds a connection request; false if the close of the adapter has rejected it. */
  boolean addRequest(NativeCr request) {
    return arrived(request);
  }

  @Override
  public DeferredFrees deferredFrees() {
    return deferredFrees;
  }

  /**
   * Frees an object of the library that endpoints use, such as a PZ.
   *
   * @param part which
   * @param call the library's free
   * @param function the C function
   */
  void free(AbstractDatObject part, IntSupplier call, String function) {
    NativeErrors.check(
        deferredFrees.free(part, () -> free(part, call)), part.where("free"), function);
  }

  private int free(AbstractDatObject part, IntSupplier call) {
    int ret = call.getAsInt();
    if (ReturnCodes.rawType(ret) == DatReturn.INTERNAL_ERROR && part instanceof NativeEvd) {
      // The device still uses the queue, for an endpoint that libdapl has lost; dapls_ia_free
      // would end the process for it.
      poison();
    }
    return ret;
  }

  @Override
  public IaAttr iaAttr() {
    return iaAttr;
  }

  @Override
  public ProviderAttr providerAttr() {
    return providerAttr;
  }

  @Override
  protected AbstractPz implCreatePz() {
    return NativePz.create(this);
  }

  @Override
  protected AbstractLmr implCreateLmr(LmrSpec spec) {
    return NativeLmr.create(this, spec);
  }

  @Override
  protected void implSyncRdmaRead(LmrIov segments) {
    super.implSyncRdmaRead(segments);
    if (providerAttr.lmrSyncReq()) {
      sync.read(segments);
    }
  }

  @Override
  protected void implSyncRdmaWrite(LmrIov segments) {
    if (providerAttr.lmrSyncReq()) {
      sync.write(segments);
    }
    super.implSyncRdmaWrite(segments);
  }

  @Override
  protected AbstractEvd implCreateEvd(int minQlen, AbstractCno cno, int flags) {
    if (!asyncWrapped && flags == EvdFlags.ASYNC && request().asyncEvd() == null) {
      // The first layer asks for it once, before anybody else has this adapter.
      asyncWrapped = true;
      return NativeEvd.ofAdapter(this, opened.library().asyncEvd());
    }
    return NativeEvd.create(this, minQlen, (NativeCno) cno, flags);
  }

  @Override
  protected AbstractCno implCreateCno(ProxyAgent agent) {
    return new NativeCno(this, agent);
  }

  @Override
  protected AbstractEp implCreateEp(EpSpec spec, EpAttr attr) {
    return NativeEp.create(this, spec, attr);
  }

  @Override
  protected AbstractSrq implCreateSrq(AbstractPz pz, SrqAttr attributes) {
    return NativeSrq.create(this, (NativePz) pz, attributes);
  }

  @Override
  protected AbstractPsp implCreatePsp(long connQual, AbstractEvd evd, PspFlags flags) {
    return NativePsp.create(this, connQual, (NativeEvd) evd, flags);
  }

  @Override
  protected AbstractRsp implCreateRsp(long connQual, AbstractEp ep, AbstractEvd evd) {
    return NativeRsp.create(this, connQual, (NativeEp) ep, (NativeEvd) evd);
  }

  /**
   * Waits for the calls of other threads that make or free an object, before the library's close
   * frees all that is left, even if it is in use. If a call does not return, the adapter stays open
   * in the library, and nothing further has to be waited for.
   */
  @Override
  protected void implDestroyed(HandleType kind) {
    long since = System.nanoTime();
    while (!poisoned && (creations() > 0 || count(kind) > 0)) {
      if (System.nanoTime() - since > CLOSE_PATIENCE_NANOS) {
        poison();
        return;
      }
      Pause.step();
    }
  }

  @Override
  protected void implClose() {
    agents.close();
    // No answer can come while the library's thread is away; on iWARP its calls wait for it.
    long patience = cmGate.isSupported() || iwarp ? 0 : CLOSE_PATIENCE_NANOS;
    abandoned.closeWhenEmpty(
        patience,
        () -> {
          if (!poisoned) {
            freeSrqs();
          }
          OpenNativeAdapters.close(this, opened);
        });
  }
}
