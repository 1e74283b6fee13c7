package org.dat4j.faults;

import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cno;
import org.dat4j.dat.CnoTrigger;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.Dat;
import org.dat4j.dat.DatConstants;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EpState;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.Ia;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.Psp;
import org.dat4j.dat.PspFlags;
import org.dat4j.dat.Rmr;
import org.dat4j.dat.Rsp;
import org.dat4j.dat.RspField;
import org.dat4j.dat.Srq;
import org.dat4j.dat.SrqAttr;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;

/** The life of two adapters, a listener and a connection. */
final class DatScript implements Script {

  /** Of waits in a step that nobody disturbs. */
  private static final Duration LONG = Duration.ofSeconds(10);

  private static final Duration SHORT = Duration.ofMillis(150);
  private static final int SIZE = 256;
  private static final int SHARED = 8;

  private final String name;
  private final DatEvent event = new DatEvent();
  private final List<Ia> opened = new ArrayList<>();
  private Duration limit = LONG;
  private Ia near;
  private Ia far;
  private DatListener listener;
  private DatConnection client;
  private DatConnection server;
  private Region out;
  private Region in;
  private Rmr window;
  private Cno cno;
  private Evd watched;
  private Evd plain;
  private Srq srq;
  private Evd sharedEvd;
  private Ep sharing;
  private Evd requests;
  private Rsp rsp;
  private DatConnection late;

  DatScript(String name) {
    this.name = name;
  }

  @Override
  public List<Named> steps() {
    return List.of(
        new Named("open", () -> near = open()),
        new Named("open another", () -> far = open()),
        new Named("listen", () -> listener = Dats.listen(far)),
        new Named("create", this::create),
        new Named("register", this::register),
        new Named("connect", this::connect),
        new Named("bind", this::bind),
        new Named("send", this::send, true),
        new Named("write and read", this::writeAndRead, true),
        new Named("create a CNO", this::createCno),
        new Named("notify", this::notifyCno, true),
        new Named("change a CNO", this::changeCno),
        new Named("create a shared queue", this::createSrq),
        new Named("post to a shared queue", this::postShared, true),
        new Named("resize a shared queue", () -> srq.resize(2 * SHARED)),
        new Named("create a reserved service point", this::reserve),
        new Named("connect to a reserved service point", this::connectReserved),
        new Named("receive from a shared queue", this::receiveShared, true),
        new Named("reserve and free", this::reserveInVain),
        new Named("reject", this::reject),
        new Named("free reserved endpoints", this::freeReserved),
        new Named("free CNOs", this::freeCno),
        new Named("free", this::free),
        new Named("disconnect", this::disconnect),
        new Named("free endpoints", this::freeEndpoints),
        new Named("unlisten", () -> listener.close(), true),
        new Named("close", () -> near.close(CloseFlags.ABRUPT), true));
  }

  @Override
  public void disturb() {
    limit = SHORT;
  }

  private Ia open() {
    Ia ia = Dat.openIa(name);
    opened.add(ia);
    return ia;
  }

  private void create() {
    client = Dats.endpoint(near);
    server = Dats.endpoint(far);
  }

  private void register() {
    out = client.register(SIZE);
    in = server.register(SIZE);
    window = client.pz().createRmr();
  }

  private void connect() {
    client.startConnect(far.address(), listener.connQual(), limit);
    server.accept(listener.awaitRequest(limit));
    server.awaitConnected(limit);
    client.awaitConnected(limit);
  }

  private void bind() {
    check(window.bind(out.context(), out.address(), SIZE, MemPriv.REMOTE_READ, client.ep(), 1, 0));
    await(client.requestEvd(), EventNumber.RMR_BIND_COMPLETION_EVENT);
  }

  private void send() {
    check(server.ep().postRecv(in.context(), in.address(), SIZE, 1, CompletionFlags.DEFAULT));
    check(client.ep().postSend(out.context(), out.address(), SIZE, 2, CompletionFlags.DEFAULT));
    await(client.requestEvd(), EventNumber.DTO_COMPLETION_EVENT);
    await(server.recvEvd(), EventNumber.DTO_COMPLETION_EVENT);
  }

  private void writeAndRead() {
    check(
        client
            .ep()
            .postRdmaWrite(
                out.context(),
                out.address(),
                SIZE,
                3,
                in.remote().rmrContext(),
                in.remote().address(),
                CompletionFlags.DEFAULT));
    await(client.requestEvd(), EventNumber.DTO_COMPLETION_EVENT);
    check(
        client
            .ep()
            .postRdmaRead(
                out.context(),
                out.address(),
                SIZE,
                4,
                in.remote().rmrContext(),
                in.remote().address(),
                CompletionFlags.DEFAULT));
    await(client.requestEvd(), EventNumber.DTO_COMPLETION_EVENT);
  }

  private void createCno() {
    cno = far.createCno(null);
    watched = far.createEvd(SHARED, cno, EvdFlags.SOFTWARE);
    plain = far.createEvd(SHARED, null, EvdFlags.SOFTWARE);
  }

  private void notifyCno() {
    check(watched.postSe(new DatEvent().setSoftware(this)));
    awaitTrigger(watched);
    check(watched.dequeue(event));
  }

  private void awaitTrigger(Evd expected) {
    CnoTrigger trigger = new CnoTrigger();
    check(cno.await(limit.toNanos() / 1000, trigger));
    if (trigger.evd() != expected) {
      throw new IllegalStateException("triggered by " + trigger.evd());
    }
  }

  private void changeCno() {
    plain.modifyCno(cno);
    check(plain.postSe(new DatEvent().setSoftware(this)));
    awaitTrigger(plain);
    plain.resize(8 * SHARED);
    check(plain.dequeue(event));
    plain.modifyCno(null);
    CountDownLatch called = new CountDownLatch(1);
    cno.modifyAgent(evd -> called.countDown());
    check(watched.postSe(new DatEvent().setSoftware(this)));
    awaitTrigger(watched);
    check(watched.dequeue(event));
    try {
      if (!called.await(limit.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new IllegalStateException("the agent was not called");
      }
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private void createSrq() {
    srq = far.createSrq(server.pz(), new SrqAttr(SHARED, 1, DatConstants.SRQ_LW_DEFAULT));
    sharedEvd =
        far.createEvd(4 * SHARED, null, EvdFlags.DTO | EvdFlags.CONNECTION | EvdFlags.RMR_BIND);
    sharing =
        far.createEpWithSrq(server.pz(), sharedEvd, sharedEvd, sharedEvd, srq, EpAttr.DEFAULT);
  }

  private void postShared() {
    check(srq.postRecv(in.context(), in.address(), SIZE, 5));
  }

  private void reserve() {
    requests = far.createEvd(SHARED, null, EvdFlags.CR);
    long qualifier = listener.connQual();
    listener.psp().free();
    rsp = far.createRsp(qualifier, sharing, requests);
  }

  private void connectReserved() {
    late = Dats.endpoint(near);
    late.startConnect(far.address(), rsp.query(RspField.CONN_QUAL).connQual(), limit);
    await(requests, EventNumber.CONNECTION_REQUEST_EVENT);
    event.cr().accept(null, null);
    await(sharedEvd, EventNumber.CONNECTION_EVENT_ESTABLISHED);
    late.awaitConnected(limit);
  }

  private void receiveShared() {
    check(late.ep().postSend(out.context(), out.address(), 0, 6, CompletionFlags.DEFAULT));
    await(sharedEvd, EventNumber.DTO_COMPLETION_EVENT);
    await(late.requestEvd(), EventNumber.DTO_COMPLETION_EVENT);
  }

  private void reserveInVain() {
    DatConnection unused = Dats.endpoint(far);
    Psp free = far.createPspAny(requests, PspFlags.CONSUMER);
    long qualifier = free.connQual();
    free.free();
    far.createRsp(qualifier, unused.ep(), requests).free();
    unused.close();
  }

  private void reject() {
    DatConnection refused = Dats.endpoint(near);
    Psp point = far.createPspAny(requests, PspFlags.CONSUMER);
    refused.startConnect(far.address(), point.connQual(), limit);
    await(requests, EventNumber.CONNECTION_REQUEST_EVENT);
    event.cr().reject();
    await(refused.connectEvd(), EventNumber.CONNECTION_EVENT_PEER_REJECTED);
    refused.close();
    point.free();
  }

  private void freeReserved() {
    late.close();
    await(sharedEvd, EventNumber.CONNECTION_EVENT_DISCONNECTED);
    sharing.free();
    srq.free();
    sharedEvd.free();
    requests.free();
  }

  private void freeCno() {
    watched.free();
    plain.free();
    cno.free();
  }

  private void free() {
    window.free();
    out.close();
    in.close();
  }

  private void disconnect() {
    client.ep().disconnect(CloseFlags.GRACEFUL);
    await(client.connectEvd(), EventNumber.CONNECTION_EVENT_DISCONNECTED);
    await(server.connectEvd(), EventNumber.CONNECTION_EVENT_DISCONNECTED);
  }

  private void freeEndpoints() {
    client.close();
    server.close();
  }

  private void await(Evd evd, EventNumber expected) {
    check(evd.await(limit.toNanos() / 1000, 1, event));
    if (event.number() != expected) {
      throw new IllegalStateException("expected " + expected + " but came " + event);
    }
  }

  private static void check(int outcome) {
    if (outcome != DatReturn.SUCCESS) {
      throw new IllegalStateException(DatReturn.name(outcome));
    }
  }

  @Override
  public void settle() throws Exception {
    for (DatConnection each : new DatConnection[] {client, server, late}) {
      if (each != null) {
        Poll.until("an outcome of the attempt of " + each, () -> !isPending(each));
      }
    }
  }

  private static boolean isPending(DatConnection connection) {
    EpState state;
    try {
      state = connection.ep().getStatus().state();
    } catch (DatException freed) {
      return false;
    }
    return state == EpState.ACTIVE_CONNECTION_PENDING || state == EpState.COMPLETION_PENDING;
  }

  @Override
  public void close() {
    opened.forEach(Ia::close);
  }

  /** A connection that was there before and is used all the time. */
  static final class Others implements Witness {
    private static final Duration PATIENCE = Duration.ofSeconds(5);

    private final Ia ia;
    private final DatConnection client;
    private final DatConnection server;
    private final Region out;
    private final Region in;
    private final DatEvent event = new DatEvent();
    private final Set<Thread> threads;
    private long count;

    Others(String name) {
      Set<Thread> before = Thread.getAllStackTraces().keySet();
      ia = Dat.openIa(name);
      DatListener listener = Dats.listen(ia);
      client = Dats.endpoint(ia);
      server = Dats.endpoint(ia);
      out = client.register(ByteBuffer.allocateDirect(SIZE), MemPriv.ALL);
      in = server.register(ByteBuffer.allocateDirect(SIZE), MemPriv.ALL);
      client.startConnect(ia.address(), listener.connQual(), PATIENCE);
      server.accept(listener.awaitRequest(PATIENCE));
      server.awaitConnected(PATIENCE);
      client.awaitConnected(PATIENCE);
      threads = new HashSet<>(Thread.getAllStackTraces().keySet());
      threads.removeAll(before);
    }

    /** Those of its adapter: a fault in one of them may end its connection. */
    @Override
    public Set<Thread> threads() {
      return threads;
    }

    @Override
    public void exchange() {
      count++;
      try {
        check(server.ep().postRecv(in.context(), in.address(), SIZE, count, 0));
        check(client.ep().postSend(out.context(), out.address(), SIZE, count, 0));
        Dats.awaitDto(client.requestEvd(), count, PATIENCE, event);
        Dats.awaitDto(server.recvEvd(), count, PATIENCE, event);
      } catch (DatException | IllegalStateException e) {
        throw new IllegalStateException(
            "connection in use: " + state(client) + "; its peer: " + state(server), e);
      }
    }

    /** What has happened to an end of the connection, as far as its events tell. */
    private String state(DatConnection end) {
      StringBuilder text = new StringBuilder(end.ep().getStatus().state().name());
      while (end.connectEvd().dequeue(event) == DatReturn.SUCCESS) {
        text.append(", ").append(event);
      }
      return text.toString();
    }

    @Override
    public void close() {
      ia.close();
    }
  }
}
