package org.dat4j.benchmarks.program;

import io.netty.bootstrap.Bootstrap;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.DefaultSelectStrategyFactory;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.SelectStrategyFactory;
import io.netty.channel.ServerChannel;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.epoll.EpollSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.channel.socket.nio.NioSocketChannel;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.spi.SelectorProvider;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The benchmarks' transport over Netty: all channels are on one event loop, which also drives the
 * traffic pattern. The loop waits in its selector, or polls it.
 */
final class NettyTransport implements Transport {

  private static final long STEP_NANOS = 1000;

  private final EventLoopGroup loop;
  private final boolean isEpoll;
  private final Side side;
  private final Channel[] channels;
  private final boolean[] isDirty;
  private final ByteBuf payload;
  private final CompletableFuture<Void> done = new CompletableFuture<>();
  private TrafficPattern pattern;
  private int accepted;

  NettyTransport(Side side, boolean isEpoll, boolean polls) throws IOException {
    this.side = side;
    this.isEpoll = isEpoll;
    int count = side.point().connections();
    channels = new Channel[count];
    isDirty = new boolean[count];
    payload =
        Unpooled.unreleasableBuffer(
            Unpooled.directBuffer(side.outSize()).writeZero(side.outSize()));
    SelectStrategyFactory looks =
        polls ? () -> (look, hasTasks) -> look.get() : DefaultSelectStrategyFactory.INSTANCE;
    IoHandlerFactory factory =
        isEpoll
            ? EpollIoHandler.newFactory(0, looks)
            : NioIoHandler.newFactory(SelectorProvider.provider(), looks);
    loop = new MultiThreadIoEventLoopGroup(1, factory);
    InetSocketAddress address =
        new InetSocketAddress(InetAddress.getLoopbackAddress(), side.port());
    try {
      if (side.client()) {
        connect(address);
      } else {
        accept(address);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }

  private void connect(InetSocketAddress address) throws IOException {
    for (int i = 0; i < channels.length; i++) {
      int index = i;
      Bootstrap bootstrap =
          new Bootstrap()
              .group(loop)
              .channel(isEpoll ? EpollSocketChannel.class : NioSocketChannel.class)
              .option(ChannelOption.TCP_NODELAY, true)
              .handler(handler(index));
      channels[i] = Retry.until(() -> bootstrap.connect(address).sync().channel());
    }
  }

  private void accept(InetSocketAddress address) throws InterruptedException {
    CountDownLatch all = new CountDownLatch(channels.length);
    Class<? extends ServerChannel> type =
        isEpoll ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    Channel listener =
        new ServerBootstrap()
            .group(loop)
            .channel(type)
            .option(ChannelOption.SO_REUSEADDR, true)
            .option(ChannelOption.SO_BACKLOG, channels.length)
            .childOption(ChannelOption.TCP_NODELAY, true)
            // Nothing is read before there is a traffic pattern.
            .childOption(ChannelOption.AUTO_READ, false)
            .childHandler(
                new ChannelInitializer<Channel>() {
                  @Override
                  protected void initChannel(Channel channel) {
                    int index = accepted++;
                    channels[index] = channel;
                    channel.pipeline().addLast(new Handler(index));
                    all.countDown();
                  }
                })
            .bind(address)
            .sync()
            .channel();
    all.await();
    listener.close().sync();
  }

  private ChannelInitializer<Channel> handler(int index) {
    return new ChannelInitializer<>() {
      @Override
      protected void initChannel(Channel channel) {
        channel.pipeline().addLast(new Handler(index));
      }
    };
  }

  /**
   * The end of a pipeline: gives messages to the traffic pattern, and a step after all that were
   * read.
   */
  private final class Handler extends ChannelInboundHandlerAdapter {
    private final MessageParser parser;
    private ByteBuf rest = Unpooled.EMPTY_BUFFER;

    Handler(int index) {
      parser = new MessageParser(side.inSize(), index);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
      ByteBuf bytes = (ByteBuf) message;
      if (rest.isReadable()) {
        bytes = Unpooled.wrappedBuffer(rest, bytes);
      }
      int left = parser.parse(bytes.nioBuffer(), pattern);
      rest = left == 0 ? Unpooled.EMPTY_BUFFER : bytes.copy(bytes.writerIndex() - left, left);
      bytes.release();
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext context) {
      step();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable cause) {
      done.completeExceptionally(cause);
    }
  }

  private void step() {
    if (!done.isDone()) {
      try {
        if (!pattern.step()) {
          done.complete(null);
        }
      } catch (RuntimeException e) {
        done.completeExceptionally(e);
      }
    }
  }

  /** Steps without a message: what is due by the clock. */
  private void poll() {
    step();
    if (!done.isDone()) {
      loop.schedule(this::poll, STEP_NANOS, TimeUnit.NANOSECONDS);
    }
  }

  @Override
  public boolean send(int connection, long stamp) {
    Channel channel = channels[connection];
    ByteBuf message = channel.alloc().directBuffer(side.outSize());
    message.writeLong(stamp);
    message.writeBytes(payload, 0, side.outSize() - Long.BYTES);
    channel.write(message, channel.voidPromise());
    isDirty[connection] = true;
    return true;
  }

  @Override
  public void flush() {
    for (int i = 0; i < channels.length; i++) {
      if (isDirty[i]) {
        isDirty[i] = false;
        channels[i].flush();
      }
    }
  }

  @Override
  public void run(TrafficPattern of) {
    loop.execute(
        () -> {
          pattern = of;
          for (Channel channel : channels) {
            channel.config().setAutoRead(true);
          }
          if (side.point().kind() == OperatingPoint.Kind.OPENLOOP) {
            poll();
          } else {
            step();
          }
        });
    done.join();
  }

  @Override
  public void close() throws IOException {
    loop.shutdownGracefully(0, 1, TimeUnit.SECONDS).awaitUninterruptibly();
  }
}
