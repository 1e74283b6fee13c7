package org.dat4j.dat.ipc;

import java.io.EOFException;
import java.io.IOException;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashSet;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReferenceArray;
import org.dat4j.dat.ipc.ring.Area;
import org.dat4j.dat.ipc.ring.Doorbells;
import org.dat4j.dat.ipc.ring.Slot;
import org.dat4j.dat.spi.software.WireUpcalls;

/**
 * One end of the link between two ipc adapters: a socket, and the shared memory with the rings of
 * their connections. The socket serves set-up, wake-ups and the news of the peer's death. The end
 * that connects makes the shared memory areas and says which connection has which slot.
 */
final class Link implements InputLoop.Handler {

  /** What ends a connection whose peer has let go of it. */
  static final String GONE = "the peer has ended the connection";

  private static final System.Logger LOG = System.getLogger(Link.class.getName());

  /** The version of what goes through sockets and rings; peers of another one are refused. */
  static final long VERSION = 2;

  /** Connections that a polling thread looks at by itself. */
  private static final int MAX_WATCHED = 8;

  private static final int BUFFER = 1 << 14;

  /** Reads of the socket at a time: other links have their turn, and the thread may leave. */
  private static final int MAX_READS = 16;

  /**
   * Frames that may wait for a peer that takes none. The connections and areas of a link need
   * fewer: a peer that lets more wait floods this side and takes no answers.
   */
  private static final int MAX_UNSENT = 3 * Doorbells.CONNECTIONS;

  private static final IpcWire[] NO_WIRES = {};
  private static final Area[] NO_AREAS = {};

  private final IpcFabric fabric;
  private final InputLoop loop;
  private final SocketChannel channel;
  private final boolean initiator;
  private final ByteBuffer input = ByteBuffer.allocateDirect(BUFFER);

  /** One frame on its way out; guarded by {@link #unsent}, as that is. */
  private final ByteBuffer output = ByteBuffer.allocateDirect(ControlFrame.MAX_BYTES).limit(0);

  private final Queue<ControlFrame> unsent = new ArrayDeque<>();

  /** Whether the peer is to be woken; guarded by {@link #unsent}. */
  private boolean isWakeDue;

  /** Whether the loop waits until the socket takes more; guarded by {@link #unsent}. */
  private boolean isWriting;

  /** Why a frame could not be sent, or null; guarded by {@link #unsent}. */
  private IOException sendFailure;

  private final AtomicReferenceArray<IpcConnection> connections =
      new AtomicReferenceArray<>(Doorbells.CONNECTIONS);

  private volatile SelectionKey key;

  /** Bytes of a ring; at the end that is connected to, 0 until the peer has said it. */
  private volatile int ringBytes;

  /** The number of the adapter at the other end; as {@link #ringBytes}. */
  private volatile long peer;

  /** The areas; null for one that could not be mapped. */
  private volatile Area[] areas = NO_AREAS;

  private volatile Doorbells doorbells;
  private volatile IpcWire[] watched = NO_WIRES;

  /** The connection for which the last doorbell was rung; a hint. */
  private int lastRung = -1;

  /** The next connection that is watched no longer when another one is; guarded by this. */
  private int nextVictim;

  /** Slots that no connection has; guarded by this. */
  private final Deque<Integer> free = new ArrayDeque<>();

  /** Numbers of own areas that the peer may not have mapped yet; guarded by this. */
  private final Set<Long> unmapped = new HashSet<>();

  /** Why the link has failed, null as long as it works; guarded by this. */
  private Object failure;

  private Link(IpcFabric fabric, SocketChannel channel, boolean initiator) {
    this.fabric = fabric;
    this.loop = fabric.loop();
    this.channel = channel;
    this.initiator = initiator;
  }

  /** Makes the end that connects, over a connected socket. */
  static Link initiate(IpcFabric fabric, SocketChannel channel, long peer) throws IOException {
    Link link = new Link(fabric, channel, true);
    link.peer = peer;
    link.ringBytes = fabric.ringBytes();
    link.register();
    link.send(ControlFrame.of(ControlFrame.Type.HELLO, 0, VERSION, link.ringBytes));
    link.send(ControlFrame.of(ControlFrame.Type.ADAPTER, 0, fabric.number(), 0));
    return link;
  }

  /** Makes the end that is connected to, over an accepted socket. */
  static void accept(IpcFabric fabric, SocketChannel channel) throws IOException {
    new Link(fabric, channel, false).register();
  }

  private void register() throws IOException {
    key = loop.register(channel, SelectionKey.OP_READ, this);
  }

  int ringBytes() {
    return ringBytes;
  }

  // --- the socket

  /** Sends a frame, now or when the socket takes it. */
  void send(ControlFrame frame) {
    synchronized (unsent) {
      unsent.add(frame);
      flush();
    }
  }

  /** Wakes the peer. Needs no memory, so that no Error leaves the peer asleep. */
  private void wakePeer() {
    synchronized (unsent) {
      if (output.hasRemaining() || !unsent.isEmpty()) {
        // What is on its way wakes the peer, too.
        return;
      }
      isWakeDue = true;
      flush();
    }
  }

  /** Sends what is due as far as the socket takes it; the rest when it takes more. */
  private void flush() {
    synchronized (unsent) {
      try {
        while (sendFailure == null && fillOutput() && channel.write(output) > 0) {
          // One frame after the other.
        }
      } catch (IOException e) {
        // A frame is lost, so the link has to end: the loop does that when it has read the rest.
        sendFailure = e;
      } finally {
        if (sendFailure != null) {
          discardOutput();
        }
        // Also after an Error: the loop goes on with what is left.
        boolean isLeft =
            output.hasRemaining() || !unsent.isEmpty() || isWakeDue || sendFailure != null;
        if (isLeft != isWriting) {
          isWriting = isLeft;
          loop.setWriting(key, isLeft);
        }
      }
    }
  }

  private void discardOutput() {
    output.limit(0).position(0);
    unsent.clear();
    isWakeDue = false;
  }

  /** Puts the next frame into the output, if that is empty; false when nothing is due. */
  private boolean fillOutput() {
    if (output.hasRemaining()) {
      return true;
    }
    ControlFrame next = unsent.peek();
    if (next == null && !isWakeDue) {
      return false;
    }
    boolean isFilled = false;
    try {
      output.clear();
      (next == null ? ControlFrame.WAKE : next).write(output);
      output.flip();
      isFilled = true;
    } finally {
      if (!isFilled) {
        output.limit(0).position(0);
      }
    }
    unsent.poll();
    // Any frame wakes the peer.
    isWakeDue = false;
    return true;
  }

  @Override
  public void ready(SelectionKey ready) throws IOException {
    key = ready;
    if (ready.isWritable()) {
      flush();
    }
    IOException lost = sendFailure();
    if (!ready.isReadable() && lost == null) {
      return;
    }
    int reads = 0;
    int count;
    do {
      checkUnsent();
      count = read();
      reads++;
      input.flip();
      for (ControlFrame frame = ControlFrame.read(input);
          frame != null;
          frame = ControlFrame.read(input)) {
        received(frame);
      }
      input.compact();
    } while (count > 0 && reads < MAX_READS);
    if (count < 0) {
      throw gone(null);
    }
    if (count == 0 && lost != null) {
      throw gone(lost);
    }
  }

  private int read() throws IOException {
    try {
      return channel.read(input);
    } catch (IOException e) {
      throw gone(e);
    }
  }

  /** Makes the exception for a dead peer, whether its stream ended or a read or write failed. */
  private static EOFException gone(IOException cause) {
    EOFException gone = new EOFException("the peer has gone without a good-bye");
    gone.initCause(cause);
    return gone;
  }

  private IOException sendFailure() {
    synchronized (unsent) {
      return sendFailure;
    }
  }

  private void checkUnsent() throws IOException {
    synchronized (unsent) {
      if (unsent.size() > MAX_UNSENT) {
        throw new IOException("the peer takes no answers to its frames");
      }
    }
  }

  private void received(ControlFrame frame) throws IOException {
    switch (frame.type()) {
      case HELLO -> hello(frame);
      case ADAPTER -> {
        if (initiator || ringBytes == 0 || peer != 0) {
          throw IpcConnection.unexpected(frame);
        }
        peer = frame.first();
      }
      case AREA -> openArea(frame);
      case MAPPED -> mapped(frame.first());
      case REQUEST -> requested(frame);
      case WAKE -> {
        // To wake up was all.
      }
      default -> {
        IpcConnection connection =
            frame.index() < connections.length() ? connections.get(frame.index()) : null;
        if (connection != null) {
          deliver(connection, frame);
        }
      }
    }
  }

  /** Gives a frame to its connection, which alone ends when that fails. */
  private static void deliver(IpcConnection connection, ControlFrame frame) throws IOException {
    try {
      connection.received(frame);
    } catch (RuntimeException | Error e) {
      connection.fail(e);
      LOG.log(System.Logger.Level.ERROR, "a connection has ended for a fault", e);
    }
  }

  private void hello(ControlFrame frame) throws IOException {
    if (initiator || ringBytes != 0) {
      throw IpcConnection.unexpected(frame);
    }
    if (frame.first() != VERSION) {
      throw new IOException("the peer speaks version " + frame.first() + " and not " + VERSION);
    }
    if (!IpcSettings.isRing(frame.second())) {
      throw new IOException("the peer has rings of " + frame.second() + " bytes");
    }
    ringBytes = (int) frame.second();
  }

  /** Ends the link for a fault that has come up outside of its handler. */
  @Override
  public void failed(Throwable cause) {
    Object reason = cause instanceof EOFException ? cause.getMessage() : cause;
    if (cause.getCause() != null) {
      LOG.log(System.Logger.Level.DEBUG, "a link has failed", cause);
    }
    synchronized (this) {
      if (failure != null) {
        return;
      }
      failure = reason;
    }
    // An Error of one step keeps no connection from being told.
    try {
      detach();
    } finally {
      try {
        deleteUnmapped();
      } finally {
        tellConnections(reason);
      }
    }
    if (peer != 0) {
      fabric.sweepLater(peer);
    }
  }

  private void detach() {
    try {
      loop.close(channel);
    } finally {
      try {
        loop.remove(this);
      } finally {
        fabric.forget(this);
      }
    }
  }

  /** Tells all connections of the failure, also when one of them cannot be told. */
  private void tellConnections(Object reason) {
    Throwable fault = null;
    for (int i = 0; i < connections.length(); i++) {
      IpcConnection connection = connections.get(i);
      if (connection == null) {
        continue;
      }
      try {
        connection.linkFailed(reason);
      } catch (RuntimeException | Error e) {
        // Kept for later: the log may need memory, and other connections wait.
        fault = e;
      }
    }
    if (fault != null) {
      LOG.log(System.Logger.Level.ERROR, "a connection was not told that its link failed", fault);
    }
  }

  /** Deletes the files of areas that the peer has not mapped. */
  private void deleteUnmapped() {
    Set<Long> left;
    synchronized (this) {
      left = new HashSet<>(unmapped);
      unmapped.clear();
    }
    left.forEach(area -> fabric.folder().deleteArea(fabric.number(), area));
  }

  // --- areas and slots

  /**
   * Takes a slot for a new connection, of a new area if need be.
   *
   * @return -1 when all are taken or the link has failed
   * @throws Area.NoSpaceException if there is no room for a new area
   */
  synchronized int takeSlot() throws IOException {
    if (failure != null) {
      return -1;
    }
    if (free.isEmpty() && areas.length * Area.SLOTS < Doorbells.CONNECTIONS) {
      makeArea();
    }
    if (free.isEmpty()) {
      return -1;
    }
    int index = free.pop();
    slot(index).reset();
    return index;
  }

  private void makeArea() throws IOException {
    long number = fabric.nextArea();
    Area area = Area.create(fabric.folder().area(fabric.number(), number), ringBytes);
    unmapped.add(number);
    int first = areas.length * Area.SLOTS;
    add(area);
    for (int i = Area.SLOTS - 1; i >= 0; i--) {
      free.push(first + i);
    }
    send(ControlFrame.of(ControlFrame.Type.AREA, areas.length - 1, number, 0));
  }

  private void add(Area area) {
    boolean first = areas.length == 0;
    Area[] more = Arrays.copyOf(areas, areas.length + 1);
    more[areas.length] = area;
    areas = more;
    if (first && area != null) {
      doorbells = area.doorbells(initiator);
      loop.add(this);
    }
  }

  private synchronized void openArea(ControlFrame frame) throws IOException {
    if (initiator
        || peer == 0
        || frame.index() != areas.length
        || areas.length * Area.SLOTS >= Doorbells.CONNECTIONS) {
      throw IpcConnection.unexpected(frame);
    }
    Area area = null;
    try {
      area = Area.open(fabric.folder().area(peer, frame.first()), ringBytes);
    } catch (IOException | OutOfMemoryError e) {
      LOG.log(System.Logger.Level.WARNING, "the rings of a peer were not mapped", e);
      if (areas.length == 0) {
        throw new IOException("the rings were not mapped", e);
      }
    }
    add(area);
    send(ControlFrame.of(ControlFrame.Type.MAPPED, 0, frame.first(), 0));
  }

  private void mapped(long area) {
    synchronized (this) {
      if (!unmapped.remove(area)) {
        return;
      }
    }
    fabric.folder().deleteArea(fabric.number(), area);
  }

  private Slot slot(int index) {
    Area area = areas[index / Area.SLOTS];
    return area == null ? null : area.slot(index % Area.SLOTS, initiator);
  }

  /** Makes the end of a connection in a slot. */
  IpcWire wire(int index, WireUpcalls upcalls) {
    return new IpcWire(this, index, slot(index), upcalls);
  }

  /** Gives a slot to a connection; false when the link has failed, which the connection is told. */
  void begin(OutgoingConnection connection) {
    Object failed;
    synchronized (this) {
      connections.set(connection.index(), connection);
      failed = failure;
    }
    if (failed != null) {
      connection.linkFailed(failed);
    } else {
      connection.start();
    }
  }

  private void requested(ControlFrame frame) throws IOException {
    int index = frame.index();
    if (initiator || index >= areas.length * Area.SLOTS || connections.get(index) != null) {
      throw IpcConnection.unexpected(frame);
    }
    IncomingConnection connection = new IncomingConnection(this, frame);
    connections.set(index, connection);
    if (slot(index) == null) {
      connection.drop(DropReason.NO_MEMORY);
    } else {
      fabric.requested(connection);
    }
  }

  /** Takes a connection out of its slot; false when it has none any longer. */
  boolean free(IpcConnection connection) {
    if (!connections.compareAndSet(connection.index(), connection, null)) {
      return false;
    }
    if (initiator) {
      synchronized (this) {
        free.push(connection.index());
      }
    }
    return true;
  }

  /** A wire touches its slot no longer. */
  void letGo(IpcWire wire, boolean byGoodBye, TurnHandover.Refusal refusal) {
    IpcConnection connection = connections.get(wire.index());
    if (connection != null && connection.wire() == wire) {
      connection.release(PeerEnd.frame(wire.index(), byGoodBye, refusal));
    }
  }

  // --- the rings

  /** Works on the rings that have news; says how much was done. */
  int poll() {
    int done = 0;
    for (IpcWire wire : watched) {
      done += wire.poll();
    }
    Doorbells bells = doorbells;
    return bells.isRung() ? done + answer(bells) : done;
  }

  private int answer(Doorbells bells) {
    int done = 0;
    int word = 0;
    long bits = 0;
    long words = bells.takeSummary();
    try {
      for (; words != 0; words &= words - 1) {
        word = Long.numberOfTrailingZeros(words);
        for (bits = bells.takeWord(word); bits != 0; bits &= bits - 1) {
          done += answer(word * Long.SIZE + Long.numberOfTrailingZeros(bits));
        }
      }
    } finally {
      if (words != 0) {
        // An Error of one connection is to keep no other one from its input.
        bells.putBack(words, word, bits & bits - 1);
      }
    }
    return done;
  }

  private int answer(int index) {
    IpcConnection connection = connections.get(index);
    IpcWire wire = connection == null ? null : connection.wire();
    if (wire == null) {
      return 0;
    }
    int done = wire.poll();
    if (lastRung == index) {
      watch(wire);
    }
    lastRung = index;
    return done;
  }

  /** Looks at a connection without a doorbell from now on; another one may lose that for it. */
  void watch(IpcWire wire) {
    IpcWire victim = null;
    synchronized (this) {
      IpcWire[] now = watched;
      if (Arrays.asList(now).contains(wire) || !wire.setWatched(true)) {
        return;
      }
      if (now.length < MAX_WATCHED) {
        now = Arrays.copyOf(now, now.length + 1);
        now[now.length - 1] = wire;
      } else {
        now = now.clone();
        nextVictim = (nextVictim + 1) % now.length;
        victim = now[nextVictim];
        victim.setWatched(false);
        now[nextVictim] = wire;
      }
      watched = now;
    }
    // For the new one the peer may have put records without a doorbell, before a poll looked at it.
    VarHandle.fullFence();
    wire.poll();
    if (victim != null) {
      victim.poll();
    }
  }

  /** Looks at a connection no longer. */
  synchronized void unwatch(IpcWire wire) {
    watched = Arrays.stream(watched).filter(each -> each != wire).toArray(IpcWire[]::new);
  }

  /** Tells the peer whether this adapter sleeps; a full fence and a poll follow. */
  void setSleeping(boolean sleeping) {
    doorbells.setSleeping(sleeping);
  }

  /** Tells the peer that a ring has news, unless it looks by itself; after a full fence. */
  void notifyPeer(int index, Slot slot) {
    if (!slot.isWatchedByPeer()) {
      doorbells.ring(index);
    }
    if (doorbells.mustWakePeer()) {
      wakePeer();
    }
  }

  /**
   * Has this side look at a ring again, which has more records than one poll takes.
   *
   * @param isWatched whether each poll looks at it without a doorbell
   */
  void lookAgain(int index, boolean isWatched) {
    if (!isWatched) {
      doorbells.ringOwn(index);
    }
    VarHandle.fullFence();
    loop.wakeSleeper();
  }

  /** Has the loop do something soon, holding no turn. */
  void later(Runnable task) {
    loop.later(task);
  }
}
