package org.dat4j.dat.tcp.connection;

import java.io.ByteArrayOutputStream;
import java.net.Socket;
import java.net.SocketAddress;
import java.net.SocketOption;
import java.nio.ByteBuffer;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.channels.SocketChannel;
import java.nio.channels.spi.SelectorProvider;
import java.util.Set;

/** A socket channel for tests: reads return prepared bytes, writes are recorded. */
final class ScriptedChannel extends SocketChannel {

  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private ByteBuffer in = ByteBuffer.allocate(0);
  private boolean ended;
  private int room = Integer.MAX_VALUE;
  private int gathered;
  private Runnable beforeWrite = () -> {};
  private Error shutdownFailure;

  ScriptedChannel() {
    super(SelectorProvider.provider());
  }

  /** Bytes that the next reads return. */
  void give(byte[] bytes, int from, int length) {
    in = ByteBuffer.wrap(bytes, from, length);
  }

  /** Bytes given that were not read. */
  int unread() {
    return in.remaining();
  }

  /** Accepts the given number of bytes from now on, and then no more. */
  void room(int bytes) {
    room = bytes;
  }

  /** Runs an action in the middle of each write, on the writing thread. */
  void beforeWrite(Runnable action) {
    beforeWrite = action;
  }

  /** The next end of the output throws an Error. */
  void failShutdown(Error failure) {
    shutdownFailure = failure;
  }

  /** Reads find the end of the stream. */
  void end() {
    ended = true;
  }

  /** Everything written so far. */
  byte[] written() {
    return out.toByteArray();
  }

  /** Gathering writes so far. */
  int gathered() {
    return gathered;
  }

  /** A key that belongs to no selector. */
  SelectionKey key() {
    return new Key();
  }

  @Override
  public int read(ByteBuffer to) {
    if (!in.hasRemaining()) {
      return ended ? -1 : 0;
    }
    int count = Math.min(to.remaining(), in.remaining());
    to.put(in.slice(in.position(), count));
    in.position(in.position() + count);
    return count;
  }

  @Override
  public long read(ByteBuffer[] to, int offset, int length) {
    long count = 0;
    for (int i = offset; i < offset + length && in.hasRemaining(); i++) {
      count += read(to[i]);
    }
    return count == 0 && ended ? -1 : count;
  }

  @Override
  public int write(ByteBuffer from) {
    beforeWrite.run();
    int count = Math.min(room, from.remaining());
    for (int i = 0; i < count; i++) {
      out.write(from.get());
    }
    room -= count;
    return count;
  }

  @Override
  public long write(ByteBuffer[] from, int offset, int length) {
    gathered++;
    long count = 0;
    for (int i = offset; i < offset + length; i++) {
      count += write(from[i]);
    }
    return count;
  }

  @Override
  public SocketChannel bind(SocketAddress local) {
    return this;
  }

  @Override
  public <T> SocketChannel setOption(SocketOption<T> name, T value) {
    return this;
  }

  @Override
  public <T> T getOption(SocketOption<T> name) {
    return null;
  }

  @Override
  public Set<SocketOption<?>> supportedOptions() {
    return Set.of();
  }

  @Override
  public SocketChannel shutdownInput() {
    return this;
  }

  @Override
  public SocketChannel shutdownOutput() {
    Error failure = shutdownFailure;
    if (failure != null) {
      shutdownFailure = null;
      throw failure;
    }
    return this;
  }

  @Override
  public Socket socket() {
    throw new UnsupportedOperationException();
  }

  @Override
  public boolean isConnected() {
    return true;
  }

  @Override
  public boolean isConnectionPending() {
    return false;
  }

  @Override
  public boolean connect(SocketAddress remote) {
    return true;
  }

  @Override
  public boolean finishConnect() {
    return true;
  }

  @Override
  public SocketAddress getRemoteAddress() {
    return null;
  }

  @Override
  public SocketAddress getLocalAddress() {
    return null;
  }

  @Override
  protected void implCloseSelectableChannel() {}

  @Override
  protected void implConfigureBlocking(boolean block) {}

  private final class Key extends SelectionKey {

    @Override
    public ScriptedChannel channel() {
      return ScriptedChannel.this;
    }

    @Override
    public Selector selector() {
      return null;
    }

    @Override
    public boolean isValid() {
      return true;
    }

    @Override
    public void cancel() {}

    @Override
    public int interestOps() {
      return 0;
    }

    @Override
    public SelectionKey interestOps(int ops) {
      return this;
    }

    @Override
    public int readyOps() {
      return 0;
    }
  }
}
