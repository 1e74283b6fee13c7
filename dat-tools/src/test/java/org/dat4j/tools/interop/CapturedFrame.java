package org.dat4j.tools.interop;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One TCP segment as tshark's fields tell it, with the MPA items that end in it.
 *
 * @param number its number in the capture
 * @param stream number of its connection
 * @param sender port of its sender
 * @param end number of the byte behind its last one, counted from 1; 1 without data
 * @param reset whether it ends the connection at once
 * @param fin whether it ends what its sender sends
 * @param startup the start-up frame in it, or null
 * @param fpdus the frames that end in it
 * @param padded whether a pad is not zero
 * @param complaint what else has a wrong value, or empty
 */
record CapturedFrame(
    int number,
    int stream,
    int sender,
    long end,
    boolean reset,
    boolean fin,
    Startup startup,
    List<Fpdu> fpdus,
    boolean padded,
    String complaint) {

  /** What tshark is asked for, in this order. */
  static final List<String> FIELDS =
      List.of(
          "frame.number",
          "tcp.stream",
          "tcp.srcport",
          "tcp.seq",
          "tcp.len",
          "tcp.flags.reset",
          "tcp.flags.fin",
          "iwarp_mpa.key.req",
          "iwarp_mpa.key.rep",
          "iwarp_mpa.marker_flag",
          "iwarp_mpa.crc_flag",
          "iwarp_mpa.rej_flag",
          "iwarp_mpa.res",
          "iwarp_mpa.rev",
          "iwarp_mpa.pdlength",
          "iwarp_mpa.ulpdulength",
          "iwarp_mpa.pad",
          "iwarp_mpa.crc_check",
          "iwarp_mpa.crc",
          "iwarp_mpa.bad_length",
          "iwarp_ddp.tagged_flag",
          "iwarp_ddp.last_flag",
          "iwarp_ddp.rsvd",
          "iwarp_ddp.dv",
          "iwarp_ddp.stag",
          "iwarp_ddp.tagged_offset",
          "iwarp_ddp.qn",
          "iwarp_ddp.msn",
          "iwarp_ddp.mo",
          "iwarp_rdma.version",
          "iwarp_rdma.rsv",
          "iwarp_rdma.opcode",
          "iwarp_rdma.reserved",
          "_ws.malformed");

  /** An MPA request or reply. */
  record Startup(
      boolean request, boolean markers, boolean crc, boolean reject, int revision, int length) {
    long bytes() {
      return 20L + length;
    }
  }

  /** A frame of full operation; what the other model has not is 0. */
  record Fpdu(
      int length,
      boolean tagged,
      boolean last,
      long stag,
      long offset,
      long queue,
      long sequence,
      int opcode) {
    long bytes() {
      return 2L + length + (-(length + 2) & 3) + 4;
    }

    int payload() {
      return length - (tagged ? 14 : 18);
    }
  }

  /**
   * Reads a line of tshark.
   *
   * @param line values of {@link #FIELDS}, between tabs; several of one field between commas
   * @return the frame
   * @throws IllegalArgumentException when the numbers of values do not fit
   */
  static CapturedFrame parse(String line) {
    String[] columns = line.split("\t", -1);
    if (columns.length != FIELDS.size()) {
      throw new IllegalArgumentException(columns.length + " columns: " + line);
    }
    Map<String, List<String>> values = new HashMap<>();
    for (int i = 0; i < columns.length; i++) {
      values.put(FIELDS.get(i), columns[i].isEmpty() ? List.of() : List.of(columns[i].split(",")));
    }
    Row row = new Row(values);
    List<String> complaints = new ArrayList<>();
    row.complain(complaints);
    return new CapturedFrame(
        (int) row.number("frame.number", 0),
        (int) row.number("tcp.stream", 0),
        (int) row.number("tcp.srcport", 0),
        // Segments without data count the FIN before them.
        row.number("tcp.len", 0) == 0 ? 1 : row.number("tcp.seq", 0) + row.number("tcp.len", 0),
        row.flag("tcp.flags.reset", 0),
        row.flag("tcp.flags.fin", 0),
        row.startup(),
        row.fpdus(),
        row.padded(),
        String.join("; ", complaints));
  }

  private record Row(Map<String, List<String>> values) {

    private static final int RESERVED_FLAGS = 0x0F;

    int count(String name) {
      return values.get(name).size();
    }

    boolean has(String name) {
      return count(name) > 0;
    }

    /** A number, decimal or 0x. */
    long number(String name, int index) {
      String text = values.get(name).get(index);
      return text.startsWith("0x")
          ? Long.parseUnsignedLong(text.substring(2), 16)
          : Long.parseUnsignedLong(text);
    }

    /** A flag, which newer versions of tshark print as a word. */
    boolean flag(String name, int index) {
      String text = values.get(name).get(index);
      return text.equals("1") || text.equals("True");
    }

    Startup startup() {
      boolean request = has("iwarp_mpa.key.req");
      if (!request && !has("iwarp_mpa.key.rep")) {
        return null;
      }
      return new Startup(
          request,
          flag("iwarp_mpa.marker_flag", 0),
          flag("iwarp_mpa.crc_flag", 0),
          flag("iwarp_mpa.rej_flag", 0),
          (int) number("iwarp_mpa.rev", 0),
          has("iwarp_mpa.pdlength") ? (int) number("iwarp_mpa.pdlength", 0) : 0);
    }

    List<Fpdu> fpdus() {
      List<Fpdu> list = new ArrayList<>();
      int tagged = 0;
      int untagged = 0;
      int frames = count("iwarp_mpa.ulpdulength");
      if (count("iwarp_rdma.opcode") != frames || count("iwarp_ddp.last_flag") != frames) {
        throw new IllegalArgumentException(
            "frame " + values.get("frame.number") + ": " + frames + " lengths, but " + values);
      }
      for (int i = 0; i < frames; i++) {
        boolean model = flag("iwarp_ddp.tagged_flag", i);
        list.add(
            new Fpdu(
                (int) number("iwarp_mpa.ulpdulength", i),
                model,
                flag("iwarp_ddp.last_flag", i),
                model ? number("iwarp_ddp.stag", tagged) : 0,
                model
                    ? number("iwarp_ddp.tagged_offset", tagged)
                    : number("iwarp_ddp.mo", untagged),
                model ? 0 : number("iwarp_ddp.qn", untagged),
                model ? 0 : number("iwarp_ddp.msn", untagged),
                (int) number("iwarp_rdma.opcode", i)));
        tagged += model ? 1 : 0;
        untagged += model ? 0 : 1;
      }
      return list;
    }

    boolean padded() {
      return values.get("iwarp_mpa.pad").stream().anyMatch(pad -> !pad.matches("[0:]*"));
    }

    /** What has one right value, wherever it stands. */
    void complain(List<String> complaints) {
      // The bit above them says that the private data begins with IRD and ORD.
      for (String flags : values.get("iwarp_mpa.res")) {
        if ((Integer.decode(flags) & RESERVED_FLAGS) != 0) {
          complaints.add("iwarp_mpa.res is " + flags);
        }
      }
      all("iwarp_ddp.rsvd", 0, complaints);
      all("iwarp_ddp.dv", 1, complaints);
      all("iwarp_rdma.version", 1, complaints);
      all("iwarp_rdma.rsv", 0, complaints);
      all("iwarp_rdma.reserved", 0, complaints);
      if (has("iwarp_mpa.bad_length")) {
        complaints.add("a frame with a wrong length");
      }
      if (has("_ws.malformed")) {
        complaints.add("malformed");
      }
    }

    private void all(String name, int expected, List<String> complaints) {
      for (String text : values.get(name)) {
        String digits = text.startsWith("0x") ? text.substring(2) : text;
        if (Long.parseUnsignedLong(digits.replace(":", ""), 16) != expected) {
          complaints.add(name + " is " + text + ", not " + expected);
        }
      }
    }
  }
}
