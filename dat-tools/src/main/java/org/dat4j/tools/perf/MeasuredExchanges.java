package org.dat4j.tools.perf;

import java.io.IOException;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import org.dat4j.tools.perf.baseline.BaselineSockets;
import org.dat4j.tools.perf.baseline.CheckedCopy;
import org.dat4j.tools.perf.baseline.FlagPingPong;
import org.dat4j.tools.perf.baseline.MemoryCopy;
import org.dat4j.tools.perf.baseline.NioCoalescedStream;
import org.dat4j.tools.perf.baseline.NioPingPong;
import org.dat4j.tools.perf.baseline.NioStream;
import org.dat4j.tools.perf.exchange.Baseline;
import org.dat4j.tools.perf.exchange.Exchange;
import org.dat4j.tools.perf.exchange.MeasurementSpec;
import org.dat4j.tools.perf.exchange.Operation;
import org.dat4j.tools.perf.exchange.PerfSession;
import org.dat4j.tools.perf.exchange.SpinDeadline;
import org.dat4j.tools.perf.exchange.StalledException;
import org.dat4j.tools.perf.exchange.TransferConnection;
import org.dat4j.tools.perf.operation.OneSidedTransfer;
import org.dat4j.tools.perf.operation.RdmaRead;
import org.dat4j.tools.perf.operation.RdmaWrite;
import org.dat4j.tools.perf.operation.SendPingPong;
import org.dat4j.tools.perf.operation.SendStream;

/**
 * The exchanges of one side of a {@code perf} run: its half of the measured DAT operation, and its
 * half of the baseline. Makes the connections of both, in the same order on both sides.
 */
final class MeasuredExchanges implements AutoCloseable {

  private static final int NO_PORT = 0;

  private final Exchange operation;
  private final Exchange baseline;

  private MeasuredExchanges(Exchange operation, Exchange baseline) {
    this.operation = operation;
    this.baseline = baseline;
  }

  /** Gives one of the two; null if there is no baseline. */
  Exchange exchange(BlockPart part) {
    return switch (part) {
      case BASELINE -> baseline;
      case OPERATION -> operation;
    };
  }

  /** Connects the measuring side; the other side has received the spec. */
  static MeasuredExchanges initiator(
      PerfSession session, ControlChannel control, MeasurementSpec spec) {
    Made made = operation(session, spec, true);
    try {
      control.expect(ControlChannel.Kind.READY);
      Exchange baseline =
          switch (spec.baseline()) {
            case FLAG -> new FlagPingPong(session);
            case COPY -> copy(session, spec, made.connection());
            case NIO_POLL, NIO_SELECT, NIO_STREAM, NIO_COALESCED ->
                connectBaseline(session, spec, (int) control.number(0));
            case NONE -> null;
          };
      return new MeasuredExchanges(made.exchange(), baseline);
    } catch (RuntimeException | Error e) {
      made.exchange().close();
      throw e;
    }
  }

  private static Exchange copy(
      PerfSession session, MeasurementSpec spec, TransferConnection connection) {
    return spec.op() == Operation.WRITE && !spec.stream()
        ? new CheckedCopy(session, spec, connection)
        : new MemoryCopy(session, spec, connection);
  }

  private static Exchange connectBaseline(PerfSession session, MeasurementSpec spec, int port) {
    if (port == NO_PORT) {
      return null;
    }
    SpinDeadline deadline = session.spinDeadline();
    try {
      return overSocket(
          BaselineSockets.connect(session.peerAddress(), port, deadline), spec, deadline);
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

  /** Connects the other side, which reports over the control channel that it is ready. */
  static MeasuredExchanges responder(
      PerfSession session, ControlChannel control, MeasurementSpec spec) {
    Made made = operation(session, spec, false);
    try {
      Exchange baseline = null;
      if (spec.baseline().socket()) {
        baseline = acceptBaseline(session, control, spec);
      } else {
        if (spec.baseline() == Baseline.FLAG) {
          baseline = new FlagPingPong(session);
        } else if (spec.baseline() == Baseline.COPY) {
          TransferConnection connection = made.connection();
          session
              .sharedArea()
              .show(spec.op() == Operation.SEND ? connection.in() : connection.target());
          baseline = copy(session, spec, connection);
        }
        control.send(ControlChannel.Kind.READY);
      }
      return new MeasuredExchanges(made.exchange(), baseline);
    } catch (RuntimeException | Error e) {
      made.exchange().close();
      throw e;
    }
  }

  /** Accepts the baseline's socket; null if the adapter has no address that sockets can use. */
  private static Exchange acceptBaseline(
      PerfSession session, ControlChannel control, MeasurementSpec spec) {
    ServerSocketChannel bound;
    try {
      bound = BaselineSockets.listen(session.ia().address());
    } catch (IOException | RuntimeException e) {
      control.send(ControlChannel.Kind.READY, NO_PORT, 0);
      return null;
    }
    try (ServerSocketChannel server = bound) {
      control.send(ControlChannel.Kind.READY, BaselineSockets.port(server), 0);
      SpinDeadline deadline = session.spinDeadline();
      return overSocket(BaselineSockets.accept(server, deadline), spec, deadline);
    } catch (IOException e) {
      throw StalledException.ofSocket(e);
    }
  }

  private static Exchange overSocket(
      SocketChannel channel, MeasurementSpec spec, SpinDeadline deadline) throws IOException {
    return switch (spec.baseline()) {
      case NIO_STREAM -> new NioStream(channel, spec, deadline);
      case NIO_COALESCED -> new NioCoalescedStream(channel, spec, deadline);
      default -> new NioPingPong(channel, spec, deadline);
    };
  }

  /** An operation with its buffers. */
  private record Made(Exchange exchange, TransferConnection connection) {}

  private static Made operation(PerfSession session, MeasurementSpec spec, boolean measures) {
    // Where a device moves the data, a target that polls would only take processors from it.
    boolean idle = !measures && spec.op() != Operation.SEND && session.deviceMovesData();
    TransferConnection connection =
        new TransferConnection(session, spec.poll() && !idle, sizes(spec));
    try {
      Exchange exchange =
          switch (spec.op()) {
            case SEND ->
                spec.stream()
                    ? new SendStream(connection, spec, measures)
                    : new SendPingPong(connection, spec);
            case WRITE -> new RdmaWrite(connection, spec, measures);
            case READ -> new RdmaRead(connection, spec, measures);
          };
      connection.meet();
      return new Made(exchange, connection);
    } catch (RuntimeException | Error e) {
      connection.close();
      throw e;
    }
  }

  /** Computes the buffers of one side. */
  static TransferConnection.Sizes sizes(MeasurementSpec spec) {
    if (spec.op() != Operation.SEND) {
      return OneSidedTransfer.sizes(spec);
    }
    return spec.stream() ? SendStream.sizes(spec) : SendPingPong.sizes(spec);
  }

  @Override
  public void close() {
    try (operation) {
      if (baseline != null) {
        baseline.close();
      }
    }
  }
}
