package example.unix;

import java.io.IOException;
import java.nio.channels.SelectionKey;
import java.nio.channels.SocketChannel;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.EventNumber;
import org.dat4j.dat.spi.software.RequestQueue;
import org.dat4j.dat.spi.software.Wire;
import org.dat4j.dat.spi.software.WireUpcalls;
import org.dat4j.dat.spi.software.concurrent.Turn;

/** One end of a connection over a Unix socket, with a sender and a receiver of frames. */
final class UnixWire implements Wire, SelectorLoop.Handler {

  /** How long this side waits for the peer's good-bye: a peer that is stopped never sends it. */
  private static final int GOOD_BYE_SECONDS = 5;

  private final SelectorLoop loop;
  private final SocketChannel channel;
  private final SelectionKey key;
  private final WireUpcalls upcalls;
  private final Turn transmitTurn;
  private final Turn receiveTurn;
  private final TurnExchange exchange = new TurnExchange();
  private final FrameSender sender;
  private final FrameReceiver receiver;

  /** Whether the loop waits until the socket takes output; under the transmit turn. */
  private boolean isBlocked;

  /** Whether the loop waits for input; under the receive turn. */
  private boolean isReading = true;

  /** Set when the socket takes no output: input that is still there may say why. */
  private volatile boolean isCutOff;

  /** Set when this side has broken the connection: it ends without a good-bye. */
  private volatile boolean isBroken;

  UnixWire(SelectorLoop loop, SelectionKey key, FrameReader reader, WireUpcalls upcalls) {
    this.loop = loop;
    this.key = key;
    this.channel = (SocketChannel) key.channel();
    this.upcalls = upcalls;
    this.transmitTurn = new Turn(upcalls.transmitWork());
    this.receiveTurn = new Turn(upcalls.receiveWork());
    this.sender = new FrameSender(channel, upcalls, exchange);
    this.receiver = new FrameReceiver(channel, upcalls, exchange, reader);
  }

  Turn transmitTurn() {
    return transmitTurn;
  }

  Turn receiveTurn() {
    return receiveTurn;
  }

  /** Begins to read, once the endpoint is established. */
  void start() {
    key.attach(this);
    // Input that the start-up has read already makes no socket ready.
    receiveTurn.runOrHandOff();
  }

  @Override
  public void ready(SelectionKey ready) {
    int ops = ready.readyOps();
    if ((ops & SelectionKey.OP_WRITE) != 0) {
      transmitTurn.runOrHandOff();
    }
    if ((ops & SelectionKey.OP_READ) != 0) {
      receiveTurn.runOrHandOff();
    }
  }

  @Override
  public void failed(Throwable cause) {
    breakOff(-1, DtoStatus.ERR_TRANSPORT, cause);
    transmitTurn.runOrHandOff();
    receiveTurn.runOrHandOff();
  }

  @Override
  public boolean transmit(RequestQueue requests, int budget) {
    exchange.requests = requests;
    sender.reportAcknowledged(requests);
    if (isCutOff) {
      endIfRefused();
      return false;
    }
    try {
      FrameSender.Result result = sender.send(requests, budget);
      setBlocked(result == FrameSender.Result.BLOCKED);
      if (result == FrameSender.Result.NO_ACCESS && sender.isAnswer()) {
        // No request of this side has failed.
        end("the memory of the peer's Read is gone");
      } else if (result == FrameSender.Result.NO_ACCESS) {
        breakOff(
            sender.number(), DtoStatus.ERR_LOCAL_PROTECTION, "the memory of a request is gone");
      } else if (result == FrameSender.Result.REFUSED) {
        end(exchange.refusal.reason());
      }
      return result == FrameSender.Result.BUDGET;
    } catch (IOException e) {
      isCutOff = true;
      if (!endIfRefused()) {
        loop.setInterest(key, SelectionKey.OP_READ, true);
      }
      return false;
    }
  }

  /** Ends the connection if a request of the peer was refused: it can no longer be told. */
  private boolean endIfRefused() {
    TurnExchange.Refusal refusal = exchange.refusal;
    if (refusal != null) {
      end(refusal.reason());
    }
    return refusal != null;
  }

  private void end(Object reason) {
    isBroken = true;
    upcalls.ended(EventNumber.CONNECTION_EVENT_BROKEN, reason);
  }

  private void setBlocked(boolean now) {
    if (now != isBlocked) {
      isBlocked = now;
      loop.setInterest(key, SelectionKey.OP_WRITE, now);
    }
  }

  @Override
  public int progress(int budget) {
    try {
      boolean open = receiver.receive();
      if (!open && !receiver.isOver() || receiver.isStalled() && isCutOff) {
        breakOff(-1, DtoStatus.ERR_TRANSPORT, "the peer has gone without a good-bye");
      }
      setReading(!receiver.isStalled());
    } catch (IOException e) {
      breakOff(-1, DtoStatus.ERR_TRANSPORT, e);
    }
    return 1;
  }

  private void setReading(boolean now) {
    if (now != isReading) {
      isReading = now;
      loop.setInterest(key, SelectionKey.OP_READ, now);
    }
  }

  private void breakOff(long request, DtoStatus status, Object reason) {
    upcalls.failed(request, status);
    end(reason);
  }

  @Override
  public void shutdown(boolean graceful) {
    try {
      if (graceful) {
        // The peer says good-bye, too: ended follows when that is read.
        sender.endWithBye();
        transmit(exchange.requests, 1);
        CompletableFuture.delayedExecutor(GOOD_BYE_SECONDS, TimeUnit.SECONDS, loop::later)
            .execute(this::endWithoutGoodBye);
        return;
      }
      if (exchange.requests != null) {
        sender.reportAcknowledged(exchange.requests);
      }
      if (!isBroken) {
        sender.sendBye();
      }
    } catch (IOException e) {
      // The peer has closed its end already.
    }
    if (!graceful) {
      loop.close(channel);
    }
  }

  /** Ends a graceful shutdown that the peer has not answered; an earlier end stays. */
  private void endWithoutGoodBye() {
    upcalls.ended(
        EventNumber.CONNECTION_EVENT_DISCONNECTED,
        "no good-bye of the peer within " + GOOD_BYE_SECONDS + " s");
    transmitTurn.runOrHandOff();
    receiveTurn.runOrHandOff();
  }
}
