package org.dat4j.rsm.librsm;

import com.sun.jna.Pointer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.dat4j.rsm.InterconnectTopology;
import org.dat4j.rsm.InterconnectTopology.Connections;
import org.dat4j.rsm.InterconnectTopology.RemoteController;
import org.dat4j.rsm.librsm.StructLayouts.RsmConnectionsHdrT;
import org.dat4j.rsm.librsm.StructLayouts.RsmConnectionsT;
import org.dat4j.rsm.librsm.StructLayouts.RsmRemoteCntlrT;
import org.dat4j.rsm.librsm.StructLayouts.RsmTopologyHdrT;
import org.dat4j.rsm.librsm.StructLayouts.RsmTopologyT;

/** A reader that copies the interconnect topology that librsm returns into Java objects. */
final class TopologyReader {
  private static final StructField POINTER = new StructField(0, Long.BYTES);

  private TopologyReader() {}

  static InterconnectTopology read() {
    NativeBlock out = new NativeBlock(Long.BYTES);
    LibraryFailures.check(
        LibRsm.rsm_get_interconnect_topology(out.address),
        "Rsm.getInterconnectTopology",
        "rsm_get_interconnect_topology");
    long address = out.getLong(POINTER);
    try {
      return copy(new Pointer(address));
    } finally {
      LibRsm.rsm_free_interconnect_topology(address);
    }
  }

  private static InterconnectTopology copy(Pointer topology) {
    int count = topology.getInt(RsmTopologyHdrT.LOCAL_CNTLR_COUNT.offset());
    List<Connections> controllers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      // Records differ in length: they are found through the pointers only.
      controllers.add(
          connections(
              topology.getPointer(RsmTopologyT.CONNECTIONS.offset() + (long) Long.BYTES * i)));
    }
    return new InterconnectTopology(
        topology.getInt(RsmTopologyHdrT.LOCAL_NODEID.offset()), controllers);
  }

  private static Connections connections(Pointer record) {
    int count = record.getInt(RsmConnectionsHdrT.REMOTE_CNTLR_COUNT.offset());
    List<RemoteController> remotes = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      long base = RsmConnectionsT.REMOTE_CNTLR.offset() + (long) RsmRemoteCntlrT.SIZE * i;
      remotes.add(
          new RemoteController(
              record.getInt(base + RsmRemoteCntlrT.REMOTE_NODEID.offset()),
              text(record, base, RsmRemoteCntlrT.REMOTE_CNTLRNAME),
              record.getLong(base + RsmRemoteCntlrT.REMOTE_HWADDR.offset()),
              record.getInt(base + RsmRemoteCntlrT.CONNECTION_STATE.offset())));
    }
    return new Connections(
        text(record, 0, RsmConnectionsHdrT.CNTLR_NAME),
        record.getLong(RsmConnectionsHdrT.LOCAL_HWADDR.offset()),
        remotes);
  }

  private static String text(Pointer record, long base, StructField field) {
    byte[] bytes = record.getByteArray(base + field.offset(), field.size());
    int length = 0;
    while (length < bytes.length && bytes[length] != 0) {
      length++;
    }
    return new String(bytes, 0, length, StandardCharsets.ISO_8859_1);
  }
}
