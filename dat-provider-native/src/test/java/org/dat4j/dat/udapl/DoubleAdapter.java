package org.dat4j.dat.udapl;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.dat4j.dat.DatEvent;
import org.dat4j.dat.DatRegistry;
import org.dat4j.dat.DatReturn;
import org.dat4j.dat.Ep;
import org.dat4j.dat.EpAttr;
import org.dat4j.dat.Evd;
import org.dat4j.dat.EvdFlags;
import org.dat4j.dat.Ia;
import org.dat4j.dat.Lmr;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.MemType;
import org.dat4j.dat.Pz;
import org.dat4j.dat.RegionDescription;
import org.dat4j.dat.udapl.abi.Abi;
import org.dat4j.dat.udapl.abi.DoubleControl;
import org.dat4j.dat.udapl.abi.NativeTools;

/** An adapter on the C double, with one endpoint and its handles in the double. */
final class DoubleAdapter implements AutoCloseable {

  static final int UNCONNECTED = 0;
  static final int ACTIVE_CONNECTION_PENDING = 6;
  static final int CONNECTED = 9;
  static final int DISCONNECT_PENDING = 10;
  static final int COMPLETION_PENDING = 12;
  static final int DISCONNECTED = 11;
  static final int SIZE = 4096;

  /** The library of the adapters, and one whose name says that it has a thread for connections. */
  static final String LIBRARY = "libdouble.so.2";

  static final String CM_LIBRARY = "libdaplofa-double.so.2";

  /** And one that makes connections by sockets. */
  static final String SOCKET_LIBRARY = "libdaploscm-double.so.2";

  private static final NativeProvider PROVIDER = new NativeProvider();

  final Ia ia;
  final Pz pz;
  final Evd recv;
  final Evd request;
  final Evd connect;
  final Ep ep;
  final Lmr lmr;
  final ByteBuffer memory = ByteBuffer.allocateDirect(SIZE);
  final long epHandle;
  final DatEvent event = new DatEvent();

  /** The double, empty, and an open adapter with an endpoint. */
  DoubleAdapter() {
    this(EpAttr.DEFAULT.maxRequestDtos());
  }

  /** With an endpoint that takes a given number of requests, up to 32. */
  DoubleAdapter(int requests) {
    this(open(), requests);
  }

  /** On an adapter that was opened. */
  DoubleAdapter(Ia ia, int requests) {
    this.ia = ia;
    pz = ia.createPz();
    recv = ia.createEvd(32, null, EvdFlags.DTO);
    request = ia.createEvd(32, null, EvdFlags.DTO | EvdFlags.RMR_BIND);
    connect = ia.createEvd(8, null, EvdFlags.CONNECTION);
    EpAttr attr = EpAttr.DEFAULT.toBuilder().maxRequestDtos(requests).build();
    ep = ia.createEp(pz, recv, request, connect, attr);
    lmr = ia.createLmr(MemType.VIRTUAL, RegionDescription.virtual(memory), SIZE, pz, MemPriv.ALL);
    DoubleControl.double_watch("dat_ep_get_status");
    ep.getStatus();
    epHandle = DoubleControl.argument(0);
    DoubleControl.double_watch("");
  }

  static void reset() {
    NativeTools.loadDouble();
    DoubleControl.double_outputs(2);
  }

  static DatRegistry registry() {
    return registry(PROVIDER, LIBRARY);
  }

  private static DatRegistry registry(NativeProvider provider, String library) {
    String conf =
        "ia0 u"
            + Abi.current().version()
            + " nonthreadsafe default "
            + library
            + " dapl.2.0 \"eth0 0\" \"\"\n";
    return DatRegistry.builder().config(conf, "test").provider(provider).build();
  }

  /**
   * Adapters on an iWARP device, whose double is not emptied by an open.
   *
   * @param root an empty folder, for what the kernel shows of the device
   * @param library {@link #LIBRARY} or {@link #CM_LIBRARY}
   * @param description of the device
   */
  static DatRegistry onIwarp(Path root, String library, String description) throws IOException {
    Path device = device(root, "iw0", "4: RNIC");
    Files.writeString(device.resolve("node_desc"), description + "\n");
    return registry(new NativeProvider(root), library);
  }

  /**
   * Adapters on soft RoCE, whose double is not emptied by an open.
   *
   * @param root an empty folder, for what the kernel shows of the device
   */
  static DatRegistry onSoftRoce(Path root) throws IOException {
    Path device = device(root, "rxe0", "1: CA");
    Files.writeString(device.resolve("parent"), "eth0\n");
    return registry(new NativeProvider(root), LIBRARY);
  }

  /** The emptied double has this device; the folder where the kernel shows it. */
  private static Path device(Path root, String name, String type) throws IOException {
    reset();
    DoubleControl.double_device(name);
    Path device = Files.createDirectories(root.resolve("sys/class/infiniband").resolve(name));
    Files.writeString(device.resolve("node_type"), type + "\n");
    return device;
  }

  static Ia open() {
    return open(LIBRARY);
  }

  /**
   * An adapter on the emptied double.
   *
   * @param library {@link #LIBRARY}, {@link #CM_LIBRARY} or {@link #SOCKET_LIBRARY}
   */
  static Ia open(String library) {
    reset();
    return registry(PROVIDER, library).openIa("ia0");
  }

  static long handle(Evd evd) {
    return ((NativeEvd) evd).handle();
  }

  /** The last posted transfer's cookie in the library. */
  long lastKey() {
    return DoubleControl.argument(3);
  }

  int send(long cookie, int flags) {
    return ep.postSend(lmr.lmrContext(), lmr.registeredAddress(), 64, cookie, flags);
  }

  int receive(long cookie) {
    return ep.postRecv(lmr.lmrContext(), lmr.registeredAddress(), 64, cookie, 0);
  }

  void completeRequest(long key, int status) {
    DoubleControl.double_push_dto(1, handle(request), epHandle, key, status, 64);
  }

  void completeReceive(long key, int status) {
    DoubleControl.double_push_dto(1, handle(recv), epHandle, key, status, 64);
  }

  void connectionEvent(int number) {
    DoubleControl.double_push_connection(number, handle(connect), epHandle, 0, 0);
  }

  void establish() {
    DoubleControl.double_ep_state(CONNECTED);
    connectionEvent(0x4001);
    assertEquals(DatReturn.SUCCESS, connect.dequeue(event));
  }

  /** An adapter with abandoned connects is closed in a thread of its own. */
  private static void awaitClosed() {
    Thread[] all = new Thread[Thread.activeCount() + 50];
    int count = Thread.enumerate(all);
    for (Thread thread : Arrays.copyOf(all, count)) {
      if (thread.getName().equals("dat4j-ia0-close")) {
        try {
          thread.join();
        } catch (InterruptedException e) {
          throw new AssertionError(e);
        }
      }
    }
  }

  @Override
  public void close() {
    // Nothing outstanding is flushed by the double; as never connected it is left alone.
    DoubleControl.double_fail(null, 0);
    DoubleControl.double_ep_state(UNCONNECTED);
    ia.close();
    awaitClosed();
  }
}
