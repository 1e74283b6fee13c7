package org.dat4j.rsm.dat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.dat4j.dat.CloseFlags;
import org.dat4j.dat.Cr;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatException;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.EventNumber;
import org.dat4j.rsm.ImporterInfo;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.dat.message.Message;
import org.dat4j.rsm.dat.message.MessageCipher;
import org.dat4j.rsm.dat.message.ProtocolViolationException;

/**
 * The exporter's end of the connection to one importer in RSM over DAT: its data endpoint and the
 * remote access that it was granted. When the import ends, its RMR is closed first, whichever side
 * ended it.
 */
final class ImporterConnection implements EndpointHandler {
  private static final int EVENTS = 8;
  private static final int NONE = -1;
  private static final AtomicLong NUMBERS = new AtomicLong();

  private static final EpAttr SIZES =
      EpAttr.DEFAULT.toBuilder().maxRecvDtos(1).maxRequestDtos(EVENTS).build();

  private final LocalProcess process;
  private final DatExport export;
  private final ControlConnection connection;
  private final long token;
  private final int perm;
  private final SignalSender signalSender;
  private final ImporterInfo info;
  private final CountDownLatch withdrawn = new CountDownLatch(1);
  private final CountDownLatch disconnected = new CountDownLatch(1);
  private Ep ep;
  private boolean established;
  private boolean over;

  /** Whether the importer was given the memory. */
  private boolean granted;

  /** Whether the reason of the end is known, so that no lost importer is reported. */
  private boolean endKnown;

  private boolean accounted;
  private ImporterRmr opening;

  /** The generation of the memory that the first RMR covers. */
  private int openingGeneration;

  private ImporterRmr rmr;

  /** Whether a rebind replaces the RMR, so that the importer may not be given it. */
  private boolean moving;

  private int generation;
  private int bindRequest = NONE;
  private int ticks;

  ImporterConnection(
      LocalProcess process, DatExport export, ControlConnection connection, int perm) {
    this.process = process;
    this.export = export;
    this.connection = connection;
    this.perm = perm;
    this.token = process.token();
    this.signalSender = new SignalSender(connection, token);
    this.info =
        new ImporterInfo(
            connection.peerNode(), connection.hello().pid(), NUMBERS.getAndIncrement());
  }

  /** Returns the description of the import that programs get. */
  ImporterInfo info() {
    return info;
  }

  /** Tells whether the importer has its memory and has not ended. */
  synchronized boolean isConnected() {
    return granted && rmr != null;
  }

  long token() {
    return token;
  }

  ControlConnection connection() {
    return connection;
  }

  SignalSender signalSender() {
    return signalSender;
  }

  DatExport export() {
    return export;
  }

  int perm() {
    return perm;
  }

  boolean proves(byte[] proof) {
    MessageCipher cipher = connection.cipher();
    return cipher == null || cipher.proves(token, proof);
  }

  /** Accepts the request for the importer's data connection. */
  void accept(Cr cr) {
    synchronized (this) {
      if (over) {
        cr.reject();
        return;
      }
      ep = connection.peerZone().zone().createEp(SIZES);
      connection.peerZone().hold();
      accounted = true;
      process.adapter().reserveEvents(EVENTS);
    }
    process.register(ep, this);
    cr.accept(ep, null);
  }

  @Override
  public void established(byte[] privateData) {
    synchronized (this) {
      if (over) {
        disconnect();
        return;
      }
      established = true;
    }
    export.openRmr(this);
  }

  /** Returns the endpoint on which RMRs are bound, or null while it is not connected. */
  synchronized Ep connected() {
    return established && !over ? ep : null;
  }

  /** Sets the first RMR, whose bind is under way, and the generation of its memory. */
  synchronized void opening(ImporterRmr first, int asOf) {
    opening = first;
    openingGeneration = asOf;
  }

  /**
   * Begins a rebind: no request for the memory is answered before {@link #replace}, or the end of
   * the import.
   *
   * @param millis the longest wait in milliseconds for a bind that is under way
   * @param asOf generation of the new memory
   * @return the RMR to replace; null if there is none
   */
  ImporterRmr beginMove(long millis, int asOf) {
    ImporterRmr first;
    synchronized (this) {
      first = isBehind(asOf) ? opening : null;
    }
    if (first != null) {
      first.await(millis);
    }
    synchronized (this) {
      moving = rmr != null && isBehind(asOf);
      return moving ? rmr : null;
    }
  }

  /**
   * Tells whether the import goes on and its RMR, which is bound or whose bind is under way, is
   * over other memory than that of a generation.
   */
  synchronized boolean isBehind(int asOf) {
    return opening != null && !over && (rmr == null ? openingGeneration : generation) != asOf;
  }

  /** Handles the end of the first RMR's bind, which succeeded or failed. */
  void opened(ImporterRmr opened, int asOf) {
    synchronized (this) {
      if (opened.isBound() && !over && rmr == null) {
        rmr = opened;
        generation = asOf;
        answerBind();
        return;
      }
    }
    opened.free();
    end(RsmReturn.INSUFFICIENT_RESOURCES);
  }

  /** Replaces the RMR by one over the new memory; returns false if this import has ended. */
  synchronized boolean replace(ImporterRmr next, int asOf) {
    if (over) {
      return false;
    }
    rmr = next;
    generation = asOf;
    moving = false;
    answerBind();
    return true;
  }

  /** Handles the importer's request for the memory. */
  void bind(int request) throws ProtocolViolationException {
    synchronized (this) {
      if (bindRequest != NONE) {
        throw new ProtocolViolationException("a second request for the memory of an import");
      }
      if (!over) {
        bindRequest = request;
        if (rmr != null && !moving) {
          answerBind();
        }
        return;
      }
    }
    connection.reply(request, refusal(RsmReturn.INTERRUPTED));
  }

  private void answerBind() {
    if (bindRequest != NONE) {
      granted = true;
      connection.reply(bindRequest, new Message.Grant(RsmReturn.SUCCESS, rmr.location(generation)));
      bindRequest = NONE;
    }
  }

  private static Message refusal(int status) {
    return new Message.Grant(status, Message.MemoryLocation.NONE);
  }

  /**
   * Ends the import: closes the RMR and breaks the connection.
   *
   * @param status the status of the answer to an importer that waits for its memory
   */
  void end(int status) {
    markEndKnown();
    end(status, true);
  }

  /**
   * Records that this side or the importer ends the import on purpose; returns false if its end was
   * known before.
   */
  private synchronized boolean markEndKnown() {
    boolean first = !endKnown;
    endKnown = true;
    return first;
  }

  /**
   * Closes the RMR after the importer has announced its disconnect. The importer has ended the
   * connection before, and an event will report that. A disconnect here would hold up the event
   * thread, as uDAPL libraries wait for the peer in such a call. An importer that keeps the
   * connection nevertheless loses it after a while, or when the segment is unpublished.
   */
  void left() {
    markEndKnown();
    close(RsmReturn.CONN_ABORTED);
  }

  /** Closes the RMR, and leaves the connection to {@link #end}. Waits for no other thread. */
  void close(int status) {
    markEndKnown();
    end(status, false);
  }

  private void end(int status, boolean breaks) {
    int waiting;
    ImporterRmr open;
    synchronized (this) {
      if (over) {
        if (breaks && accounted) {
          // The importer has announced its disconnect, but may have kept its connection.
          disconnect();
        }
        return;
      }
      over = true;
      waiting = bindRequest;
      bindRequest = NONE;
      open = rmr;
      rmr = null;
    }
    process.removeExpected(token);
    connection.importers().remove(token);
    if (open != null) {
      open.free();
    }
    withdrawn.countDown();
    if (waiting != NONE) {
      connection.reply(waiting, refusal(status));
    }
    synchronized (this) {
      if (ep != null) {
        ticks = 0;
        if (breaks) {
          disconnect();
        }
        return;
      }
    }
    export.forget(this);
    disconnected.countDown();
  }

  /** Breaks the connection. The caller holds the monitor of this object. */
  private void disconnect() {
    try {
      ep.disconnect(CloseFlags.ABRUPT);
    } catch (DatException notConnected) {
      // The connection is being accepted: an event reports its end, or the free of the endpoint
      // succeeds.
    }
  }

  /**
   * Waits until the RMR is closed and the connection has ended with all transfers that were under
   * way.
   *
   * @param end the time limit, as {@link System#nanoTime} counts, after which the endpoint is
   *     discarded
   */
  void awaitEnd(long end) {
    boolean interrupted = false;
    while (true) {
      try {
        // Another thread may be ending this import. The export forgets it last, so that this thread
        // finds it.
        if (!withdrawn.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)
            || !disconnected.await(end - System.nanoTime(), TimeUnit.NANOSECONDS)) {
          discard();
        }
        break;
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Ends the import because the control connection has ended, and reports a lost importer. */
  void lost() {
    boolean unknown = markEndKnown();
    end(RsmReturn.CONN_ABORTED, true);
    boolean dead;
    synchronized (this) {
      dead = unknown && granted;
    }
    if (dead) {
      export.lost(this);
    }
  }

  @Override
  public void ended(EventNumber how) {
    end(RsmReturn.CONN_ABORTED, false);
    discard();
    disconnected.countDown();
    if (!isEndKnown()) {
      connection.importerSilent(this);
    }
  }

  private synchronized boolean isEndKnown() {
    return endKnown;
  }

  private void discard() {
    synchronized (this) {
      if (accounted && process.free(ep)) {
        accounted = false;
        process.adapter().reserveEvents(-EVENTS);
        connection.peerZone().release();
      }
    }
    export.forget(this);
  }

  @Override
  public void fail() {
    end(RsmReturn.INSUFFICIENT_RESOURCES);
  }

  @Override
  public void completed(DatEvent event) {
    // No message comes on a data connection, and binds are reported by another event.
  }

  @Override
  public void tick() {
    ticks++;
    if (ticks > process.patienceTicks() && connected() == null) {
      end(RsmReturn.CONN_ABORTED);
      discard();
    }
  }
}
