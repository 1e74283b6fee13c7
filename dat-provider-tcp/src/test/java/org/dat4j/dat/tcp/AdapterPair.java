package org.dat4j.dat.tcp;

import java.nio.ByteBuffer;
import java.time.Duration;
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

/** Two adapters of one process, and a connection between them where a test wants one. */
public final class AdapterPair implements AutoCloseable {

  public static final Duration LIMIT = Duration.ofSeconds(30);
  static final String DEFAULT = "";

  public final Ia clientIa;
  public final Ia serverIa;
  public final DatListener listener;
  public final DatConnection client;
  public final DatConnection server;
  public final DatEvent event = new DatEvent();

  public AdapterPair(String params) {
    this(params, params, null);
  }

  public AdapterPair(String clientParams, String serverParams, EpAttr attr) {
    this(registry(clientParams, serverParams), attr);
  }

  private AdapterPair(DatRegistry registry, EpAttr attr) {
    this(registry.openIa("client"), registry.openIa("server"), attr);
  }

  /** A pair that closes these adapters. */
  public AdapterPair(Ia clientIa, Ia serverIa, EpAttr attr) {
    this.clientIa = clientIa;
    this.serverIa = serverIa;
    listener = Dats.listen(serverIa);
    client = Dats.endpoint(clientIa, attr);
    server = Dats.endpoint(serverIa, attr);
  }

  /** A registry in which the adapters "client" and "server" have these settings. */
  public static DatRegistry registry(String clientParams, String serverParams) {
    return DatRegistry.builder()
        .config(line("client", clientParams) + line("server", serverParams), "test")
        .build();
  }

  private static String line(String name, String params) {
    return name + " u1.2 threadsafe default tcp dat4j.0.1 \"" + params + "\" \"\"\n";
  }

  /** Connects the two endpoints. */
  public AdapterPair connect() {
    client.startConnect(serverIa.address(), listener.connQual(), LIMIT);
    listener.accept(server, LIMIT);
    client.awaitConnected(LIMIT);
    return this;
  }

  /** Connects two more endpoints of the same adapters and adds them, the client first. */
  public void connectMore(List<DatConnection> to) {
    DatConnection moreClient = Dats.endpoint(clientIa);
    to.add(moreClient);
    DatConnection moreServer = Dats.endpoint(serverIa);
    to.add(moreServer);
    moreClient.startConnect(serverIa.address(), listener.connQual(), LIMIT);
    listener.accept(moreServer, LIMIT);
    moreClient.awaitConnected(LIMIT);
  }

  public static void fill(ByteBuffer buffer, long seed) {
    for (int i = 0; i < buffer.capacity(); i++) {
      buffer.put(i, (byte) (seed * 31 + i * 7 + (i >>> 8)));
    }
  }

  public void receive(DatConnection to, Region into, long cookie) {
    to.ep()
        .postRecv(into.context(), into.address(), into.length(), cookie, CompletionFlags.DEFAULT);
  }

  public void send(DatConnection from, Region data, long length, long cookie) {
    from.ep().postSend(data.context(), data.address(), length, cookie, CompletionFlags.DEFAULT);
  }

  @Override
  public void close() {
    client.close();
    server.close();
    listener.close();
    clientIa.close();
    serverIa.close();
  }
}
