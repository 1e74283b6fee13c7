package org.dat4j.dat.udapl.patch;

import com.sun.jna.Native;
import com.sun.jna.Pointer;
import java.util.ArrayList;
import java.util.List;

/**
 * Memory as libdaplofa leaves it when dat_cr_accept has succeeded: an endpoint, its connection, and
 * the service point with its requests. Written by the structures in dapl's own source.
 */
public final class DetachedRequestMemory implements AutoCloseable {

  public static final int CONNECTED = 9;
  public static final int ACTIVE_CONNECTION_PENDING = 6;
  public static final int COMPLETION_PENDING = 12;
  public static final int DISCONNECTED = 11;
  public static final int LISTENING = 1;
  public static final int PENDING = 2;
  static final int MAGIC = 8;
  static final int OWNER = 16;
  static final int ENTRY = 24;
  static final int DATA = 40;
  static final int LIST = 48;

  /** Of dapl_cm_id, on x86-64. */
  static final int OF_POINT = 192;

  private static final int SIZE = 1024;
  private static final int HEADER = 104;
  private static final int IN_EP = 300;
  private static final int CONNECTION_IN_EP = 280;
  private static final long IA = 0x1234_5678_9ab0L;

  public final Pointer ep = piece(SIZE);
  public final Pointer point = piece(SIZE);
  public final Pointer connection = piece(SIZE);
  public final Pointer request;

  private final int header;
  private final List<Pointer> requests = new ArrayList<>();

  /** One request, on x86-64. */
  public DetachedRequestMemory() {
    this(HEADER, 0, 0);
  }

  /**
   * Of several requests the accepted one.
   *
   * @param header bytes of dapl_header
   * @param before requests that came before it
   * @param after requests that came later
   */
  public DetachedRequestMemory(int header, int before, int after) {
    this.header = header;
    head(ep, 0xDEADBABE);
    ep.setLong(header, IA);
    ep.setInt(header + 8, COMPLETION_PENDING);
    head(point, 0xBEADED0C);
    point.setInt(header, LISTENING);
    for (int i = 0; i <= before + after; i++) {
      arrive();
    }
    request = requests.get(before);
    request.setInt(MAGIC, 0xB12BDEAD);
    request.setLong(header + 32, address(ep));
    request.setLong(header + 40, address(connection));
    ep.setLong(ofEp(), address(request));
    connected(true);
    connection.setLong(OF_POINT, address(point));
    connection.setLong(OF_POINT + 8, address(ep));
  }

  private static Pointer piece(int size) {
    Pointer piece = new Pointer(Native.malloc(size));
    piece.clear(size);
    return piece;
  }

  static long address(Pointer piece) {
    return Pointer.nativeValue(piece);
  }

  private static void head(Pointer object, int magic) {
    object.setInt(MAGIC, magic);
    object.setLong(OWNER, IA);
  }

  /** As dapl_sp_link_cr does it. */
  private void arrive() {
    Pointer cr = piece(SIZE);
    head(cr, 0xBE12CEE1);
    cr.setLong(SIZE - 8, address(point));
    long entry = address(cr) + ENTRY;
    Pointer list = point.share(header + 56);
    long first = list.getLong(0);
    if (first == 0) {
      list.setLong(0, entry);
      cr.setLong(ENTRY, entry);
      cr.setLong(ENTRY + 8, entry);
    } else {
      long last = new Pointer(first).getLong(8);
      cr.setLong(ENTRY, first);
      cr.setLong(ENTRY + 8, last);
      new Pointer(first).setLong(8, entry);
      new Pointer(last).setLong(0, entry);
    }
    cr.setLong(DATA, address(cr));
    cr.setLong(LIST, address(list));
    point.setInt(header + 64, point.getInt(header + 64) + 1);
    requests.add(cr);
  }

  /** Where the endpoint has its request. */
  int ofEp() {
    return header + IN_EP / 8 * 8;
  }

  /** Whether the endpoint has the connection, as after an accept that has not failed. */
  void connected(boolean now) {
    ep.setLong(header + CONNECTION_IN_EP, now ? address(connection) : 0);
  }

  public long requestHandle() {
    return address(request);
  }

  public long epHandle() {
    return address(ep);
  }

  public long pointHandle() {
    return address(point);
  }

  public int state() {
    return ep.getInt(header + 8);
  }

  public void state(int state) {
    ep.setInt(header + 8, state);
  }

  /** What the library has made of the service point: {@link #LISTENING} or {@link #PENDING}. */
  public void pointState(int state) {
    point.setInt(header, state);
  }

  /** The request of the endpoint, 0 for none. */
  public long ofEndpoint() {
    return ep.getLong(ofEp());
  }

  public void ofEndpoint(long request) {
    ep.setLong(ofEp(), request);
  }

  /** The service point of the connection, 0 for none. */
  public long ofConnection() {
    return connection.getLong(OF_POINT);
  }

  public int count() {
    return point.getInt(header + 64);
  }

  /** As if the library had taken requests away. */
  public void count(int requests) {
    point.setInt(header + 64, requests);
  }

  /** Requests in the order in which they came; the test knows which of them are left. */
  List<Pointer> requests() {
    return requests;
  }

  /** The list as the library would walk through it, forwards or backwards. */
  List<Pointer> listed(boolean forwards) {
    List<Pointer> found = new ArrayList<>();
    long first = point.getLong(header + 56);
    for (long at = first; at != 0 && found.size() <= requests.size(); ) {
      found.add(new Pointer(new Pointer(at).getLong(16)));
      at = new Pointer(at).getLong(forwards ? 0 : 8);
      if (at == first) {
        break;
      }
    }
    return found;
  }

  /** Tells, by the endpoint's state, whether the accepted request was detached, and so freed. */
  private boolean isDetached() {
    return state() == ACTIVE_CONNECTION_PENDING;
  }

  @Override
  public void close() {
    for (Pointer cr : requests) {
      if (!isDetached() || !cr.equals(request)) {
        Native.free(address(cr));
      }
    }
    Native.free(address(ep));
    Native.free(address(point));
    Native.free(address(connection));
  }
}
