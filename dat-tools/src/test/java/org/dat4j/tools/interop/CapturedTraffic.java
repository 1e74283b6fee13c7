package org.dat4j.tools.interop;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The connections of one capture and what is wrong with them. Not thread-safe. */
final class CapturedTraffic {

  private static final int MAX_FAULTS = 30;
  private static final List<String> NAMES =
      List.of(
          "Write",
          "Read Request",
          "Read Response",
          "Send",
          "SendInv",
          "SendSE",
          "SendSEInv",
          "Terminate");

  /**
   * Wrong CRCs in a capture that are left to soft iWARP. It computes the CRC of a long answer to a
   * Read, then sends from memory that a test may change meanwhile. A test that stores after a free
   * makes a dozen such answers; how many of them are met depends on the speed of the machine.
   */
  private static final int MAX_WRONG_OF_SIW = 12;

  private final Map<Integer, CapturedConnection> connections = new TreeMap<>();
  private final Map<Integer, Integer> opcodes = new TreeMap<>();
  private final List<String> faults = new ArrayList<>();
  private final boolean siw;
  private int dropped;
  private long frames;
  private long checked;
  private long good;
  private int longest;

  /**
   * Begins a capture.
   *
   * @param siw whether one side is Linux's soft iWARP, whose known faults are left to it
   */
  CapturedTraffic(boolean siw) {
    this.siw = siw;
  }

  /** Takes the next segment. */
  void add(CapturedFrame frame) {
    connections
        .computeIfAbsent(frame.stream(), number -> new CapturedConnection(number, siw, this::fault))
        .add(frame);
    for (CapturedFrame.Fpdu fpdu : frame.fpdus()) {
      frames++;
      opcodes.merge(fpdu.opcode(), 1, Integer::sum);
      longest = Math.max(longest, fpdu.payload());
    }
  }

  /** Takes what tshark found about the next CRC. */
  void crc(boolean right, String text) {
    checked++;
    good += right ? 1 : 0;
    if (!right && (!siw || checked - good > MAX_WRONG_OF_SIW)) {
      fault(text);
    }
  }

  /** Judges what only the whole capture tells. */
  void end() {
    long expected = 0;
    for (CapturedConnection connection : connections.values()) {
      connection.end();
      expected += connection.checkedFrames();
    }
    if (checked != expected) {
      fault("tshark checked " + checked + " CRCs where " + expected + " were agreed on");
    }
  }

  private void fault(String text) {
    if (faults.size() < MAX_FAULTS) {
      faults.add(text);
    } else {
      dropped++;
    }
  }

  /** What is wrong; empty when nothing is. */
  List<String> faults() {
    List<String> all = new ArrayList<>(faults);
    if (dropped > 0) {
      all.add("and " + dropped + " more");
    }
    return all;
  }

  /**
   * What an expectation misses.
   *
   * @param crc whether CRC is in use: all, some or none of the frames; anything else: as it is
   * @param expected opcodes that must be there
   */
  List<String> missing(String crc, List<Integer> expected) {
    List<String> missing = new ArrayList<>();
    if (frames == 0) {
      missing.add("no frame at all: nothing was proved");
    }
    boolean right =
        switch (crc) {
          case "all" -> checked == frames;
          case "most" -> checked * 100 >= frames * 99;
          case "some" -> checked > 0 && checked < frames;
          case "none" -> checked == 0;
          default -> true;
        };
    if (!right) {
      missing.add("CRC in " + checked + " of " + frames + " frames, expected in " + crc);
    }
    for (int opcode : expected) {
      if (!opcodes.containsKey(opcode)) {
        missing.add("no " + name(opcode));
      }
    }
    return missing;
  }

  /** What the capture holds, in one line. */
  String summary() {
    StringBuilder text = new StringBuilder();
    text.append(connections.size()).append(" connections, ").append(frames).append(" frames (");
    opcodes.forEach(
        (opcode, count) ->
            text.append(text.charAt(text.length() - 1) == '(' ? "" : ", ")
                .append(count)
                .append(' ')
                .append(name(opcode)));
    return text.append("), CRC good in ")
        .append(good)
        .append(" of ")
        .append(checked)
        .append(", payload up to ")
        .append(longest)
        .toString();
  }

  private static String name(int opcode) {
    return opcode < NAMES.size() ? NAMES.get(opcode) : "opcode " + opcode;
  }
}
