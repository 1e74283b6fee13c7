package org.dat4j.rsm.dat;

import org.dat4j.rsm.dat.message.Message;
import org.dat4j.rsm.dat.message.ProtocolViolationException;

/** Handles the requests that exporting processes of RSM over DAT send to this importing process. */
final class ExporterRequests {
  private ExporterRequests() {}

  /** Handles a request of an exporting process. */
  static void serve(ControlConnection connection, int request, Message message)
      throws ProtocolViolationException {
    if (message instanceof Message.Signal m) {
      DataPath path = connection.imports().get(m.token());
      if (path != null) {
        path.signals().post(m.drop(), m.count());
      }
      connection.reply(request, Message.Done.of(path != null));
    } else if (message instanceof Message.Abort m) {
      DataPath path = connection.imports().get(m.token());
      if (path != null) {
        path.abort();
      }
      connection.reply(request, Message.Done.of(true));
    } else if (message instanceof Message.MemoryChanged m) {
      DataPath path = connection.imports().get(m.token());
      if (path == null) {
        connection.reply(request, Message.Done.of(false));
      } else if (connection.mayRebind()) {
        connection.later(
            () -> {
              try {
                path.rebind(m.where());
              } finally {
                connection.rebound();
                connection.reply(request, Message.Done.of(true));
              }
            });
      } else {
        throw new ProtocolViolationException("more changes of memory than requests");
      }
    } else if (message instanceof Message.Heartbeat) {
      connection.reply(request, Message.Done.of(true));
    } else {
      throw new ProtocolViolationException("a request that only importers make");
    }
  }
}
