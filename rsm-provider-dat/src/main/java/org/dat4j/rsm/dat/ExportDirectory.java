package org.dat4j.rsm.dat;

import java.security.SecureRandom;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentInfo;
import org.dat4j.rsm.dat.message.Message;
import org.dat4j.rsm.dat.message.ProtocolViolationException;
import org.dat4j.rsm.spi.Access;

/**
 * The table of the segments that this process exports over DAT, which answers the requests of
 * importing processes. An id is unique over the processes of a node: a process that wants one asks
 * the others. If two ask at the same time, the one in the lower slot gets it.
 */
final class ExportDirectory {
  private static final int GENERATED = 0x8000_0000;
  private static final int SLOT_SHIFT = 27;
  private static final int COUNTER_MASK = (1 << SLOT_SHIFT) - 1;
  private static final int MAX_IMPORTS = 1 << 16;

  private final LocalProcess process;
  private final Map<Integer, DatExport> published = new HashMap<>();
  private final Set<Integer> wanted = new HashSet<>();
  private final Set<Integer> lost = new HashSet<>();
  private final List<DatExport> exports = new CopyOnWriteArrayList<>();
  private int counter = new SecureRandom().nextInt() & COUNTER_MASK;

  ExportDirectory(LocalProcess process) {
    this.process = process;
  }

  void add(DatExport export) {
    exports.add(export);
  }

  void remove(DatExport export) {
    exports.remove(export);
  }

  /**
   * Gives a segment an id.
   *
   * @param asked an id, or 0 for one of its own
   * @param export the segment
   * @return the id
   */
  int publish(int asked, DatExport export) {
    if (asked == 0) {
      synchronized (this) {
        int id;
        do {
          counter = counter + 1 & COUNTER_MASK;
          id = GENERATED | process.slot() << SLOT_SHIFT | counter;
        } while (published.containsKey(id));
        published.put(id, export);
        return id;
      }
    }
    synchronized (this) {
      if (published.containsKey(asked) || !wanted.add(asked)) {
        throw inUse(export, asked);
      }
    }
    boolean free = false;
    try {
      free = othersAgree(asked, export);
    } finally {
      synchronized (this) {
        wanted.remove(asked);
        free &= !lost.remove(asked);
        if (free) {
          published.put(asked, export);
        }
      }
    }
    if (!free) {
      throw inUse(export, asked);
    }
    return asked;
  }

  private boolean othersAgree(int id, DatExport export) {
    List<ControlConnection> others;
    try {
      others = process.connections().reach(process.config().node(), process.slot());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw DatRsmFailures.of(
          RsmReturn.INTERRUPTED, export + ".publish", "thread", "interrupted", "publish it again");
    }
    for (ControlConnection other : others) {
      Message answer =
          other.call(new Message.ClaimId(id, process.slot()), process.patienceMillis());
      if (answer instanceof Message.Done done && done.status() != RsmReturn.SUCCESS) {
        return false;
      }
    }
    return true;
  }

  private static RuntimeException inUse(DatExport export, int id) {
    return DatRsmFailures.of(
        RsmReturn.SEGID_IN_USE,
        export + ".publish",
        "segmentId",
        "0x" + Integer.toHexString(id),
        "another segment of this node has it; give another, or 0 to have one picked");
  }

  synchronized void withdraw(int id) {
    published.remove(id);
  }

  private synchronized int claimed(Message.ClaimId claim) {
    if (published.containsKey(claim.segment())) {
      return RsmReturn.SEGID_IN_USE;
    }
    if (wanted.contains(claim.segment())) {
      if (claim.slot() > process.slot()) {
        return RsmReturn.SEGID_IN_USE;
      }
      lost.add(claim.segment());
    }
    return RsmReturn.SUCCESS;
  }

  /** Handles a request of an importing process. */
  void serve(ControlConnection connection, int request, Message message)
      throws ProtocolViolationException {
    if (message instanceof Message.Signal m) {
      ImporterConnection importer = connection.importers().get(m.token());
      if (importer != null) {
        importer.export().signals().post(m.drop(), m.count());
      }
      connection.reply(request, Message.Done.of(importer != null));
    } else if (message instanceof Message.Connect m) {
      connection.reply(request, connect(connection, m));
    } else if (message instanceof Message.Bind m) {
      ImporterConnection importer = connection.importers().get(m.token());
      if (importer == null) {
        connection.reply(
            request, new Message.Grant(RsmReturn.INTERRUPTED, Message.MemoryLocation.NONE));
      } else {
        importer.bind(request);
      }
    } else if (message instanceof Message.Disconnect m) {
      connection.importerLeft(m.token());
      connection.reply(request, Message.Done.of(true));
    } else if (message instanceof Message.ClaimId m) {
      connection.reply(request, new Message.Done(claimed(m)));
    } else if (message instanceof Message.GetListEntry m) {
      connection.reply(request, new Message.ListEntry(at(m.index())));
    } else if (message instanceof Message.Heartbeat) {
      connection.reply(request, Message.Done.of(true));
    } else {
      throw new ProtocolViolationException("a request that only exporters make");
    }
  }

  private Message connect(ControlConnection connection, Message.Connect wish) {
    DatExport export;
    int publication;
    synchronized (this) {
      export = published.get(wish.segment());
      publication = export == null ? 0 : export.publication();
    }
    if (export == null) {
      return refused(RsmReturn.SEG_NOT_PUBLISHED);
    }
    int mode = Access.mode(export.accessList(), connection.peerNode(), export.mode());
    if (mode == Access.NOT_LISTED) {
      return refused(RsmReturn.SEG_NOT_PUBLISHED_TO_NODE);
    }
    Credentials own = process.identity();
    boolean owner = connection.hello().uid() == own.uid();
    if (!Access.granted(mode, owner, own.counts(connection.hello()), wish.perm())) {
      return refused(RsmReturn.PERM_DENIED);
    }
    if (connection.importers().size() >= MAX_IMPORTS) {
      return refused(RsmReturn.INSUFFICIENT_RESOURCES);
    }
    ImporterConnection importer = new ImporterConnection(process, export, connection, wish.perm());
    connection.importers().put(importer.token(), importer);
    process.addExpected(importer.token(), importer);
    if (!export.admit(importer, publication)) {
      importer.end(RsmReturn.INTERRUPTED);
      return refused(RsmReturn.SEG_NOT_PUBLISHED);
    }
    return new Message.Connected(RsmReturn.SUCCESS, export.length(), importer.token());
  }

  private static Message refused(int status) {
    return new Message.Connected(status, 0, 0);
  }

  private SegmentInfo at(int index) {
    try {
      return exports.get(index).info();
    } catch (IndexOutOfBoundsException pastTheEnd) {
      return null;
    }
  }
}
