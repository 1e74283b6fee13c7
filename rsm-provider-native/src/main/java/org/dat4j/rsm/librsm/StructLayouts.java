package org.dat4j.rsm.librsm;

/**
 * The offsets of the members of the structures of librsm's header {@code rsmapi.h} in a 64-bit
 * process (LP64), the same on amd64 and sparcv9. A class has the name of the structure, a constant
 * that of the member.
 */
final class StructLayouts {
  private StructLayouts() {}

  /** The head of a topology. */
  static final class RsmTopologyHdrT {
    static final int SIZE = 8;
    static final StructField LOCAL_NODEID = new StructField(0, 4);
    static final StructField LOCAL_CNTLR_COUNT = new StructField(4, 4);

    private RsmTopologyHdrT() {}
  }

  /** A topology; as many pointers follow as the head says. */
  static final class RsmTopologyT {
    static final int SIZE = 16;
    static final StructField TOPOLOGY_HDR = new StructField(0, RsmTopologyHdrT.SIZE);
    static final StructField CONNECTIONS = new StructField(8, 8);

    private RsmTopologyT() {}
  }

  /** The head of a controller's connections. */
  static final class RsmConnectionsHdrT {
    static final int SIZE = 272;
    static final StructField CNTLR_NAME = new StructField(0, 256);
    static final StructField LOCAL_HWADDR = new StructField(256, 8);
    static final StructField REMOTE_CNTLR_COUNT = new StructField(264, 4);

    private RsmConnectionsHdrT() {}
  }

  /** A controller's connections; as many records follow as the head says. */
  static final class RsmConnectionsT {
    static final int SIZE = 552;
    static final StructField HDR = new StructField(0, RsmConnectionsHdrT.SIZE);
    static final StructField REMOTE_CNTLR = new StructField(272, RsmRemoteCntlrT.SIZE);

    private RsmConnectionsT() {}
  }

  /** A controller of another node. */
  static final class RsmRemoteCntlrT {
    static final int SIZE = 280;
    static final StructField REMOTE_NODEID = new StructField(0, 4);
    static final StructField REMOTE_CNTLRNAME = new StructField(4, 256);
    static final StructField REMOTE_HWADDR = new StructField(264, 8);
    static final StructField CONNECTION_STATE = new StructField(272, 4);

    private RsmRemoteCntlrT() {}
  }

  /** An entry of an access list. */
  static final class RsmapiAccessEntryT {
    static final int SIZE = 8;
    static final StructField AE_NODE = new StructField(0, 4);
    static final StructField AE_PERMISSION = new StructField(4, 4);

    private RsmapiAccessEntryT() {}
  }

  /** Attributes of a controller. */
  static final class RsmapiControllerAttrT {
    static final int SIZE = 64;
    static final StructField ATTR_DIRECT_ACCESS_SIZES = new StructField(0, 4);
    static final StructField ATTR_ATOMIC_SIZES = new StructField(4, 4);
    static final StructField ATTR_PAGE_SIZE = new StructField(8, 8);
    static final StructField ATTR_MAX_EXPORT_SEGMENT_SIZE = new StructField(16, 8);
    static final StructField ATTR_TOT_EXPORT_SEGMENT_SIZE = new StructField(24, 8);
    static final StructField ATTR_MAX_EXPORT_SEGMENTS = new StructField(32, 8);
    static final StructField ATTR_MAX_IMPORT_MAP_SIZE = new StructField(40, 8);
    static final StructField ATTR_TOT_IMPORT_MAP_SIZE = new StructField(48, 8);
    static final StructField ATTR_MAX_IMPORT_SEGMENTS = new StructField(56, 8);

    private RsmapiControllerAttrT() {}
  }

  /** An entry of a vector. */
  static final class RsmIovecT {
    static final int SIZE = 40;
    static final StructField IO_TYPE = new StructField(0, 4);
    static final StructField LOCAL = new StructField(8, 8);
    static final StructField LOCAL_OFFSET = new StructField(16, 8);
    static final StructField REMOTE_OFFSET = new StructField(24, 8);
    static final StructField TRANSFER_LENGTH = new StructField(32, 8);

    private RsmIovecT() {}
  }

  /** A vector. */
  static final class RsmScatGathT {
    static final int SIZE = 48;
    static final StructField LOCAL_NODEID = new StructField(0, 4);
    static final StructField IO_REQUEST_COUNT = new StructField(8, 8);
    static final StructField IO_RESIDUAL_COUNT = new StructField(16, 8);
    static final StructField FLAGS = new StructField(24, 4);
    static final StructField REMOTE_HANDLE = new StructField(32, 8);
    static final StructField IOVEC = new StructField(40, 8);

    private RsmScatGathT() {}
  }

  /** A barrier. Only the library uses its members. */
  static final class RsmapiBarrierT {
    static final int SIZE = 24;
    static final StructField SEG = new StructField(0, 8);
    static final StructField GNUM = new StructField(8, 2);
    static final StructField PRIVDATA = new StructField(16, 8);

    private RsmapiBarrierT() {}
  }

  /** An entry of a wait for several descriptors ({@code struct pollfd}). */
  static final class PollfdT {
    static final int SIZE = 8;
    static final StructField FD = new StructField(0, 4);
    static final StructField EVENTS = new StructField(4, 2);
    static final StructField REVENTS = new StructField(6, 2);

    private PollfdT() {}
  }
}
