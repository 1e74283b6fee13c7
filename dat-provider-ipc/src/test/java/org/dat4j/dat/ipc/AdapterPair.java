package org.dat4j.dat.ipc;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.CompletionFlags;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Ia;
import org.dat4j.dat.util.DatConnection;
import org.dat4j.dat.util.DatListener;
import org.dat4j.dat.util.Dats;
import org.dat4j.dat.util.Region;

/** Two ipc adapters of one process, with the connections that a test makes between them. */
final class AdapterPair implements AutoCloseable {

  static final Duration LIMIT = Duration.ofSeconds(60);

  final Ia clientIa;
  final Ia serverIa;
  final DatListener listener;
  private final List<DatConnection> ends = new ArrayList<>();

  AdapterPair(Path folder, String settings) {
    clientIa = open(folder, settings);
    serverIa = open(folder, settings);
    listener = Dats.listen(serverIa);
  }

  /** Opens an adapter on a folder of the test. */
  static Ia open(Path folder, String settings) {
    String params = "folder=" + folder + " " + settings;
    return DatRegistry.builder()
        .config("own0 u1.2 threadsafe default ipc dat4j.0.1 \"" + params + "\" \"\"\n", "test")
        .build()
        .openIa("own0");
  }

  /** Makes a connection; the end that connects comes first. */
  DatConnection[] connect() {
    return connect(EpAttr.DEFAULT);
  }

  /** Makes a connection whose end that connects has these attributes; that end comes first. */
  DatConnection[] connect(EpAttr attr) {
    DatConnection client = Dats.endpoint(clientIa, attr);
    DatConnection server = Dats.endpoint(serverIa);
    ends.addAll(List.of(client, server));
    client.startConnect(serverIa.address(), listener.connQual(), LIMIT);
    listener.accept(server, LIMIT);
    client.awaitConnected(LIMIT);
    return new DatConnection[] {client, server};
  }

  /** Sends a message and takes it at the other end. */
  static void exchange(
      DatConnection from, Region out, DatConnection to, Region in, int length, DatEvent event) {
    to.ep().postRecv(in.context(), in.address(), in.length(), 1, CompletionFlags.DEFAULT);
    from.ep().postSend(out.context(), out.address(), length, 2, CompletionFlags.DEFAULT);
    Dats.awaitDto(to.recvEvd(), 1, LIMIT, event);
    Dats.awaitDto(from.requestEvd(), 2, LIMIT, event);
  }

  @Override
  public void close() {
    ends.forEach(DatConnection::close);
    listener.close();
    clientIa.close();
    serverIa.close();
  }
}
