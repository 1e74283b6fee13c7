package org.dat4j.rsm.natives.librsm;

/**
 * Where the members of the structures of {@code rsmapi.h} are in a 64-bit process (LP64), amd64 and
 * sparcv9 alike. A class has the name of the structure, a constant that of the member.
 */
final class Layouts {
  private Layouts() {}

  /** The head of a topology. */
  static final class RsmTopologyHdrT {
    static final int SIZE = 8;
    static final Field LOCAL_NODEID = new Field(0, 4);
    static final Field LOCAL_CNTLR_COUNT = new Field(4, 4);

    private RsmTopologyHdrT() {}
  }

  /** A topology; as many pointers follow as the head says. */
  static final class RsmTopologyT {
    static final int SIZE = 16;
    static final Field TOPOLOGY_HDR = new Field(0, RsmTopologyHdrT.SIZE);
    static final Field CONNECTIONS = new Field(8, 8);

    private RsmTopologyT() {}
  }

  /** The head of a controller's connections. */
  static final class RsmConnectionsHdrT {
    static final int SIZE = 272;
    static final Field CNTLR_NAME = new Field(0, 256);
    static final Field LOCAL_HWADDR = new Field(256, 8);
    static final Field REMOTE_CNTLR_COUNT = new Field(264, 4);

    private RsmConnectionsHdrT() {}
  }

  /** A controller's connections; as many records follow as the head says. */
  static final class RsmConnectionsT {
    static final int SIZE = 552;
    static final Field HDR = new Field(0, RsmConnectionsHdrT.SIZE);
    static final Field REMOTE_CNTLR = new Field(272, RsmRemoteCntlrT.SIZE);

    private RsmConnectionsT() {}
  }

  /** A controller of another node. */
  static final class RsmRemoteCntlrT {
    static final int SIZE = 280;
    static final Field REMOTE_NODEID = new Field(0, 4);
    static final Field REMOTE_CNTLRNAME = new Field(4, 256);
    static final Field REMOTE_HWADDR = new Field(264, 8);
    static final Field CONNECTION_STATE = new Field(272, 4);

    private RsmRemoteCntlrT() {}
  }

  /** An entry of an access list. */
  static final class RsmapiAccessEntryT {
    static final int SIZE = 8;
    static final Field AE_NODE = new Field(0, 4);
    static final Field AE_PERMISSION = new Field(4, 4);

    private RsmapiAccessEntryT() {}
  }

  /** Attributes of a controller. */
  static final class RsmapiControllerAttrT {
    static final int SIZE = 64;
    static final Field ATTR_DIRECT_ACCESS_SIZES = new Field(0, 4);
    static final Field ATTR_ATOMIC_SIZES = new Field(4, 4);
    static final Field ATTR_PAGE_SIZE = new Field(8, 8);
    static final Field ATTR_MAX_EXPORT_SEGMENT_SIZE = new Field(16, 8);
    static final Field ATTR_TOT_EXPORT_SEGMENT_SIZE = new Field(24, 8);
    static final Field ATTR_MAX_EXPORT_SEGMENTS = new Field(32, 8);
    static final Field ATTR_MAX_IMPORT_MAP_SIZE = new Field(40, 8);
    static final Field ATTR_TOT_IMPORT_MAP_SIZE = new Field(48, 8);
    static final Field ATTR_MAX_IMPORT_SEGMENTS = new Field(56, 8);

    private RsmapiControllerAttrT() {}
  }

  /** An entry of a vector. */
  static final class RsmIovecT {
    static final int SIZE = 40;
    static final Field IO_TYPE = new Field(0, 4);
    static final Field LOCAL = new Field(8, 8);
    static final Field LOCAL_OFFSET = new Field(16, 8);
    static final Field REMOTE_OFFSET = new Field(24, 8);
    static final Field TRANSFER_LENGTH = new Field(32, 8);

    private RsmIovecT() {}
  }

  /** A vector. */
  static final class RsmScatGathT {
    static final int SIZE = 48;
    static final Field LOCAL_NODEID = new Field(0, 4);
    static final Field IO_REQUEST_COUNT = new Field(8, 8);
    static final Field IO_RESIDUAL_COUNT = new Field(16, 8);
    static final Field FLAGS = new Field(24, 4);
    static final Field REMOTE_HANDLE = new Field(32, 8);
    static final Field IOVEC = new Field(40, 8);

    private RsmScatGathT() {}
  }

  /** A barrier. Its members are the library's. */
  static final class RsmapiBarrierT {
    static final int SIZE = 24;
    static final Field SEG = new Field(0, 8);
    static final Field GNUM = new Field(8, 2);
    static final Field PRIVDATA = new Field(16, 8);

    private RsmapiBarrierT() {}
  }

  /** An entry of a wait for several descriptors ({@code struct pollfd}). */
  static final class PollfdT {
    static final int SIZE = 8;
    static final Field FD = new Field(0, 4);
    static final Field EVENTS = new Field(4, 2);
    static final Field REVENTS = new Field(6, 2);

    private PollfdT() {}
  }
}
