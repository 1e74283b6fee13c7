package org.dat4j.dat.tcp;

import static org.dat4j.dat.tcp.HostileCase.accepted;
import static org.dat4j.dat.tcp.HostileCase.garbled;
import static org.dat4j.dat.tcp.HostileCase.refused;
import static org.dat4j.dat.tcp.HostileScene.HELLO;
import static org.dat4j.dat.tcp.Octets.Copy.HEADER;
import static org.dat4j.dat.tcp.Octets.Copy.NOTHING;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.util.Region;

/**
 * Inputs of the list as far as one burst of octets on an established connection says it all.
 * Numbers and codes are those of the RFCs' tables: 1/1/01 is layer DDP, type tagged buffer, code
 * base or bounds.
 */
final class HostileTable {

  private static final int OPCODES = 16;

  /** Octets of a Write's first segment. */
  private static final int FIRST = 4;

  /** Octets that a segment of each opcode has at least. */
  private static final int[] LEAST = {14, 46, 14, 18, 18, 18, 18, 22};

  private HostileTable() {}

  static List<HostileCase> all() {
    List<HostileCase> all = new ArrayList<>();
    lengths(all);
    crcs(all);
    controls(all);
    untagged(all);
    addresses(all);
    writes(all);
    all.addAll(HostileReadTable.all());
    return all;
  }

  private static void lengths(List<HostileCase> all) {
    Map<String, String> cut = new TreeMap<>();
    cut.put("nothing", "");
    cut.put("one octet", "c1");
    cut.put("thirteen zeros", "00".repeat(13));
    for (int opcode = 0; opcode < LEAST.length; opcode++) {
      for (int length : new int[] {13, 17, 21, 45}) {
        if (length < LEAST[opcode]) {
          cut.put("opcode " + opcode + " of " + length, whole(opcode).substring(0, 2 * length));
        }
      }
    }
    cut.forEach(
        (what, ulpdu) ->
            all.add(refused(23, "length too short: " + what, "1/0/00", NOTHING, ulpdu)));
  }

  /** A segment of an opcode that has octets to spare. */
  private static String whole(int opcode) {
    String payload = "00".repeat(28);
    int control = 0x40 | opcode;
    if (opcode == 0 || opcode == 2) {
      return Octets.tagged(Octets.TAGGED_LAST, control, 1, 0, payload);
    }
    int queue = opcode == 1 ? 1 : opcode == 7 ? 2 : 0;
    return Octets.untagged(Octets.UNTAGGED_LAST, control, 0, queue, 1, 0, payload);
  }

  private static void crcs(List<HostileCase> all) {
    String hello = Octets.fpdu(Octets.send(1, HELLO), true);
    Map<String, Integer> places = new TreeMap<>();
    places.put("length", 1);
    places.put("header", 4);
    places.put("payload", 20);
    places.put("pad", 25);
    places.put("CRC", 31);
    places.forEach(
        (what, octet) ->
            all.add(
                garbled(25, "CRC wrong by the " + what, "2/0/02", scene -> flip(hello, octet))
                    .onlyWithCrc("on")));
    for (int octet : new int[] {3, 12, 20, 30}) {
      all.add(
          garbled(
                  25,
                  "CRC wrong by octet " + octet + " of a Write",
                  "2/0/02",
                  scene ->
                      flip(
                          Octets.fpdu(
                              Octets.write(
                                  scene.target.context(), scene.target.address(), "ab".repeat(12)),
                              true),
                          octet))
              .onlyWithCrc("on"));
    }
    String covered = hello.substring(0, 56);
    String swapped =
        hello.substring(62)
            + hello.substring(60, 62)
            + hello.substring(58, 60)
            + hello.substring(56, 58);
    all.add(
        garbled(26, "CRC in network order", "2/0/02", scene -> covered + swapped)
            .onlyWithCrc("on"));
    all.add(
        accepted(
                27,
                "CRC wrong while it is not in use",
                scene -> Octets.hex(14, 2) + Octets.write(1, 0, "") + "0badcafe")
            .onlyWithCrc("off"));
    all.add(
        accepted(
            28,
            "pad that is not zero",
            scene -> Octets.seal(Octets.hex(15, 2) + scene.place(0, 1) + "ffeedd", scene.crc)));
    all.add(garbled(32, "a stray marker", "2/0/02", scene -> "00000000" + hello).onlyWithCrc("on"));
    all.add(
        garbled(32, "a stray marker, no CRC", "1/0/00", scene -> "00000000" + hello)
            .onlyWithCrc("off"));
  }

  /** Flips the lowest bit of an octet. */
  private static String flip(String octets, int at) {
    int octet = Integer.parseInt(octets.substring(2 * at, 2 * at + 2), 16);
    return octets.substring(0, 2 * at) + Octets.hex(octet ^ 1, 1) + octets.substring(2 * at + 2);
  }

  private static void controls(List<HostileCase> all) {
    for (int version : new int[] {0, 2, 3}) {
      String tagged = Octets.tagged(0xC0 | version, Octets.WRITE, 1, 0, "");
      all.add(refused(33, "DDP version " + version + ", tagged", "1/1/04", NOTHING, tagged));
      String untagged = Octets.untagged(0x40 | version, Octets.SEND, 0, 0, 1, 0, HELLO);
      all.add(refused(33, "DDP version " + version + ", untagged", "1/2/06", NOTHING, untagged));
      String rdmap = Octets.tagged(Octets.TAGGED_LAST, version << 6, 1, 0, "");
      all.add(refused(48, "RDMAP version " + version, "0/2/05", NOTHING, rdmap));
      String send = Octets.untagged(Octets.UNTAGGED_LAST, version << 6 | 3, 0, 0, 1, 0, HELLO);
      all.add(refused(48, "RDMAP version " + version + ", Send", "0/2/05", NOTHING, send));
    }
    for (int opcode = 0; opcode < OPCODES; opcode++) {
      boolean tagged = opcode == 0 || opcode == 2;
      int number = opcode < 8 ? 34 : 49;
      int control = 0x40 | opcode;
      if (!tagged) {
        String ulpdu = Octets.tagged(Octets.TAGGED_LAST, control, 1, 0, "00000000");
        all.add(refused(number, "opcode " + opcode + " tagged", "0/2/06", NOTHING, ulpdu));
      }
      if (tagged || opcode >= 8) {
        String ulpdu = Octets.untagged(Octets.UNTAGGED_LAST, control, 0, 0, 1, 0, "00000000");
        all.add(refused(number, "opcode " + opcode + " untagged", "0/2/06", NOTHING, ulpdu));
      }
    }
  }

  private static String send(int ddp, int msn, int offset, String payload) {
    return Octets.untagged(ddp, Octets.SEND, 0, 0, msn, offset, payload);
  }

  private static void untagged(List<HostileCase> all) {
    int last = Octets.UNTAGGED_LAST;
    for (int queue : new int[] {1, 2, 3, -1}) {
      String ulpdu = Octets.untagged(last, Octets.SEND, 0, queue, 1, 0, HELLO);
      all.add(refused(35, "Send on queue " + queue, "1/2/01", HEADER, ulpdu));
    }
    String read = Octets.readHeader(8, 1, 0);
    all.add(
        refused(
            35,
            "Read Request on queue 0",
            "1/2/01",
            HEADER,
            Octets.untagged(last, Octets.READ_REQUEST, 0, 0, 1, 0, read)));
    for (int msn : new int[] {0, 2, 3, -1}) {
      all.add(refused(36, "first MSN " + msn, "1/2/03", HEADER, Octets.send(msn, HELLO)));
    }
    for (int msn : new int[] {1, 3}) {
      all.add(
          refused(36, "MSN " + msn + " after 1", "1/2/03", HEADER, Octets.send(msn, HELLO))
              .after(scene -> Octets.send(1, HELLO))
              .receiveEnds(DtoStatus.SUCCESS));
    }
    for (int offset : new int[] {0, 3, 5, 6, -1}) {
      all.add(
          refused(
                  37,
                  "MO " + offset + " after 4 octets",
                  "1/2/04",
                  HEADER,
                  send(last, 1, offset, "aabb"))
              .after(scene -> send(Octets.UNTAGGED, 1, 0, "68656c6c")));
    }
    all.add(
        refused(
            38, "MO and length beyond 2^32", "1/2/04", HEADER, send(last, 1, -8, HELLO + HELLO)));
    String full = "77".repeat(HostileScene.RECEIVE);
    all.add(
        refused(39, "one octet too long at once", "1/2/05", HEADER, Octets.send(1, full + "88"))
            .receiveEnds(DtoStatus.ERR_LOCAL_LENGTH));
    all.add(
        refused(
                39,
                "one octet too long at last",
                "1/2/05",
                HEADER,
                send(last, 1, HostileScene.RECEIVE, "88"))
            .after(scene -> send(Octets.UNTAGGED, 1, 0, full))
            .receiveEnds(DtoStatus.ERR_LOCAL_LENGTH));
    all.add(
        refused(41, "a Send within a Send", "1/2/03", HEADER, Octets.send(2, HELLO))
            .after(scene -> send(Octets.UNTAGGED, 1, 0, HELLO)));
    all.add(
        refused(
                41,
                "a Read Request within a Send",
                "0/2/06",
                NOTHING,
                Octets.readRequest(1, 0, 1, 0))
            .after(scene -> send(Octets.UNTAGGED, 1, 0, HELLO)));
    all.add(
        refused(
                41,
                "a plain Send goes on with a solicited one",
                "0/2/06",
                NOTHING,
                Octets.untagged(last, 0x45, 0, 0, 1, 5, HELLO))
            .after(scene -> send(Octets.UNTAGGED, 1, 0, HELLO)));
  }

  private static HostileCase write(
      int number, String name, String fault, int stagOffset, long at, int length) {
    return refused(
        number,
        name,
        fault,
        HEADER,
        scene ->
            Octets.write(
                scene.target.context() + stagOffset,
                scene.target.address() + at,
                "ab".repeat(length)));
  }

  private static void addresses(List<HostileCase> all) {
    int size = HostileScene.SIZE;
    all.add(write(43, "Write below the base", "1/1/01", 0, -1, 1));
    all.add(write(43, "Write across the base", "1/1/01", 0, -1, 2));
    all.add(write(43, "Write across the end", "1/1/01", 0, size - 1, 2));
    all.add(write(43, "Write at the end", "1/1/01", 0, size, 1));
    all.add(write(43, "Write behind the end", "1/1/01", 0, size + 1, 1));
    all.add(write(43, "Write of more than all", "1/1/01", 0, 0, size + 1));
    all.add(
        refused(
            43,
            "Write around the end of the address space",
            "1/1/03",
            HEADER,
            scene -> Octets.write(scene.target.context(), -1, "abab")));
    all.add(accepted(43, "Write of the last octet", scene -> scene.fpdu(scene.place(size - 1, 1))));
    all.add(write(42, "Write to another key", "1/1/00", 1, 0, 1));
    all.add(write(42, "Write to another index", "1/1/00", 0x40000000, 0, 1));
    all.add(refused(42, "Write to STag 0", "1/1/00", HEADER, Octets.write(0, 0, "ab")));
    all.add(
        refused(
            42,
            "Write to freed memory",
            "1/1/00",
            HEADER,
            scene -> {
              Region gone = scene.memory(MemPriv.ALL);
              String ulpdu = Octets.write(gone.context(), gone.address(), "ab");
              gone.close();
              return ulpdu;
            }));
    all.add(
        refused(
            42,
            "Write to another zone",
            "1/1/02",
            HEADER,
            scene -> {
              Region foreign = scene.foreign();
              return Octets.write(foreign.context(), foreign.address(), "ab");
            }));
    all.add(
        refused(
            42,
            "Write to a window that was bound anew",
            "1/1/00",
            HEADER,
            scene -> Octets.write(scene.reboundWindow(), scene.target.address(), "ab")));
    for (int rights : new int[] {MemPriv.REMOTE_READ, MemPriv.LOCAL_READ | MemPriv.LOCAL_WRITE}) {
      all.add(
          refused(
              44,
              "Write to memory with the rights " + MemPriv.toString(rights),
              "1/1/00",
              HEADER,
              scene -> {
                Region region = scene.memory(rights);
                return Octets.write(region.context(), region.address(), "ab");
              }));
    }
  }

  private static void writes(List<HostileCase> all) {
    all.add(
        refused(
                45,
                "second segment with another STag",
                "1/1/00",
                HEADER,
                scene ->
                    Octets.write(scene.target.context() + 1, scene.target.address() + FIRST, "ab"))
            .after(HostileTable::firstSegment));
    for (int gap : new int[] {-1, 1}) {
      all.add(
          write(45, "second segment " + gap + " away", "1/1/01", 0, FIRST + gap, 1)
              .after(HostileTable::firstSegment));
    }
    all.add(
        accepted(46, "Write of nothing to nowhere", scene -> scene.fpdu(Octets.write(-2, -3, ""))));
  }

  /** Opens a Write at the target's first octet, and its first segment is to be placed. */
  static String firstSegment(HostileScene scene) {
    String last = Octets.hex(Octets.TAGGED_LAST, 1);
    return Octets.hex(Octets.TAGGED, 1) + scene.place(0, FIRST).substring(last.length());
  }
}
