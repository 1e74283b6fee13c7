package org.dat4j.dat.tcp;

import static org.dat4j.dat.tcp.HexFrames.Copy.HEADER;
import static org.dat4j.dat.tcp.HexFrames.Copy.NOTHING;
import static org.dat4j.dat.tcp.HexFrames.Copy.READ_HEADER;
import static org.dat4j.dat.tcp.HostileCase.refused;

import java.util.ArrayList;
import java.util.List;
import org.dat4j.dat.DtoStatus;
import org.dat4j.dat.MemPriv;
import org.dat4j.dat.util.Region;

/** The part of {@link HostileTable} about RDMA Reads, invalidation and messages out of turn. */
final class HostileReadTable {

  private HostileReadTable() {}

  static List<HostileCase> all() {
    List<HostileCase> all = new ArrayList<>();
    readRequests(all);
    reads(all);
    invalidates(all);
    outOfTurn(all);
    return all;
  }

  private static void readRequests(List<HostileCase> all) {
    String good = HexFrames.readHeader(0, 1, 0);
    int last = HexFrames.UNTAGGED_LAST;
    int read = HexFrames.READ_REQUEST;
    String shorter = HexFrames.untagged(last, read, 0, 1, 1, 0, good.substring(2));
    all.add(refused(50, "Read Request of 27 bytes", "1/0/00", NOTHING, shorter));
    String longer = HexFrames.untagged(last, read, 0, 1, 1, 0, good + "00");
    all.add(refused(50, "Read Request of 29 bytes", "1/2/05", HEADER, longer));
    String open = HexFrames.untagged(HexFrames.UNTAGGED, read, 0, 1, 1, 0, good);
    all.add(refused(50, "Read Request in two segments", "1/2/05", HEADER, open));
    String offset = HexFrames.untagged(last, read, 0, 1, 1, 4, good);
    all.add(refused(50, "Read Request with MO 4", "1/2/04", HEADER, offset));
    String second = HexFrames.untagged(last, read, 0, 1, 2, 0, good);
    all.add(refused(36, "first Read Request with MSN 2", "1/2/03", HEADER, second));
  }

  private static HostileCase read(String name, String fault, long at, long size) {
    return refused(
        51,
        name,
        fault,
        READ_HEADER,
        scene ->
            HexFrames.readRequest(1, size, scene.target.context(), scene.target.address() + at));
  }

  private static void reads(List<HostileCase> all) {
    int size = HostileScene.SIZE;
    all.add(read("Read of 2^32-1 bytes", "0/1/01", 0, 0xFFFFFFFFL));
    all.add(read("Read of 2^31 bytes", "0/1/01", 0, 0x80000000L));
    all.add(read("Read across the base", "0/1/01", -1, 2));
    all.add(read("Read across the end", "0/1/01", size - 1, 2));
    all.add(read("Read of more than all", "0/1/01", 0, size + 1));
    all.add(
        refused(
            51,
            "Read around the end of the address space",
            "0/1/04",
            READ_HEADER,
            scene -> HexFrames.readRequest(1, 2, scene.target.context(), -1)));
    all.add(
        refused(
            51,
            "Read of memory without the right",
            "0/1/02",
            READ_HEADER,
            scene -> {
              Region region = scene.memory(MemPriv.REMOTE_WRITE);
              return HexFrames.readRequest(1, 1, region.context(), region.address());
            }));
    all.add(
        refused(
            51,
            "Read of another PZ",
            "0/1/03",
            READ_HEADER,
            scene -> {
              Region foreign = scene.foreign();
              return HexFrames.readRequest(1, 1, foreign.context(), foreign.address());
            }));
    all.add(
        refused(
            51,
            "Read of unknown memory",
            "0/1/00",
            READ_HEADER,
            HexFrames.readRequest(1, 1, 0, 0)));
    all.add(
        refused(
            51,
            "Read of freed memory",
            "0/1/00",
            READ_HEADER,
            scene -> {
              Region gone = scene.memory(MemPriv.ALL);
              String ulpdu = HexFrames.readRequest(1, 1, gone.context(), gone.address());
              gone.close();
              return ulpdu;
            }));
    all.add(
        refused(
            51,
            "Read through an RMR that was bound anew",
            "0/1/00",
            READ_HEADER,
            scene -> HexFrames.readRequest(1, 1, scene.reboundWindow(), scene.target.address())));
    int depth = RawPeer.READ_DEPTH;
    all.add(
        refused(
                52,
                "one Read more than agreed",
                "0/2/07",
                HEADER,
                HexFrames.readRequest(depth + 1, 0, 1, 0))
            .afterEach(depth, msn -> HexFrames.readRequest(msn, 0, 1, 0)));
  }

  private static void invalidates(List<HostileCase> all) {
    all.add(
        refused(
                55,
                "Send that invalidates an LMR",
                "0/1/09",
                HEADER,
                scene -> invalidate(scene.target.context()))
            .receiveEnds(DtoStatus.ERR_BAD_RESPONSE));
    all.add(
        refused(55, "Send that invalidates nothing", "0/2/09", HEADER, invalidate(7))
            .receiveEnds(DtoStatus.ERR_BAD_RESPONSE));
  }

  private static String invalidate(int stag) {
    return HexFrames.untagged(
        HexFrames.UNTAGGED_LAST, HexFrames.SEND_INVALIDATE, stag, 0, 1, 0, "");
  }

  private static void outOfTurn(List<HostileCase> all) {
    all.add(
        refused(
            54, "Read Response to no Read", "1/1/00", HEADER, HexFrames.readResponse(1, 0, "ab")));
    all.add(
        refused(
                58,
                "Read Response within a Write",
                "0/2/06",
                NOTHING,
                HexFrames.readResponse(1, 0, "ab"))
            .after(HostileTable::firstSegment));
  }
}
