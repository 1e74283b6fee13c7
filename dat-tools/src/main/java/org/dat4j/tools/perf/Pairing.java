package org.dat4j.tools.perf;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;

/**
 * One side's half of an operation and of the limit it is compared with. The connections of both are
 * made here, in the same order on both sides.
 */
final class Pairing implements AutoCloseable {

  private static final int NO_PORT = 0;

  private final Exchange operation;
  private final Exchange limit;
  private final Exchange companion;

  private Pairing(Exchange operation, Exchange limit, Exchange companion) {
    this.operation = operation;
    this.limit = limit;
    this.companion = companion;
  }

  /** One of the things to do in turns; null when there is no limit or companion. */
  Exchange exchange(Part part) {
    return switch (part) {
      case LIMIT -> limit;
      case OPERATION -> operation;
      case COMPANION -> companion;
    };
  }

  /** The side that measures. The other side has been told the spec. */
  static Pairing initiator(Session session, Control control, Spec spec) {
    Made made = operation(session, spec, true);
    try {
      control.expect(Control.Kind.READY);
      Exchange limit =
          switch (spec.limit()) {
            case FLAG -> new Flag(session);
            case COPY -> copy(session, spec, made.link());
            case NIO_POLL, NIO_SELECT, NIO_STREAM, NIO_COALESCED ->
                socketLimit(session, spec, (int) control.number(0));
            case NONE -> null;
          };
      return new Pairing(made.exchange(), limit, companion(session, spec, true));
    } catch (RuntimeException | Error e) {
      made.exchange().close();
      throw e;
    }
  }

  /** A Read is also compared with a message there and back. */
  private static Exchange companion(Session session, Spec spec, boolean measures) {
    return spec.hasCompanion() ? operation(session, spec.companion(), measures).exchange() : null;
  }

  private static Exchange copy(Session session, Spec spec, Link link) {
    return spec.op() == Op.WRITE && !spec.stream()
        ? new CheckedCopy(session, spec, link)
        : new Copy(session, spec, link);
  }

  private static Exchange socketLimit(Session session, Spec spec, int port) {
    if (port == NO_PORT) {
      return null;
    }
    Patience patience = session.patience();
    try {
      return overSocket(Sockets.connect(session.peerAddress(), port, patience), spec, patience);
    } catch (IOException e) {
      throw new StalledException(
          "cannot connect a bare socket to "
              + session.peerAddress()
              + ":"
              + port
              + ": "
              + e.getMessage(),
          e);
    }
  }

  /** The other side; says through control when it is ready. */
  static Pairing responder(Session session, Control control, Spec spec) {
    Made made = operation(session, spec, false);
    try {
      Exchange limit = null;
      if (spec.limit().socket()) {
        limit = acceptLimit(session, control, spec);
      } else {
        if (spec.limit() == Limit.FLAG) {
          limit = new Flag(session);
        } else if (spec.limit() == Limit.COPY) {
          Link link = made.link();
          session.common().show(spec.op() == Op.SEND ? link.in() : link.target());
          limit = copy(session, spec, link);
        }
        control.send(Control.Kind.READY);
      }
      return new Pairing(made.exchange(), limit, companion(session, spec, false));
    } catch (RuntimeException | Error e) {
      made.exchange().close();
      throw e;
    }
  }

  /** An adapter need not have an address that sockets can use: then there is no limit. */
  private static Exchange acceptLimit(Session session, Control control, Spec spec) {
    ServerSocketChannel bound;
    try {
      bound = Sockets.listen(session.ia().address());
    } catch (IOException | RuntimeException e) {
      control.send(Control.Kind.READY, NO_PORT, 0);
      return null;
    }
    try (ServerSocketChannel server = bound) {
      control.send(Control.Kind.READY, Sockets.port(server), 0);
      Patience patience = session.patience();
      return overSocket(Sockets.accept(server, patience), spec, patience);
    } catch (IOException e) {
      throw StalledException.ofSocket(e);
    }
  }

  private static Exchange overSocket(SocketChannel channel, Spec spec, Patience patience)
      throws IOException {
    return switch (spec.limit()) {
      case NIO_STREAM -> new NioStream(channel, spec, patience);
      case NIO_COALESCED -> new CoalescedStream(channel, spec, patience);
      default -> new NioPingPong(channel, spec, patience);
    };
  }

  /** An operation with the memory it uses. */
  private record Made(Exchange exchange, Link link) {}

  private static Made operation(Session session, Spec spec, boolean measures) {
    // Where a device moves the data, a target that polls would only take processors from it.
    boolean idle = !measures && spec.op() != Op.SEND && session.deviceMovesData();
    Link link = new Link(session, spec.poll() && !idle, sizes(spec));
    try {
      Exchange exchange =
          switch (spec.op()) {
            case SEND ->
                spec.stream() ? new SendStream(link, spec, measures) : new SendPingPong(link, spec);
            case WRITE -> new Write(link, spec, measures);
            case READ -> new Read(link, spec, measures);
          };
      link.meet();
      return new Made(exchange, link);
    } catch (RuntimeException | Error e) {
      link.close();
      throw e;
    }
  }

  /** What one side of an operation needs. */
  static Link.Sizes sizes(Spec spec) {
    if (spec.op() != Op.SEND) {
      return OneSided.sizes(spec);
    }
    return spec.stream() ? SendStream.sizes(spec) : SendPingPong.sizes(spec);
  }

  @Override
  public void close() {
    try (operation;
        companion) {
      if (limit != null) {
        limit.close();
      }
    }
  }
}
