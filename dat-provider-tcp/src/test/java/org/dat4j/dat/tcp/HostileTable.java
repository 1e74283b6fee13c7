package org.dat4j.dat.tcp;

import static org.dat4j.dat.tcp.HexFrames.Copy.HEADER;
import static org.dat4j.dat.tcp.HexFrames.Copy.NOTHING;
import static org.dat4j.dat.tcp.HostileCase.accepted;
import static org.dat4j.dat.tcp.HostileCase.garbled;
import static org.dat4j.dat.tcp.HostileCase.refused;
import static org.dat4j.dat.tcp.HostileScene.HELLO;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.util.Region;

/**
 * Inputs of the list as far as one burst of bytes on an established connection says it all. Numbers
 * and codes are those of the RFCs' tables: 1/1/01 is layer DDP, type tagged buffer, code base or
 * bounds.
 */
final class HostileTable {

  private static final int OPCODES = 16;

  /** Bytes of a Write's first segment. */
  private static final int FIRST = 4;

  /** Bytes that a segment of each opcode has at least. */
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
    cut.put("one byte", "c1");
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

  /** A segment of an opcode that has bytes to spare. */
  private static String whole(int opcode) {
    String payload = "00".repeat(28);
    int control = 0x40 | opcode;
    if (opcode == 0 || opcode == 2) {
      return HexFrames.tagged(HexFrames.TAGGED_LAST, control, 1, 0, payload);
    }
    int queue = opcode == 1 ? 1 : opcode == 7 ? 2 : 0;
    return HexFrames.untagged(HexFrames.UNTAGGED_LAST, control, 0, queue, 1, 0, payload);
  }

  private static void crcs(List<HostileCase> all) {
    String hello = HexFrames.fpdu(HexFrames.send(1, HELLO), true);
    Map<String, Integer> places = new TreeMap<>();
    places.put("length", 1);
    places.put("header", 4);
    places.put("payload", 20);
    places.put("pad", 25);
    places.put("CRC", 31);
    places.forEach(
        (what, value) ->
            all.add(
                garbled(25, "CRC wrong by the " + what, "2/0/02", scene -> flip(hello, value))
                    .onlyWithCrc("on")));
    for (int value : new int[] {3, 12, 20, 30}) {
      all.add(
          garbled(
                  25,
                  "CRC wrong by byte " + value + " of a Write",
                  "2/0/02",
                  scene ->
                      flip(
                          HexFrames.fpdu(
                              HexFrames.write(
                                  scene.target.context(), scene.target.address(), "ab".repeat(12)),
                              true),
                          value))
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
                scene -> HexFrames.hex(14, 2) + HexFrames.write(1, 0, "") + "0badcafe")
            .onlyWithCrc("off"));
    all.add(
        accepted(
            28,
            "pad that is not zero",
            scene ->
                HexFrames.seal(HexFrames.hex(15, 2) + scene.place(0, 1) + "ffeedd", scene.crc)));
    all.add(garbled(32, "a stray marker", "2/0/02", scene -> "00000000" + hello).onlyWithCrc("on"));
    all.add(
        garbled(32, "a stray marker, no CRC", "1/0/00", scene -> "00000000" + hello)
            .onlyWithCrc("off"));
  }

  /** Flips the lowest bit of a byte. */
  private static String flip(String bytes, int at) {
    int value = Integer.parseInt(bytes.substring(2 * at, 2 * at + 2), 16);
    return bytes.substring(0, 2 * at) + HexFrames.hex(value ^ 1, 1) + bytes.substring(2 * at + 2);
  }

  private static void controls(List<HostileCase> all) {
    for (int version : new int[] {0, 2, 3}) {
      String tagged = HexFrames.tagged(0xC0 | version, HexFrames.WRITE, 1, 0, "");
      all.add(refused(33, "DDP version " + version + ", tagged", "1/1/04", NOTHING, tagged));
      String untagged = HexFrames.untagged(0x40 | version, HexFrames.SEND, 0, 0, 1, 0, HELLO);
      all.add(refused(33, "DDP version " + version + ", untagged", "1/2/06", NOTHING, untagged));
      String rdmap = HexFrames.tagged(HexFrames.TAGGED_LAST, version << 6, 1, 0, "");
      all.add(refused(48, "RDMAP version " + version, "0/2/05", NOTHING, rdmap));
      String send =
          HexFrames.untagged(HexFrames.UNTAGGED_LAST, version << 6 | 3, 0, 0, 1, 0, HELLO);
      all.add(refused(48, "RDMAP version " + version + ", Send", "0/2/05", NOTHING, send));
    }
    for (int opcode = 0; opcode < OPCODES; opcode++) {
      boolean tagged = opcode == 0 || opcode == 2;
      int number = opcode < 8 ? 34 : 49;
      int control = 0x40 | opcode;
      if (!tagged) {
        String ulpdu = HexFrames.tagged(HexFrames.TAGGED_LAST, control, 1, 0, "00000000");
        all.add(refused(number, "opcode " + opcode + " tagged", "0/2/06", NOTHING, ulpdu));
      }
      if (tagged || opcode >= 8) {
        String ulpdu = HexFrames.untagged(HexFrames.UNTAGGED_LAST, control, 0, 0, 1, 0, "00000000");
        all.add(refused(number, "opcode " + opcode + " untagged", "0/2/06", NOTHING, ulpdu));
      }
    }
  }

  private static String send(int ddp, int msn, int offset, String payload) {
    return HexFrames.untagged(ddp, HexFrames.SEND, 0, 0, msn, offset, payload);
  }

  private static void untagged(List<HostileCase> all) {
    int last = HexFrames.UNTAGGED_LAST;
    for (int queue : new int[] {1, 2, 3, -1}) {
      String ulpdu = HexFrames.untagged(last, HexFrames.SEND, 0, queue, 1, 0, HELLO);
      all.add(refused(35, "Send on queue " + queue, "1/2/01", HEADER, ulpdu));
    }
    String read = HexFrames.readHeader(8, 1, 0);
    all.add(
        refused(
            35,
            "Read Request on queue 0",
            "1/2/01",
            HEADER,
            HexFrames.untagged(last, HexFrames.READ_REQUEST, 0, 0, 1, 0, read)));
    for (int msn : new int[] {0, 2, 3, -1}) {
      all.add(refused(36, "first MSN " + msn, "1/2/03", HEADER, HexFrames.send(msn, HELLO)));
    }
    for (int msn : new int[] {1, 3}) {
      all.add(
          refused(36, "MSN " + msn + " after 1", "1/2/03", HEADER, HexFrames.send(msn, HELLO))
              .after(scene -> HexFrames.send(1, HELLO))
              .receiveEnds(DtoStatus.SUCCESS));
    }
    for (int offset : new int[] {0, 3, 5, 6, -1}) {
      all.add(
          refused(
                  37,
                  "MO " + offset + " after 4 bytes",
                  "1/2/04",
                  HEADER,
                  send(last, 1, offset, "aabb"))
              .after(scene -> send(HexFrames.UNTAGGED, 1, 0, "68656c6c")));
    }
    all.add(
        refused(
            38, "MO and length beyond 2^32", "1/2/04", HEADER, send(last, 1, -8, HELLO + HELLO)));
    String full = "77".repeat(HostileScene.RECEIVE);
    all.add(
        refused(39, "one byte too long at once", "1/2/05", HEADER, HexFrames.send(1, full + "88"))
            .receiveEnds(DtoStatus.ERR_LOCAL_LENGTH));
    all.add(
        refused(
                39,
                "one byte too long at last",
                "1/2/05",
                HEADER,
                send(last, 1, HostileScene.RECEIVE, "88"))
            .after(scene -> send(HexFrames.UNTAGGED, 1, 0, full))
            .receiveEnds(DtoStatus.ERR_LOCAL_LENGTH));
    all.add(
        refused(41, "a Send within a Send", "1/2/03", HEADER, HexFrames.send(2, HELLO))
            .after(scene -> send(HexFrames.UNTAGGED, 1, 0, HELLO)));
    all.add(
        refused(
                41,
                "a Read Request within a Send",
                "0/2/06",
                NOTHING,
                HexFrames.readRequest(1, 0, 1, 0))
            .after(scene -> send(HexFrames.UNTAGGED, 1, 0, HELLO)));
    all.add(
        refused(
                41,
                "a plain Send goes on with a solicited one",
                "0/2/06",
                NOTHING,
                HexFrames.untagged(last, 0x45, 0, 0, 1, 5, HELLO))
            .after(scene -> send(HexFrames.UNTAGGED, 1, 0, HELLO)));
  }

  private static HostileCase write(
      int number, String name, String fault, int stagOffset, long at, int length) {
    return refused(
        number,
        name,
        fault,
        HEADER,
        scene ->
            HexFrames.write(
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
            scene -> HexFrames.write(scene.target.context(), -1, "abab")));
    all.add(accepted(43, "Write of the last byte", scene -> scene.fpdu(scene.place(size - 1, 1))));
    all.add(write(42, "Write to another key", "1/1/00", 1, 0, 1));
    all.add(write(42, "Write to another index", "1/1/00", 0x40000000, 0, 1));
    all.add(refused(42, "Write to STag 0", "1/1/00", HEADER, HexFrames.write(0, 0, "ab")));
    all.add(
        refused(
            42,
            "Write to freed memory",
            "1/1/00",
            HEADER,
            scene -> {
              Region gone = scene.memory(MemPriv.ALL);
              String ulpdu = HexFrames.write(gone.context(), gone.address(), "ab");
              gone.close();
              return ulpdu;
            }));
    all.add(
        refused(
            42,
            "Write to another PZ",
            "1/1/02",
            HEADER,
            scene -> {
              Region foreign = scene.foreign();
              return HexFrames.write(foreign.context(), foreign.address(), "ab");
            }));
    all.add(
        refused(
            42,
            "Write to an RMR that was bound anew",
            "1/1/00",
            HEADER,
            scene -> HexFrames.write(scene.reboundWindow(), scene.target.address(), "ab")));
    for (int rights : new int[] {MemPriv.REMOTE_READ, MemPriv.LOCAL_READ | MemPriv.LOCAL_WRITE}) {
      all.add(
          refused(
              44,
              "Write to memory with the rights " + MemPriv.toString(rights),
              "1/1/00",
              HEADER,
              scene -> {
                Region region = scene.memory(rights);
                return HexFrames.write(region.context(), region.address(), "ab");
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
                    HexFrames.write(
                        scene.target.context() + 1, scene.target.address() + FIRST, "ab"))
            .after(HostileTable::firstSegment));
    for (int gap : new int[] {-1, 1}) {
      all.add(
          write(45, "second segment " + gap + " away", "1/1/01", 0, FIRST + gap, 1)
              .after(HostileTable::firstSegment));
    }
    all.add(
        accepted(
            46, "Write of nothing to nowhere", scene -> scene.fpdu(HexFrames.write(-2, -3, ""))));
  }

  /** Opens a Write at the target's first byte, and its first segment is to be placed. */
  static String firstSegment(HostileScene scene) {
    String last = HexFrames.hex(HexFrames.TAGGED_LAST, 1);
    return HexFrames.hex(HexFrames.TAGGED, 1) + scene.place(0, FIRST).substring(last.length());
  }
}
