package org.dat4j.rsm.dat;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.dat4j.rsm.RsmReturn;
import org.dat4j.rsm.SegmentInfo;
import org.dat4j.rsm.spi.Access;

/**
 * The segments this process exports, and the server of control connections. An id is unique over
 * the processes of a node: whoever wants one asks the others, and of two that want the same at the
 * same time the one in the lower slot gets it.
 */
final class Directory {
  private static final int GENERATED = 0x8000_0000;
  private static final int SLOT_SHIFT = 27;
  private static final int COUNTER_MASK = (1 << SLOT_SHIFT) - 1;
  private static final int MAX_IMPORTS = 1 << 16;

  private final Engine engine;
  private final Map<Integer, DatExport> published = new HashMap<>();
  private final Set<Integer> wanted = new HashSet<>();
  private final Set<Integer> lost = new HashSet<>();
  private final List<DatExport> exports = new CopyOnWriteArrayList<>();
  private int counter = new SecureRandom().nextInt() & COUNTER_MASK;

  Directory(Engine engine) {
    this.engine = engine;
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
          id = GENERATED | engine.slot() << SLOT_SHIFT | counter;
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
    List<Link> others;
    try {
      others = engine.links().reach(engine.config().node(), engine.slot());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw Failures.of(
          RsmReturn.INTERRUPTED, export + ".publish", "thread", "interrupted", "publish it again");
    }
    for (Link other : others) {
      Message answer = other.call(new Message.Claim(id, engine.slot()), engine.patienceMillis());
      if (answer instanceof Message.Done done && done.status() != RsmReturn.SUCCESS) {
        return false;
      }
    }
    return true;
  }

  private static RuntimeException inUse(DatExport export, int id) {
    return Failures.of(
        RsmReturn.SEGID_IN_USE,
        export + ".publish",
        "segmentId",
        "0x" + Integer.toHexString(id),
        "another segment of this node has it; give another, or 0 to have one picked");
  }

  synchronized void withdraw(int id) {
    published.remove(id);
  }

  private synchronized int claimed(Message.Claim claim) {
    if (published.containsKey(claim.segment())) {
      return RsmReturn.SEGID_IN_USE;
    }
    if (wanted.contains(claim.segment())) {
      if (claim.slot() > engine.slot()) {
        return RsmReturn.SEGID_IN_USE;
      }
      lost.add(claim.segment());
    }
    return RsmReturn.SUCCESS;
  }

  /** Serves a request of an importing process. */
  void serve(Link link, int request, Message message) throws MalformedException {
    if (message instanceof Message.Signal m) {
      Importer importer = link.importers().get(m.token());
      if (importer != null) {
        importer.export().signals().post(m.drop());
      }
      link.reply(request, Message.Done.of(importer != null));
    } else if (message instanceof Message.Connect m) {
      link.reply(request, connect(link, m));
    } else if (message instanceof Message.Bind m) {
      Importer importer = link.importers().get(m.token());
      if (importer == null) {
        link.reply(request, new Message.Grant(RsmReturn.INTERRUPTED, Message.Place.NONE));
      } else {
        importer.bind(request);
      }
    } else if (message instanceof Message.Disconnect m) {
      Importer importer = link.importers().get(m.token());
      if (importer != null) {
        importer.left();
      }
      link.reply(request, Message.Done.of(true));
    } else if (message instanceof Message.Claim m) {
      link.reply(request, new Message.Done(claimed(m)));
    } else if (message instanceof Message.ListAt m) {
      link.reply(request, new Message.Listed(at(m.index())));
    } else if (message instanceof Message.Beat) {
      link.reply(request, Message.Done.of(true));
    } else {
      throw new MalformedException("a request that only exporters make");
    }
  }

  private Message connect(Link link, Message.Connect wish) {
    DatExport export;
    synchronized (this) {
      export = published.get(wish.segment());
    }
    if (export == null) {
      return refused(RsmReturn.SEG_NOT_PUBLISHED);
    }
    int mode = Access.mode(export.accessList(), link.peerNode(), export.mode());
    if (mode == Access.NOT_LISTED) {
      return refused(RsmReturn.SEG_NOT_PUBLISHED_TO_NODE);
    }
    Identity own = engine.identity();
    boolean owner = link.hello().uid() == own.uid();
    if (!Access.granted(mode, owner, own.counts(link.hello()), wish.perm())) {
      return refused(RsmReturn.PERM_DENIED);
    }
    if (link.importers().size() >= MAX_IMPORTS) {
      return refused(RsmReturn.INSUFFICIENT_RESOURCES);
    }
    Importer importer = new Importer(engine, export, link, wish.perm());
    link.importers().put(importer.token(), importer);
    engine.expect(importer.token(), importer);
    if (!export.admit(importer)) {
      importer.end(RsmReturn.INTERRUPTED);
      return refused(RsmReturn.SEG_NOT_PUBLISHED);
    }
    return new Message.Connected(RsmReturn.SUCCESS, export.length(), importer.token());
  }

  private static Message refused(int status) {
    return new Message.Connected(status, 0, 0);
  }

  private SegmentInfo at(int index) {
    List<DatExport> now = new ArrayList<>(exports);
    return index < now.size() ? now.get(index).info() : null;
  }
}
