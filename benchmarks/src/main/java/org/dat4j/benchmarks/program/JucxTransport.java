package org.dat4j.benchmarks.program;

import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import org.openucx.jucx.UcxCallback;
import org.openucx.jucx.UcxUtils;
import org.openucx.jucx.ucp.UcpContext;
import org.openucx.jucx.ucp.UcpEndpoint;
import org.openucx.jucx.ucp.UcpEndpointParams;
import org.openucx.jucx.ucp.UcpMemory;
import org.openucx.jucx.ucp.UcpParams;
import org.openucx.jucx.ucp.UcpRemoteKey;
import org.openucx.jucx.ucp.UcpRequest;
import org.openucx.jucx.ucp.UcpWorker;
import org.openucx.jucx.ucp.UcpWorkerParams;
import org.openucx.jucx.ucs.UcsConstants;

/**
 * The benchmarks' transport over UCX, through its Java binding JUCX: tagged messages, whose tag is
 * the connection, and puts. The environment says which transport UCX takes.
 */
final class JucxTransport implements OneSided {

  /** The memory type has to be given: the default of the binding is refused by older UCX. */
  private static final int HOST = UcsConstants.MEMORY_TYPE.UCS_MEMORY_TYPE_HOST;

  private static final int ALIGNMENT = 64;

  private final Side side;
  private final UcpContext context;
  private final UcpWorker worker;
  private final UcpEndpoint[] endpoints;
  private final int outSlots;
  private final ByteBuffer out;
  private final ByteBuffer in;
  private final int outStride;
  private final UcxCallback sent;
  private final Puts puts;
  private int slot;
  private int underWay;
  private TrafficPattern pattern;
  private RuntimeException failure;

  JucxTransport(Side side) throws IOException {
    this.side = side;
    boolean isOneSided = side.point().kind() == OperatingPoint.Kind.WRITE;
    UcpParams features = new UcpParams().requestTagFeature();
    context = new UcpContext(isOneSided ? features.requestRmaFeature() : features);
    puts = isOneSided ? new Puts(context, side.point()) : null;
    worker = context.newWorker(new UcpWorkerParams());
    int count = side.point().connections();
    outSlots = side.outWindow() * count;
    outStride = stride(side.outSize());
    out = ByteBuffer.allocateDirect(outSlots * outStride);
    int inSlots = side.inWindow() * count;
    int inStride = stride(side.inSize());
    in = ByteBuffer.allocateDirect(inSlots * inStride);
    sent = new Sent();
    ByteBuffer peer = exchangeAddresses();
    endpoints = new UcpEndpoint[count];
    for (int i = 0; i < count; i++) {
      endpoints[i] = worker.newEndpoint(new UcpEndpointParams().setUcpAddress(peer));
    }
    if (puts != null) {
      puts.open(endpoints[0]);
    }
    for (int i = 0; i < inSlots; i++) {
      new Received(i * inStride).post();
    }
  }

  private static int stride(int size) {
    return (size + ALIGNMENT - 1) / ALIGNMENT * ALIGNMENT;
  }

  /** Tells the other side the address of the worker over a socket, and gets the other one. */
  private ByteBuffer exchangeAddresses() throws IOException {
    if (side.client()) {
      InetAddress loopback = InetAddress.getLoopbackAddress();
      try (Socket socket = Retry.until(() -> new Socket(loopback, side.port()))) {
        return exchangeAddresses(socket);
      }
    }
    try (ServerSocket listener = new ServerSocket()) {
      listener.setReuseAddress(true);
      listener.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), side.port()));
      try (Socket socket = listener.accept()) {
        return exchangeAddresses(socket);
      }
    }
  }

  private ByteBuffer exchangeAddresses(Socket socket) throws IOException {
    DataOutputStream to = new DataOutputStream(socket.getOutputStream());
    write(worker.getAddress(), to);
    if (puts != null) {
      puts.tell(to);
    }
    to.flush();
    DataInputStream from = new DataInputStream(socket.getInputStream());
    ByteBuffer address = read(from);
    if (puts != null) {
      puts.hear(from);
    }
    return address;
  }

  static void write(ByteBuffer own, DataOutputStream to) throws IOException {
    byte[] bytes = new byte[own.remaining()];
    own.get(bytes);
    to.writeInt(bytes.length);
    to.write(bytes);
  }

  static ByteBuffer read(DataInputStream from) throws IOException {
    byte[] bytes = new byte[from.readInt()];
    from.readFully(bytes);
    return ByteBuffer.allocateDirect(bytes.length).put(bytes).flip();
  }

  /** Counts the messages that have left. */
  private final class Sent extends UcxCallback {
    @Override
    public void onSuccess(UcpRequest request) {
      underWay--;
    }

    @Override
    public void onError(int status, String text) {
      failure = new IllegalStateException("a message did not leave: " + text);
    }
  }

  /** A slot into which a message is received, again and again. */
  private final class Received extends UcxCallback {
    private final int offset;

    Received(int offset) {
      this.offset = offset;
    }

    void post() {
      long address = UcxUtils.getAddress(in) + offset;
      worker.recvTaggedNonBlocking(address, side.inSize(), 0, 0, this, HOST);
    }

    @Override
    public void onSuccess(UcpRequest request) {
      long stamp = in.getLong(offset);
      int connection = (int) request.getSenderTag();
      post();
      pattern.received(connection, stamp);
    }

    @Override
    public void onError(int status, String text) {
      failure = new IllegalStateException("a message did not arrive: " + text);
    }
  }

  @Override
  public boolean send(int connection, long stamp) {
    if (underWay == outSlots) {
      return false;
    }
    int offset = slot * outStride;
    slot = slot + 1 == outSlots ? 0 : slot + 1;
    out.putLong(offset, stamp);
    underWay++;
    long address = UcxUtils.getAddress(out) + offset;
    endpoints[connection].sendTaggedNonBlocking(address, side.outSize(), connection, sent, HOST);
    return true;
  }

  @Override
  public void write(long stamp) {
    puts.put(stamp);
  }

  @Override
  public long completedWrites() {
    return puts.completed();
  }

  @Override
  public void flush() {
    // UCX sends at once.
  }

  @Override
  public void run(TrafficPattern of) throws Exception {
    pattern = of;
    while (pattern.step()) {
      progress();
    }
    while (underWay > 0) {
      progress();
    }
    UcpRequest flushed = worker.flushNonBlocking(null);
    while (!side.client() && !flushed.isCompleted()) {
      progress();
    }
  }

  private void progress() throws Exception {
    worker.progress();
    if (failure != null) {
      throw failure;
    }
  }

  @Override
  public void close() {
    if (puts != null) {
      puts.close();
    }
    for (UcpEndpoint endpoint : endpoints) {
      endpoint.close();
    }
    worker.close();
    context.close();
  }

  /**
   * The one-sided writes of this transport: puts from this side's memory into that of the other
   * side, each of which exposes a buffer of the size of a write.
   *
   * <p>UCX completes a put when its source may be used again. A write that is timed counts when a
   * flush says that it was placed, as an RDMA Write of DAT is complete then.
   */
  private static final class Puts implements AutoCloseable {

    private final UcpMemory exposed;
    private final ByteBuffer source;
    private final boolean isTimed;
    private final UcxCallback counted = new Counted();
    private long peerAddress;
    private ByteBuffer peerKey;
    private UcpEndpoint endpoint;
    private UcpRemoteKey key;
    private long completed;
    private String failure;

    Puts(UcpContext context, OperatingPoint point) {
      exposed = context.registerMemory(ByteBuffer.allocateDirect(point.size()));
      source = ByteBuffer.allocateDirect(point.size());
      isTimed = point.isLatency();
    }

    /** Tells the other side where this one's memory is. */
    void tell(DataOutputStream to) throws IOException {
      to.writeLong(exposed.getAddress());
      JucxTransport.write(exposed.getRemoteKeyBuffer(), to);
    }

    /** Hears where the other side's memory is. */
    void hear(DataInputStream from) throws IOException {
      peerAddress = from.readLong();
      peerKey = JucxTransport.read(from);
    }

    /** Takes the endpoint over which the other side's memory is reached. */
    void open(UcpEndpoint over) {
      endpoint = over;
      key = over.unpackRemoteKey(peerKey);
    }

    void put(long stamp) {
      source.putLong(0, stamp);
      long address = UcxUtils.getAddress(source);
      UcxCallback end = isTimed ? null : counted;
      endpoint.putNonBlocking(address, source.capacity(), peerAddress, key, end);
      if (isTimed) {
        endpoint.flushNonBlocking(counted);
      }
    }

    /** Counts the puts that are done. */
    long completed() {
      if (failure != null) {
        throw new IllegalStateException("a put failed: " + failure);
      }
      return completed;
    }

    private final class Counted extends UcxCallback {
      @Override
      public void onSuccess(UcpRequest request) {
        completed++;
      }

      @Override
      public void onError(int status, String text) {
        failure = text;
      }
    }

    @Override
    public void close() {
      key.close();
      exposed.close();
    }
  }
}
